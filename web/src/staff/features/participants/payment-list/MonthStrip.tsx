import { ActionIcon, Button } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCalendarX,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PaymentSums } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { addMonths, expectedStates } from '@vpisnik/contract/rules/payment-filter';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useApi } from '../../../../lib/api.ts';
import { changedSearch } from '../../../../lib/list-address.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { RetryButton } from '../../../../ui/notice/RetryButton.tsx';
import type { PaymentsSearch, ShownState } from './address.ts';
import classes from './payment-list.module.css';
import { sumsQuery } from './queries.ts';
import { hundredthsOf, monthInWords } from './words.ts';

type Fact = 'expected' | 'received' | 'due' | 'overdue';

const facts: { fact: Fact; icon: typeof IconCheck; states: readonly ShownState[] }[] = [
  { fact: 'expected', icon: IconCalendarEvent, states: expectedStates },
  { fact: 'received', icon: IconCheck, states: ['completed'] },
  { fact: 'due', icon: IconClock, states: ['due'] },
  { fact: 'overdue', icon: IconCalendarX, states: ['overdue'] },
];

const icon = { size: 18, stroke: 1.75 } as const;

type MonthStripProps = {
  search: PaymentsSearch;
  groupId: string | null;
  /** Undefined: all due days. */
  onMonth: (month: string | undefined) => void;
};

/** What is expected, received, still open and overdue of what the filters leave, month by month; each leads to its payments. */
export function MonthStrip({ search, groupId, onMonth }: MonthStripProps) {
  const { t, locale } = useI18n();
  const today = localDay(new Date(), useTimeZone());
  const { organization } = useSession();
  const sums = useQuery(sumsQuery(useApi(), search, groupId));
  const { due_month, due_from, due_to } = search;
  const period = due_month
    ? monthInWords(due_month, locale)
    : t(due_from || due_to ? 'modules.payment_list.summary.range' : 'modules.payment_list.summary.all');
  const now = today.slice(0, 7);
  const step = (count: number) => onMonth(addMonths(due_month ?? now, count));
  const isAll = !due_month && !due_from && !due_to;
  const all = sums.data && inOrder(sums.data.results, organization?.currency ?? 'EUR');
  return (
    <section className={classes.strip} aria-label={t('modules.payment_list.summary.label', { period })}>
      <div className={classes.month}>
        <div className={classes.steps}>
          <ActionIcon aria-label={t('modules.payment_list.summary.previous')} onClick={() => step(-1)}>
            <IconChevronLeft {...icon} />
          </ActionIcon>
          <b aria-live="polite">{period}</b>
          <ActionIcon aria-label={t('modules.payment_list.summary.next')} onClick={() => step(1)}>
            <IconChevronRight {...icon} />
          </ActionIcon>
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.span ?? ''}
          onClick={() => onMonth(isAll ? now : undefined)}
        >
          {isAll
            ? t('modules.payment_list.summary.only', { month: monthInWords(now, locale) })
            : t('modules.payment_list.summary.all')}
        </Button>
        {all?.[0] && <Share sums={all[0]} />}
      </div>
      {sums.isError ? (
        <div className={classes.unread} role="alert">
          {t('modules.payment_list.summary.failed')}
          <RetryButton onRetry={sums.refetch} />
        </div>
      ) : (
        facts.map(({ fact, icon: Icon, states }) => (
          <Link
            key={fact}
            to="."
            search={(now: object) => changedSearch({ ...now } as PaymentsSearch, { status: [...states] })}
            state={{ keepFocus: true }}
            replace
            resetScroll={false}
            className={classes.fact}
            data-fact={fact}
            activeProps={{}}
            aria-current={isSame(search.status, states) ? 'true' : undefined}
            aria-busy={all === undefined}
          >
            <span className={classes.key}>
              <Icon size={15} stroke={2} aria-hidden />
              {t(`modules.payment_list.summary.${fact}`)}
            </span>
            {all ? (
              all.map((one, at) => <Sum key={one.currency} sums={one} fact={fact} isFirst={at === 0} />)
            ) : (
              <>
                <span className={classes.waiting} />
                <span className={classes.waiting} />
              </>
            )}
          </Link>
        ))
      )}
    </section>
  );
}

type SumProps = { sums: PaymentSums; fact: Fact; isFirst: boolean };

/** The organisation's currency large, others below it. */
function Sum({ sums, fact, isFirst }: SumProps) {
  const { t, locale } = useI18n();
  const { count, sum } = sums[fact];
  const older = fact === 'overdue' ? sums.older_overdue.count : 0;
  return (
    <>
      <span className={isFirst ? classes.value : classes.further}>
        {formatMoney(sum, sums.currency, locale)}
      </span>
      <span className={classes.count}>
        {t('modules.payment_list.summary.count', { count })}
        {older > 0 && `, ${t('modules.payment_list.summary.older', { count: older })}`}
      </span>
    </>
  );
}

function Share({ sums: { expected, received, due, overdue } }: { sums: PaymentSums }) {
  const { t, locale } = useI18n();
  if (expected.count === 0)
    return <small className={classes.share}>{t('modules.payment_list.summary.nothing')}</small>;
  const share = hundredthsOf(received.sum, expected.sum);
  const percent = numberFormat(formatTag[locale], { style: 'percent' }).format(share / 100);
  const parts = [received, due, overdue].map(({ sum }) => hundredthsOf(sum, expected.sum));
  return (
    <div className={classes.share}>
      <small>{t('modules.payment_list.summary.share', { percent })}</small>
      <span className={classes.bar} aria-hidden>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the three parts never change places
          <i key={at} style={{ flexGrow: part }} />
        ))}
      </span>
    </div>
  );
}

const nothing = { count: 0, sum: '0.00' };

/** The organisation's currency first, also without payments in it. */
function inOrder(all: readonly PaymentSums[], own: string): PaymentSums[] {
  const first = all.find(({ currency }) => currency === own) ?? {
    currency: own,
    expected: nothing,
    received: nothing,
    due: nothing,
    overdue: nothing,
    older_overdue: nothing,
    cancelled: nothing,
    refunded: nothing,
  };
  return [first, ...all.filter(({ currency }) => currency !== own)];
}

const isSame = (one: readonly string[] = [], other: readonly string[]) =>
  one.length === other.length && other.every((each) => one.includes(each));
