import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCalendarWeek,
  IconChevronLeft,
  IconChevronRight,
  IconList,
  IconPrinter,
} from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addDays } from '@vpisnik/contract/rules/dates';
import type { Session } from '@vpisnik/contract/sessions';
import { type ReactNode, useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ownZone } from '../../../lib/time/own-zone.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { SubscribeButton } from '../calendar-feeds/SubscribeButton.tsx';
import { Agenda } from './Agenda.tsx';
import { type DashboardSearch, isFiltered, parseDashboardSearch } from './address.ts';
import { hasOverlaps } from './calendar.ts';
import classes from './dashboard.module.css';
import { SessionTasks } from './EventMenu.tsx';
import { Facts } from './Facts.tsx';
import { PhoneAgenda } from './PhoneAgenda.tsx';
import { clashesBySession, filteredSessions, weekQuery } from './queries.ts';
import { SessionFilterBar } from './SessionFilterBar.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useIsPrinting } from './use-is-printing.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { formatWeek, mondayOf, weeksBetween } from './week.ts';

/** A week of sessions, with pending work above it. */
export function DashboardPage() {
  const { locale } = useI18n();
  const { address: search, go } = useAddress(parseDashboardSearch);
  const timeZone = useTimeZone();
  const now = useNow(timeZone);
  const thisWeek = mondayOf(now.day);
  const monday = search.week ?? thisWeek;
  // paper is narrow too, but has room for the week
  const isNarrow = useMediaQuery('screen and (max-width: 59.99em)', false, {
    getInitialValueInEffect: false,
  });
  const goTo = (week: string) => go({ week: week === thisWeek ? undefined : week }, { replace: false });
  useArrowKeys((direction) => goTo(addDays(monday, direction * 7)));
  return (
    <>
      <PageHeader
        title={formatWeek(monday, locale)}
        fact={<WeekFact weeks={weeksBetween(thisWeek, monday)} timeZone={timeZone} />}
        beside={
          <WeekButtons monday={monday} thisWeek={thisWeek} goTo={goTo}>
            {isNarrow && <Takeaways />}
          </WeekButtons>
        }
        actions={
          !isNarrow && (
            <>
              <ViewSwitch view={search.view ?? 'week'} />
              <Takeaways />
            </>
          )
        }
      />
      <div className="no-print">
        <Facts today={now.day} />
      </div>
      <SessionTasks>
        <Week search={search} monday={monday} now={now} view={isNarrow ? 'phone' : (search.view ?? 'week')} />
      </SessionTasks>
    </>
  );
}

/** Buttons to subscribe to the calendar and to print the week. */
function Takeaways() {
  const { t } = useI18n();
  return (
    <div className={`${classes.takeaways} no-print`}>
      <SubscribeButton />
      <Tip label={t('modules.dashboard.print')}>
        <ActionIcon aria-label={t('modules.dashboard.print')} onClick={() => window.print()}>
          <IconPrinter size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
    </div>
  );
}

/** Week label; the organisation's name in print; its time zone if it differs from the device's. */
function WeekFact({ weeks, timeZone }: { weeks: number; timeZone: string }) {
  const { t } = useI18n();
  const { organization } = useSession();
  const isPrinting = useIsPrinting();
  const here = ownZone();
  const week =
    isPrinting && organization
      ? organization.name
      : weeks === 0
        ? t('modules.dashboard.this_week')
        : weeks === 1
          ? t('modules.dashboard.week_after')
          : weeks === -1
            ? t('modules.dashboard.week_before')
            : weeks > 0
              ? t('modules.dashboard.weeks_ahead', { count: weeks })
              : t('modules.dashboard.weeks_ago', { count: -weeks });
  return (
    <>
      {week}
      {here !== timeZone && ` · ${t('modules.dashboard.zone', { zone: timeZone.replaceAll('_', ' ') })}`}
    </>
  );
}

type WeekButtonsProps = {
  monday: string;
  thisWeek: string;
  goTo: (week: string) => void;
  /** At the end of the row, on a phone. */
  children: ReactNode;
};

