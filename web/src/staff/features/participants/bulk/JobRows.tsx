import { IconCheck, IconClock, IconCornerUpLeft, IconMinus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BulkJob, BulkRow, BulkRowState } from '@vpisnik/contract/bulk-jobs';
import { bestText } from '@vpisnik/contract/common';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import classes from './bulk.module.css';
import { wordsOf } from './job-words.ts';
import { jobRowsQuery } from './queries.ts';
import { reasonKey } from './reason-key.ts';

/** Which rows of a job are shown. */
export type ShownRows = 'skipped' | 'done' | 'all';

const icons: Record<BulkRowState, typeof IconCheck> = {
  waiting: IconClock,
  done: IconCheck,
  skipped: IconMinus,
  undone: IconCornerUpLeft,
};

/** What became of each row. */
export function JobRows({ job, shown }: { job: BulkJob; shown: ShownRows }) {
  const { t } = useI18n();
  const rows = useInfiniteQuery({
    ...jobRowsQuery(useApi(), job.id, shown === 'all' ? {} : { state: [shown] }),
    staleTime: 0,
  });
  if (rows.isError) return <QueryFailed error={rows.error} onRetry={rows.refetch} />;
  if (!rows.data) return <Pending />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.rows} aria-label={t(`modules.${wordsOf(job)}.result.tabs`)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('modules.bulk.result.name')}</th>
            <th scope="col" data-wide>
              {t('modules.bulk.result.group')}
            </th>
            <th scope="col">{t('modules.bulk.result.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.data.pages.flatMap(({ results }) =>
            results.map((row) => <Row key={row.payment?.id ?? row.participant_id} row={row} job={job} />),
          )}
        </tbody>
      </table>
      <MoreButton list={rows} size="compact-sm" mt={8}>
        {t('modules.bulk.result.more')}
      </MoreButton>
    </section>
  );
}

function Row({ row, job }: { row: BulkRow; job: BulkJob }) {
  const { t, locale } = useI18n();
  const { name, group_name, payment, state, reason, warnings, missing } = row;
  const Icon = icons[state];
  const group = group_name && bestText(group_name, locale);
  return (
    <tr>
      <td>
        <b>{name ?? t(`modules.${wordsOf(job)}.result.gone`)}</b>
        {payment && (
          <small>
            {[formatMoney(payment.amount, payment.currency, locale), payment.purpose]
              .filter(Boolean)
              .join(', ')}
          </small>
        )}
      </td>
      <td data-wide lang={group?.language}>
        {group?.text}
      </td>
      <td data-state={state}>
        <span>
          <Icon size={16} stroke={2} aria-hidden />
          {t(`modules.bulk.result.states.${state}`)}
        </span>
        {reason && <small>{t(reasonKey(job, reason))}</small>}
        {warnings.map((warning) => (
          <small key={warning}>
            {warning === 'missing_answers'
              ? t('modules.bulk.result.missing', {
                  questions: missing.map((one) => bestText(one, locale).text).join(', '),
                })
              : t(`modules.bulk.warnings.${warning}`)}
          </small>
        ))}
      </td>
    </tr>
  );
}
