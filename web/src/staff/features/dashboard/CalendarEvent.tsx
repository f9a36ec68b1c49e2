import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { Session } from '@vpisnik/contract/sessions';
import { formatTime, formatTimeRange } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { type Measured, type Placed, topOf } from './calendar.ts';
import classes from './grid.module.css';

/** Of the stylesheet, in pixels. */
const line = 16;
const padding = 8;

type CalendarEventProps = { placed: Placed<Session>; grid: Measured; isPast: boolean };

/** A session in the grid, in its group's colour; beside others only its name and start are shown. */
export function CalendarEvent({ placed, grid, isPast }: CalendarEventProps) {
  const { t, locale } = useI18n();
  const { session, start, end, lane, lanes } = placed;
  const top = topOf(start, grid) ?? 0;
  const bottom = topOf(end, grid) ?? top;
  const name = bestText(session.group_name, locale);
  const height = Math.max(bottom - top - 3, 20);
  const isAlone = lanes === 1;
  const places =
    session.places === null
      ? t('modules.dashboard.taken', { count: session.taken })
      : t('modules.dashboard.taken_of', { taken: session.taken, count: session.places });
  return (
    <Link
      className={classes.event}
      to="/groups/$group_id"
      params={{ group_id: session.group_id }}
      search={{ tab: 'participants' }}
      data-past={isPast || undefined}
      style={{
        '--c': session.background_color,
        top: top + 1,
        height,
        // The name leaves a line for the time.
        '--lines': Math.max(1, Math.floor((height - padding) / line) - 1),
        left: `calc(${(lane / lanes) * 100}% + 3px)`,
        width: `calc(${100 / lanes}% - ${isAlone ? 7 : 5}px)`,
      }}
    >
      <b lang={name.language}>{name.text}</b>{' '}
      <span className="num">
        {isAlone ? formatTimeRange(session, locale) : formatTime(session.start_time, locale)}
      </span>{' '}
      {isAlone && session.location_name && <span>{session.location_name}</span>}{' '}
      {isAlone && <span>{places}</span>}
    </Link>
  );
}
