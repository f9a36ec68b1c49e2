import type { Answer, ParticipantSummary } from '@vpisnik/contract/participants';
import type { ParticipantSort } from '@vpisnik/contract/rules/participant-filter';
import { permissions } from '@vpisnik/contract/rules/permissions';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { and, asc, count, desc, eq, getColumns, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nameKey } from '../../db/name-key.ts';
import { after, orderBy, pageOf, readCursor } from '../../db/pages.ts';
import { referenced } from '../../db/referenced.ts';
import { groups, mails, participant_merges, participants, reapplications } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { readableMails, readableMailsOf } from '../application-mails/readable.ts';
import { newsChoiceOf } from '../mail-choices/queries.ts';
import { readableReapplications } from './concerns.ts';
import {
  type Filters,
  matchingOf,
  own,
  readerOf,
  selectDay,
  selectMatching,
  statusesOf,
  waits,
} from './filters.ts';
import { selectBalances } from './payments.ts';
import { type Part, partsOf, reversed } from './sorts.ts';

const {
  organization_id: _,
  search: __,
  answered: ___,
  name_words: ____,
  date_of_birth: birth_date,
  answers,
  ...plain
} = getColumns(participants);

const itsGroup = referenced(groups, participants, participants.group_id);

/**
 * A subquery, not a join: it is answered for the rows of a page alone, and the policies of groups, which the planner would
 * carry over to participants, don't keep a search from its index.
 */
const groupName = sql<Texts>`(select ${groups.name} from ${groups} where ${itsGroup})`;

const listed = { ...plain, birth_date, group_name: groupName };

/** The application in scope that an application was merged into. */
export async function selectMergedInto({ tx, organizationId }: Scope, id: string) {
  const { organization_id, merged_id, participant_id } = participant_merges;
  const [row] = await tx
    .select({ id: participant_id })
    .from(participant_merges)
    .where(and(eq(organization_id, organizationId), eq(merged_id, id)));
  return row?.id;
}

type Page = {
  limit: number;
  last_id?: string | undefined;
  with_total?: boolean | undefined;
  with_answers?: string[] | undefined;
  with_balances?: boolean | undefined;
  neighbours_of?: string | undefined;
  sort: ParticipantSort;
};

/** A page of participants in scope. */
export async function listParticipants(scope: Scope, filters: Filters, page: Page) {
  const [{ results, last_id }, neighbours, counted] = await Promise.all([
    pageOfParts(scope, filters, page),
    page.neighbours_of ? selectNeighbours(scope, filters, page, page.neighbours_of) : undefined,
    page.with_total
      ? readerOf(scope, filters)
          .select({ count: count(), as_of: currentMoment })
          .from(participants)
          .where(matchingOf(scope, filters))
      : undefined,
  ]);
  const seesMoney = page.with_balances && scope.rank >= permissions['payments.manage'];
  const [waiting, balances] = await Promise.all([
    waitingPositions(
      scope,
      results.filter(({ status }) => status === 'waitlisted').map(({ id }) => id),
    ),
    seesMoney
      ? selectBalances(
          scope,
          results.map(({ id }) => id),
          await selectDay(scope),
        )
      : undefined,
  ]);
  return {
    results: results.map((row) => ({
      ...row,
      waiting_position: waiting.get(row.id) ?? null,
      ...(balances && { balances: balances.get(row.id) ?? [] }),
    })) as ParticipantSummary[],
    last_id,
    ...(neighbours && { neighbours }),
    ...(counted?.[0] && { total: counted[0].count, as_of: counted[0].as_of }),
  };
}

/** Begin of the transaction, which `created_at` of rows is compared with. */
const currentMoment = sql<string>`now()`.mapWith(participants.created_at);

/** Columns of a list's row, with the answers that the caller asks for and may read. */
const columnsOf = ({ rank }: Scope, { with_answers }: Page) => ({
  ...listed,
  ...(with_answers && {
    answers: sql<Answer[]>`(
      select coalesce(jsonb_agg(answer), '[]') from jsonb_array_elements(${answers}) as answer
      where (answer ->> 'form_field_id' = any (${sql.param(with_answers)}::text[])
          or answer ->> 'field_id' = any (${sql.param(with_answers)}::text[]))
        and (${rank >= permissions['answers.read_sensitive']} or answer -> 'sensitive' <> 'true'))`,
  }),
});

