import type { Answer, ParticipantSummary } from '@vpisnik/contract/participants';
import type { ParticipantSort } from '@vpisnik/contract/rules/participant-filter';
import { permissions } from '@vpisnik/contract/rules/permissions';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { and, asc, count, desc, eq, getColumns, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nameKey } from '../../db/name-key.ts';
import { after, orderBy, pageOf, readCursor } from '../../db/pages.ts';
import { groups, mails, participants, reapplications } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { type Filters, matchingOf, own, readerOf, selectMatching } from './filters.ts';
import { type OwnSort, partsOf } from './sorts.ts';

const { organization_id: _, search: __, answered: ___, answers, ...plain } = getColumns(participants);

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

type Page = {
  limit: number;
  last_id?: string | undefined;
  with_total?: boolean | undefined;
  with_answers?: string[] | undefined;
  sort: ParticipantSort;
};

/** A page of participants in scope. */
export async function listParticipants(scope: Scope, filters: Filters, page: Page) {
  const { sort } = page;
  const [{ results, last_id }, counted] = await Promise.all([
    sort === 'group' || sort === '-group'
      ? pageByGroup(scope, filters, { ...page, sort })
      : pageOfParts(scope, filters, { ...page, sort }),
    page.with_total
      ? readerOf(scope, filters)
          .select({ count: count(), as_of: currentMoment })
          .from(participants)
          .where(matchingOf(scope, filters))
      : undefined,
  ]);
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

/** A page in an order of one or several parts; the cursor of several begins with the part's number. */
async function pageOfParts(scope: Scope, filters: Filters, page: Page & { sort: OwnSort }) {
  const parts = partsOf(page.sort, filters.status);
  const cursor = page.last_id === undefined ? [] : readCursor(page.last_id, parts.length > 1 ? 2 : 1);
  const [key = null, lastId] = parts.length > 1 ? cursor.slice(1) : cursor;
  const first = parts.length > 1 ? Number(cursor[0] ?? 0) : 0;
  const rows = [];
  for (const [at, part] of parts.entries()) {
    if (at < first || rows.length > page.limit) continue;
    const isBegun = at === first && cursor.length > 0;
    const found = await readerOf(scope, filters)
      .select(columnsOf(scope, page))
      .from(participants)
      .where(
        and(
          matchingOf(scope, filters),
          part.where,
          isBegun ? after(part.order, key, String(lastId)) : undefined,
        ),
      )
      .orderBy(orderBy(part.order))
      .limit(page.limit + 1 - rows.length);
    rows.push(
      ...found.map((row) => ({ row, id: row.id, key: [...(parts.length > 1 ? [at] : []), part.keyOf(row)] })),
    );
  }
  const { results, last_id } = pageOf(rows, page.limit, (one) => one.key);
  return { results: results.map(({ row }) => row), last_id };
}

type InGroup = { id: string; group_id: string; group_name: string; application_date: string };

/**
 * A page in the order of the groups' names in the caller's language, in each group the latest application first: the
 * groups are gone along until the page is full.
 */
async function pageByGroup(scope: Scope, filters: Filters, page: Page & { sort: 'group' | '-group' }) {
  const name = nameKey(sql`${groups.name}`, scope.language);
  const byGroup = { key: name, id: sql`${groups.id}`, descending: page.sort === '-group' };
  const byDate = {
    key: sql`${participants.application_date}`,
    id: sql`${participants.id}`,
    descending: true,
  };
  const [lastName = null, lastGroup, lastDate = null, lastId] =
    page.last_id === undefined ? [] : readCursor(page.last_id, 3);
  const isLast = sql`${groups.id} = ${lastGroup}::uuid`;
  const rest = lastId ? sql`and (${isLast} or ${after(byGroup, lastName, String(lastGroup))})` : sql``;
  const restOfLast = lastId ? sql`(not ${isLast} or ${after(byDate, lastDate, String(lastId))})` : undefined;
  const inGroup = selectMatching(
    scope,
    filters,
    sql`participants.id, participants.application_date`,
    sql`participants.group_id = ${groups.id}`,
    ...(restOfLast ? [restOfLast] : []),
  );
  const { rows } = await scope.tx.execute<InGroup>(sql`
    select person.id, ${groups.id} as group_id, ${name} as group_name,
      person.application_date::text as application_date
    from ${groups}
    cross join lateral (${inGroup} order by ${orderBy(byDate)} limit ${page.limit + 1}) as person
    where ${groups.organization_id} = ${scope.organizationId} ${rest}
    order by ${orderBy(byGroup)}, person.application_date desc, person.id desc
    limit ${page.limit + 1}`);
  const { results, last_id } = pageOf(rows, page.limit, (row) => [
    row.group_name,
    row.group_id,
    row.application_date,
  ]);
  const ids = results.map(({ id }) => id);
  if (ids.length === 0) return { results: [], last_id };
  const whole = await scope.tx
    .select(columnsOf(scope, page))
    .from(participants)
    .where(own(scope, inArray(participants.id, ids)));
  return { results: whole.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), last_id };
}

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
