import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { ApiError } from '@vpisnik/contract/kit';
import type { Api } from '../../../../lib/api.ts';
import { isAtWork, undoTimeOf } from './acts.ts';

/** Milliseconds between two looks where no events come, and after a look that failed. */
const POLL = 2_000;
/** Milliseconds after the end of the time for an undo at which it is sure to be over. */
const OVER = 500;
/** An undo that is possible for longer than these milliseconds is not waited for. */
const LONG = 600_000;

type News = { onJob: (job: BulkJob) => void; onGone: () => void; signal: AbortSignal };

/**
 * Follows a job until it rests and can't be undone any more: by server-sent events, and where none come by looking every
 * two seconds.
 */
export async function follow(api: Api, id: string, { onJob, onGone, signal }: News): Promise<void> {
  const input = { params: { id } };
  let hasEvents = true;
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      const job = hasEvents ? await listen() : await look();
      if (!job) hasEvents = false;
      else if (isAtWork(job)) {
        // something between may close each answer early
        await pause(POLL - (performance.now() - begun), signal);
      } else return await waitForUndo(job);
    } catch (error) {
      if (signal.aborted) return;
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 403 || status === 404) return onGone();
      // the session is over, and the page with it
      if (status === 401) return;
      if (!hasEvents) await pause(POLL, signal);
      hasEvents = false;
    }
  }

  async function look(): Promise<BulkJob> {
    const job = await api.bulk_jobs.get(input, { signal });
    onJob(job);
    return job;
  }

  /** Looks once more when an undo is over, where that is soon. */
  async function waitForUndo(job: BulkJob): Promise<void> {
    const time = undoTimeOf(job);
    if (time === 0 || time > LONG) return;
    await pause(time + OVER, signal);
    if (!signal.aborted) await look();
  }

  /** The last of the events that one answer has. */
  async function listen(): Promise<BulkJob | undefined> {
    let last: BulkJob | undefined;
    for await (const job of await api.bulk_jobs.events(input, { signal })) {
      onJob(job);
      last = job;
    }
    return last;
  }
}

/** Waits some milliseconds, less when there is no need to any more. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (time <= 0) return resolve();
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
