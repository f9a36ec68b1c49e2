import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarWeek, IconChevronLeft, IconChevronRight, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { addDays } from '../../../ui/date.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useTimeZone } from '../groups/Enrolment.tsx';
import { Agenda } from './Agenda.tsx';
import classes from './dashboard.module.css';
import { Facts } from './Facts.tsx';
import { PhoneAgenda } from './PhoneAgenda.tsx';
import { weekQuery } from './queries.ts';
import { useNow } from './use-now.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { type DashboardSearch, formatWeek, mondayOf, parseDashboardSearch } from './week.ts';

const route = getRouteApi('/_app/dashboard');

/** A week of sessions, and above it what waits to be done. */
export function DashboardPage() {
  const { locale } = useI18n();
  const search = parseDashboardSearch(route.useSearch());
  const now = useNow(useTimeZone());
  const thisWeek = mondayOf(now.day);
  const monday = search.week ?? thisWeek;
  const isNarrow = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <PageHeader
        title={formatWeek(monday, locale)}
        beside={<WeekButtons monday={monday} thisWeek={thisWeek} />}
        actions={!isNarrow && <ViewSwitch view={search.view ?? 'week'} />}
      />
      <Facts today={now.day} />
      <Week monday={monday} now={now} view={isNarrow ? 'phone' : (search.view ?? 'week')} />
    </>
  );
}

function WeekButtons({ monday, thisWeek }: { monday: string; thisWeek: string }) {
  const { t } = useI18n();
  const navigate = route.useNavigate();
  const goTo = (week: string) =>
    navigate({
      search: ({ week: _, ...now }: DashboardSearch) => (week === thisWeek ? now : { ...now, week }),
      resetScroll: false,
    });
  return (
    <div className={classes.weeks}>
      <Tooltip label={t('modules.dashboard.previous_week')}>
        <ActionIcon
          aria-label={t('modules.dashboard.previous_week')}
          onClick={() => goTo(addDays(monday, -7))}
        >
          <IconChevronLeft size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('modules.dashboard.next_week')}>
        <ActionIcon aria-label={t('modules.dashboard.next_week')} onClick={() => goTo(addDays(monday, 7))}>
          <IconChevronRight size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Button onClick={() => goTo(thisWeek)}>{t('modules.dashboard.today')}</Button>
    </div>
  );
}

function ViewSwitch({ view }: { view: 'week' | 'list' }) {
  const { t } = useI18n();
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      aria-label={t('modules.dashboard.view')}
      value={view}
      onChange={(chosen) =>
        navigate({
          search: ({ view: _, ...now }: DashboardSearch) =>
            chosen === 'list' ? { ...now, view: 'list' as const } : now,
          resetScroll: false,
        })
      }
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
  monday: string;
  now: { day: string; time: string };
  view: 'week' | 'list' | 'phone';
};

function Week({ monday, now, view }: WeekProps) {
  const { t } = useI18n();
  const week = useQuery(weekQuery(useApi(), monday));
  if (week.isError && !week.data) {
    return (
      <EmptyState
        kind="no-results"
        title={t('ui.query.failed')}
        actions={<Button onClick={() => week.refetch()}>{t('ui.query.retry')}</Button>}
      >
        {errorText(week.error, t, 'errors.general.query')}
      </EmptyState>
    );
  }
  if (!week.data) {
    return (
      <div role="status" aria-label={t('ui.list.loading')}>
        <SkeletonRows />
      </div>
    );
  }
  const sessions = week.data.results;
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
  if (view === 'phone') return <PhoneAgenda key={monday} monday={monday} sessions={sessions} now={now} />;
  return view === 'list' ? (
    <Agenda from={monday} monday={monday} sessions={sessions} now={now} />
  ) : (
    <WeekGrid key={monday} monday={monday} sessions={sessions} now={now} />
  );
}
