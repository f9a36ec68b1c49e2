import { setTimeout as wait } from 'node:timers/promises';
import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import type { Scope } from '../../db/scope.ts';
import type { InScope } from '../../http/mount.ts';
import { get } from './service.ts';

/** How often a job is looked at, and how long one answer goes on; in milliseconds. */
const PAUSE = 500;
const LONGEST = 25_000;

/**
 * A job as it is, and again whenever it has changed, until it rests or half a minute is nearly over. Each look is a
 * transaction of its own, as the caller: who signs out, or may not see it any more, hears no more.
 */
export async function* watch(
  inScope: InScope<Scope>,
  id: string,
  delaySeconds: number,
  signal: AbortSignal,
): AsyncGenerator<BulkJob> {
  const end = performance.now() + LONGEST;
  let told = '';
  while (!signal.aborted && performance.now() < end) {
    const job = await inScope((scope) => get(scope, id, delaySeconds));
    const tells = JSON.stringify(job);
    if (tells !== told) yield job;
    told = tells;
    if (job.state !== 'running' && job.state !== 'undoing') return;
    await wait(PAUSE, undefined, { signal }).catch(() => {});
  }
}
