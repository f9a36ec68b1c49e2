import type { ParticipantStatus, ParticipantSummary } from '@vpisnik/contract/participants';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { and, asc, count, desc, eq, getColumns, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { afterCursor, type Order, orderBy, pageOf } from '../../db/pages.ts';
import { groups, mails, organizations, participants, payments, reapplications } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { type SearchedWord, searchedWords } from './search.ts';

const { organization_id: _, search: __, answers, ...plain } = getColumns(participants);

const itsGroup = and(
  eq(groups.organization_id, participants.organization_id),
  eq(groups.id, participants.group_id),
);

/**
 * A subquery, not a join: it is answered for the rows of a page alone, and the policies of groups, which the planner would
 * carry over to participants, don't keep a search from its index.
 */
const groupName = sql<Texts>`(select ${groups.name} from ${groups} where ${itsGroup})`;

const listed = { ...plain, group_name: groupName };

/** Row-level security says the same, but no index can serve its "all groups or one of these". */
const own = (scope: Scope, ...filters: (SQL | undefined)[]) =>
  and(
    eq(participants.organization_id, scope.organizationId),
    scope.allGroups ? undefined : inArray(participants.group_id, [...scope.groupIds]),
    ...filters,
  );

/** Filters of a list; instants are `[from, before)`. */
export type Filters = {
  search?: string | undefined;
  status?: ParticipantStatus[] | undefined;
  group_id?: string[] | undefined;
  applied?: { from?: string | undefined; before?: string | undefined };
  /** Only those with a payment whose day is before this one. */
  owing_before?: string | undefined;
};

type Page = {
  limit: number;
  last_id?: string | undefined;
  with_total?: boolean | undefined;
  sort: 'application_date' | '-application_date' | 'name' | '-name';
};

const keys = {
  application_date: sql`${participants.application_date}`,
  name: sql`${participants.name} collate "sl-x-icu"`,
};

/** A page of participants in scope. */
export async function listParticipants(scope: Scope, filters: Filters, page: Page) {
  const sorted = page.sort.replace('-', '') as keyof typeof keys;
  const order: Order = {
    key: keys[sorted],
    id: sql`${participants.id}`,
    descending: page.sort.startsWith('-'),
  };
  const tx = isSearch(filters) ? scope.tx.with(searchable(scope)) : scope.tx;
  const matching = matchingOf(scope, filters);
  const [rows, counted] = await Promise.all([
    tx
      .select(listed)
      .from(participants)
      .where(and(matching, afterCursor(order, page.last_id)))
      .orderBy(orderBy(order))
      .limit(page.limit + 1),
    page.with_total
      ? tx.select({ count: count(), as_of: currentMoment }).from(participants).where(matching)
      : undefined,
  ]);
  const { results, last_id } = pageOf(rows, page.limit, (row) => row[sorted]);
  const waiting = await waitingPositions(
    scope,
    results.filter(({ status }) => status === 'waitlisted').map(({ id }) => id),
  );
  return {
    results: results.map((row) => ({
      ...row,
      waiting_position: waiting.get(row.id) ?? null,
    })) as ParticipantSummary[],
    last_id,
    ...(counted?.[0] && { total: counted[0].count, as_of: counted[0].as_of }),
  };
}

/** Begin of the transaction, which `created_at` of rows is compared with. */
const currentMoment = sql<string>`now()`.mapWith(participants.created_at);

const isSearch = ({ search }: Filters) => searchedWords(search ?? '').length > 0;

/** The condition of participants in scope that match filters. */
const matchingOf = (scope: Scope, { applied = {}, ...filters }: Filters) =>
  own(
    scope,
    ...searchedWords(filters.search ?? '').map(holds),
    filters.status && inArray(participants.status, filters.status),
    filters.group_id && inArray(participants.group_id, filters.group_id),
    applied.from === undefined ? undefined : gte(participants.application_date, applied.from),
    applied.before === undefined ? undefined : lt(participants.application_date, applied.before),
    filters.owing_before === undefined ? undefined : owing(scope, filters.owing_before),
  );

/**
 * SQL: columns of all participants in scope that match filters.
 *
 * @param columns of the table, for instance `id, group_id`
 * @param further conditions
 */
export function selectMatching(scope: Scope, filters: Filters, columns: SQL, ...further: SQL[]): SQL {
  const their = isSearch(filters) ? sql`app.searchable_participants as participants` : sql`${participants}`;
  return sql`select ${columns} from ${their} where ${and(matchingOf(scope, filters), ...further)}`;
}

/**
 * Matches participants whose name, address, telephone or reference, or whose guardian's name or telephone, holds a word,
 * in any case and with or without accents; of a telephone the digits count.
 */
const holds = ({ text, isPhone }: SearchedWord) => {
  const sought = isPhone ? sql`app.phone_digits(${text})` : sql`app.fold(${text})`;
  return sql`${participants.search} like '%' || regexp_replace(${sought}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
};

/** Participants with a payment due before a day, marked as expired or not. */
const owing = ({ tx, organizationId }: Scope, day: string) =>
  inArray(
    participants.id,
    tx
      .select({ id: payments.participant_id })
      .from(payments)
      .where(
        and(
          eq(payments.organization_id, organizationId),
          inArray(payments.status, ['pending', 'expired']),
          lt(payments.expiration_date, day),
        ),
      ),
  );

/** Stands in a query for the table of participants, so that a search may use its index. */
const searchable = ({ tx }: Scope) =>
  tx.$with('participants', {}).as(sql`select * from app.searchable_participants`);

/** Places in the waiting lists of their groups, from 1, in order of application. */
async function waitingPositions(scope: Scope, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const waits = own(scope, eq(participants.status, 'waitlisted'));
  const { rows } = await scope.tx.execute<{ id: string; place: number }>(sql`
    select id, place from (
      select id, row_number() over (partition by group_id order by application_date, id)::integer as place
      from ${participants}
      where ${waits} and group_id in (select group_id from ${participants} where ${waits} and ${inArray(participants.id, ids)})
    ) as queue
    where ${inArray(sql`id`, ids)}
  `);
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** A participant in scope. */
export async function selectParticipant(scope: Scope, id: string) {
  const rows = await scope.tx
    .select({ ...listed, answers })
    .from(participants)
    .where(own(scope, eq(participants.id, id)));
  return rows[0];
}

/** Everything of a participant that one screen shows; undefined out of scope. */
export async function selectWhole(scope: Scope, id: string) {
  const [row, waiting, itsMails, elsewhere, renewed] = await Promise.all([
    selectParticipant(scope, id),
    waitingPositions(scope, [id]),
    selectMails(scope, id),
    selectElsewhere(scope, id),
    selectReapplications(scope, id),
  ]);
  return (
    row && {
      ...row,
      waiting_position: waiting.get(id) ?? null,
      mails: itsMails,
      elsewhere,
      reapplications: renewed.rows,
      older_reapplications_count: renewed.count - renewed.rows.length,
    }
  );
}

/** Repeated applications shown at most, since their number is unlimited. */
const SHOWN_REAPPLICATIONS = 100;

/** Repeated applications of a participant, latest first, with their total count. */
async function selectReapplications(scope: Scope, participantId: string) {
  const { organization_id, participant_id, group_id: _, ...said } = getColumns(reapplications);
  const its = and(eq(organization_id, scope.organizationId), eq(participant_id, participantId));
  const rows = await scope.tx
    .select(said)
    .from(reapplications)
    .where(its)
    .orderBy(desc(said.created_at), desc(said.id))
    .limit(SHOWN_REAPPLICATIONS);
  const isWhole = rows.length < SHOWN_REAPPLICATIONS;
  return { rows, count: isWhole ? rows.length : await scope.tx.$count(reapplications, its) };
}

function selectMails(scope: Scope, participantId: string) {
  return scope.tx
    .select(getColumns(mails))
    .from(mails)
    .where(and(eq(mails.organization_id, scope.organizationId), eq(mails.participant_id, participantId)))
    .orderBy(desc(mails.created_at), asc(mails.recipient_kind), asc(mails.id));
}

/** Other enrolments of the same person in groups in scope. */
function selectElsewhere(scope: Scope, id: string) {
  const self = alias(participants, 'self');
  return scope.tx
    .select({
      id: participants.id,
      group_id: participants.group_id,
      group_name: groups.name,
      status: participants.status,
    })
    .from(self)
    .innerJoin(
      participants,
      and(
        eq(participants.organization_id, self.organization_id),
        // addresses are kept in lower case, and only a plain comparison may use the index under row-level security
        eq(participants.email, self.email),
        eq(sql`app.fold(${participants.name})`, sql`app.fold(${self.name})`),
        ne(participants.id, self.id),
      ),
    )
    .innerJoin(groups, itsGroup)
    .where(and(eq(self.organization_id, scope.organizationId), eq(self.id, id)))
    .orderBy(desc(participants.application_date), asc(participants.id));
}

/** Counts participants by status, with the time of the oldest pending application. */
export async function countByStatus(scope: Scope, groupId: string | undefined) {
  return await scope.tx
    .select({
      status: participants.status,
      count: sql<number>`count(*)::integer`,
      oldest: sql<string>`min(${participants.application_date})`.mapWith(participants.application_date),
    })
    .from(participants)
    .where(own(scope, groupId === undefined ? undefined : eq(participants.group_id, groupId)))
    .groupBy(participants.status);
}

/** Whether a group is in scope. */
export async function hasGroup(scope: Scope, id: string): Promise<boolean> {
  const rows = await scope.tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.organization_id, scope.organizationId), eq(groups.id, id)));
  return rows.length > 0;
}

/** The organisation's zone, in which days begin. */
export async function selectTimeZone(scope: Scope): Promise<string> {
  const rows = await scope.tx
    .select({ time_zone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return rows[0]?.time_zone ?? 'UTC';
}
