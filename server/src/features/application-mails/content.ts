import { bestText, type Language } from '@vpisnik/contract/common';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { MailType } from '@vpisnik/contract/rules/mail-types';
import type { MailReason } from '@vpisnik/contract/rules/mails';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { type Role, rankOf } from '@vpisnik/contract/rules/roles';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { isOver } from '@vpisnik/contract/rules/statuses';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import {
  groups,
  locations,
  mail_people,
  memberships,
  notification_template_versions,
  notification_templates,
  participants,
} from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import { applicantPage } from '../../mail/links.ts';
import { AHEAD_DAYS, lastAhead, wallTime } from '../sessions/coming.ts';
import { departuresBetween, type Written, writtenColumn } from '../sessions/departures.ts';
import { addresseeOf } from './addressee.ts';
import { type Fact, groupFacts, listed } from './facts.ts';
import type { ClaimedMail, Mail, MailOrganization } from './outbox.ts';
import type { MailData, MailTemplate } from './rendering/render.ts';
import { selectTransfer, TRANSFERRED, transferParts } from './transfers.ts';

/** A mail's template, if it has one, and what of it the mail keeps. */
export type UsedTemplate = {
  template: (MailTemplate & { id?: string }) | null;
  version_id: string | null;
  /** The group's own choice is inactive or gone, so another's words are sent. */
  missed: boolean;
};

/** A template as `templateOf` answers it. */
type StoredTemplate = MailTemplate & Omit<UsedTemplate, 'template'>;

/** What a mail uses of a template that was found, or of none. */
export const usedTemplate = (template: StoredTemplate | null): UsedTemplate => ({
  template,
  version_id: template?.version_id ?? null,
  missed: template?.missed ?? false,
});

/** What a mail is rendered from; pictures are drawn once no transaction is open. */
export type MailContent = UsedTemplate & {
  data: MailData | (() => Promise<MailData>);
  /** Whether recipients may decline it: it skips those who did, and links to the page for it (`unsubscribePage`). */
  news?: boolean;
  /** Where answers go instead of to the organisation. */
  replyTo?: string;
};

/** Reads the current content of a mail, or the reason why it is no longer true. */
export type ReadContent = (
  tx: Transaction,
  claimed: ClaimedMail,
  publicUrl: string,
) => Promise<MailContent | MailReason>;

/** Moves participants whose address has changed to a mail of their own, and drops those without an address. */
export async function partSiblings(
  tx: Transaction,
  { organization_id, id, to_address }: ClaimedMail['mail'],
  named: readonly { email: string | null }[],
): Promise<void> {
  if (named.every(({ email }) => email?.toLowerCase() === to_address)) return;
  await tx.execute(sql`select app.part_siblings(${organization_id}, ${id})`);
}

/** Everything that a mail about an application is rendered from, as it is at this moment, or why it isn't sent any more. */
export async function mailContent(
  tx: Transaction,
  { mail, organization }: ClaimedMail,
  publicUrl: string,
): Promise<(UsedTemplate & { data: MailData }) | 'superseded' | 'outdated'> {
  const named = await subjectsOf(tx, mail);
  const staff = mail.recipient_kind === 'staff';
  if (named.length > 1 && !staff) await partSiblings(tx, mail, named);
  const rows =
    named.length > 1
      ? named.filter(
          ({ participant: { status }, email }) =>
            status === mail.status_at && (staff || email?.toLowerCase() === mail.to_address),
        )
      : named;
  const [first] = rows;
  if (!first || (await isSuperseded(tx, mail, first.participant.status))) return 'superseded';
  const present = first.participant.status as ParticipantStatus;
  const isTransfer = mail.variant === TRANSFERRED;
  const transfer = isTransfer && !isOver(present) ? await selectTransfer(tx, mail) : undefined;
  if (isTransfer && !transfer) return 'outdated';
  const { template, role, email: _, ...about } = first;
  const data = mailData({
    ...about,
    organization,
    email_type: mail.email_type as MailType,
    variant: mail.variant,
    staff,
    language: mail.language as Language,
    // a move leaves the status, which another mail may have told since
    status: isTransfer ? present : ((mail.status_at ?? present) as ParticipantStatus),
    reason: mail.decision_reason,
    // the organisation's own address is an administrator's
    may_decide: role === null || rankOf(role) >= permissions['participants.decide'],
    publicUrl,
  });
  const told = transfer ? transferParts(data, transfer) : data;
  return { ...usedTemplate(template), data: namingAll(told, rows, organization) };
}

