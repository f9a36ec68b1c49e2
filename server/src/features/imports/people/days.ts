/** Days and moments as sheets hold them: Google's time stamps in both languages, Excel's cells, and what people type. */
import type { DayOrder } from '@vpisnik/contract/participant-imports';
import { existing } from '@vpisnik/contract/rules/dates';

const day =
  '(?:(?<day>\\d{1,2})\\.\\s*(?<month>\\d{1,2})\\.\\s*(?<year>\\d{4})\\.?' +
  '|(?<iso>\\d{4}-\\d{1,2}-\\d{1,2})' +
  '|(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?<last>\\d{4})' +
  '|(?<big>\\d{4}/\\d{1,2}/\\d{1,2}))';
const time =
  '(?:(?:,\\s*|\\s+|T)(?:ob\\s+|at\\s+)?(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?:[:.](?<seconds>\\d{2})(?:\\.\\d+)?)?' +
  '(?:\\s*(?<half>am|pm|dop\\.?|pop\\.?|dopoldne|popoldne))?' +
  '(?:\\s*(?<zone>Z|(?:GMT|UTC)?[+-]\\d{1,2}(?::?\\d{2})?|GMT|UTC))?)?';
const moment = new RegExp(`^${day}${time}$`, 'i');

/** How a column writes days with slashes: undefined if it has none, null if both orders are there. */
export function orderOf(cells: readonly string[], otherwise: DayOrder): DayOrder | null | undefined {
  let [dayFirst, monthFirst, any] = [false, false, false];
  for (const cell of cells) {
    const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(cell) ?? [];
    if (first === undefined) continue;
    any = true;
    dayFirst ||= Number(first) > 12;
    monthFirst ||= Number(second) > 12;
  }
  if (!any) return undefined;
  if (dayFirst && monthFirst) return null;
  return monthFirst ? 'month_first' : dayFirst ? 'day_first' : otherwise;
}

type Read = { date: string; time: string | undefined; zone: string | undefined };
/** Why a cell is no day; `ambiguous_date` may be two of them. */
export type DayProblem = 'invalid_date' | 'ambiguous_date';

function read(cell: string, order: DayOrder | null): Read | DayProblem {
  const parts = moment.exec(cell.trim())?.groups;
  if (!parts) return 'invalid_date';
  const written = partsOf(parts, order);
  if (typeof written === 'string') return written;
  const [year, month, date] = written.map((one) => one.padStart(2, '0'));
  const found = existing(`${year}-${month}-${date}`);
  const clock = timeOf(parts);
  if (found === null || clock === null) return 'invalid_date';
  return { date: found, time: clock, zone: zoneOf(parts.zone) };
}

type Parts = Record<string, string | undefined>;

/** Year, month and day. */
function partsOf(parts: Parts, order: DayOrder | null): string[] | DayProblem {
  const { iso, big, first = '', second = '', last = '', day: its = '', month = '', year = '' } = parts;
  if (iso ?? big) return (iso ?? big ?? '').split(/[-/]/);
  if (!last) return [year, month, its];
  if (order === 'day_first') return [last, second, first];
  if (order === 'month_first') return [last, first, second];
  // both orders are in this column: only what can't be the other one is sure
  if (Number(first) > 12) return [last, second, first];
  if (Number(second) > 12 || first === second) return [last, first, second];
  return 'ambiguous_date';
}

/** `HH:MM:SS`; undefined without a time, null for one that doesn't exist. */
function timeOf({ hour, minute = '', seconds = '00', half }: Parts): string | null | undefined {
  if (hour === undefined) return undefined;
  const isAfternoon = half !== undefined && /^p/i.test(half);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(seconds) > 59) return null;
  return `${String(hours).padStart(2, '0')}:${minute}:${seconds}`;
}

/** An offset as RFC 3339 has it. */
function zoneOf(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : 'Z';
}

/** A day, `YYYY-MM-DD`; the time of a moment is left out. */
export function readDay(cell: string, order: DayOrder | null): { day: string } | DayProblem {
  const found = read(cell, order);
  return typeof found === 'string' ? found : { day: found.date };
}

/**
 * An instant, RFC 3339, on the wall of the zone unless the cell says an offset.
 *
 * @param otherwise the time of a day alone, `HH:MM:SS`
 */
export function readInstant(
  cell: string,
  order: DayOrder | null,
  timeZone: string,
  otherwise: string,
): { instant: string } | DayProblem {
  const found = read(cell, order);
  if (typeof found === 'string') return found;
  const { date, time: clock = otherwise, zone } = found;
  if (!zone) {
    const wall = Temporal.PlainDateTime.from(`${date}T${clock}`);
    return { instant: wall.toZonedDateTime(timeZone).toInstant().toString() };
  }
  const instant = new Date(`${date}T${clock}${zone}`);
  return Number.isNaN(instant.getTime()) ? 'invalid_date' : { instant: instant.toISOString() };
}
