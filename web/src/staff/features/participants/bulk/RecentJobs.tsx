import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { InfoDialog } from '../../../../ui/dialog/InfoDialog.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import classes from './bulk.module.css';
import { headline } from './job-words.ts';
import { recentJobsQuery } from './queries.ts';
import { bulkStore } from './store.ts';

/** Bulk work of the last weeks: what became of it can be seen, and taken back, also after its notice has gone. */
export function RecentJobs({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const jobs = useInfiniteQuery(recentJobsQuery(useApi()));
  // files of exports are fetched where they are told of
  const rows = jobs.data?.pages.flatMap(({ results }) => results).filter(({ kind }) => kind !== 'export');
  return (
    <InfoDialog title={t('modules.bulk.recent.title')} size={560} onClose={onClose}>
      {jobs.isError && <QueryFailed error={jobs.error} onRetry={jobs.refetch} />}
      {jobs.isPending && <Pending />}
      {rows?.length === 0 && <p className={classes.remarks}>{t('modules.bulk.recent.empty')}</p>}
      <ul className={classes.recent}>
        {rows?.map((job) => (
          <li key={job.id} className={classes.recentJob}>
            <div className={classes.recentWhat}>
              <b>{headline(job, t)}</b>
              <small>
                {job.actor}, {formatInstant(job.created_at, { locale, timeZone })}
              </small>
            </div>
            <Button
              className={classes.recentShow ?? ''}
              aria-label={t('modules.bulk.recent.show', { what: headline(job, t) })}
              onClick={() => {
                onClose();
                bulkStore.open(job);
              }}
            >
              {t('modules.bulk.job.show')}
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={jobs} size="compact-sm" mt={8}>
        {t('modules.bulk.result.more')}
      </MoreButton>
    </InfoDialog>
  );
}
