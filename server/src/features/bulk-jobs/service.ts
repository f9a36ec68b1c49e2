import {
  type BulkActKind,
  type BulkJob,
  type BulkKind,
  type BulkParameters,
  bulkLimits,
  type PaymentActKind,
  type Selection,
  type StartedBulkJob,
} from '@vpisnik/contract/bulk-jobs';
import type { OpenOf, PaymentSelection } from '@vpisnik/contract/payment-acts';
import { sql } from 'drizzle-orm';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { workOnBatch } from './batch.ts';
import { actOf, kindOf } from './kinds.ts';
import { stopMails } from './mails.ts';
import { insertMadeRows, type MadeRow } from './making.ts';
import { settleOwed } from './owed.ts';
import { changeJob, insertJob, jobReply, listRows, lockJob, type StoredJob, selectJob } from './queries.ts';
import { type AnySelection, insertChosen, keptSelection, requireSelection, sizeOf } from './selection.ts';
import { subjectsOf } from './subjects.ts';

const actions = {
  status: 'bulk_status',
  move: 'bulk_move',
  delete: 'bulk_delete',
  note: 'bulk_note',
  payments: 'bulk_payments',
  pay: 'bulk_pay',
  cancel: 'bulk_cancel',
  remind: 'bulk_remind',
  import: 'bulk_import',
} as const satisfies Record<Exclude<BulkKind, 'export' | 'message'>, string>;

/**
 * Begins bulk work: few rows are done when this returns, more go on in the background.
 *
 * @param delaySeconds how long mails can be called back, and the whole be undone
 * @throws {AppError} selection_empty, selection_too_large, selection_changed, invalid_fields, too_many_jobs
 */
export async function start<Name extends BulkActKind | PaymentActKind>(
  scope: Scope,
  name: Name,
  {
    selection: given,
    ...parameters
  }: BulkParameters[Name] & {
    selection: Name extends PaymentActKind ? PaymentSelection | OpenOf : Selection;
  },
  delaySeconds: number,
): Promise<StartedBulkJob> {
  const kind = actOf(name);
  const subjects = subjectsOf(name);
  const selection = 'people' in given ? (await settleOwed(scope, given)).selection : (given as AnySelection);
  requireSelection(selection);
  await kind.check?.(scope, parameters);
  if (sizeOf(selection) > bulkLimits.atOnce) await requireRoom(scope);
  const groups = kind.groups(parameters);
  if ((await countGroups(scope, groups)) < groups.length)
    throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
  const kept = keptSelection(selection);
  const id = await insertJob(scope, { kind: name, parameters, selection: kept });
  const chosen = await subjects.choose(scope, selection, kind.order);
  const { total, unknown } = await insertChosen(scope, id, selection, chosen);
  const key = { organizationId: scope.organizationId, id };
  await changeJob(scope.tx, key, 'running', {
    total_count: total,
    skipped: skippedAs(unknown),
  });
  await recordBy(scope, {
    action: actions[name],
    entity: 'bulk_job',
    entity_id: id,
    changes: {
      ...loggable(parameters),
      count: total,
      ...kept,
      ...('filter' in selection && (await subjects.logged(scope, selection.filter))),
    },
  });
  const atOnce = total <= bulkLimits.atOnce;
  if (atOnce) await workAtOnce(scope, id, delaySeconds);
  else await enqueue(scope, id);
  const { results } = atOnce ? await listRows(scope, id, { limit: bulkLimits.atOnce }) : { results: [] };
  return { ...(await get(scope, id, delaySeconds)), rows: results };
}

/**
 * Begins to make participants of rows: few are there when this returns, more are made in the background.
 *
 * @throws {AppError} selection_empty, too_many_jobs
 */
export async function startMaking(
  scope: Scope,
  parameters: BulkParameters['import'],
  rows: readonly MadeRow[],
  delaySeconds: number,
): Promise<BulkJob> {
  if (rows.length === 0) throw new AppError('selection_empty');
  const atOnce = rows.length <= bulkLimits.atOnce;
  if (!atOnce) await requireRoom(scope);
  const id = await insertJob(scope, { kind: 'import', parameters, selection: { rows: rows.length } });
  await insertMadeRows(scope, id, rows);
  const key = { organizationId: scope.organizationId, id };
  await changeJob(scope.tx, key, 'running', { total_count: rows.length });
  await recordBy(scope, {
    action: actions.import,
    entity: 'bulk_job',
    entity_id: id,
    changes: { ...parameters, count: rows.length },
  });
  if (atOnce) await workAtOnce(scope, id, delaySeconds);
  else await enqueue(scope, id);
  return get(scope, id, delaySeconds);
}

/**
 * Begins to write the mails of a message: few are written when this returns, more in the background.
 *
 * @param begun gets the id of the work before any mail is written
 * @throws {AppError} selection_empty, selection_too_large, selection_changed, too_many_jobs
 */
export async function startWriting(
  scope: Scope,
  parameters: BulkParameters['message'],
  selection: Selection,
  { delaySeconds, begun }: { delaySeconds: number; begun: (jobId: string) => Promise<void> },
): Promise<void> {
  requireSelection(selection);
  if (sizeOf(selection) > bulkLimits.atOnce) await requireRoom(scope);
  const id = await insertJob(scope, { kind: 'message', parameters, selection: keptSelection(selection) });
  await begun(id);
  const chosen = await subjectsOf('message').choose(scope, selection, 'application');
  const { total, unknown } = await insertChosen(scope, id, selection, chosen);
  const key = { organizationId: scope.organizationId, id };
  await changeJob(scope.tx, key, 'running', { total_count: total, skipped: skippedAs(unknown) });
  if (total <= bulkLimits.atOnce) await workAtOnce(scope, id, delaySeconds);
  else await enqueue(scope, id);
}

