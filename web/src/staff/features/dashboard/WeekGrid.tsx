import { IconChevronsDown } from '@tabler/icons-react';
import { formatTime, weekdayName } from '@vpisnik/contract/rules/format';
import { days, minutesOf } from '@vpisnik/contract/rules/schedule';
import type { Session } from '@vpisnik/contract/sessions';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { sessionKey } from '../sessions/session-key.ts';
import { CalendarEvent } from './CalendarEvent.tsx';
import { hourHeight, layoutDay, type Measured, measured, stretchesOf, topOf } from './calendar.ts';
import classes from './grid.module.css';
import type { SessionClash } from './queries.ts';
import { daysOf, hasEnded } from './week.ts';

type WeekGridProps = {
  monday: string;
  sessions: readonly Session[];
  clashes: ReadonlyMap<Session, SessionClash[]>;
  now: { day: string; time: string };
};

/** Full hours inside a stretch; its ends touch a fold or the edge. */
const hoursBetween = (from: number, to: number) =>
  Array.from({ length: to - from - 1 }, (_, at) => from + at + 1);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The week as a grid of days and hours; hours that are empty all week are folded into one line. */
export function WeekGrid({ monday, sessions, clashes, now }: WeekGridProps) {
  const { t } = useI18n();
  const [unfolded, setUnfolded] = useState<readonly number[]>([]);
  const stretches = stretchesOf(sessions);
  const grid = measured(
    stretches.map((one) => ({ ...one, folded: one.folded && !unfolded.includes(one.from) })),
  );
  return (
    <section className={classes.grid} aria-label={t('modules.dashboard.calendar')}>
      <div className={classes.scale} style={{ height: grid.height }} aria-hidden="true">
        <Hours grid={grid} />
      </div>
      {daysOf(monday).map((day, at) => (
        <Day
          key={day}
          day={day}
          column={at}
          sessions={sessions.filter(({ date }) => date === day)}
          clashes={clashes}
          grid={grid}
          now={now}
        />
      ))}
      {grid.rows
        .filter(({ folded }) => folded)
        .map(({ from, to, top }) => (
          <Fold
            key={from}
            from={from}
            to={to}
            top={top}
            onOpen={() => setUnfolded((open) => [...open, from])}
          />
        ))}
    </section>
  );
}

function Hours({ grid }: { grid: Measured }) {
  const { locale } = useI18n();
  return grid.rows
    .filter(({ folded }) => !folded)
    .flatMap(({ from, to, top }) =>
      hoursBetween(from, to).map((hour) => (
        <span key={hour} style={{ top: top + (hour - from) * hourHeight }}>
          {formatTime(clock(hour), locale)}
        </span>
      )),
    );
}

type DayProps = {
  day: string;
  column: number;
  sessions: readonly Session[];
  clashes: ReadonlyMap<Session, SessionClash[]>;
  grid: Measured;
  now: { day: string; time: string };
};

function Day({ day, column, sessions, clashes, grid, now }: DayProps) {
  const { locale } = useI18n();
  const isToday = day === now.day;
  const nowAt = isToday ? topOf(minutesOf(now.time), grid) : null;
  const weekday = days[column] ?? 'monday';
  const placed = layoutDay(sessions);
  return (
    <>
      <h2
        className={classes.head}
        style={{ gridColumn: column + 2 }}
        data-today={isToday || undefined}
        aria-current={isToday ? 'date' : undefined}
      >
        <span aria-hidden="true">{weekdayName(weekday, locale, 'short')}</span>
        <span className="vh">{weekdayName(weekday, locale)}</span> <b>{Number(day.slice(8))}</b>
      </h2>
      <div
        className={classes.day}
        style={{ gridColumn: column + 2, height: grid.height }}
        data-today={isToday || undefined}
      >
        {grid.rows
          .filter(({ folded }) => !folded)
          .map(({ from, top, height }) => (
            <i key={from} className={classes.lines} style={{ top, height }} />
          ))}
        {nowAt !== null && <i className={classes.now} style={{ top: nowAt }} />}
        {placed.length > 0 && (
          <ul>
            {placed.map((one) => (
              <li key={sessionKey(one.session)}>
                <CalendarEvent
                  placed={one}
                  grid={grid}
                  clashes={clashes.get(one.session) ?? []}
                  today={now.day}
                  isPast={hasEnded(one.session, now)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

type FoldProps = { from: number; to: number; top: number; onOpen: () => void };

function Fold({ from, to, top, onOpen }: FoldProps) {
  const { t, locale } = useI18n();
  return (
    <button type="button" className={classes.fold} style={{ '--top': `${top}px` }} onClick={onOpen}>
      {t('modules.dashboard.folded', {
        from: formatTime(clock(from), locale),
        to: formatTime(clock(to), locale),
      })}
      <IconChevronsDown size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
