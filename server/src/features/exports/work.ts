import { Readable } from 'node:stream';
import type { BulkParameters, Selection } from '@vpisnik/contract/bulk-jobs';
import { type ExportAsked, exportLimits } from '@vpisnik/contract/exports';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { sql } from 'drizzle-orm';
import { asAccount, asWorker, type Scope } from '../../db/scope.ts';
import { changeJob, tryLockJob } from '../bulk-jobs/queries.ts';
import { keptSelection } from '../bulk-jobs/selection.ts';
import { skippedAs } from '../bulk-jobs/service.ts';
import { type BulkKey, failed, type Outcome, type Working } from '../bulk-jobs/work.ts';
import { chosenOf } from './chosen.ts';
import { type Column, columnsOf } from './columns.ts';
import { fileKey, fileName, folderKey } from './files.ts';
import { type Batch, rowsOf } from './rows.ts';
import { workbook } from './workbook.ts';

/** Milliseconds between two looks at whether its maker has stopped it, each of which tells how far it is. */
const LOOK = 1000;

/** Longest that one workbook may take, in milliseconds. */
const LONGEST = 10 * 60_000;

/** A workbook that is no longer wanted, or whose process stops. */
class Interrupted extends Error {}

/** What a workbook in the background holds, read in the scope of its maker. */
export type Content = {
  name: string;
  columns: readonly Pick<Column, 'header' | 'kind'>[];
  rows: AsyncIterable<Batch>;
  /** The name of its sheet, where it is none of participants. */
  sheet?: string;
  count: number;
  /** Chosen ids that name nobody in scope. */
  missing: number;
  /** The selection as the job keeps it. */
  kept: Record<string, unknown>;
};

type Read = (
  scope: Scope,
  parameters: BulkParameters['export'],
  selection: Record<string, unknown>,
) => Promise<Content>;

/**
 * Workbooks in the background, one at a time in a process; a turn makes a whole one.
 *
 * @param readers what reads each kind of content
 */
export const exportLane = (readers: Readers) =>
  ({
    queue: 'bulk_export',
    work: (working: Working, key: BulkKey) => makeWorkbook(working, key, readers),
  }) as const;

type Readers = { participants: Read; payments: Read };

/** Participants as the content of a workbook. */
export const readPeople: Read = async (scope, parameters, given) => {
  const asked = parameters as ExportAsked;
  const selection = given as Selection;
  const chosen = await chosenOf(scope, { selection }, true);
  const columns = await columnsOf(scope, chosen, asked);
  return {
    ...{ columns, rows: rowsOf(scope, chosen, columns, asked), name: await fileName(scope, 'xlsx') },
    ...{ count: chosen.count, missing: chosen.missing, kept: keptSelection(selection) },
  };
};

/**
 * Makes the workbook of a job from one snapshot, as the account that began it, and keeps it for that account. What was cut
 * off begins anew: the file is there with the last statement, or not at all.
 */
async function makeWorkbook(working: Working, key: BulkKey, readers: Readers): Promise<Outcome> {
  const { pools, stopping } = working;
  const work = await asWorker(pools.system, async (tx) => {
    const { rows } = await tx.execute<Work>(sql`
      select account_id, parameters, selection from bulk_jobs
      where organization_id = ${key.organization_id} and id = ${key.id} and state = 'running'`);
    return rows[0];
  });
  if (!work) return 'finished';
  const bearer = { accountId: work.account_id, signInId: null };
  const demand = {
    rank: permissions['participants.manage'],
    organization: true,
    writes: false,
    snapshot: true,
    whilePasswordChangeRequired: false,
    kind: 'export',
  } as const;
  return asAccount(pools.api, bearer, key.organization_id, demand, async (account): Promise<Outcome> => {
    const scope = account as Scope;
    // held until the file is kept
    if (!(await tryLockJob(scope, key.id))) return 'busy';
    await make(working, scope, key, work, readers);
    return 'finished';
  }).catch((error: unknown) => {
    // whatever fails at the end of a process may have failed by that
    if (stopping.aborted) return 'more';
    return error instanceof Interrupted ? 'finished' : failed(working, key, error);
  });
}

type Work = {
  account_id: string;
  parameters: BulkParameters['export'];
  selection: Record<string, unknown>;
};

async function make(
  working: Working,
  scope: Scope,
  key: BulkKey,
  work: Work,
  readers: Readers,
): Promise<void> {
  const { pools, storage, stopping } = working;
  const its = { organizationId: key.organization_id, id: key.id };
  let last = Number.NEGATIVE_INFINITY;
  /** Tells how far it is, now and then; each time it looks whether the process goes on. */
  const report = async (done_count: number): Promise<void> => {
    if (stopping.aborted) throw new Interrupted();
    if (performance.now() - last < LOOK) return;
    if (!(await asWorker(pools.system, (tx) => changeJob(tx, its, 'running', { done_count }))))
      throw new Interrupted();
    last = performance.now();
  };
  await report(0);
  const made = await readers[work.parameters.of ?? 'participants'](scope, work.parameters, work.selection);
  const rows = told(made.rows, report);
  const content = Readable.from(workbook(made.columns, rows, scope.language, made.sheet), {
    objectMode: false,
    signal: AbortSignal.timeout(LONGEST),
  });
  // what was begun; whatever is left goes after a day. After a lost connection another process may have made the file meanwhile:
  // where that can't be told, it stays
  const discard = async () => {
    const isMade = await isDone(working, key).catch(() => true);
    if (!isMade) await storage.deleteAll(folderKey(key)).catch(() => {});
  };
  await storage.putStream(fileKey(key), content, stopping).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  // a failure discards nothing: where only the answer was lost, the row tells of the file
  if (await keep(working, scope, key, made)) return;
  await discard();
  throw new Interrupted();
}

async function isDone({ pools }: Working, { organization_id, id }: BulkKey): Promise<boolean> {
  const { rowCount } = await pools.system.query(
    `select from bulk_jobs where organization_id = $1 and id = $2 and state = 'done'`,
    [organization_id, id],
  );
  return rowCount === 1;
}

/** Rows, of whose number each step tells. */
async function* told(
  batches: AsyncIterable<Batch>,
  report: (count: number) => Promise<void>,
): AsyncGenerator<Batch> {
  let count = 0;
  for await (const rows of batches) {
    yield rows;
    count += rows.count;
    await report(count);
  }
}

/** Writes down that the file is there, and what its maker could see; false where the job was stopped meanwhile. */
function keep({ pools }: Working, scope: Scope, key: BulkKey, made: Content): Promise<boolean> {
  const { count, missing } = made;
  const file = {
    name: made.name,
    rows: count,
    rank: scope.rank,
    groups: scope.allGroups ? null : scope.groupIds,
  };
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;
  return asWorker(pools.system, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update bulk_jobs set state = 'done', done_count = ${count}, total_count = ${count + missing},
        skipped = ${json(skippedAs(missing))}, selection = ${json(made.kept)}, file = ${json(file)},
        file_until = clock_timestamp() + make_interval(hours => ${exportLimits.hours}),
        worked_at = clock_timestamp(), finished_at = clock_timestamp()
      where organization_id = ${key.organization_id} and id = ${key.id} and state = 'running'
      returning id`);
    return rows.length === 1;
  });
}