function WeekButtons({ monday, thisWeek, goTo, children }: WeekButtonsProps) {
  const { t } = useI18n();
  return (
    <div className={`${classes.weeks} no-print`}>
      <Tip label={t('modules.dashboard.previous_week')}>
        <ActionIcon
          aria-label={t('modules.dashboard.previous_week')}
          onClick={() => goTo(addDays(monday, -7))}
        >
          <IconChevronLeft size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
      <Tip label={t('modules.dashboard.next_week')}>
        <ActionIcon aria-label={t('modules.dashboard.next_week')} onClick={() => goTo(addDays(monday, 7))}>
          <IconChevronRight size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
      <Button onClick={() => goTo(thisWeek)}>{t('modules.dashboard.today')}</Button>
      {children}
    </div>
  );
}

function ViewSwitch({ view }: { view: 'week' | 'list' }) {
  const { t } = useI18n();
  const { go } = useAddress(parseDashboardSearch);
  return (
    <SegmentedControl
      className="no-print"
      aria-label={t('modules.dashboard.view')}
      value={view}
      onChange={(chosen) => go({ view: chosen === 'list' ? 'list' : undefined })}
      data={[
        {
          value: 'week',
          label: (
            <span className={classes.view}>
              <IconCalendarWeek size={16} stroke={1.75} aria-hidden />
              {t('modules.dashboard.week')}
            </span>
          ),
        },
        {
          value: 'list',
          label: (
            <span className={classes.view}>
              <IconList size={16} stroke={1.75} aria-hidden />
              {t('modules.dashboard.list')}
            </span>
          ),
        },
      ]}
    />
  );
}

type WeekProps = {
  search: DashboardSearch;
  monday: string;
  now: { day: string; time: string };
  view: 'week' | 'list' | 'phone';
};

function Week({ search, monday, now, view }: WeekProps) {
  const week = useQuery({
    ...weekQuery(useApi(), monday, search.active !== false),
    // the filters and what they offer stay while the next week comes
    placeholderData: (before) => before,
  });
  const filters = <SessionFilterBar sessions={week.data?.results ?? []} />;
  return (
    <>
      {view !== 'phone' && filters}
      <Sessions query={week} search={search} monday={monday} now={now} view={view} />
      {/* on a phone what is next comes first */}
      {view === 'phone' && <div className={classes.filters}>{filters}</div>}
    </>
  );
}

/** Paper is read on other days, too: nothing on it is today, or past. */
const never = { day: '', time: '00:00' };

type SessionsProps = WeekProps & { query: UseQueryResult<{ results: Session[] }> };

function Sessions({ query: week, search, monday, now, view }: SessionsProps) {
  const { t } = useI18n();
  const { set } = useAddress(parseDashboardSearch);
  const isPrinting = useIsPrinting();
  const all = week.data?.results;
  const clashes = useMemo(() => clashesBySession(all ?? []), [all]);
  if (week.isError && !week.data) {
    return <QueryFailed error={week.error} onRetry={week.refetch} />;
  }
  if (!all || week.isPlaceholderData) {
    return <Pending />;
  }
  const sessions = filteredSessions(all, search);
  if (sessions.length === 0 && isFiltered(search)) {
    const { week: shown, view: kept } = search;
    const unfiltered = { ...(shown && { week: shown }), ...(kept && { view: kept }) };
    return (
      <EmptyState
        kind="no-results"
        title={t('modules.dashboard.none_title')}
        actions={<Button onClick={() => set(unfiltered)}>{t('ui.list.clear_filters')}</Button>}
      >
        {t('modules.dashboard.none_text')}
      </EmptyState>
    );
  }
  if (sessions.length === 0) {
    return (
      <EmptyState
        title={t('modules.dashboard.empty_title')}
        actions={
          <Button variant="filled" renderRoot={(props) => <Link to="/groups" {...props} />}>
            {t('modules.dashboard.to_groups')}
          </Button>
        }
      >
        {t('modules.dashboard.empty_text')}
      </EmptyState>
    );
  }
  const shown = { monday, sessions, clashes, now };
  if (view === 'phone') return <PhoneAgenda key={monday} search={search} {...shown} />;
  if (view === 'list') return <Agenda from={monday} {...shown} />;
  return (
    <>
      <WeekGrid key={monday} {...shown} />
      {/* overlapping sessions are too narrow for their place, and paper has no tooltips: lists them below */}
      {isPrinting && hasOverlaps(sessions) && (
        <div className={classes.below}>
          <Agenda from={monday} {...shown} now={never} />
        </div>
      )}
    </>
  );
}
