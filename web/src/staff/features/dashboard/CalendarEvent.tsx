import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { Session } from '@vpisnik/contract/sessions';
import { takesPlace } from '@vpisnik/contract/timetable';
import { formatTime, formatTimeRange } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import mark from '../../../ui/GroupMark.module.css';
import { type Measured, type Placed, topOf } from './calendar.ts';
import classes from './grid.module.css';
import type { SessionClash } from './queries.ts';
import { useSessionWords } from './session-words.ts';

/** Of the stylesheet, in pixels. */
const line = 16;
const padding = 8;

type CalendarEventProps = {
  placed: Placed<Session>;
  grid: Measured;
  isPast: boolean;
  clashes: readonly SessionClash[];
};

/** A session in the grid, in its group's colour; beside others only its name and start are shown. */
export function CalendarEvent({ placed, grid, isPast, clashes }: CalendarEventProps) {
  const { t, locale } = useI18n();
  const words = useSessionWords();
  const { session, start, end, lane, lanes } = placed;
  const top = topOf(start, grid) ?? 0;
  const bottom = topOf(end, grid) ?? top;
  const name = bestText(session.group_name, locale);
  const height = Math.max(bottom - top - 3, 20);
  const lines = Math.floor((height - padding) / line);
  const isAlone = lanes === 1;
  const isHeld = takesPlace(session);
  const departure = words.departure(session);
  const warnings = clashes.map(words.clash);
  const places =
    session.places === null
      ? t('modules.dashboard.taken', { count: session.taken })
      : t('modules.dashboard.taken_of', { taken: session.taken, count: session.places });
  return (
    <Link
      className={`${classes.event} ${mark.mark}`}
      to="/groups/$group_id"
      params={{ group_id: session.group_id }}
      search={{ tab: 'participants' }}
      title={
        [!isAlone && session.location_name, departure, ...warnings].filter(Boolean).join('\n') || undefined
      }
      data-past={isPast || undefined}
      data-cancelled={!isHeld || undefined}
      style={{
        '--c': session.background_color,
        top: top + 1,
        height,
        // The name leaves a line for the time.
        '--lines': Math.max(1, lines - 1),
        // What departs leaves one for the place as well.
        '--rest': Math.max(1, lines - 3),
        left: `calc(${(lane / lanes) * 100}% + 3px)`,
        width: `calc(${100 / lanes}% - ${isAlone ? 7 : 5}px)`,
      }}
    >
      <b lang={name.language}>
        {warnings.length > 0 && (
          <IconAlertTriangle className={classes.clash ?? ''} size={14} stroke={2.25} aria-hidden />
        )}
        {isHeld ? name.text : <s>{name.text}</s>}
      </b>{' '}
      <span className="num">
        {isAlone ? formatTimeRange(session, locale) : formatTime(session.start_time, locale)}
      </span>{' '}
      {departure && <span className={isAlone ? classes.departure : 'vh'}>{departure}</span>}{' '}
      {isAlone && session.location_name && <span>{session.location_name}</span>}{' '}
      {isAlone && isHeld && <span>{places}</span>}
      {warnings.map((warning) => (
        <span className="vh" key={warning}>
          {warning}
        </span>
      ))}
    </Link>
  );
}
