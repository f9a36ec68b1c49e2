import {
  type BulkJob,
  type BulkKind,
  type BulkReason,
  type BulkRow,
  type BulkState,
  type BulkStop,
  bulkLimits,
} from '@vpisnik/contract/bulk-jobs';
import type { contract } from '@vpisnik/contract/contract';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { instantColumn } from '../../db/instants.ts';
import { afterCursor, type Order, orderBy, pageOf } from '../../db/pages.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { kinds } from './kinds.ts';

export type StoredJob = Omit<BulkJob, 'skipped' | 'not_undone'> & {
  kind: BulkKind;
  state: BulkState;
  cursor: number;
  skipped: Record<string, number>;
  not_undone: Record<string, number>;
  undone_by: string | null;
};

const undoable = Object.entries(kinds).flatMap(([name, { undo }]) => (undo ? [name] : []));
const undoneForLong = Object.entries(kinds).flatMap(([name, kind]) =>
  'undoneForLong' in kind ? [name] : [],
);

const isUndoneForLong = sql`kind = any (${sql.param(undoneForLong)}::text[])`;

const columns = (scope: Scope, delaySeconds: number) => sql`
  id, account_id, actor, undone_by, kind, parameters, state, stop_reason, total_count, cursor, done_count, undone_count,
  mail_count, skipped, not_undone, ${sql.raw(instantColumn('created_at'))} as created_at,
  ${sql.raw(instantColumn('finished_at'))} as finished_at,
  case when state in ('done', 'stopped') and undone_by is null and done_count > 0 and kind = any (${sql.param(undoable)}::text[])
      and (${isUndoneForLong} or finished_at + make_interval(secs => ${delaySeconds}::integer) > clock_timestamp())
    then case when ${isUndoneForLong} then ${sql.raw(instantColumn(keptUntil))}
      else ${sql.raw(instantColumn(undoableUntil(delaySeconds)))} end end as undo_until,
  case when ${isFetchable(scope)} then ${sql.raw(instantColumn('file_until'))} end as file_until`;

/** SQL: whether a job has a file of the caller's, and the caller may still see all its contents. */
export const isFetchable = ({ accountId, rank, allGroups, groupIds }: Scope) => sql`(
  state = 'done' and account_id = ${accountId} and file_until > now() and (file ->> 'rank')::integer <= ${rank}
  and (${allGroups} or (
    jsonb_typeof(file -> 'groups') = 'array' and file -> 'groups' <@ ${JSON.stringify(groupIds)}::jsonb)))`;

/** SQL: until a job is deleted. People or payments that were added by mistake are often found out days later. */
const keptUntil = `(created_at + make_interval(days => ${bulkLimits.days}))`;

/** SQL: until no more mails of a job that has finished leave; the first one may be due before the delay is over. */
const undoableUntil = (
  delaySeconds: number,
) => `least(finished_at + make_interval(secs => ${Number(delaySeconds)}), (
  select min(m.send_after) from mails m
  where m.organization_id = bulk_jobs.organization_id and m.bulk_job_id = bulk_jobs.id and m.state = 'queued'
    and m.send_after > clock_timestamp()))`;

/** Own work; from rank 4 everybody's. */
const visible = (scope: Scope, own = false) =>
  scope.rank >= permissions['participants.list'] && !own
    ? sql`organization_id = ${scope.organizationId}`
    : sql`organization_id = ${scope.organizationId} and account_id = ${scope.accountId}`;

/** Whether the caller may see a job whose rank may have changed since it was read. */
export const isVisible = (scope: Scope, job: StoredJob): boolean =>
  scope.rank >= permissions['participants.list'] || job.account_id === scope.accountId;

/** A job that the caller may see. */
export async function selectJob(
  scope: Scope,
  id: string,
  delaySeconds: number,
): Promise<StoredJob | undefined> {
  const { rows } = await scope.tx.execute<StoredJob>(
    sql`select ${columns(scope, delaySeconds)} from bulk_jobs where ${visible(scope)} and id = ${id}`,
  );
  return rows[0];
}

/** Lets no other transaction work on a job, or undo it, until this one ends. */
export async function lockJob(scope: Scope, id: string): Promise<void> {
  await scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
}

