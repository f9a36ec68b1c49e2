import type { BulkJob, BulkStop } from '@vpisnik/contract/bulk-jobs';
import type { MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { actNameOf, skippedOf } from './acts.ts';

type Translated = ReturnType<typeof useI18n>['t'];

const ofFault: readonly BulkStop[] = ['internal_error', 'not_found', 'invalid_fields'];

function stopKey(reason: BulkStop | null): MessageKey {
  if (reason === null || reason === 'stopped') return 'modules.bulk.job.stopped';
  return ofFault.includes(reason) ? 'modules.bulk.job.stopped_error' : 'modules.bulk.job.stopped_rights';
}

const notUndone = ({ not_undone }: BulkJob) => not_undone.reduce((sum, { count }) => sum + count, 0);

/** How far a job has come, from 0 to 1: with its work, or with taking that back. */
export function progressOf(job: BulkJob): number {
  const { state, done_count, total_count, undone_count } = job;
  if (state === 'undoing') return (undone_count + notUndone(job)) / Math.max(done_count, 1);
  return (done_count + skippedOf(job)) / Math.max(total_count, 1);
}

/** What a job does: `Odobravanje prijav`. */
export const workWord = (job: BulkJob, t: Translated): string =>
  t(job.state === 'undoing' ? 'modules.bulk.job.undoing' : `modules.bulk.acts.${actNameOf(job)}.running`);

/** What a job does or has done, in a few words. */
export function headline(job: BulkJob, t: Translated): string {
  const { state, done_count, total_count, undone_count } = job;
  const name = actNameOf(job);
  if (state === 'running')
    return t('modules.bulk.job.progress', {
      what: workWord(job, t),
      done: done_count + skippedOf(job),
      total: total_count,
    });
  if (state === 'undoing')
    return t('modules.bulk.job.progress', {
      what: workWord(job, t),
      done: undone_count + notUndone(job),
      total: done_count,
    });
  if (state === 'undone') return t('modules.bulk.job.undone', { count: undone_count });
  return t(`modules.bulk.acts.${name}.done`, { count: done_count });
}

/** What is said below: why it stopped, and how many were left out. */
export function remarks(job: BulkJob, t: Translated): string {
  const { state, stop_reason, done_count, total_count } = job;
  const skipped = skippedOf(job);
  const left = notUndone(job);
  if (state === 'undone') return left > 0 ? t('modules.bulk.job.not_undone', { count: left }) : '';
  return [
    state === 'stopped' && t(stopKey(stop_reason), { done: done_count + skipped, total: total_count }),
    skipped > 0
      ? t('modules.bulk.result.skipped', { count: skipped })
      : // rows of a sheet that were not ready are none of the work's
        state === 'done' && job.kind !== 'import' && t('modules.bulk.result.none_skipped'),
  ]
    .filter(Boolean)
    .join(' ');
}
