import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { dismiss, type NotifyOptions, notify } from '../../../../ui/notice/notify.ts';
import { ActDialog } from './ActDialog.tsx';
import { isAtWork } from './acts.ts';
import { follow } from './follow.ts';
import { JobResult, type Retry } from './JobResult.tsx';
import { headline, workWord } from './job-words.ts';
import { jobQuery, rememberJob, useRefreshPeople } from './queries.ts';
import { bulkStore } from './store.ts';
import { useFetchFile } from './use-fetch-file.ts';

/** Milliseconds that the notice of a finished job stays. */
const STAYS = 15_000;

/** Bulk work on every screen: watches the jobs, tells of them where no list does, and shows results. */
export function BulkHost() {
  const { ids, opened, lists } = useSyncExternalStore(bulkStore.subscribe, bulkStore.get);
  const [retry, setRetry] = useState<Retry | null>(null);
  useOtherJobs();
  // it goes when its account signs out: the next one must not see whose applications were decided
  useEffect(() => bulkStore.clear, []);
  const endRetry = () => setRetry(null);
  return (
    <>
      {ids.map((id) => (
        <Watched key={id} id={id} isQuiet={lists > 0} />
      ))}
      {opened && (
        <JobResult key={opened.id} job={opened} onRetry={setRetry} onClose={() => bulkStore.open(null)} />
      )}
      {retry && (
        <ActDialog
          act={retry.act}
          selection={{ ids: retry.ids }}
          groupId={null}
          initial={retry.choices}
          onClose={endRetry}
          onStarted={endRetry}
        />
      )}
    </>
  );
}

/** Watches the caller's jobs that run, or have made a file, but were begun in another browser or before a sign-out. */
function useOtherJobs() {
  const api = useApi();
  const open = useQuery({
    ...api.bulk_jobs.list.options({ query: { open: 'true', own: 'true' } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data?.results;
  useEffect(() => {
    if (open) bulkStore.watchOpen(open);
  }, [open]);
}

/** What a notice about the end of a job offers, and how long it stays. */
function endOf(job: BulkJob, fetchFile: () => void): Pick<NotifyOptions, 'timeout' | 'action' | 'color'> {
  if (job.file_until) return { timeout: null, action: { label: 'modules.bulk.file.fetch', run: fetchFile } };
  if (job.kind === 'export') return { timeout: STAYS, color: 'warning' };
  return {
    timeout: STAYS,
    action: { label: 'modules.bulk.job.show', run: () => bulkStore.open(job) },
  };
}

/** Follows one job; `isQuiet` where a list shows it. */
function Watched({ id, isQuiet }: { id: string; isQuiet: boolean }) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshPeople();
  const { data: job } = useQuery(jobQuery(api, id));
  const state = job?.state;

  // once more after an undo has been begun
  const isWorking = job ? isAtWork(job) : undefined;
  useEffect(() => {
    if (isWorking === undefined) return;
    const stop = new AbortController();
    void follow(api, id, {
      onJob: (news) => rememberJob(queryClient, api, news),
      onGone: () => bulkStore.forget(id),
      signal: stop.signal,
    });
    return () => stop.abort();
  }, [api, id, queryClient, isWorking]);

  const before = useRef(isWorking);
  useEffect(() => {
    if (before.current && isWorking === false) refresh();
    before.current = isWorking;
  });

  const notice = useRef<{ id: number; state: string } | null>(null);
  const fetchFile = useRef(useFetchFile());
  const isFileTold = useRef(false);
  useEffect(() => {
    if (!job) return;
    const shown = notice.current;
    if (isQuiet) {
      if (shown) dismiss(shown.id);
      notice.current = null;
      if (!isAtWork(job)) bulkStore.told(id);
      return;
    }
    // one that was closed stays so until there is other news
    if (shown?.state === job.state) return;
    if (shown) dismiss(shown.id);
    // a file is told of again after a reload, until it is downloaded
    const hasFile = job.file_until !== null && !isFileTold.current;
    if (!isAtWork(job) && !bulkStore.told(id) && !hasFile) return;
    isFileTold.current = hasFile;
    notice.current = {
      state: job.state,
      id: notify({
        translate: false,
        message: isAtWork(job)
          ? t('modules.bulk.job.in_background', { what: workWord(job, t) })
          : headline(job, t),
        ...(isAtWork(job) ? { color: 'info', timeout: null } : endOf(job, () => void fetchFile.current(job))),
      }),
    };
  }, [job, isQuiet, id, t]);
  // the notice of a job that is closed goes with it
  useEffect(
    () => () => {
      if (notice.current && state && isAtWork({ state })) dismiss(notice.current.id);
    },
    [state],
  );
  return null;
}
