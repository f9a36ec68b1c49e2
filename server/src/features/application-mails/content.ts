import { bestText, type Language } from '@vpisnik/contract/common';
import type { EmailType } from '@vpisnik/contract/notification-templates';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { type Role, rankOf } from '@vpisnik/contract/rules/roles';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { groups, locations, memberships, notification_templates, participants } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statement.ts';
import { AHEAD_DAYS, lastAhead, wallTime } from '../sessions/coming.ts';
import { departuresBetween, writtenColumn } from '../sessions/departures.ts';
import { addresseeOf } from './addressee.ts';
import { type Fact, groupFacts } from './facts.ts';
import type { ClaimedMail, Mail } from './outbox.ts';
import type { MailData, MailTemplate } from './render.ts';

/** Everything that a mail about an application is rendered from, as it is at this moment. */
export async function mailContent(
  tx: Transaction,
  { mail, organization }: ClaimedMail,
  publicUrl: string,
): Promise<{ template: MailTemplate | null; data: MailData }> {
  const { group, location, participant, role, template, written } = await subject(tx, mail);
  const language = mail.language as Language;
  const status = (mail.status_at ?? participant.status) as ParticipantStatus;
  const group_name = bestText(group.name, language).text;
  const reference: Fact = { label: 'reference', value: participant.reference };
  const named: Fact = { label: 'group', value: group_name };
  const staff = mail.recipient_kind === 'staff';
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
  const { profile } = organization;
  const city = [profile.postal_code, profile.city].filter(Boolean).join(' ');
  const link = `${publicUrl}/groups/${group.id}?tab=participants&participant=${participant.id}`;
  return {
    template,
    data: {
      email_type: mail.email_type as EmailType,
      variant: mail.variant === 'duplicate' ? 'duplicate' : '',
      recipient_kind: staff ? 'staff' : 'applicant',
      language,
      organization: {
        name: organization.name,
        address: [profile.address, city].filter(Boolean).join(', '),
        phone_number: profile.phone_number ?? '',
      },
      group_name,
      participant_name: participant.name,
      addressee: addresseeOf(participant, group, now.day),
      status,
      reason: mail.decision_reason,
      values: {},
      details: [{ facts: [person, ...about, reference] }],
      // the organisation's own address is an administrator's
      may_decide: staff && (role === null || rankOf(role) >= permissions['participants.decide']),
      link: staff ? link : null,
      home: publicUrl,
    },
  };
}

type Value = (name: 'organization' | 'participant' | 'account' | 'template' | 'email_type') => Placeholder;

/**
 * The template that the group chose, else the organisation's system template. Of a system template only the parts count:
 * its words are the built-in ones, which differ by status.
 */
const templateOf = (value: Value) => sql<MailTemplate | null>`(
  select jsonb_build_object(
    'translations', case when t.system then '{}' else t.translations end, 'sections', t.sections)
  from ${notification_templates} t
  where t.organization_id = ${value('organization')}
    and (t.id = ${value('template')} or t.system and t.email_type = ${value('email_type')})
  -- the chosen one first; it may be a system template itself
  order by t.id = ${value('template')} desc
  limit 1
)`;

/** What departs from the schedule on days that a mail may name: those soon, and the very first one. */
const written = writtenColumn(
  sql`least(current_date - 1, ${groups.start_date})`,
  sql`greatest(current_date, ${groups.start_date}) + ${sql.raw(String(AHEAD_DAYS + 1))}`,
);

const subjects = statement((tx, value: Value) =>
  tx
    .select({
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
      /** Of the staff member who gets the mail. */
      role: sql<Role | null>`(
        select ${memberships.role} from ${memberships}
        where ${memberships.organization_id} = ${value('organization')} and ${memberships.account_id} = ${value('account')}
      )`,
      template: templateOf(value),
      participant: {
        id: participants.id,
        name: participants.name,
        status: participants.status,
        reference: participants.reference,
        guardian_name: participants.guardian_name,
        answers: participants.answers,
      },
    })
    .from(participants)
    .innerJoin(
      groups,
      and(eq(groups.organization_id, participants.organization_id), eq(groups.id, participants.group_id)),
    )
    .leftJoin(
      locations,
      and(eq(locations.organization_id, groups.organization_id), eq(locations.id, groups.location_id)),
    )
    .where(
      and(eq(participants.organization_id, value('organization')), eq(participants.id, value('participant'))),
    ),
);

async function subject(tx: Transaction, mail: Mail) {
  const [row] = await subjects(tx, {
    organization: mail.organization_id,
    participant: mail.participant_id,
    account: mail.account_id,
    template: mail.template_id,
    email_type: mail.email_type,
  });
  if (!row) throw new Error('A mail about an application needs its participant.');
  return row;
}