/** The same, unless another transaction has it; says so. */
export async function tryLockJob(scope: Scope, id: string): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as locked`,
  );
  return rows[0]?.locked ?? false;
}

/** Work that goes on, or has made the caller a file. */
const isOpen = (scope: Scope) => sql`(state in ('running', 'undoing') or ${isFetchable(scope)})`;

/** A page of the jobs that the caller may see, the latest first. */
export async function listJobs(
  scope: Scope,
  { limit, last_id, state, own, open }: z.output<typeof contract.bulk_jobs.list.query>,
  delaySeconds: number,
) {
  const order: Order = { key: sql`id`, id: sql`id`, descending: true };
  const conditions = joined(
    visible(scope, own),
    afterCursor(order, last_id),
    state && sql`state = any (${sql.param(state)}::text[])`,
    open ? isOpen(scope) : undefined,
  );
  const { rows } = await scope.tx.execute<StoredJob>(sql`
    select ${columns(scope, delaySeconds)} from bulk_jobs where ${conditions}
    order by id desc limit ${limit + 1}
  `);
  const { results, last_id: next } = pageOf(rows, limit, ({ id }) => id);
  return { results: results.map(jobReply), last_id: next };
}

const joined = (...conditions: (SQL | undefined)[]) =>
  sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );

/** A job as it is answered. */
export function jobReply({ skipped, not_undone, ...job }: StoredJob): BulkJob {
  return { ...job, skipped: counted(skipped), not_undone: counted(not_undone) };
}

const counted = (reasons: Record<string, number>) =>
  Object.entries(reasons)
    .map(([reason, count]) => ({ reason: reason as BulkReason, count }))
    .sort((a, b) => b.count - a.count);

type NewJob = Pick<StoredJob, 'kind' | 'parameters'> & { selection: Record<string, unknown> };

/** Writes a job of the caller that is to run; its rows come afterwards. */
export async function insertJob(scope: Scope, { kind, parameters, selection }: NewJob): Promise<string> {
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    insert into bulk_jobs (organization_id, account_id, actor, kind, parameters, selection, state)
    values (${scope.organizationId}, ${scope.accountId}, ${scope.name}, ${kind}, ${JSON.stringify(parameters)}::jsonb,
      ${JSON.stringify(selection)}::jsonb, 'running')
    returning id
  `);
  return rows[0]?.id ?? '';
}

type Change = Partial<
  Pick<
    StoredJob,
    | 'cursor'
    | 'done_count'
    | 'undone_count'
    | 'mail_count'
    | 'skipped'
    | 'not_undone'
    | 'total_count'
    | 'undone_by'
  >
> & { state?: BulkState; stop_reason?: BulkStop | null };

/**
 * Changes a job that is in a state; `done`, `stopped` and `undone` finish it now.
 *
 * @returns false when it is not in that state any more
 */
