import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BulkJob, BulkReason } from '@vpisnik/contract/bulk-jobs';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { saveCsv } from '../../../../lib/save-file.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { InfoDialog } from '../../../../ui/dialog/InfoDialog.tsx';
import { notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { type ActName, actNameOf, type Choices, listOf, skippedOf, tells } from './acts.ts';
import classes from './bulk.module.css';
import { JobRows, type ShownRows } from './JobRows.tsx';
import { headline, remarks, wordsOf } from './job-words.ts';
import { Line } from './Lines.tsx';
import { jobIds, jobQuery } from './queries.ts';
import { reasonKey } from './reason-key.ts';
import { bulkStore } from './store.ts';
import { useBulkNews } from './use-news.ts';

/** Another attempt with rows that were skipped. */
export type Retry = { act: ActName; ids: string[]; choices?: Partial<Choices> };

type JobResultProps = { job: BulkJob; onRetry: (retry: Retry) => void; onClose: () => void };

/** What became of bulk work: how many, who was skipped and why, and what can be done about it. */
export function JobResult({ job: opened, onRetry, onClose }: JobResultProps) {
  const { t } = useI18n();
  const api = useApi();
  const job = useQuery({ ...jobQuery(api, opened.id), initialData: opened }).data;
  const skipped = skippedOf(job);
  const words = wordsOf(job);
  const [shown, setShown] = useState<ShownRows>(skipped > 0 ? 'skipped' : 'all');
  const acts = useResultActs(job, onClose, onRetry);
  return (
    <InfoDialog title={headline(job, t)} size={720} onClose={onClose}>
      <p className={classes.remarks}>{remarks(job, t)}</p>
      {job.skipped.length > 0 && (
        <ul className={classes.lines}>
          {job.skipped.map(({ reason, count }) => (
            <Line key={reason} count={count} act={<ReasonActs reason={reason} job={job} {...acts} />}>
              {t(reasonKey(job, reason))}
            </Line>
          ))}
        </ul>
      )}
      <SegmentedControl
        mt={16}
        aria-label={t(`modules.${words}.result.tabs`)}
        value={shown}
        onChange={(value) => setShown(value as ShownRows)}
        data={[
          { value: 'skipped', label: t(`modules.${words}.result.tab_skipped`, { number: skipped }) },
          { value: 'done', label: t(`modules.${words}.result.tab_done`, { number: job.done_count }) },
          { value: 'all', label: t(`modules.${words}.result.tab_all`) },
        ]}
      />
      <JobRows job={job} shown={shown} />
      {job.undo_until && <p className={classes.remarks}>{t(undoHint(job))}</p>}
      <Group className={classes.foot} gap={8} mt={16}>
        <Button
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          {...waiting(acts.busy, acts.download)}
        >
          {t('modules.bulk.result.report')}
        </Button>
        {job.undo_until && (
          <Button
            leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
            {...waiting(acts.busy, acts.undo)}
          >
            {t('modules.bulk.result.undo')}
          </Button>
        )}
        {skipped > 0 && acts.choose && job.kind !== 'import' && (
          <Button {...waiting(acts.busy, acts.choose)}>{t(`modules.${words}.result.choose_skipped`)}</Button>
        )}
        <Button variant="filled" onClick={onClose} data-autofocus>
          {t('modules.bulk.result.close')}
        </Button>
      </Group>
    </InfoDialog>
  );
}

function undoHint(job: BulkJob): MessageKey {
  if (job.kind === 'import') return 'modules.bulk.result.undo_hint_import';
  if (job.kind === 'payments') return 'modules.bulk.result.undo_hint_payments';
  if (job.kind !== 'remind' && listOf(job) === 'payments') return 'modules.payment_acts.result.undo_hint';
  return tells(job) ? 'modules.bulk.result.undo_hint' : 'modules.bulk.result.undo_hint_silent';
}

function useResultActs(job: BulkJob, onClose: () => void, onRetry: (retry: Retry) => void) {
  const { t } = useI18n();
  const api = useApi();
  const navigate = useNavigate();
  const { undo } = useBulkNews();
  const isOfAll = useMay('participants.list');
  const list = listOf(job);
  const [busy, setBusy] = useState(false);
  const attempt = (act: () => Promise<void>) => async () => {
    setBusy(true);
    await act().catch((error: unknown) => notifyFailure(error, t, 'errors.general.query'));
    setBusy(false);
  };
  return {
    busy,
    download: async () => {
      setBusy(true);
      try {
        const text = await api.bulk_jobs.report({ params: { id: job.id } });
        saveCsv(text, t('modules.bulk.result.file'));
      } catch (error) {
        notifyFailure(error, t, 'errors.general.download_csv');
      } finally {
        setBusy(false);
      }
    },
    undo: attempt(async () => {
      if (await undo(job)) onClose();
    }),
    // elsewhere than in a list, only the list of all can be gone to
    choose:
      bulkStore.hasList(list) || isOfAll
        ? attempt(async () => {
            const ids = await jobIds(api, job, { state: ['skipped'] });
            onClose();
            if (!bulkStore.choose(list, ids)) await navigate({ to: `/${list}` });
          })
        : undefined,
    retry: (reason: BulkReason, act: ActName, choices: Partial<Choices>) =>
      attempt(async () => {
        const ids = await jobIds(api, job, { state: ['skipped'], reason: [reason] });
        onClose();
        onRetry({ act, ids, choices });
      }),
  };
}

type Acts = Pick<ReturnType<typeof useResultActs>, 'busy' | 'retry'>;

/** What those who found no place can be given instead. */
function ReasonActs({ reason, job, busy, retry }: Acts & { reason: BulkReason; job: BulkJob }) {
  const { t } = useI18n();
  const act = actNameOf(job);
  if (reason !== 'group_full' || act === 'import' || act === 'export' || act === 'export_payments')
    return null;
  if (act === 'message' || act === 'payments') return null;
  if (act === 'pay' || act === 'cancel' || act === 'remind') return null;
  const groupId = typeof job.parameters.group_id === 'string' ? job.parameters.group_id : null;
  const notify = tells(job);
  const payments = job.parameters.payments === 'none' ? ('none' as const) : ('plan' as const);
  return (
    <>
      <button
        type="button"
        className={classes.link}
        {...waiting(busy, retry(reason, act, { overbook: true, groupId, notify, payments }))}
      >
        {t('modules.bulk.result.overbook')}
      </button>
      {act === 'approved' && (
        <button
          type="button"
          className={classes.link}
          {...waiting(busy, retry(reason, 'waitlisted', { notify }))}
        >
          {t('modules.bulk.result.to_waitlist')}
        </button>
      )}
    </>
  );
}