/**
 * Whether a mail about a decision tells an old one. A decision calls back the mails before it, except one that is being
 * tried at that moment; when that try fails, the mail waits again with its old status.
 */
async function isSuperseded(tx: Transaction, mail: Mail, status: string): Promise<boolean> {
  if (mail.email_type !== 'application_status_update' || mail.attempts === 0) return false;
  if (mail.variant === TRANSFERRED) return false;
  if (mail.status_at !== null && mail.status_at !== status) return true;
  // the decision was taken back and made once more
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from mails
    where organization_id = ${mail.organization_id} and participant_id = ${mail.participant_id}
      and email_type = ${mail.email_type} and status_at = ${mail.status_at} and variant not in ('test', ${TRANSFERRED})
      and state in ('queued', 'held', 'sending', 'sent')
      and (created_at, id) > (select m.created_at, m.id from mails m
        where m.organization_id = ${mail.organization_id} and m.id = ${mail.id})
    limit 1
  `);
  return rows.length > 0;
}

/** What a mail about an application tells of: rows, or a sample of such. */
export type MailSubject = {
  group: Pick<
    typeof groups.$inferSelect,
    'id' | 'name' | 'price_text' | 'schedule' | 'start_date' | 'end_date' | 'age_to'
  >;
  location: { name: string; address: string } | null;
  participant: Pick<
    typeof participants.$inferSelect,
    'id' | 'name' | 'status' | 'reference' | 'guardian_name' | 'answers'
  >;
  written: Written;
};

type Addressed = Pick<
  MailData,
  'email_type' | 'variant' | 'language' | 'status' | 'reason' | 'may_decide'
> & {
  organization: Omit<MailOrganization, 'owner_email' | 'contact_email' | 'default_language' | 'active'>;
  /** Whether it goes to staff, and not to the applicant. */
  staff: boolean;
  publicUrl: string;
};

/** The data of a mail about an application; the same for sending and for a preview. */
export function mailData({
  group,
  location,
  participant,
  written,
  organization,
  staff,
  publicUrl,
  ...mail
}: MailSubject & Addressed): MailData {
  const { language, status } = mail;
  const group_name = bestText(group.name, language).text;
  const reference: Fact = { label: 'reference', value: participant.reference };
  const named: Fact = { label: 'group', value: group_name };
  const now = wallTime(new Date(), organization.time_zone);
  const person: Fact = { label: 'participant', value: participant.name };
  const about: Fact[] =
    // without a place, times are of no use
    staff || status === 'rejected' || status === 'inactive'
      ? [named]
      : groupFacts(
          {
            schedule: group.schedule as Slot[],
            start_date: group.start_date,
            end_date: group.end_date,
            location,
            price: bestText(group.price_text, language).text,
          },
          language,
          now,
          {
            departures: departuresBetween(
              written,
              organization,
              group.start_date !== null && group.start_date < now.day ? group.start_date : now.day,
              lastAhead(group, now.day),
            )(group.id),
            comes: status !== 'waitlisted',
          },
        );
  const session = about.find(({ label }) => label === 'first_session' || label === 'next_session');
  const link = `${publicUrl}/groups/${group.id}?tab=participants&participant=${participant.id}`;
  return {
    ...mail,
    recipient_kind: staff ? 'staff' : 'applicant',
    organization: senderOf(organization),
    group_name,
    participant_name: participant.name,
    values: { reference: participant.reference, ...(session && { first_session: session.value }) },
    addressee: addresseeOf(participant, group, now.day),
    details: [{ facts: [person, ...about, reference] }],
    may_decide: staff && mail.may_decide,
    link: staff ? link : applicantPage(publicUrl),
    home: publicUrl,
  };
}

/** The data of a mail with the names of all its participants: siblings share one. */
export function namingAll(
  data: MailData,
  rows: readonly Pick<MailSubject, 'participant' | 'group'>[],
  { time_zone }: Pick<MailOrganization, 'time_zone'>,
): MailData {
  if (rows.length === 1) return data;
  const today = wallTime(new Date(), time_zone).day;
  const each = (of: (row: (typeof rows)[number]) => string) => listed(rows.map(of), data.language);
  const people = {
    participant: each(({ participant }) => participant.name),
    reference: each(({ participant }) => participant.reference),
  };
  return {
    ...data,
    people: rows.length,
    participant_name: people.participant,
    addressee: each(({ participant, group }) => addresseeOf(participant, group, today)),
    details: data.details.map(({ facts, ...rest }) => ({
      ...rest,
      facts: facts.map((fact) => ({
        ...fact,
        value: fact.label === 'participant' || fact.label === 'reference' ? people[fact.label] : fact.value,
      })),
    })),
  };
}

/** The organisation as its mails name it. */
export function senderOf({
  name,
  profile,
}: Pick<MailOrganization, 'name' | 'profile'>): MailData['organization'] {
  const { address, postal_code, city, phone_number = '' } = profile;
  const town = [postal_code, city].filter(Boolean).join(' ');
  return { name, address: [address, town].filter(Boolean).join(', '), phone_number };
}

type Value = (
  name: 'organization' | 'mail' | 'participant' | 'account' | 'template' | 'email_type',
) => Placeholder;

/**
 * The template that the group chose, else the organisation's default of the type, else its system template; an inactive one
 * is passed over. Of a system template only the parts count: its words are the built-in ones, which differ by status.
 */
export const templateOf = (
  value: (name: 'organization' | 'template' | 'email_type') => Placeholder,
) => sql<StoredTemplate | null>`(
  select jsonb_build_object(
    'id', t.id, 'translations', case when t.system then '{}' else t.translations end, 'sections', t.sections,
    'version_id', (
      select v.id from ${notification_template_versions} v
      where v.organization_id = t.organization_id and v.template_id = t.id order by v.number desc limit 1
    ),
    'missed', coalesce(${value('template')}::uuid <> t.id, false))
  from ${notification_templates} t
  where t.organization_id = ${value('organization')} and t.active
    and (t.id = ${value('template')}::uuid or t.email_type = ${value('email_type')} and (t.is_default or t.system))
  -- the chosen one first; it may be a system template itself
  order by coalesce(t.id = ${value('template')}::uuid, false) desc, t.is_default desc
  limit 1
)`;

/** Departures from the schedule on the days that a mail may name: the next ones and the very first. */
const written = writtenColumn(
  sql`least(current_date - 1, ${groups.start_date})`,
  sql`greatest(current_date, ${groups.start_date}) + ${sql.raw(String(AHEAD_DAYS + 1))}`,
);

/** What a mail is about, as the sending and the preview read it. */
export const subjectColumns = {
  group: {
    id: groups.id,
    name: groups.name,
    price_text: groups.price_text,
    schedule: groups.schedule,
    start_date: groups.start_date,
    end_date: groups.end_date,
    age_to: groups.age_to,
  },
  location: { name: locations.name, address: locations.address },
  written,
  participant: {
    id: participants.id,
    name: participants.name,
    status: participants.status,
    reference: participants.reference,
    guardian_name: participants.guardian_name,
    answers: participants.answers,
  },
};

const subjects = statement((tx, value: Value) =>
  tx
    .select({
      ...subjectColumns,
      email: participants.email,
      /** Of the staff member who gets the mail. */
      role: sql<Role | null>`(
        select ${memberships.role} from ${memberships}
        where ${memberships.organization_id} = ${value('organization')} and ${memberships.account_id} = ${value('account')}
      )`,
      template: templateOf(value),
    })
    .from(participants)
    .innerJoin(groups, referenced(groups, participants, participants.group_id))
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .where(
      and(
        eq(participants.organization_id, value('organization')),
        sql`${participants.id} = any (array(
          select ${value('participant')}::uuid
          union
          select n.participant_id from ${mail_people} n
          where n.organization_id = ${value('organization')} and n.mail_id = ${value('mail')}
        ))`,
      ),
    )
    .orderBy(sql`app.fold(${participants.name})`, participants.id),
);

/** The participants of a mail about an application; siblings beside them did the same at the same time. */
async function subjectsOf(tx: Transaction, mail: Mail) {
  const rows = await subjects(tx, {
    organization: mail.organization_id,
    mail: mail.origin_id ?? mail.id,
    participant: mail.participant_id,
    account: mail.account_id,
    template: mail.template_id,
    email_type: mail.email_type,
  });
  if (rows.length === 0) throw new Error('A mail about an application needs its participant.');
  return rows;
}
