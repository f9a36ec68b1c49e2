import type { BulkReason } from '@vpisnik/contract/bulk-jobs';
import { bulkLimits, isPaymentAct } from '@vpisnik/contract/bulk-jobs';
import { sql } from 'drizzle-orm';
import { renewed, type Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { problemOfConstraint } from '../../http/constraints.ts';
import { lockGroups } from '../participants/places.ts';
import type { Acted, Kind, Person, Reverted, Subject, Verdict } from './kind.ts';
import { kindOf } from './kinds.ts';
import { requeueMails, requeuePaymentMails, stopMails } from './mails.ts';
import { selectGroupsOf } from './people.ts';
import { createPlaces } from './places.ts';
import {
  changeJob,
  isVisible,
  type Result,
  type StoredJob,
  saveResults,
  selectNextRows,
  type WorkRow,
} from './queries.ts';
import { subjectsOf } from './subjects.ts';

/** Rows that one transaction changes. */
const BATCH = bulkLimits.atOnce;

/** A job that is no longer in the state in which its batch began: the batch must be rolled back. */
export class Interrupted extends Error {}

/**
 * Works on the next rows of a job, or reverts them, in the caller's transaction: each row is changed together with its
 * result, so that a process which dies leaves none half done.
 *
 * Locks are taken in this order: groups by id, people by id, payments by id, mails by id, the job. So two jobs over the same
 * people or payments take turns. Work on payments locks no groups: it gives no places.
 *
 * @returns whether the job is finished
 * @throws {Interrupted} when it was stopped meanwhile
 * @throws {AppError} not_found when the caller may no longer see it, and as `renewed`
 */
export async function workOnBatch(given: Scope, job: StoredJob, delaySeconds: number): Promise<boolean> {
  const undoing = job.state === 'undoing';
  const kind = kindOf(job.kind);
  const rows = await selectNextRows(given, job.id, {
    state: undoing ? 'done' : 'waiting',
    after: job.cursor,
    limit: ('batch' in kind && kind.batch) || BATCH,
  });
  const ids = rows.map(({ id }) => id);
  // where an undo brings people back to, or where work makes them
  const field = undoing ? 'from' : 'group_id';
  const from = rows.flatMap(({ detail }) => (detail?.[field] ? [String(detail[field])] : []));
  const lockless = 'lockless' in kind && kind.lockless === true;
  const locked =
    isPaymentAct(job.kind) || lockless
      ? null
      : await lockGroups(given, [
          ...new Set([...(await selectGroupsOf(given, ids)), ...kind.groups(job.parameters), ...from]),
        ]);
  // the wait for the groups may have been long: the account may have lost the right meanwhile
  const scope = await renewed(given, kind.rank);
  if (!isVisible(scope, job)) throw new AppError('not_found');
  // what the history says about these changes
  await scope.tx.execute(
    sql`select set_config('app.bulk_job_id', ${job.id}, true), set_config('app.undoes', ${String(undoing)}, true)`,
  );
  const subjects = lockless ? [] : await subjectsOf(job.kind).lock(scope, ids);
  if (undoing && job.cursor === 0) await stopMails(scope, job.id);
  const work = { scope, job, rows, subjects, locked: locked && new Set(locked), delaySeconds };
  const { results, mails } = undoing
    ? await undo(work)
    : 'make' in kind
      ? await kind.make(scope, rows, job.parameters, {
          ...{ job, delaySeconds, places: createPlaces(scope) },
          locked: work.locked ?? new Set(),
        })
      : await act(work, kind as Kind<unknown>);
  await saveResults(scope, job.id, results);
  const finished = await save(scope, job, results, mails);
  if (undoing && finished) await requeuePaymentMails(scope.tx, job.id);
  return finished;
}

type Work = {
  scope: Scope;
  job: StoredJob;
  rows: WorkRow[];
  subjects: Subject[];
  /** Groups that are locked; null where none need be. */
  locked: Set<string> | null;
  delaySeconds: number;
};

/** Why nothing can be done about a row; people who moved while the groups were being locked are left alone. */
function obstacleOf({ locked }: Work, subject: Subject | undefined): BulkReason | undefined {
  if (!subject) return 'gone';
  return !locked || locked.has(subject.group_id) ? undefined : 'changed_since';
}

async function act(work: Work, kind: Kind<unknown>): Promise<{ results: Result[]; mails: number }> {
  const { scope, job, rows, subjects, delaySeconds } = work;
  const judged = new Map<string, Verdict>();
  const all = nothingYet();
  const refused = new Map<string, BulkReason>();
  let open = subjects.filter((one) => !obstacleOf(work, one)) as Person[];
  while (open.length > 0) {
    const verdicts = await kind.judge(scope, job.parameters, createPlaces(scope))(open);
    for (const [at, { id }] of open.entries()) judged.set(id, verdicts[at] ?? {});
    const changing = open.filter(({ id }) => !judged.get(id)?.reason);
    const one = await oneByOneIfRefused(scope, changing, (some) =>
      kind.act(scope, some, job.parameters, { jobId: job.id, delaySeconds }),
    );
    add(all, one.acted);
    for (const [id, reason] of one.refused) refused.set(id, reason);
    // places that were given to those whom the database refused go to the next ones
    open = one.refused.size > 0 ? open.filter(({ id }) => judged.get(id)?.reason === 'group_full') : [];
  }
  const byId = new Map(subjects.map((one) => [one.id, one]));
  const results = rows.map(({ position, id }): Result => {
    const { reason: judgedReason, ...concerns } = judged.get(id) ?? {};
    const reason = obstacleOf(work, byId.get(id)) ?? judgedReason ?? refused.get(id);
    if (reason) return { position, state: 'skipped', reason, version: null, detail: null };
    const detail = { ...all.details.get(id), ...(concerns.warnings?.length && concerns) };
    const version = all.versions.get(id) ?? null;
    const isPlain = Object.keys(detail).length === 0;
    return { position, state: 'done', reason: null, version, detail: isPlain ? null : detail };
  });
  return { results, mails: all.mails };
}

async function undo(work: Work): Promise<{ results: Result[]; mails: number }> {
  const { scope, job, rows, subjects, delaySeconds } = work;
  const { undo: revert, undoesChanged } = kindOf(job.kind);
  if (!revert) throw new Error(`Work of the kind "${job.kind}" can't be undone`);
  const byId = new Map(subjects.map((one) => [one.id, one]));
  const reasons = new Map<string, BulkReason>();
  const reverting: Reverted[] = [];
  const changed = isPaymentAct(job.kind) ? 'payment_changed' : 'changed_since';
  for (const { id, changed_version, detail } of rows) {
    const subject = byId.get(id) as Person | undefined;
    const obstacle = obstacleOf(work, subject);
    if (obstacle) reasons.set(id, obstacle);
    else if (!undoesChanged && subject?.version !== changed_version) reasons.set(id, changed);
    else if (subject) reverting.push({ subject, detail: detail ?? {} });
  }
  const own = reverting.map(({ subject }) => subject.id);
  const { acted, refused } = await oneByOneIfRefused(scope, reverting, async (some) => ({
    versions: new Map(),
    // an attempt that is taken back must not leave its places taken
    refused: await revert(scope, some, { job, own, places: createPlaces(scope), delaySeconds }),
  }));
  for (const [id, reason] of [...acted.refused, ...refused]) reasons.set(id, reason);
  await requeueMails(scope.tx, job.id, [...reasons.keys()]);
  const results = rows.map(({ position, id, changed_version: version, detail }): Result => {
    const reason = reasons.get(id) ?? null;
    return { position, state: reason === null ? 'undone' : 'done', reason, version, detail };
  });
  return { results, mails: 0 };
}

type Done = Acted & { refused?: Map<string, BulkReason> };
type All = { versions: Map<string, number>; details: Map<string, Record<string, unknown>>; mails: number } & {
  refused: Map<string, BulkReason>;
};

const nothingYet = (): All => ({ versions: new Map(), details: new Map(), mails: 0, refused: new Map() });

/** Adds the results of a batch to those before. */
function add(all: All, { versions, details = new Map(), mails = 0, refused = new Map() }: Done): void {
  for (const [id, version] of versions) all.versions.set(id, version);
  for (const [id, detail] of details) all.details.set(id, detail);
  for (const [id, reason] of refused) all.refused.set(id, reason);
  all.mails += mails;
}

/**
 * Acts on all at once. Where the database refuses that because of one of them (a constraint decides what no look before
 * could tell), on one after the other, and says whom it refused.
 */
async function oneByOneIfRefused<One extends Subject | Reverted>(
  scope: Scope,
  all: readonly One[],
  change: (some: One[]) => Promise<Done>,
): Promise<{ acted: All; refused: Map<string, BulkReason> }> {
  const acted = nothingYet();
  const refused = new Map<string, BulkReason>();
  if (all.length === 0) return { acted, refused };
  const whole = await attempt(scope, () => change([...all]));
  if (!(whole instanceof Refused)) {
    add(acted, whole);
    return { acted, refused };
  }
  for (const one of all) {
    const done = await attempt(scope, () => change([one]));
    if (done instanceof Refused) refused.set('id' in one ? one.id : one.subject.id, done.reason);
    else add(acted, done);
  }
  return { acted, refused };
}

class Refused {
  readonly reason: BulkReason;

  constructor(reason: BulkReason) {
    this.reason = reason;
  }
}

/** What violated constraints say about a row. */
const constraintReasons: Record<string, BulkReason> = {
  already_applied: 'already_applied',
  in_use: 'in_use',
};

/** Changes something, or takes it back where a constraint refuses it. */
async function attempt(scope: Scope, change: () => Promise<Done>): Promise<Done | Refused> {
  await scope.tx.execute(sql`savepoint attempt`);
  try {
    const done = await change();
    await scope.tx.execute(sql`release savepoint attempt`);
    return done;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = constraintReasons[problemOfConstraint(cause, 'DELETE')?.code ?? ''];
    if (!reason) throw error;
    await scope.tx.execute(sql`rollback to savepoint attempt`);
    return new Refused(reason);
  }
}

/** Adds a batch to its job; the last one finishes it. */
async function save(scope: Scope, job: StoredJob, results: Result[], mails: number): Promise<boolean> {
  const undoing = job.state === 'undoing';
  const count = results.filter(({ reason }) => reason === null).length;
  const reasons = { ...(undoing ? job.not_undone : job.skipped) };
  for (const { reason } of results) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const left = Object.values(reasons).reduce((sum, one) => sum + one, 0);
  const finished = undoing
    ? job.undone_count + count + left >= job.done_count
    : job.done_count + count + left >= job.total_count;
  const saved = await changeJob(scope.tx, { organizationId: scope.organizationId, id: job.id }, job.state, {
    cursor: results.at(-1)?.position ?? job.cursor,
    mail_count: job.mail_count + mails,
    ...(undoing
      ? { undone_count: job.undone_count + count, not_undone: reasons }
      : { done_count: job.done_count + count, skipped: reasons }),
    ...(finished && { state: undoing ? ('undone' as const) : ('done' as const) }),
  });
  if (!saved) throw new Interrupted('The job was stopped meanwhile');
  return finished;
}
