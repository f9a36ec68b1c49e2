import type { ParticipantFilter } from '@vpisnik/contract/participants';
import type { OfferStand, PaymentStand } from '@vpisnik/contract/rules/participant-filter';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { ParticipantStatus, ShownStatus } from '@vpisnik/contract/rules/statuses';
import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import {
  form_fields,
  group_fields,
  groups,
  organizations,
  participant_merges,
  participants,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { amongGroups } from '../groups/filters.ts';
import { concerning } from './concerns.ts';
import { standing } from './payments.ts';
import { type SearchedWord, searchedWords } from './search.ts';

/** A filter as the queries take it: with the organisation's days, and with the types of the fields it asks about. */
export type Filters = Omit<
  ParticipantFilter,
  'applied_from' | 'applied_to' | 'overdue' | 'payment' | 'age_on' | 'answer'
> & {
  /** Instants, `[from, before)`. */
  applied?: { from?: string | undefined; before?: string | undefined };
  /** How they stand with their payments, on which day. */
  standing?: { stands: PaymentStand[]; today: string } | undefined;
  /** The day on which they have the age that is asked for. */
  age_on?: string | undefined;
  answers?: AskedField[] | undefined;
  /** The groups that its filters of groups leave; undefined without such filters, and when they are too many to be named. */
  groups?: string[] | undefined;
  /** Applications into which the one with a reference that is sought was merged. */
  merged?: { reference: string; ids: string[] } | undefined;
};

/** Values that the answer to one field of the catalogue may have. */
type AskedField = { id: string; isTick: boolean; values: string[] };

/** Reads a filter for the queries; days are those of the organisation. */
export async function filtersOf(
  scope: Scope,
  { applied_from, applied_to, overdue, payment, age_on, answer, ...filter }: ParticipantFilter,
): Promise<Filters> {
  const byAge = filter.age_from !== undefined || filter.age_to !== undefined;
  const stands: PaymentStand[] | undefined = overdue ? ['overdue'] : payment;
  const byDay = applied_from || applied_to || stands || (byAge && !age_on);
  const [timeZone, answers, named, merged] = await Promise.all([
    byDay ? selectTimeZone(scope) : 'UTC',
    answer && askedFields(scope, answer),
    selectGroups(scope, filter),
    filter.search ? selectMerged(scope, filter.search) : undefined,
  ]);
  const today = localDay(new Date(), timeZone);
  return {
    ...filter,
    applied: boundsOf(applied_from, applied_to, timeZone),
    ...(stands && { standing: { stands, today } }),
    ...(byAge && { age_on: age_on ?? today }),
    answers,
    groups: named,
    ...(merged && { merged }),
  };
}

/** A parent quotes the reference of a mail, though that application has been merged into another one. */
async function selectMerged({ tx, organizationId }: Scope, search: string): Promise<Filters['merged']> {
  const reference = search.split(/\s+/).find((word) => /^[2-9A-HJ-NP-Z]{8}$/i.test(word));
  if (!reference) return undefined;
  const { organization_id, participant_id } = participant_merges;
  const rows = await tx
    .select({ id: participant_id })
    .from(participant_merges)
    .where(
      and(eq(organization_id, organizationId), eq(participant_merges.reference, reference.toUpperCase())),
    )
    .limit(10);
  return rows.length > 0 ? { reference, ids: rows.map(({ id }) => id) } : undefined;
}

/** Groups that are named in a statement at most. */
const MOST_GROUPS = 1000;

/** Named groups tell the planner how many participants they have, unlike a condition on groups. */
async function selectGroups(scope: Scope, filter: ParticipantFilter): Promise<string[] | undefined> {
  const condition = amongGroups(scope, filter);
  if (!condition) return undefined;
  const rows = await groupsWhere(scope, condition, filter.group_id).limit(MOST_GROUPS + 1);
  return rows.length > MOST_GROUPS ? undefined : rows.map(({ id }) => id);
}

/** Today by the organisation's clocks. */
export const selectDay = async (scope: Scope): Promise<string> =>
  localDay(new Date(), await selectTimeZone(scope));

/** The organisation's zone, in which days begin. */
export async function selectTimeZone(scope: Scope): Promise<string> {
  const rows = await scope.tx
    .select({ time_zone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return rows[0]?.time_zone ?? 'UTC';
}

/** The instants at which the first day begins and the last one is over. */
function boundsOf(from: string | undefined, to: string | undefined, timeZone: string) {
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant().toString();
  return {
    from: from && start(Temporal.PlainDate.from(from)),
    before: to && start(Temporal.PlainDate.from(to).add({ days: 1 })),
  };
}

async function askedFields(scope: Scope, answer: string[]): Promise<AskedField[]> {
  const asked = Map.groupBy(answer, (one) => one.slice(0, one.indexOf(':')));
  const rows = await scope.tx
    .select({ id: form_fields.id })
    .from(form_fields)
    .where(
      and(
        eq(form_fields.organization_id, scope.organizationId),
        inArray(form_fields.id, [...asked.keys()]),
        eq(form_fields.type, 'checkbox'),
      ),
    );
  const ticks = new Set(rows.map(({ id }) => id));
  return [...asked].map(([id, all]) => ({
    id,
    isTick: ticks.has(id),
    values: all.map((one) => one.slice(id.length + 1)),
  }));
}

/** Row-level security says the same, but no index can serve its "all groups or one of these". */
export const own = (scope: Scope, ...filters: (SQL | undefined)[]) =>
  and(
    eq(participants.organization_id, scope.organizationId),
    scope.allGroups ? undefined : inArray(participants.group_id, [...scope.groupIds]),
    ...filters,
  );

/** The condition of participants in scope that match a filter. */
export function matchingOf(scope: Scope, filters: Filters): SQL | undefined {
  const { applied = {}, status, group_id, language, source, age_from, age_to, age_on } = filters;
  const born = (age: number) =>
    Temporal.PlainDate.from(age_on ?? '')
      .subtract({ years: age })
      .toString();
  const inGroups = amongGroups(scope, filters);
  return own(
    scope,
    ...searchedWords(filters.search ?? '').map((word) => holds(word, filters.merged)),
    status && ofStatus(status),
    group_id && inArray(participants.group_id, group_id),
    filters.groups && inArray(participants.group_id, filters.groups),
    filters.groups || !inGroups ? undefined : inArray(participants.group_id, groupsWhere(scope, inGroups)),
    applied.from === undefined ? undefined : gte(participants.application_date, applied.from),
    applied.before === undefined ? undefined : lt(participants.application_date, applied.before),
    language && inArray(participants.language, language),
    source && or(...source.map((one) => sources[one])),
    age_from === undefined ? undefined : sql`${participants.date_of_birth} <= ${born(age_from)}::date`,
    age_to === undefined ? undefined : sql`${participants.date_of_birth} > ${born(age_to + 1)}::date`,
    ...(filters.answers ?? []).map((field) => answering(scope, field)),
    filters.look && concerning(scope, filters.look),
    filters.offer && or(...filters.offer.map((one) => offered[one])),
    filters.standing && standing(scope, filters.standing.stands, filters.standing.today),
  );
}

/**
 * SQL: columns of all participants in scope that match a filter.
 *
 * @param columns of the table, for instance `id, group_id`
 * @param further conditions
 */
export function selectMatching(scope: Scope, filters: Filters, columns: SQL, ...further: SQL[]): SQL {
  const their = needsIndex(filters) ? sql`app.searchable_participants as participants` : sql`${participants}`;
  return sql`select ${columns} from ${their} where ${and(matchingOf(scope, filters), ...further)}`;
}

/** Where a filter reads: an index that row-level security would keep it from is open to it in the view. */
export const readerOf = (scope: Scope, filters: Filters) =>
  needsIndex(filters) ? scope.tx.with(searchable(scope)) : scope.tx;

/** Whether a filter is served by an index of words or answers, whose operators are not leakproof. */
const needsIndex = ({ search, answers = [] }: Filters) =>
  answers.length > 0 || searchedWords(search ?? '').length > 0;

/** Stands in a query for the table of participants, so that a search may use its index. */
const searchable = ({ tx }: Scope) =>
  tx.$with('participants', {}).as(sql`select * from app.searchable_participants`);

/** The stored statuses behind the shown ones: withdrawn participants are inactive. */
export const statusesOf = (shown: readonly ShownStatus[]): ParticipantStatus[] => [
  ...new Set(shown.map((one) => (one === 'withdrawn' ? 'inactive' : one))),
];

/** Participants with these shown statuses: an index finds the stored ones, `withdrawn_at` tells the inactive apart. */
const ofStatus = (shown: readonly ShownStatus[]) =>
  and(
    inArray(participants.status, statusesOf(shown)),
    shown.includes('withdrawn') && !shown.includes('inactive')
      ? or(ne(participants.status, 'inactive'), isNotNull(participants.withdrawn_at))
      : undefined,
  );

const sources = {
  applied: isNotNull(participants.privacy_version),
  added: isNull(participants.privacy_version),
};

/** A literal, as in the predicate of the index of queues: a generic plan with a parameter would not use that index. */
export const waitlisted = sql`${participants.status} = 'waitlisted'`;

/** Waitlisted, and without an offer. */
export const waits = and(waitlisted, isNull(participants.offer_until));

/** Waiting, and offered a place automatically at their turn. */
export const inTurn = and(waits, isNull(participants.offer_paused_at));

/** An offer past its time counts as passed even before the background round has ended it. */
const offered: Record<OfferStand, SQL | undefined> = {
  open: and(waitlisted, gte(participants.offer_until, sql`statement_timestamp()`)),
  passed: and(
    waitlisted,
    or(isNotNull(participants.offer_paused_at), lt(participants.offer_until, sql`statement_timestamp()`)),
  ),
};

const groupsWhere = ({ tx, organizationId }: Scope, condition: SQL, among?: string[]) =>
  tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.organization_id, organizationId), condition, among && inArray(groups.id, among)));