export async function changeJob(
  tx: Transaction,
  { organizationId, id }: { organizationId: string; id: string },
  from: BulkState,
  change: Change,
): Promise<boolean> {
  const values = Object.entries(change).map(([column, value]) => {
    const isJson = typeof value === 'object' && value !== null;
    return sql`${sql.identifier(column)} = ${isJson ? sql`${JSON.stringify(value)}::jsonb` : value}`;
  });
  const finishes = change.state && change.state !== 'running' && change.state !== 'undoing';
  if (finishes) values.push(sql`finished_at = clock_timestamp()`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    update bulk_jobs set ${sql.join([...values, sql`worked_at = clock_timestamp()`], sql`, `)}
    where organization_id = ${organizationId} and id = ${id} and state = ${from}
    returning id
  `);
  return rows.length === 1;
}

export type WorkRow = {
  position: number;
  /** Of what it is about: the payment, or the participant. */
  id: string;
  changed_version: number | null;
  detail: Detail;
};
type Detail = Record<string, unknown> | null;

/** The next rows after a position, in their order. */
export async function selectNextRows(
  scope: Scope,
  jobId: string,
  { state, after, limit }: { state: 'waiting' | 'done'; after: number; limit: number },
): Promise<WorkRow[]> {
  const { rows } = await scope.tx.execute<WorkRow>(sql`
    select position, coalesce(payment_id, participant_id) as id, changed_version, detail from bulk_job_rows
    where organization_id = ${scope.organizationId} and job_id = ${jobId} and position > ${after} and state = ${state}
    order by position limit ${limit}
  `);
  return rows;
}

export type Result = {
  position: number;
  state: 'done' | 'skipped' | 'undone';
  reason: BulkReason | null;
  version: number | null;
  detail: Detail;
};

/** Stores the results of rows. */
export async function saveResults(scope: Scope, jobId: string, results: readonly Result[]): Promise<void> {
  const all = <Field extends keyof Result>(field: Field) => sql.param(results.map((one) => one[field]));
  const details = sql.param(results.map(({ detail }) => (detail ? JSON.stringify(detail) : null)));
  await scope.tx.execute(sql`
    update bulk_job_rows r
    set state = result.state, reason = result.reason, changed_version = result.version, detail = result.detail::jsonb
    from unnest(
      ${all('position')}::integer[], ${all('state')}::text[], ${all('reason')}::text[], ${all('version')}::integer[],
      ${details}::text[]
    ) as result (position, state, reason, version, detail)
    where r.organization_id = ${scope.organizationId} and r.job_id = ${jobId} and r.position = result.position
  `);
}

type ReportedRow = Omit<BulkRow, 'warnings' | 'missing'> & { id: string; position: number; detail: Detail };

/** A page of a job's rows in the order of the work. */
export async function listRows(
  scope: Scope,
  jobId: string,
  { limit, last_id, state, reason }: z.output<typeof contract.bulk_jobs.rows.query>,
) {
  const order: Order = { key: sql`r.position`, id: sql`r.participant_id`, descending: false };
  const rows = await selectRows(
    scope,
    jobId,
    sql`${joined(
      afterCursor(order, last_id) ?? sql`true`,
      state && sql`r.state = any (${sql.param(state)}::text[])`,
      reason && sql`r.reason = any (${sql.param(reason)}::text[])`,
    )} order by ${orderBy(order)} limit ${limit + 1}`,
  );
  const { results, last_id: next } = pageOf(rows, limit, ({ position }) => position);
  return { results: results.map(rowReply), last_id: next };
}

/** All rows of a job, with names as they are now. */
export async function selectAllRows(scope: Scope, jobId: string): Promise<BulkRow[]> {
  return (await selectRows(scope, jobId, sql`true order by r.position`)).map(rowReply);
}

async function selectRows(scope: Scope, jobId: string, conditions: SQL): Promise<ReportedRow[]> {
  const { rows } = await scope.tx.execute<ReportedRow>(sql`
    select r.participant_id as id, r.participant_id, r.position, r.state, r.reason, r.detail,
      coalesce(p.name, r.detail ->> 'title') as name, p.group_id,
      g.name as group_name, case when owed.id is not null then jsonb_build_object('id', owed.id, 'purpose', owed.purpose,
        'amount', owed.amount::text, 'currency', owed.currency) end as payment
    -- the page is cut before its names are looked up: there may be no statistics of rows that have just been written
    from (
      select r.* from bulk_job_rows r
      where r.organization_id = ${scope.organizationId} and r.job_id = ${jobId} and ${conditions}
    ) r
    -- the organisation by its id: known by the row alone it would be taken for one of middling size, and read to its end
    left join payments owed on owed.organization_id = ${scope.organizationId} and owed.id = r.payment_id
    left join participants p on p.organization_id = ${scope.organizationId}
      -- not coalesce(): beside row-level security the planner takes it for something that could leak, and uses no index
      and p.id = case when owed.participant_id is null then r.participant_id else owed.participant_id end
    left join groups g on g.organization_id = ${scope.organizationId} and g.id = p.group_id
    order by r.position
  `);
  return rows;
}

function rowReply({ detail, position: _, id: __, ...row }: ReportedRow): BulkRow {
  const { warnings = [], missing = [] } = (detail ?? {}) as Partial<Pick<BulkRow, 'warnings' | 'missing'>>;
  return { ...row, warnings, missing };
}

/** Names and groups of people, for a report about rows that are not stored yet. */
export async function selectNames(scope: Scope, ids: readonly string[]) {
  type Named = Pick<BulkRow, 'participant_id' | 'name' | 'group_id' | 'group_name'>;
  const { rows } = await scope.tx.execute<Named>(sql`
    select p.id as participant_id, p.name, p.group_id, g.name as group_name
    from participants p join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    where p.organization_id = ${scope.organizationId} and p.id = any (${sql.param(ids)}::uuid[])
  `);
  return new Map(rows.map((row) => [row.participant_id, row]));
}
