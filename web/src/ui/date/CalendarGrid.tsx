import { addDays } from '@vpisnik/contract/rules/dates';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatTag } from '../../lib/text/locale.ts';
import { ownEscape } from '../dialog/own-escape.ts';
import classes from './CalendarGrid.module.css';
import type { DateFieldProps } from './DateField.tsx';
import {
  addMonths,
  type Bounds,
  calendarDays,
  calendarSpan,
  clampDay,
  isWithin,
  partsOf,
  today,
} from './date.ts';

type CalendarGridProps = Pick<DateFieldProps, 'locale' | 'value' | 't'> & {
  bounds: Bounds;
  onPick: (day: string) => void;
};

const instantOf = (day: string) => new Date(`${day}T00:00Z`);

/** A month of six weeks with month and year choices; arrow keys move by day and week, Page keys by month and year. */
export default function CalendarGrid({ locale, value, bounds, onPick, t }: CalendarGridProps) {
  const span = calendarSpan(bounds);
  const [current, setCurrent] = useState(() => clampDay(value ?? today(), span));
  const grid = useRef<HTMLTableElement>(null);
  const focusDay = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the current day
  useEffect(() => {
    if (focusDay.current) grid.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
    focusDay.current = false;
  }, [current]);

  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(formatTag[locale], { ...options, timeZone: 'UTC' });
    return (day: string) => formatter.format(instantOf(day));
  };
  const fullDay = format({ dateStyle: 'full' });
  const weekday = format({ weekday: 'short' });
  const weekdayLong = format({ weekday: 'long' });
  const monthName = format({ month: 'long' });

  const { year, month } = partsOf(current);
  const firstYear = partsOf(span.first).year;
  const years = Array.from({ length: partsOf(span.last).year - firstYear + 1 }, (_, at) => firstYear + at);
  const thisMonth = current.slice(0, 7);
  const firstMonth = span.first.slice(0, 7);
  const lastMonth = span.last.slice(0, 7);
  const days = calendarDays(current);

  const show = (day: string, focus = false) => {
    focusDay.current = focus;
    setCurrent(clampDay(day, span));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const column = days.indexOf(current) % 7;
    const moves: Record<string, () => string> = {
      ArrowLeft: () => addDays(current, -1),
      ArrowRight: () => addDays(current, 1),
      ArrowUp: () => addDays(current, -7),
      ArrowDown: () => addDays(current, 7),
      Home: () => addDays(current, -column),
      End: () => addDays(current, 6 - column),
      PageUp: () => addMonths(current, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(current, event.shiftKey ? 12 : 1),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    show(move(), true);
  };

  return (
    <div>
      <div className={classes.head}>
        <button
          {...ownEscape}
          type="button"
          className={classes.step}
          aria-label={t('ui.date_field.previous_month')}
          disabled={thisMonth <= firstMonth}
          onClick={() => show(addMonths(current, -1))}
        >
          <Chevron path="M15 6l-6 6l6 6" />
        </button>
        <select
          {...ownEscape}
          aria-label={t('ui.date_field.month')}
          value={month}
          onChange={(event) => show(addMonths(current, Number(event.target.value) - month))}
        >
          {Array.from({ length: 12 }, (_, at) => {
            const key = `${current.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`;
            return (
              <option key={key} value={at + 1} disabled={key < firstMonth || key > lastMonth}>
                {monthName(`${key}-01`)}
              </option>
            );
          })}
        </select>
        <select
          {...ownEscape}
          aria-label={t('ui.date_field.year')}
          value={year}
          onChange={(event) => show(addMonths(current, 12 * (Number(event.target.value) - year)))}
        >
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <button
          {...ownEscape}
          type="button"
          className={classes.step}
          aria-label={t('ui.date_field.next_month')}
          disabled={thisMonth >= lastMonth}
          onClick={() => show(addMonths(current, 1))}
        >
          <Chevron path="M9 6l6 6l-6 6" />
        </button>
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern: a button in each cell
        role="grid"
        ref={grid}
        className={classes.days}
        onKeyDown={onKeyDown}
        aria-label={`${monthName(current)} ${year}`}
      >
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={weekdayLong(day)}>
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 7, 14, 21, 28, 35].map((start) => (
            <tr key={start}>
              {days.slice(start, start + 7).map((day) => (
                // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
                <td
                  key={day}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                  role="gridcell"
                  aria-selected={day === value}
                >
                  <button
                    {...ownEscape}
                    type="button"
                    tabIndex={day === current ? 0 : -1}
                    disabled={!isWithin(day, bounds)}
                    aria-label={fullDay(day)}
                    aria-current={day === today() ? 'date' : undefined}
                    data-other={day.slice(0, 7) !== thisMonth || undefined}
                    data-selected={day === value || undefined}
                    onClick={() => onPick(day)}
                  >
                    {partsOf(day).date}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Chevron({ path }: { path: string }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
