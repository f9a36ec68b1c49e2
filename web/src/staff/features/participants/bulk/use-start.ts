import { useQueryClient } from '@tanstack/react-query';
import type { BulkAct, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import { type Api, useApi } from '../../../../lib/api.ts';
import type { Wire } from '../choosing/wire.ts';
import { isAtWork, skippedOf } from './acts.ts';
import { rememberJob, useRefreshPeople } from './queries.ts';
import { bulkStore } from './store.ts';
import { useBulkNews } from './use-news.ts';

function send(api: Api, act: BulkAct, selection: Wire): Promise<StartedBulkJob> {
  const { bulk_jobs } = api;
  if (act.kind === 'delete') return bulk_jobs.remove({ body: { selection } });
  if (act.kind === 'note') return bulk_jobs.note({ body: { selection, text: act.text } });
  if (act.kind === 'payments') {
    const { kind: _, ...parameters } = act;
    return bulk_jobs.payments({ body: { selection, ...parameters } });
  }
  const { kind: _, ...parameters } = act;
  return 'group_id' in parameters
    ? bulk_jobs.move({ body: { selection, ...parameters } })
    : bulk_jobs.status({ body: { selection, ...parameters } });
}

/** Begins bulk work on participants. */
export function useStart() {
  const api = useApi();
  const takeIn = useStarted();
  return async (act: BulkAct, selection: Wire): Promise<void> => takeIn(await send(api, act, selection));
}

/** Takes in a started job: one done at once is told, or shown where rows were skipped; others are watched. */
export function useStarted() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { tell } = useBulkNews();
  const refresh = useRefreshPeople();
  return (job: StartedBulkJob): void => {
    if (isAtWork(job)) {
      rememberJob(queryClient, api, job);
      bulkStore.watch(job.id);
      return;
    }
    refresh();
    if (skippedOf(job) > 0) bulkStore.open(job);
    else tell(job);
  };
}
