import type { EmailType } from '@vpisnik/contract/rules/email-types';
import { groupName, type Language } from '@vpisnik/contract/rules/texts';
import { and, eq, type Placeholder } from 'drizzle-orm';
import { accounts, organizations } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import {
  partSiblings,
  type ReadContent,
  senderOf,
  templateOf,
  usedTemplate,
} from '../application-mails/content.ts';
import { type Fact, groupFacts, listed } from '../application-mails/facts.ts';
import type { ClaimedMail } from '../application-mails/outbox.ts';
import type { Details, MailData } from '../application-mails/rendering/render.ts';
import { placesOf } from '../calendar-feeds/places.ts';
import type { Reader } from '../closures/queries.ts';
import { wallTime } from '../sessions/coming.ts';
import { loadDepartures, type WrittenDepartures } from '../sessions/departures.ts';
import { type ChangedGroup, calendarFile } from './calendar.ts';
import {
  changesSince,
  firstKnown,
  type KnownDates,
  type ToldChange,
  toldChanges,
  variantOf,
} from './changes.ts';
import { changeFacts, daysInWords, inLanguage, peopleOf } from './facts.ts';
import { datesOf } from './known.ts';
import { lastDayOf, selectEarlierKnown, selectTold, type Told } from './queries.ts';

/** Reads what a mail about dates says of those that are still different from what people know; none: nothing. */
export const sessionContent: ReadContent = async (tx, { mail, organization }, publicUrl) => {
  const reader = { tx, organizationId: mail.organization_id };
  const language = mail.language as Language;
  const email_type = mail.email_type as Extract<EmailType, 'session_changed' | 'group_cancelled'>;
  const now = new Date();
  const today = wallTime(now, organization.time_zone).day;
  const named = await selectTold(reader, mail.id);
  await partSiblings(
    tx,
    mail,
    named.flatMap(({ participant }) => participant ?? []),
  );
  const rows = named.filter((row) => isStillTold(email_type, mail.to_address, row));
  const byGroup = [...Map.groupBy(rows, ({ group }) => group.id).values()];
  const groups: GroupChanges[] = [];
  for (const its of byGroup)
    groups.push(await changesOf(reader, email_type, its, organization, language, now));
  const changed = groups.filter(({ told, row }) => told.length > 0 || isCancelled(email_type, row));
  if (changed.length === 0) return 'outdated';
  const all = changed.flatMap(({ told }) => told);
  const [row] = await leaderAndTemplate(tx, {
    organization: mail.organization_id,
    account: mail.account_id,
    template: mail.template_id,
    email_type,
  });
  const about = changed.map(({ row: { group } }) => group.id);
  const people = peopleOf(
    rows.filter(({ group }) => about.includes(group.id)),
    row?.leader ?? '',
    language,
    today,
  );
  const reasons = [...new Set(all.map(({ reason }) => inLanguage(reason, language)))];
  const notes = [...new Set(changed.flatMap(({ notes: its }) => its))];
  const withReasons = reasons.length > 1;
  const calendar = changed
    .filter(({ calendar: { changes } }) => changes.length > 0)
    .map((one) => one.calendar);
  const data: MailData = {
    email_type,
    variant: email_type === 'session_changed' ? variantOf(all) : '',
    recipient_kind: mail.recipient_kind as MailData['recipient_kind'],
    language,
    organization: senderOf(organization),
    group_name: listed(
      changed.map(({ calendar: { name } }) => name),
      language,
    ),
    ...people,
    values: { dates: daysInWords(all, language) },
    status: null,
    reason: [...(withReasons ? [] : reasons), ...notes].filter(Boolean).join('\n'),
    may_decide: false,
    details: changed.map((one) =>
      detailsOf(one, { email_type, language, withReasons, alone: changed.length === 1 }),
    ),
    link: null,
    home: publicUrl,
    attachments:
      calendar.length === 0
        ? []
        : [
            calendarFile(calendar, {
              time_zone: organization.time_zone,
              language,
              stamp: now,
              organizer: {
                name: organization.name,
                email: organization.contact_email ?? organization.owner_email,
              },
            }),
          ],
  };
  return { ...usedTemplate(row?.template ?? null), data };
};

const isCancelled = (type: EmailType, { group }: Told) =>
  type === 'group_cancelled' && group.archived_at !== null;

/**
 * Whether a mail still tells of a group, and the participant is still one who is told at its address; what is told to leaders
 * has none. Dates of a group that was put away are no news.
 */