/**
 * Begins to make a workbook in the background.
 *
 * @param selection as it was sent: those in it by then are in the file
 * @throws {AppError} too_many_jobs
 */
export async function startExport(
  scope: Scope,
  parameters: BulkParameters['export'],
  selection: Record<string, unknown>,
  { count, missing, hours }: { count: number; missing: number; hours: number },
): Promise<string> {
  await requireRoom(scope);
  const id = await insertJob(scope, { kind: 'export', parameters, selection });
  await scope.tx.execute(sql`
    update bulk_jobs set total_count = ${count + missing}, skipped = ${JSON.stringify(skippedAs(missing))}::jsonb,
      file_until = now() + make_interval(hours => ${hours})
    where organization_id = ${scope.organizationId} and id = ${id}`);
  await enqueue(scope, id);
  return id;
}

/** Ids that name nobody in scope, as a job counts them. */
export const skippedAs = (unknown: number): Record<string, number> =>
  unknown > 0 ? { not_found: unknown } : {};

/** Parameters for the activity log, which is kept longer than people's data: nothing that was written about them. */
const loggable = ({ text: _, reason: __, notes: ___, ...parameters }: Written) => parameters;
type Written = { text?: string; reason?: string; notes?: string };

/**
 * Refuses more work in the background while much of it is open. Starts in one organisation take turns here, so that they
 * count each other.
 *
 * @throws {AppError} too_many_jobs
 */
async function requireRoom(scope: Scope): Promise<void> {
  const { organizationId, accountId } = scope;
  await scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bulk jobs ${organizationId}`}, 0))`,
  );
  const { rows } = await scope.tx.execute<{ own: number; all: number }>(sql`
    select count(*)::integer as all, count(*) filter (where account_id = ${accountId})::integer as own
    from bulk_jobs where organization_id = ${organizationId} and state in ('running', 'undoing')
  `);
  const { own = 0, all = 0 } = rows[0] ?? {};
  if (own >= bulkLimits.open || all >= bulkLimits.openInOrganization) throw new AppError('too_many_jobs');
}

/** How many of the groups are in scope. */
async function countGroups(scope: Scope, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await scope.tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from groups
    where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
  `);
  return rows[0]?.count ?? 0;
}

const enqueue = (scope: Scope, id: string) => scope.tx.execute(sql`select app.enqueue_bulk_job(${id})`);

/** Does, or reverts, all rows of a job that has few of them. */
async function workAtOnce(scope: Scope, id: string, delaySeconds: number): Promise<void> {
  for (let finished = false; !finished; )
    finished = await workOnBatch(scope, found(await selectJob(scope, id, delaySeconds)), delaySeconds);
}

/** A job that the caller may see. */
export async function get(scope: Scope, id: string, delaySeconds: number): Promise<BulkJob> {
  return jobReply(found(await selectJob(scope, id, delaySeconds)));
}

/**
 * Stops a running job. Finished rows stay as they are, and none is done after the answer.
 *
 * @throws {AppError} job_finished
 */
export async function stop(scope: Scope, id: string, delaySeconds: number): Promise<BulkJob> {
  const job = found(await selectJob(scope, id, delaySeconds));
  const key = { organizationId: scope.organizationId, id };
  if (!(await changeJob(scope.tx, key, 'running', { state: 'stopped', stop_reason: 'stopped' })))
    throw new AppError(job.state === 'undoing' ? 'job_running' : 'job_finished');
  return get(scope, id, delaySeconds);
}

/**
 * Takes the whole work back: its mails at once, then row after row that nobody has changed since.
 *
 * @returns the job; `undoing` when that goes on in the background
 * @throws {AppError} forbidden, job_running, undo_not_possible, undo_too_late
 */
export async function undo(scope: Scope, id: string, delaySeconds: number): Promise<BulkJob> {
  // a batch keeps the job locked while it waits for groups; callers get an answer without waiting for it
  requireRest(await selectJob(scope, id, delaySeconds));
  await lockJob(scope, id);
  const job = requireRest(await selectJob(scope, id, delaySeconds));
  const { rank, undo: revert } = kindOf(job.kind);
  if (scope.rank < rank) throw new AppError('forbidden');
  if (!revert || job.done_count === 0 || job.undone_by !== null) throw new AppError('undo_not_possible');
  if (job.undo_until === null) throw new AppError('undo_too_late');
  // few are locked before their mails, as everywhere: their batch stops these
  const atOnce = job.done_count <= bulkLimits.atOnce;
  if (!atOnce) await stopMails(scope, id);
  const begun = { state: 'undoing', cursor: 0, undone_by: scope.accountId, stop_reason: null } as const;
  await changeJob(scope.tx, { organizationId: scope.organizationId, id }, job.state, begun);
  await recordBy(scope, {
    action: 'bulk_undone',
    entity: 'bulk_job',
    entity_id: id,
    changes: { kind: job.kind, count: job.done_count },
  });
  if (atOnce) await workAtOnce(scope, id, delaySeconds);
  else await enqueue(scope, id);
  return get(scope, id, delaySeconds);
}

/** A job that the caller may see and that nothing works on. */
function requireRest(given: StoredJob | undefined): StoredJob {
  const job = found(given);
  if (job.state === 'running' || job.state === 'undoing') throw new AppError('job_running');
  return job;
}
