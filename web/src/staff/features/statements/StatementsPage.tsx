import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatInstant, formatMoney, formatPeriod } from '@vpisnik/contract/rules/format';
import type { BankStatement } from '@vpisnik/contract/statements';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { focusHeading } from '../../../ui/focus-heading.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { MoreButton, type PagedList } from '../../../ui/table/MoreButton.tsx';
import { statementsQuery, waitingQuery } from './queries.ts';
import { StatementUpload } from './StatementUpload.tsx';
import classes from './statements.module.css';
import { useBooking } from './use-booking.ts';
import { WaitingLine } from './WaitingLine.tsx';

/** Bank statements: bring one, money that waits for a payment, and the imports so far. */
export function StatementsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t('modules.statement.title')}
        back={{ to: '/payments', label: t('modules.participant.tabs.payments') }}
      />
      <div className={classes.page}>
        <section className={classes.upload} aria-labelledby="statement-upload">
          <h2 id="statement-upload">{t('modules.statement.file.heading')}</h2>
          <p className={classes.said}>{t('modules.statement.file.lead')}</p>
          <StatementUpload
            onImported={({ id }) =>
              void navigate({ to: '/payments/statements/$statement_id', params: { statement_id: id } })
            }
          />
        </section>
        <Waiting />
        <Statements />
      </div>
    </>
  );
}

/** Money without a payment: nothing that came is lost. */
function Waiting() {
  const { t, locale } = useI18n();
  const list = useInfiniteQuery(waitingQuery(useApi()));
  const acts = useBooking();
  const entries = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const sums = list.data?.pages[0]?.sums ?? [];
  if (list.isError && !list.data) return <QueryFailed error={list.error} onRetry={list.refetch} />;
  if (!list.data) return null;
  return (
    <section className={classes.block} aria-labelledby="statement-waiting">
      <header>
        <h2 id="statement-waiting">{t('modules.statement.waiting.title')}</h2>
        <p className={classes.said}>
          {sums.length === 0
            ? t('modules.statement.waiting.none')
            : t('modules.statement.waiting.text', {
                sums: sums.map(({ credit, currency }) => formatMoney(credit, currency, locale)).join(', '),
              })}
        </p>
      </header>
      <ul>
        {entries.map((entry) => (
          <WaitingLine key={entry.id} entry={entry} acts={acts} onDone={focusHeading} isLinked />
        ))}
      </ul>
      <More list={list} />
    </section>
  );
}

function Statements() {
  const { t } = useI18n();
  const list = useInfiniteQuery(statementsQuery(useApi()));
  const statements = list.data?.pages.flatMap(({ results }) => results);
  if (list.isError && !statements) return <QueryFailed error={list.error} onRetry={list.refetch} />;
  if (!statements) return <Pending rows={3} />;
  return (
    <section className={classes.block} aria-labelledby="statement-list">
      <header>
        <h2 id="statement-list">{t('modules.statement.list.title')}</h2>
        {statements.length === 0 && <p className={classes.said}>{t('modules.statement.list.none')}</p>}
      </header>
      <ul>
        {statements.map((statement) => (
          <StatementRow key={statement.id} statement={statement} />
        ))}
      </ul>
      <More list={list} />
    </section>
  );
}

function StatementRow({ statement }: { statement: BankStatement }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { id, file_name, currency, undone_at, waiting_count } = statement;
  const period = formatPeriod(statement.from_date, statement.to_date, locale);
  const at = (instant: string) => formatInstant(instant, { locale, timeZone });
  return (
    <li className={classes.statement}>
      <Link
        to="/payments/statements/$statement_id"
        params={{ statement_id: id }}
        aria-label={t('modules.statement.list.open', { file: file_name, period })}
      >
        {period}
      </Link>
      <small>
        {file_name} · {t('modules.statement.list.imported', { at: at(statement.created_at) })}
      </small>
      <span className={classes.money}>
        {t('modules.statement.incoming', {
          count: statement.entry_count,
          total: formatMoney(statement.total, currency, locale),
        })}
      </span>
      <small>
        {undone_at === null
          ? waiting_count === 0
            ? t('modules.statement.report.done')
            : t('modules.statement.report.waiting', { count: waiting_count })
          : t('modules.statement.undone_at', { at: at(undone_at) })}
      </small>
    </li>
  );
}

function More({ list }: { list: PagedList }) {
  return list.hasNextPage ? (
    <div className={classes.foot}>
      <MoreButton list={list} />
    </div>
  ) : null;
}