function isStillTold(type: EmailType, address: string, { group, participant }: Told): boolean {
  if (type === 'session_changed' && group.archived_at !== null) return false;
  if (!participant) return true;
  if (participant.group_id !== group.id || participant.email?.toLowerCase() !== address) return false;
  return type === 'group_cancelled'
    ? participant.status !== 'rejected' && participant.status !== 'inactive'
    : participant.status === 'approved';
}

/** Facts of a group. */
type GroupChanges = {
  row: Told;
  people: string[];
  told: ToldChange[];
  notes: string[];
  calendar: ChangedGroup;
  facts: Fact[];
  placeOf: (change: ToldChange) => string;
};

async function changesOf(
  reader: Reader,
  type: EmailType,
  rows: readonly Told[],
  { time_zone }: ClaimedMail['organization'],
  language: Language,
  moment: Date,
): Promise<GroupChanges> {
  const [row] = rows as [Told];
  const { group, location } = row;
  const now = wallTime(moment, time_zone);
  const notices = [...new Map(rows.map(({ notice }) => [notice.id, notice])).values()];
  const isOver = type === 'group_cancelled';
  const told = firstKnown(notices.map((notice) => notice.was));
  const was = isOver ? await everKnown(reader, rows, told) : told;
  const last = lastDayOf(was, now.day);
  const departures = (await loadDepartures(reader, now.day, last, group.id))(group.id);
  const isBack = isOver && group.archived_at === null;
  const dates = isOver ? new Map() : datesOf(group, departures, now.day, last);
  const changes = isBack ? [] : changesSince(was, dates, now);
  const place = [location?.name, location?.address].filter(Boolean).join(', ');
  const others = placesOf(departures);
  const nameOf = (id: string | null) => (id === group.location_id ? place : (others[id ?? ''] ?? ''));
  return {
    row,
    people: [...new Set(rows.flatMap(({ participant }) => participant?.name ?? []))],
    told: isOver ? [] : toldChanges(changes),
    notes: notices.map(({ note }) => inLanguage(note, language)).filter(Boolean),
    calendar: {
      name: groupName(group, language),
      sequence: Math.max(...notices.map(({ sequence }) => sequence)),
      changes,
      placeOf: ({ location_id }) => nameOf(location_id),
    },
    facts: isOver ? [] : remaining(row, language, now, departures),
    placeOf: ({ was: before, now: after }) =>
      after &&
      (after.location_id !== group.location_id || (before && before.location_id !== after.location_id))
        ? nameOf(after.location_id)
        : '',
  };
}

/** The dates of a cancelled group, also changed ones: the mail about those may not have left. */
async function everKnown(reader: Reader, rows: readonly Told[], was: KnownDates): Promise<KnownDates> {
  const group_id = rows[0]?.group.id ?? '';
  const sequence = Math.min(...rows.map(({ notice }) => notice.sequence));
  const earlier = await selectEarlierKnown(reader, { group_id, sequence });
  const known = earlier.flatMap((dates) => Object.entries(dates).filter(([, date]) => date !== null));
  return { ...Object.fromEntries(known), ...was };
}

/** What holds for a group beside its changes: its week, its place and its next date. */
function remaining(
  { group, location }: Told,
  language: Language,
  now: ReturnType<typeof wallTime>,
  departures: WrittenDepartures,
): Fact[] {
  const { schedule, start_date, end_date } = group;
  return groupFacts({ schedule, start_date, end_date, location, price: '' }, language, now, { departures });
}

function detailsOf(
  { calendar, people, told, facts, placeOf }: GroupChanges,
  given: { email_type: EmailType; language: Language; withReasons: boolean; alone: boolean },
): Details {
  const { language, withReasons, alone } = given;
  const named: Fact[] = [
    { label: 'participant', value: listed(people, language) },
    { label: 'group', value: calendar.name },
  ];
  return {
    // several groups have their names as headings
    ...(!alone && { heading: calendar.name }),
    facts: [
      ...named.filter(({ label, value }) => value !== '' && (alone || label !== 'group')),
      ...changeFacts(told, language, { placeOf, withReasons }),
      ...facts,
    ],
  };
}

type Value = (name: 'organization' | 'account' | 'template' | 'email_type') => Placeholder;

/** The leader's name, of a mail to one, and the template. */
const leaderAndTemplate = statement((tx: Transaction, value: Value) =>
  tx
    .select({ leader: accounts.name, template: templateOf(value) })
    .from(organizations)
    .leftJoin(accounts, eq(accounts.id, value('account')))
    .where(and(eq(organizations.id, value('organization')))),
);