/**
 * A page in an order of one or several parts. The cursor is the part's number, the group's name and id where the part
 * goes along the groups, and the row's own key.
 */
async function pageOfParts(scope: Scope, filters: Filters, page: Page) {
  const cursor = page.last_id === undefined ? undefined : readCursor(page.last_id, 4);
  const [at, name, group, key = null, id] = cursor ?? [];
  const from = id === undefined ? undefined : { at: Number(at), last: { name, group, key, id: String(id) } };
  const parts = partsOf(page.sort, filters.status && statusesOf(filters.status));
  const rows = await rowsOfParts(scope, filters, { ...page, limit: page.limit + 1 }, parts, from);
  const { results, last_id } = pageOf(rows, page.limit, ({ key }) => key);
  return { results: results.map(({ row }) => row), last_id };
}

/** The rows after a place, or the first, one part after the other until there are enough. */
async function rowsOfParts(
  scope: Scope,
  filters: Filters,
  page: Page,
  parts: readonly Part[],
  from: { at: number; last: Last } = { at: 0, last: undefined },
) {
  const rows: { row: Row; id: string; key: Key[] }[] = [];
  for (const [at, part] of parts.entries()) {
    if (at < from.at || rows.length >= page.limit) continue;
    const rest = { ...page, limit: page.limit - rows.length };
    const last = at === from.at ? from.last : undefined;
    const found = await (part.groups ? rowsAlongGroups : rowsInOrder)(scope, filters, rest, part, last);
    rows.push(...found.map(({ row, key }) => ({ row, id: row.id, key: [at, ...key] })));
  }
  return rows;
}

/** The neighbours of a participant in scope; the participant itself need not match the filters. */
async function selectNeighbours(scope: Scope, filters: Filters, { sort }: Page, id: string) {
  const parts = partsOf(sort, filters.status && statusesOf(filters.status));
  const [row] = await scope.tx
    .select({
      ...listed,
      at: sql<number | null>`case ${sql.join(
        parts.map(({ where }, at) => sql`when ${where ?? sql`true`} then ${sql.raw(String(at))}`),
        sql` `,
      )} end`,
      name_of_group: nameKey(sql`${groups.name}`, scope.language),
    })
    .from(participants)
    .innerJoin(groups, itsGroup)
    .where(own(scope, eq(participants.id, id)));
  const part = parts[row?.at ?? parts.length];
  if (!row || !part) return { previous: null, next: null };
  const at = parts.indexOf(part);
  const last = { name: row.name_of_group as Key, group: row.group_id, key: part.keyOf(row), id };
  const first = async (along: readonly Part[], its: number) =>
    (await rowsOfParts(scope, filters, { sort, limit: 1 }, along, { at: its, last }))[0]?.id ?? null;
  return {
    previous: await first(reversed(parts), parts.length - 1 - at),
    next: await first(parts, at),
  };
}

type Key = string | number | null;
type Row = Awaited<ReturnType<typeof rowsInOrder>>[number]['row'];
/** The last row of the page before: its key and, where the part goes along the groups, its group. */
type Last = { name?: Key | undefined; group?: Key | undefined; key: Key; id: string } | undefined;

async function rowsInOrder(scope: Scope, filters: Filters, page: Page, part: Part, last: Last) {
  const rows = await readerOf(scope, filters)
    .select(columnsOf(scope, page))
    .from(participants)
    .where(and(matchingOf(scope, filters), part.where, last && after(part.order, last.key, last.id)))
    .orderBy(orderBy(part.order))
    .limit(page.limit);
  return rows.map((row) => ({ row, key: [null, null, part.keyOf(row)] as Key[] }));
}

