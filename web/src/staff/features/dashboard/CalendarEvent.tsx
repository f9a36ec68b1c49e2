import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import { formatTime, formatTimeRange } from '@vpisnik/contract/rules/format';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';
import mark from '../../../ui/marks/GroupMark.module.css';
import { useAbsenceWords } from '../sessions/absence-words.ts';
import { useDepartureWords } from '../sessions/departure-words.ts';
import { type Measured, type Placed, topOf } from './calendar.ts';
import { useClashWords } from './clash-words.ts';
import { EventMenu } from './EventMenu.tsx';
import classes from './grid.module.css';
import type { SessionClash } from './queries.ts';

/** Sizes in pixels, as in the stylesheet. */
const line = 16;
const padding = 8;

type CalendarEventProps = {
  placed: Placed<Session>;
  grid: Measured;
  isPast: boolean;
  today: string;
  clashes: readonly SessionClash[];
};

/**
 * A session in the grid, in its group's colour. Beside others it shows its name and start; the rest, and words that are cut,
 * are shown by pointing at it or by its focus, and are in its name either way.
 */
export function CalendarEvent({ placed, grid, isPast, today, clashes }: CalendarEventProps) {
  const { t, locale } = useI18n();
  const departureWords = useDepartureWords();
  const absenceWords = useAbsenceWords();
  const clashWords = useClashWords();
  const { session, start, end, lane, lanes } = placed;
  const top = topOf(start, grid) ?? 0;
  const bottom = topOf(end, grid) ?? top;
  const name = bestText(session.group_name, locale);
  const height = Math.max(bottom - top - 3, 20);
  const lines = Math.floor((height - padding) / line);
  const isAlone = lanes === 1;
  const isHeld = goesAhead(session);
  const departure = departureWords(session);
  const absence = absenceWords(session);
  const warnings = clashes.map(clashWords);
  const range = formatTimeRange(session, locale);
  const places =
    session.places === null
      ? t('modules.dashboard.taken', { count: session.taken })
      : t('modules.dashboard.taken_of', { taken: session.taken, count: session.places });
  return (
    <div
      className={classes.place}
      style={{
        '--top': `${top + 1}px`,
        '--height': `${height}px`,
        // The name leaves a line for the time.
        '--lines': Math.max(1, lines - 1),
        // A departure leaves one for the place as well.
        '--rest': Math.max(1, lines - 3),
        '--left': `calc(${(lane / lanes) * 100}% + 3px)`,
        '--width': `calc(${100 / lanes}% - ${isAlone ? 7 : 5}px)`,
      }}
    >
      <Link
        style={{ '--c': session.background_color }}
        className={`${classes.event} ${mark.mark}`}
        to="/groups/$group_id"
        params={{ group_id: session.group_id }}
        search={{ tab: 'participants' }}
        data-past={isPast || undefined}
        data-beside={!isAlone || undefined}
        data-cancelled={!isHeld || undefined}
      >
        <span
          className={classes.text}
          title={[name.text, range, session.location_name, isHeld && places, departure, absence, ...warnings]
            .filter(Boolean)
            .join('\n')}
        >
          <b lang={name.language}>{isHeld ? name.text : <s>{name.text}</s>}</b>{' '}
          <span className="num">
            {!isAlone && (
              <span className={classes.start} aria-hidden="true">
                {formatTime(session.start_time, locale)}
              </span>
            )}
            <span className={classes.more}>{range}</span>
            {warnings.length > 0 && (
              <IconAlertTriangle className={classes.clash ?? ''} size={14} stroke={2.25} aria-hidden />
            )}
          </span>{' '}
          {departure && <span className={`${classes.departure} ${classes.more}`}>{departure}</span>}{' '}
          {session.location_name && <span className={classes.more}>{session.location_name}</span>}{' '}
          {isHeld && <span className={classes.more}>{places}</span>}{' '}
          {absence && <span className={classes.more}>{absence}</span>}
          {warnings.map((warning) => (
            <span className={classes.warning} key={warning}>
              {warning}
            </span>
          ))}
        </span>
      </Link>
      <EventMenu session={session} today={today} className={classes.acts} />
    </div>
  );
}
