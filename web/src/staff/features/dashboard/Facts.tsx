import {
  IconCalendarX,
  IconCheck,
  IconChevronRight,
  IconHourglassLow,
  IconMailX,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { DashboardFacts } from '@vpisnik/contract/dashboard';
import { formatDay, formatMoney, inZone } from '@vpisnik/contract/rules/format';
import { type ReactNode, useId } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { useMay } from '../../permission/Permission.tsx';
import type { RosterSearch } from '../participants/address.ts';
import type { PaymentsSearch } from '../participants/payment-list/address.ts';
import classes from './dashboard.module.css';
import { OfferButton } from './OfferButton.tsx';
import { factsQuery } from './queries.ts';

/** Links to pending work: applications, free places with a waiting list, payments. */
export function Facts({ today }: { today: string }) {
  const { t } = useI18n();
  const id = useId();
  const facts = useQuery(factsQuery(useApi()));
  // the calendar works without the facts
  if (facts.isError && !facts.data) return null;
  if (!facts.data) return <div className={classes.facts} data-pending />;
  const { pending, oldest_pending, offering, undelivered, overdue } = facts.data;
  return (
    <>
      <h2 className="vh" id={id}>
        {t('modules.dashboard.waits')}
      </h2>
      <ul className={classes.facts} aria-labelledby={id}>
        <li>
          {pending > 0 ? (
            <Pending count={pending} oldest={oldest_pending} today={today} />
          ) : (
            <p className={classes.fact}>
              <IconCheck size={20} stroke={1.75} aria-hidden color="var(--approved-i)" />
              <b>{t('modules.dashboard.no_pending')}</b>
            </p>
          )}
        </li>
        {undelivered > 0 && (
          <li>
            <Undelivered count={undelivered} />
          </li>
        )}
        {overdue && overdue.count > 0 && (
          <li>
            <Overdue {...overdue} />
          </li>
        )}
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
const pendingFirst: RosterSearch = { status: ['pending'], sort: 'application_date' };
const waitingFirst: RosterSearch = { status: ['waitlisted'], sort: 'application_date' };

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
      <Go />
    </Link>
  );
}

/** Participants whom a mail has not reached; those who see only some groups find them there. */
function Undelivered({ count }: { count: number }) {
  const { t } = useI18n();
  const seesAll = useMay('participants.list');
  const said = (
    <>
      <IconMailX size={20} stroke={1.75} aria-hidden color="var(--rejected-i)" />
      <Words title={t('modules.dashboard.undelivered', { count })}>
        {t('modules.dashboard.undelivered_hint')}
      </Words>
    </>
  );
  if (!seesAll) return <p className={classes.fact}>{said}</p>;
  return (
    <Link to="/participants" search={{ look: ['mail_failed'] }} className={classes.fact}>
      {said}
      <Go />
    </Link>
  );
}

const late: PaymentsSearch = { status: ['overdue'] };
// the tab's list reads its own part of the address
const lateOfGroup = { tab: 'payments' as const, ...(late as object) };

/** Payments past their day; those who see only some groups find them there, at once where it is one. */
function Overdue({
  count,
  amount,
  currency,
  group_id,
  statement_day: day,
}: NonNullable<DashboardFacts['overdue']>) {
  const { t, locale } = useI18n();
  const seesAll = useMay('participants.list');
  const said = (
    <>
      <IconCalendarX size={20} stroke={1.75} aria-hidden color="var(--rejected-i)" />
      <Words title={t('modules.dashboard.overdue', { count })}>
        {[
          t('modules.dashboard.overdue_sum', { amount: formatMoney(amount, currency, locale) }),
          day && t('modules.dashboard.statement', { day: formatDay(day, locale) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Words>
    </>
  );
  const to = seesAll
    ? linkOptions({ to: '/payments', search: late })
    : group_id
      ? linkOptions({ to: '/groups/$group_id', params: { group_id }, search: lateOfGroup })
      : linkOptions({ to: '/groups' });
  return (
    <Link {...to} className={classes.fact}>
      {said}
      <Go />
    </Link>
  );
}

/** Free places that people wait for; one group is named, of several the first. */
function Offering({ groups }: { groups: DashboardFacts['offering'] }) {
  const { t, locale } = useI18n();
  const seesAll = useMay('participants.list');
  const free = groups.reduce((sum, group) => sum + group.free, 0);
  const waiting = groups.reduce((sum, group) => sum + group.waiting, 0);
  const unheard = groups.reduce((sum, group) => sum + group.unheard, 0);
  const mayOffer = useMay('participants.decide');
  const proposed = mayOffer && groups.find((one) => one.offer_mode === 'proposed' && one.in_turn > 0);
  if (proposed) return <Proposal group={proposed} more={groups.length - 1} />;
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
        {mayOffer && unheard > 0 && `, ${t('modules.dashboard.unheard', { count: unheard })}`}
      </Words>
      <Go />
    </Link>
  );
}

/** Free places of a group that proposes whom to offer them: at a press to those whose turn it is. */
function Proposal({ group, more }: { group: DashboardFacts['offering'][number]; more: number }) {
  const { t, locale } = useI18n();
  const { id, free, waiting, in_turn_ids } = group;
  const name = bestText(group.name, locale);
  return (
    <div className={classes.fact}>
      <IconHourglassLow size={20} stroke={1.75} aria-hidden color="var(--waitlisted-i)" />
      <Words
        title={`${t('modules.dashboard.free', { count: free })}, ${t('modules.dashboard.waiting', { count: waiting })}`}
      >
        <Link
          to="/groups/$group_id"
          params={{ group_id: id }}
          search={{ ...waitingFirst, tab: 'participants' as const }}
          lang={name.language}
        >
          {name.text}
        </Link>
        {more > 0 && ` ${t('modules.dashboard.more_groups', { count: more })}`}
      </Words>
      <OfferButton groupId={id} ids={in_turn_ids} />
    </div>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span>
      <b>{title}</b>
      <span>{children}</span>
    </span>
  );
}

const Go = () => <IconChevronRight className={classes.go ?? ''} size={16} stroke={1.75} aria-hidden />;