/** The groups are gone along, in the order of their names in the caller's language, until the page is full. */
async function rowsAlongGroups(scope: Scope, filters: Filters, page: Page, part: Part, last: Last) {
  const name = nameKey(sql`${groups.name}`, scope.language);
  const byGroup = { key: name, id: sql`${groups.id}`, descending: part.groups === 'descending' };
  const isLast = sql`${groups.id} = ${last?.group}::uuid`;
  const further = [
    sql`participants.group_id = ${groups.id}`,
    ...(part.where ? [part.where] : []),
    ...(last ? [sql`(not ${isLast} or ${after(part.order, last.key, last.id)})`] : []),
  ];
  const inGroup = selectMatching(
    scope,
    filters,
    sql`participants.id, participants.application_date`,
    ...further,
  );
  const { rows: found } = await scope.tx.execute<{ id: string; group_id: string; group_name: string }>(sql`
    select participants.id, ${groups.id} as group_id, ${name} as group_name
    from ${groups}
    cross join lateral (${inGroup} order by ${orderBy(part.order)} limit ${page.limit}) as participants
    where ${groups.organization_id} = ${scope.organizationId}
      ${last ? sql`and (${isLast} or ${after(byGroup, last.name ?? null, String(last.group))})` : sql``}
    order by ${orderBy(byGroup)}, ${orderBy(part.order)}
    limit ${page.limit}`);
  if (found.length === 0) return [];
  const rows = await scope.tx
    .select(columnsOf(scope, page))
    .from(participants)
    .where(
      own(
        scope,
        inArray(
          participants.id,
          found.map(({ id }) => id),
        ),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, group_name, group_id }) => {
    const row = byId.get(id);
    return row ? [{ row, key: [group_name, group_id, part.keyOf(row)] as Key[] }] : [];
  });
}

/** Places in the waiting lists of their groups, from 1, in order of application; none for participants with an offer. */
async function waitingPositions(scope: Scope, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await scope.tx.execute<{ id: string; place: number }>(sql`
    select id, place from (
      select id, row_number() over (partition by group_id order by application_date, id)::integer as place
      from ${participants}
      where ${own(scope, waits)} and group_id in (
        select group_id from ${participants} where ${own(scope, inArray(participants.id, ids))}
      )
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
  const [row, waiting, itsMails, bounced, news, elsewhere, renewed] = await Promise.all([
    selectParticipant(scope, id),
    waitingPositions(scope, [id]),
    selectMails(scope, id),
    isAddressBounced(scope, id),
    newsChoiceOf(scope, id),
    selectElsewhere(scope, id),
    selectReapplications(scope, id),
  ]);
  return (
    row && {
      ...row,
      waiting_position: waiting.get(id) ?? null,
      mails: itsMails,
      address_bounced: bounced,
      declined_news: news && !news.wanted ? news : null,
      elsewhere,
      reapplications: renewed.rows,
      older_reapplications_count: renewed.count - renewed.rows.length,
    }
  );
}

async function isAddressBounced({ tx }: Scope, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select its as id from app.unreachable(array[${id}::uuid]) as its`,
  );
  return rows.length > 0;
}

/** Repeated applications shown at most, since their number is unlimited. */
const SHOWN_REAPPLICATIONS = 100;

/** Repeated applications of a participant that tell the caller anything, latest first, with their total count. */
async function selectReapplications(scope: Scope, participantId: string) {
  const { organization_id, participant_id, group_id: _, ...said } = getColumns(reapplications);
  const its = and(
    eq(organization_id, scope.organizationId),
    eq(participant_id, participantId),
    readableReapplications(scope),
  );
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
    .where(readableMailsOf(scope, participantId))
    .orderBy(desc(mails.created_at), asc(mails.recipient_kind), asc(mails.id));
}

/** Mails by their ids. */
export async function selectMailsById(scope: Scope, ids: string[]) {
  if (ids.length === 0) return [];
  return await scope.tx
    .select(getColumns(mails))
    .from(mails)
    .where(
      and(eq(mails.organization_id, scope.organizationId), inArray(mails.id, ids), readableMails(scope)),
    );
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
      withdrawn_at: participants.withdrawn_at,
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
