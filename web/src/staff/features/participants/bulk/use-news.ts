import { useQueryClient } from '@tanstack/react-query';
import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { actNameOf, failureOf, isAtWork, undoFailureOf, undoTimeOf } from './acts.ts';
import { leftWord } from './job-words.ts';
import { rememberJob, useRefreshPeople } from './queries.ts';
import { bulkStore } from './store.ts';

/** Milliseconds that a notice with an undo stays at least and at most; undoing is possible a little longer. */
const SHORTEST = 5_000;
const LONGEST = 25_000;
const MARGIN = 2_000;

/** Tells what bulk work has done, and takes it back. */
export function useBulkNews() {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshPeople();

  /** Takes the whole work back; long ones go on in the background. Says whether it could be begun. */
  const undo = async (job: BulkJob): Promise<boolean> => {
    const act = undoFailureOf(actNameOf(job));
    try {
      const undone = await api.bulk_jobs.undo({ params: { id: job.id } });
      rememberJob(queryClient, api, undone);
      if (isAtWork(undone)) bulkStore.watch(job.id);
      else {
        refresh();
        const left = undone.not_undone.reduce((sum, { count }) => sum + count, 0);
        const text = t('modules.bulk.job.undone', { count: undone.undone_count });
        notify({
          translate: false,
          message: left > 0 ? `${text}. ${leftWord(undone, t)}` : text,
          ...(left > 0 && { color: 'warning', timeout: LONGEST }),
          act,
        });
      }
      return true;
    } catch (error) {
      notifyFailure(error, t, act);
      return false;
    }
  };

  /** Says that all is done, and offers to take it back while that is possible. */
  const tell = (job: BulkJob) => {
    const name = actNameOf(job);
    const time = undoTimeOf(job);
    notify({
      translate: false,
      message: t(`modules.bulk.acts.${name}.done`, { count: job.done_count }),
      act: failureOf(name),
      ...(time > 0 && {
        timeout: Math.min(Math.max(time - MARGIN, SHORTEST), LONGEST),
        action: { label: 'ui.undo', run: () => void undo(job) },
      }),
    });
  };

  return { undo, tell };
}
