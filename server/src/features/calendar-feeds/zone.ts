const HOUR = 60 * 60 * 1000;
const MINUTE = 60 * 1000;

type Change = { at: number; before: number; after: number };

/**
 * A time zone as a VTIMEZONE of iCalendar: every change of its clock in these years, read off the system's own
 * knowledge of zones.
 */
export function zoneRules(zone: string, firstYear: number, lastYear: number): string[] {
  const offset = offsetOf(zone);
  const start = Date.UTC(firstYear - 1, 0);
  const changes = changesBetween(offset, start, Date.UTC(lastYear + 1, 0));
  const standard = Math.min(offset(start), ...changes.map(({ after }) => after));
  const observance = ({ at, before, after }: Change) => {
    const name = after > standard ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${name}`,
      `DTSTART:${wallTime(at + before * MINUTE)}`,
      `TZOFFSETFROM:${written(before)}`,
      `TZOFFSETTO:${written(after)}`,
      `END:${name}`,
    ];
  };
  const beginning = { at: start, before: offset(start), after: offset(start) };
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...[beginning, ...changes].flatMap(observance), 'END:VTIMEZONE'];
}

/** Minutes that a zone is ahead of UTC at an instant. */
function offsetOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (instant) => {
    const parts = format.formatToParts(instant);
    const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return Math.round((wall - Math.floor(instant / MINUTE) * MINUTE) / MINUTE);
  };
}

/** Looks once a week, then to the minute. */
function changesBetween(offset: (instant: number) => number, from: number, to: number): Change[] {
  const changes: Change[] = [];
  const week = 7 * 24 * HOUR;
  for (let early = from; early < to; early += week) {
    const before = offset(early);
    const after = offset(early + week);
    if (before === after) continue;
    let [low, high] = [early, early + week];
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}

const wallTime = (instant: number) => new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

function written(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}
