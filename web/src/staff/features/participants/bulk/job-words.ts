import type { BulkJob, BulkStop } from '@vpisnik/contract/bulk-jobs';
import { isPaymentAct } from '@vpisnik/contract/rules/bulk';
import { exportLimits } from '@vpisnik/contract/rules/exports';
import type { MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { actNameOf, skippedOf } from './acts.ts';

type Translated = ReturnType<typeof useI18n>['t'];

const ofFault: readonly BulkStop[] = ['internal_error', 'not_found', 'invalid_fields'];

function stopKey(reason: BulkStop | null): MessageKey {
  if (reason === null || reason === 'stopped') return 'modules.bulk.job.stopped';
  return ofFault.includes(reason) ? 'modules.bulk.job.stopped_error' : 'modules.bulk.job.stopped_rights';
}

/** How many an undo has left as they are, and why. */
export const leftWord = (job: BulkJob, t: Translated): string => t(leftKey(job), { count: notUndone(job) });

function leftKey({ kind }: BulkJob) {
  if (kind === 'remind') return 'modules.bulk.job.reminders_left';
  const isOfPayments = kind === 'payments' || isPaymentAct(kind);
  return isOfPayments ? 'modules.bulk.job.payments_left' : 'modules.bulk.job.not_undone';
}

const notUndone = ({ not_undone }: BulkJob) => not_undone.reduce((sum, { count }) => sum + count, 0);

/** The texts that name what a job's rows are. */
export const wordsOf = (job: BulkJob) => (isPaymentAct(job.kind) ? 'payment_acts' : 'bulk');

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
  if (state === 'stopped' && job.kind === 'export') return t('modules.bulk.file.none');
  return t(`modules.bulk.acts.${name}.done`, { count: done_count });
}

/** The line below an export: how long its file is kept and who is not in it, or why there is none. */
function fileRemarks(job: BulkJob, t: Translated): string {
  const { state, stop_reason, file_until } = job;
  if (state === 'stopped') {
    if (stop_reason === 'stopped') return t('modules.bulk.file.stopped');
    const isFault = stop_reason === null || ofFault.includes(stop_reason);
    return t(isFault ? 'modules.bulk.file.stopped_error' : 'modules.bulk.file.stopped_rights');
  }
  const missing = skippedOf(job);
  return [
    t(file_until ? 'modules.bulk.file.kept' : 'modules.bulk.file.gone', { count: exportLimits.hours }),
    missing > 0 && t('modules.export.missing', { count: missing }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The line below: why it stopped, and how many were left out. */
export function remarks(job: BulkJob, t: Translated): string {
  if (job.kind === 'export') return fileRemarks(job, t);
  const { state, stop_reason, done_count, total_count } = job;
  const skipped = skippedOf(job);
  const left = notUndone(job);
  if (state === 'undone') return left > 0 ? leftWord(job, t) : '';
  return [
    state === 'stopped' && t(stopKey(stop_reason), { done: done_count + skipped, total: total_count }),
    skipped > 0
      ? t(`modules.${wordsOf(job)}.result.skipped`, { count: skipped })
      : // rows of a sheet that were not ready are none of the work's
        state === 'done' && job.kind !== 'import' && t(`modules.${wordsOf(job)}.result.none_skipped`),
  ]
    .filter(Boolean)
    .join(' ');
}
