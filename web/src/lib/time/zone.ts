import { inZone } from '@vpisnik/contract/rules/format';

const DAY_MS = 86_400_000;

/**
 * The instant of a wall time (`YYYY-MM-DD`, `HH:MM`) in a zone; a time that the clocks skip moves on by the gap, and one
 * that comes twice is the first.
 */
export function instantOf(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}Z`);
  const aheadOfUtc = (at: number) => {
    const local = inZone(new Date(at), timeZone);
    return Date.parse(`${local.day}T${local.time}Z`) - at;
  };
  // by the clocks of the day before and of the day after, which differ where they are changed between
  const early = wanted - aheadOfUtc(wanted - DAY_MS);
  const late = wanted - aheadOfUtc(wanted + DAY_MS);
  const shows = (at: number) => at + aheadOfUtc(at) === wanted;
  return new Date(shows(late) && !shows(early) ? late : early).toISOString();
}
