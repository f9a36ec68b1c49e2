import { Button, SegmentedControl } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SentFile } from '@vpisnik/contract/kit';
import { formatPeriod } from '@vpisnik/contract/rules/format';
import { addMonths, daysOfMonth } from '@vpisnik/contract/rules/payment-filter';
import { type ReportGrouping, reportGroupings } from '@vpisnik/contract/rules/payment-reports';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useApi } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../ui/date/DateInput.tsx';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { daysOf, parseReportSearch, type ReportSearch, yearOf } from './address.ts';
import classes from './payment-reports.module.css';
import { reportQuery } from './queries.ts';
import { ReportTable } from './ReportTable.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Owed and received amounts, added up by group, month, method or category; for paper and for the accountant, too. */
export function ReportPage() {
  const { t, locale } = useI18n();
  const api = useApi();
  const today = localDay(new Date(), useTimeZone());
  const { address } = useAddress(parseReportSearch);
  const report = useQuery(reportQuery(api, address, today));
  const days = daysOf(address, today);
  const period = formatPeriod(days.from ?? null, days.to ?? null, locale) || t('modules.payment_report.all');
  const csv = useDownload(() =>
    api.payment_reports.csv({ query: { ...(address.by && { by: address.by }), ...days } }),
  );
  const ledger = useDownload(() => api.payment_reports.ledger({ query: days }));
  const organization = useSession().organization?.name;
  const results = report.data?.results ?? [];
  return (
    <>
      <PageHeader
        title={t('layout.titles.payment_report')}
        back={{ to: '/payments', label: t('modules.participant.tabs.payments') }}
        fact={
          <>
            <span className={classes.onPaper}>{organization} · </span>
            {period}
          </>
        }
        actions={
          <Button
            className="no-print"
            leftSection={<IconPrinter {...icon} />}
            disabled={results.length === 0}
            onClick={() => window.print()}
          >
            {t('modules.payment_report.print')}
          </Button>
        }
      />
      <Choices search={address} today={today} />
      {report.isError && !report.data ? (
        <QueryFailed error={report.error} onRetry={report.refetch} />
      ) : !report.data ? (
        <Pending />
      ) : results.length === 0 ? (
        <EmptyState kind="no-results" title={t('modules.payment_report.none_title')}>
          {t('modules.payment_report.none_text')}
        </EmptyState>
      ) : (
        <div className={classes.tables} aria-busy={report.isPlaceholderData}>
          {results.map((one) => (
            <ReportTable
              key={one.currency}
              report={one}
              by={address.by ?? 'group'}
              period={period}
              isOnly={results.length === 1}
            />
          ))}
          <p className={classes.note}>{t('modules.payment_report.note')}</p>
        </div>
      )}
      <section className={`${classes.files} no-print`} aria-labelledby="report-files">
        <h2 id="report-files">{t('modules.payment_report.files')}</h2>
        <p>{t('modules.payment_report.ledger_text')}</p>
        <div className={classes.buttons}>
          <Button
            leftSection={<IconFileSpreadsheet {...icon} />}
            {...waiting(ledger.isPending, () => ledger.mutate())}
          >
            {t('modules.payment_report.ledger')}
          </Button>
          <Button
            leftSection={<IconFileSpreadsheet {...icon} />}
            disabled={results.length === 0}
            {...waiting(csv.isPending, () => csv.mutate())}
          >
            {t('modules.payment_report.csv')}
          </Button>
        </div>
      </section>
    </>
  );
}

/** Fetches a file and says so. */
function useDownload(fetchFile: () => Promise<SentFile>) {
  const { t } = useI18n();
  return useMutation({
    mutationFn: fetchFile,
    onSuccess: (file) => {
      saveFile(file, file.name);
      const message = t('modules.payment_report.done', { name: file.name });
      notify({ translate: false, message, act: 'errors.general.download_csv' });
    },
    onError: (error) => notifyFailure(error, t, 'errors.general.download_csv'),
  });
}

type Span = 'month' | 'last_month' | 'year' | 'last_year' | 'all';
const spans = ['month', 'last_month', 'year', 'last_year', 'all'] as const;

/** The days that a span means on a day; none for all. */
function daysOfSpan(span: Span, today: string): ReportSearch {
  const month = today.slice(0, 7);
  switch (span) {
    case 'month':
      return daysOfMonth(month);
    case 'last_month':
      return daysOfMonth(addMonths(month, -1));
    case 'year':
      return {};
    case 'last_year':
      return yearOf(today, 1);
    case 'all':
      return { span: 'all' };
  }
}

function Choices({ search, today }: { search: ReportSearch; today: string }) {
  const { t } = useI18n();
  const { go, set } = useAddress(parseReportSearch);
  const days = daysOf(search, today);
  const its = spans.find((span) => {
    const meant = daysOf(daysOfSpan(span, today), today);
    return meant.from === days.from && meant.to === days.to;
  });
  const change = (side: 'from' | 'to', day: string | null) =>
    go((now) => {
      const other = daysOf(now, today)[side === 'from' ? 'to' : 'from'];
      const isReversed = day && other && (side === 'from' ? day > other : day < other);
      const kept = isReversed ? undefined : other;
      if (!day && !kept) return { from: undefined, to: undefined, span: 'all' };
      const [from, to] = side === 'from' ? [day ?? undefined, kept] : [kept, day ?? undefined];
      return { from, to, span: undefined };
    });
  return (
    <div className={`${classes.choices} no-print`}>
      <SegmentedControl
        className={classes.by}
        aria-label={t('modules.payment_report.by')}
        value={search.by ?? 'group'}
        onChange={(by) => go({ by: by === 'group' ? undefined : (by as Exclude<ReportGrouping, 'group'>) })}
        data={reportGroupings.map((value) => ({
          value,
          label: t(`modules.payment_report.groupings.${value}`),
        }))}
      />
      <fieldset className={classes.period}>
        <legend>{t('modules.payment_report.period')}</legend>
        <div className={classes.spans}>
          {spans.map((span) => (
            <Button
              key={span}
              size="compact-sm"
              variant={span === its ? 'filled' : 'default'}
              aria-pressed={span === its}
              onClick={() => set(({ by }) => ({ ...(by && { by }), ...daysOfSpan(span, today) }))}
            >
              {t(`modules.payment_report.spans.${span}`)}
            </Button>
          ))}
        </div>
        <div className={classes.days}>
          <DateInput
            label={t('modules.payment_report.from')}
            value={days.from ?? null}
            max={days.to ?? null}
            onChange={(day) => void change('from', day)}
          />
          <DateInput
            label={t('modules.payment_report.to')}
            value={days.to ?? null}
            min={days.from ?? null}
            onChange={(day) => void change('to', day)}
          />
        </div>
      </fieldset>
    </div>
  );
}
