import { type MessageTexts, messageIncludes } from '@vpisnik/contract/rules/messages';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { ParticipantStatus } from '@vpisnik/contract/rules/statuses';
import { groupName, type Language } from '@vpisnik/contract/rules/texts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import {
  accounts,
  groups,
  locations,
  mail_people,
  messages,
  participants,
  payments,
} from '../../db/schema.ts';
import { unsubscribePage } from '../../mail/links.ts';
import {
  mailData,
  partSiblings,
  type ReadContent,
  senderOf,
  subjectColumns,
} from '../application-mails/content.ts';
import { type Fact, listed } from '../application-mails/facts.ts';
import type { MailOrganization } from '../application-mails/outbox.ts';
import type { Details, MailData, MailTemplate } from '../application-mails/rendering/render.ts';
import { owedDetails } from '../payment-mails/facts.ts';
import { type Reader, selectPayee, selectPayments } from '../slips/queries.ts';
import { filesOf } from './attachments.ts';

/** What of a message its mails are made from. */
export type MessageWords = {
  kind: string | null;
  texts: MessageTexts;
  with_payments: boolean;
  with_group: boolean;
};

/** What of its organisation a mail of a message is written by. */
export type WritingOrganization = Parameters<typeof mailData>[0]['organization'];

/**
 * Reads what a mail of a message says to those who have its address still, and would get it now; nobody: nothing. Who has
 * another address by now gets a mail there.
 */
export const messageContent: ReadContent = async (tx, { mail, organization }, publicUrl) => {
  const { organization_id: organizationId } = mail;
  const [message] = await tx
    .select({
      kind: messages.kind,
      texts: messages.texts,
      with_payments: messages.with_payments,
      with_group: messages.with_group,
      include: messages.include,
      reply_to: messages.reply_to,
      sender: accounts.email,
    })
    .from(messages)
    .leftJoin(accounts, eq(accounts.id, messages.sender_id))
    .where(and(eq(messages.organization_id, organizationId), eq(messages.id, mail.of_message ?? '')));
  const language = mail.language as Language;
  // the words are no longer kept
  if (!message?.texts[language]) return 'stopped';
  const named = await tx
    .select({ id: participants.id, email: participants.email, status: participants.status })
    .from(mail_people)
    .innerJoin(participants, referenced(participants, mail_people, mail_people.participant_id))
    .where(and(eq(mail_people.organization_id, organizationId), eq(mail_people.mail_id, mail.id)));
  await partSiblings(tx, mail, named);
  const reader = { tx, organizationId };
  const ids = named
    .filter(
      (one) => one.email?.toLowerCase() === mail.to_address && isStillAudience(one.status, message.include),
    )
    .map(({ id }) => id);
  if (ids.length === 0) return 'outdated';
  const attachments = await filesOf(tx, organizationId, mail.of_message ?? '');
  const read = await messageData(reader, message, { ids, language, organization, publicUrl });
  return {
    template: templateOf(message, language),
    ...{ version_id: null, missed: false },
    data: async () => ({ ...(await read()), attachments }),
    news: message.kind === 'news',
    ...(message.reply_to === 'sender' && message.sender !== null && { replyTo: message.sender }),
  };
};

/** Whether people with a status get a message, as `app.message_people` says when its mails are written. */
const isStillAudience = (status: string, included: readonly string[]): boolean =>
  !messageIncludes.some((one) => one === status) || included.includes(status);

/** The words of a message in a language, as the renderer takes them: its subject stands above them once more. */
export function templateOf({ texts }: MessageWords, language: Language): MailTemplate {
  const { subject = '', body = '' } = texts[language] ?? {};
  return {
    translations: { [language]: { subject, header_text: subject, main_message: body } },
    sections: {},
  };
}

type Given = {
  /** Whom it names. */
  ids: readonly string[];
  language: Language;
  organization: WritingOrganization & Pick<MailOrganization, 'time_zone'>;
  publicUrl: string;
};

/** The data of a mail of a message, once its pictures are drawn; the same for sending and for a preview. */
export async function messageData(
  reader: Reader,
  message: MessageWords,
  { ids, language, organization, publicUrl }: Given,
): Promise<() => Promise<MailData>> {
  const people = await selectPeople(reader, ids);
  const owed = message.with_payments ? await readOwed(reader, ids, organization.time_zone) : null;
  const data: Omit<MailData, 'details'> = {
    ...{ email_type: 'group_message', variant: '', recipient_kind: 'applicant', language },
    organization: senderOf(organization),
    group_name: listed(
      people.map(({ group }) => groupName(group, language)),
      language,
    ),
    participant_name: listed(
      people.map(({ participant }) => participant.name),
      language,
    ),
    // its own words greet, if any do
    addressee: '',
    values: {},
    ...{ status: null, reason: '', may_decide: false, link: null, home: publicUrl },
    ...(message.kind === 'news' && { unsubscribe: unsubscribePage(publicUrl) }),
  };
  const about = message.with_group ? groupDetails(people, { language, organization, publicUrl }) : [];
  return async () => ({
    ...data,
    details: [...about, ...(owed ? await owedDetails(owed.rows, owed.payee, language, owed.today) : [])],
  });
}

type Person = Awaited<ReturnType<typeof selectPeople>>[number];

const selectPeople = ({ tx, organizationId }: Reader, ids: readonly string[]) =>
  tx
    .select(subjectColumns)
    .from(participants)
    .innerJoin(groups, referenced(groups, participants, participants.group_id))
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .where(and(eq(participants.organization_id, organizationId), inArray(participants.id, [...ids])))
    .orderBy(sql`app.fold(${participants.name})`, participants.id);

/** Facts of a group: when and where it meets. */
const told: readonly Fact['label'][] = ['schedule', 'dates', 'location', 'first_session', 'next_session'];

/**
 * Each group once, by that of its people who is told most of it: who has a place hears of meetings, who waits does not. Of a
 * group that tells nothing there is nothing.
 */
function groupDetails(
  people: readonly Person[],
  { language, organization, publicUrl }: Omit<Given, 'ids'>,
): Details[] {
  const factsFor = (person: Person): Fact[] =>
    mailData({
      ...person,
      ...{ email_type: 'group_message', variant: '', staff: false, reason: '', may_decide: false },
      status: person.participant.status as ParticipantStatus,
      ...{ language, organization, publicUrl },
    })
      .details.flatMap((one) => one.facts)
      .filter(({ label }) => told.includes(label));
  const groups = Map.groupBy(people, ({ group }) => group.id);
  return [...groups.values()].flatMap((its) => {
    const [facts = []] = its.map(factsFor).sort((one, other) => other.length - one.length);
    return its[0] && facts.length > 0 ? [{ heading: groupName(its[0].group, language), facts }] : [];
  });
}

/** People's open payments; none while the organisation has not said how it is paid. */
async function readOwed(reader: Reader, ids: readonly string[], timeZone: string) {
  const payee = await selectPayee(reader);
  if (!payee) return null;
  const open = and(inArray(payments.participant_id, [...ids]), inArray(payments.status, [...openStatuses]));
  const rows = await selectPayments(reader, sql`${open}`);
  return { rows, payee, today: localDay(new Date(), timeZone) };
}