/**
 * Matches participants whose name, address, telephone or reference, or whose guardian's name or telephone, holds a word,
 * in any case and with or without accents; of a telephone the digits count.
 */
const holds = ({ text, isPhone }: SearchedWord, merged: Filters['merged']) => {
  const sought = isPhone ? sql`app.phone_digits(${text})` : sql`app.fold(${text})`;
  if (merged?.reference === text) return inArray(participants.id, merged.ids);
  return sql`${participants.search} like '%' || regexp_replace(${sought}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
};

/** Whether `answered` has one of these keys. */
const has = (...keys: SQL[]) => sql`${participants.answered} && array[${sql.join(keys, sql`, `)}]`;

/** Answers to a field, as far as the caller's rank may read them: a sensitive one is none below rank 3. */
function answering(scope: Scope, { id, isTick, values }: AskedField): SQL | undefined {
  const readsSensitive = scope.rank >= permissions['answers.read_sensitive'];
  const key = (value: string) => sql`app.answer_key(${id}, ${value})`;
  const readable = (condition: SQL) =>
    readsSensitive ? condition : sql`(${condition} and not ${has(key('*sensitive'))})`;
  const any = readable(has(sql`${id}::uuid`));
  const ticked = readable(has(key('true')));
  const refused = () => sql`(${readable(has(key('false')))} or not ${ticked} and ${wereAsked(scope, id)})`;
  const chosen = values.filter((one) => one !== '*' && one !== '!' && !(isTick && one === 'false'));
  return or(
    chosen.length > 0 ? readable(has(...chosen.map(key))) : undefined,
    values.includes('*') ? any : undefined,
    isTick && values.includes('false') ? refused() : undefined,
    values.includes('!') ? (isTick ? not(sql`(${ticked} or ${refused()})`) : not(any)) : undefined,
  );
}

/**
 * Whether the form that they applied with asked a field: a tick that was not made leaves no answer. The groups that ask it
 * are read once, not for each participant.
 */
const wereAsked = (scope: Scope, fieldId: string) => sql`(
  ${participants.privacy_version} is not null and coalesce(${participants.application_date} >= ((
    select jsonb_object_agg(${group_fields.group_id}, ${group_fields.created_at}) from ${group_fields}
    where ${group_fields.organization_id} = ${scope.organizationId} and ${group_fields.form_field_id} = ${fieldId}
  ) ->> (${participants.group_id})::text)::timestamptz, false))`;
