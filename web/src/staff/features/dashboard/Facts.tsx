import { IconCheck, IconChevronRight, IconHourglassLow, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { type ReactNode, useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { inZone } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useMay } from '../../permission/Permission.tsx';
import { useTimeZone } from '../groups/Enrolment.tsx';
import type { RosterFilters } from '../participants/filters.ts';
import { allGroupsQuery, countsQuery } from '../participants/queries.ts';
import classes from './dashboard.module.css';
import { freeForWaiting } from './queries.ts';

/** What waits to be done, each a way to where it is done. */
export function Facts({ today }: { today: string }) {
  const { t } = useI18n();
  const api = useApi();
  const counts = useQuery(countsQuery(api)).data;
  const groups = useQuery(allGroupsQuery(api)).data;
  const offering = useMemo(() => groups?.filter((group) => freeForWaiting(group) > 0) ?? [], [groups]);
  if (!counts) return <div className={classes.facts} data-pending />;
  return (
    <>
      <h2 className="vh">{t('modules.dashboard.waits')}</h2>
      <ul className={classes.facts}>
        <li>
          {counts.pending > 0 ? (
            <Pending count={counts.pending} oldest={counts.oldest_pending} today={today} />
          ) : (
            <p className={classes.fact}>
              <IconCheck size={20} stroke={1.75} aria-hidden color="var(--approved-i)" />
              <b>{t('modules.dashboard.no_pending')}</b>
            </p>
          )}
        </li>
        {offering.length > 0 && (
          <li>
            <Offering groups={offering} />
          </li>
        )}
      </ul>
    </>
  );
}

// First come, first served.
const pendingFirst: RosterFilters = { status: ['pending'], sort: 'application_date' };
const waitingFirst: RosterFilters = { status: ['waitlisted'], sort: 'application_date' };

type PendingProps = { count: number; oldest: string | null; today: string };

function Pending({ count, oldest, today }: PendingProps) {
  const { t } = useI18n();
  const timeZone = useTimeZone();
  const seesAll = useMay('participants.list');
  const since = oldest ? inZone(oldest, timeZone).day : today;
  const waited = Math.max(0, (Date.parse(today) - Date.parse(since)) / 86_400_000);
  const to = seesAll
    ? linkOptions({ to: '/participants', search: pendingFirst })
    : linkOptions({ to: '/groups' });
  return (
    <Link {...to} className={classes.fact}>
      <IconUserPlus size={20} stroke={1.75} aria-hidden color="var(--pending-i)" />
      <Words title={t('modules.dashboard.pending', { count })}>
        {waited === 0
          ? t('modules.dashboard.oldest_today', { count })
          : t('modules.dashboard.oldest', { count: waited })}
      </Words>
    </Link>
  );
}

/** Free places that people wait for; one group is named, of several the first. */
function Offering({ groups }: { groups: readonly GroupSummary[] }) {
  const { t, locale } = useI18n();
  const seesAll = useMay('participants.list');
  const free = groups.reduce((sum, group) => sum + freeForWaiting(group), 0);
  const waiting = groups.reduce((sum, group) => sum + group.waiting, 0);
  const [first, ...more] = groups;
  const name = first ? bestText(first.name, locale).text : '';
  const to = seesAll
    ? linkOptions({
        to: '/participants',
        search: { ...waitingFirst, group_id: groups.map(({ id }) => id) },
      })
    : first && more.length === 0
      ? linkOptions({
          to: '/groups/$group_id',
          params: { group_id: first.id },
          search: { ...waitingFirst, tab: 'participants' as const },
        })
      : linkOptions({ to: '/groups' });
  return (
    <Link {...to} className={classes.fact}>
      <IconHourglassLow size={20} stroke={1.75} aria-hidden color="var(--waitlisted-i)" />
      <Words
        title={`${t('modules.dashboard.free', { count: free })}, ${t('modules.dashboard.waiting', { count: waiting })}`}
      >
        {name}
        {more.length > 0 && ` ${t('modules.dashboard.more_groups', { count: more.length })}`}
      </Words>
    </Link>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <span>
        <b>{title}</b>
        <span>{children}</span>
      </span>
      <IconChevronRight className={classes.go ?? ''} size={16} stroke={1.75} aria-hidden />
    </>
  );
}
