import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconDownload, IconPlayerStop, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { actNameOf, failureOf, isAtWork, type ListKind, listOf } from './acts.ts';
import classes from './bulk.module.css';
import { headline, progressOf, remarks, workWord } from './job-words.ts';
import { jobQuery, rememberJob } from './queries.ts';
import { bulkStore } from './store.ts';
import { useFetchFile } from './use-fetch-file.ts';
import { useBulkNews } from './use-news.ts';

type JobCardsProps = {
  /** What the list holds. */
  of: ListKind;
  /** Chooses in the list those that a report names. */
  onChoose: (ids: readonly string[]) => void;
};

/** The watched jobs above a list, each with how far it is and what can be done about it. */
export function JobCards({ of, onChoose }: JobCardsProps) {
  const { ids } = useSyncExternalStore(bulkStore.subscribe, bulkStore.get);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => bulkStore.addList(), []);
  useEffect(() => bulkStore.takeChoices(of, (chosen) => choose.current(chosen)), [of]);
  return ids.map((id) => <Card key={id} id={id} />);
}

function Card({ id }: { id: string }) {
  const { data: job } = useQuery(jobQuery(useApi(), id));
  return job ? <JobCard job={job} /> : null;
}

/** One job; `isFixed` where it is what the screen is about, so that it can't be closed. */
export function JobCard({ job, isFixed = false }: { job: BulkJob; isFixed?: boolean }) {
  const { t } = useI18n();
  const rest = useRest(job);
  const isWorking = isAtWork(job);
  return (
    <section className={classes.job} aria-label={t('modules.bulk.job.region')}>
      <IconChecks size={20} stroke={1.75} aria-hidden />
      <div>
        <b>{headline(job, t)}</b>
        <small>{isWorking ? `${rest} ${t('modules.bulk.job.goes_on')}`.trim() : remarks(job, t)}</small>
      </div>
      <CardActs job={job} isFixed={isFixed} />
      {isWorking && <progress value={progressOf(job)} aria-label={workWord(job, t)} />}
      {/* how far it is would be too much to hear all the time */}
      <p className="vh" role="status">
        {isWorking ? '' : headline(job, t)}
      </p>
    </section>
  );
}

function stopWord(job: BulkJob): MessageKey {
  if (job.kind === 'export') return 'modules.bulk.file.stop';
  return listOf(job) === 'payments' ? 'modules.payment_acts.stop' : 'modules.bulk.job.stop';
}

function CardActs({ job, isFixed }: { job: BulkJob; isFixed: boolean }) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const { undo } = useBulkNews();
  const fetchFile = useFetchFile();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const { id, state } = job;
  const stop = async () => {
    setBusy(true);
    try {
      rememberJob(queryClient, api, await api.bulk_jobs.stop({ params: { id } }));
    } catch (error) {
      notifyFailure(error, t, failureOf(actNameOf(job)));
    } finally {
      setBusy(false);
    }
  };
  const fetchIt = async () => {
    setBusy(true);
    await fetchFile(job);
    setBusy(false);
  };
  const takeBack = async () => {
    setAsking(false);
    setBusy(true);
    await undo(job);
    setBusy(false);
  };
  // what was added is deleted, which may be days later
  const asked = job.kind === 'import' || job.kind === 'payments' ? job.kind : null;
  const ask = () => (asked ? setAsking(true) : void takeBack());
  if (state === 'undoing') return null;
  if (state === 'running')
    return (
      <div className={classes.buttons}>
        <Button leftSection={<IconPlayerStop size={18} stroke={1.75} aria-hidden />} {...waiting(busy, stop)}>
          {t(stopWord(job))}
        </Button>
      </div>
    );
  return (
    <div className={classes.buttons}>
      {job.undo_until && (
        <Button leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />} {...waiting(busy, ask)}>
          {t('modules.bulk.result.undo')}
        </Button>
      )}
      {job.kind !== 'export' && (
        <Button onClick={() => bulkStore.open(job)}>{t('modules.bulk.job.show')}</Button>
      )}
      {job.file_until && (
        <Button
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          {...waiting(busy, () => fetchIt())}
        >
          {t('modules.bulk.file.fetch')}
        </Button>
      )}
      {!isFixed && (
        <ActionIcon onClick={() => bulkStore.close(id)} aria-label={t('modules.bulk.job.dismiss')}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {asked && (
        <ConfirmDialog
          opened={asking}
          danger
          title={t(`modules.bulk.job.undo_${asked}_title`)}
          confirm={t(`modules.bulk.job.undo_${asked}`)}
          onConfirm={() => void takeBack()}
          onCancel={() => setAsking(false)}
        >
          {t(`modules.bulk.job.undo_${asked}_text`, { count: job.done_count })}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** About how long a job still takes, by its pace since this page has known it; empty until that is known. */
function useRest(job: BulkJob): string {
  const { t } = useI18n();
  const first = useRef({ at: Date.now(), progress: progressOf(job), state: job.state });
  const progress = progressOf(job);
  if (first.current.state !== job.state) first.current = { at: Date.now(), progress, state: job.state };
  const done = progress - first.current.progress;
  if (done <= 0) return '';
  const minutes = Math.round((((Date.now() - first.current.at) / done) * (1 - progress)) / 60_000);
  return minutes < 1 ? t('modules.bulk.job.soon') : t('modules.bulk.job.minutes', { count: minutes });
}
