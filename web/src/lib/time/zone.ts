import { inZone } from '@vpisnik/contract/rules/format';

const DAY_MS = 86_400_000;

/**
 * The instant of a wall time (`YYYY-MM-DD`, `HH:MM`) in a zone; a time that the clocks skip moves on by the gap, and one
 * that comes twice is the first.
 */
export function instantOf(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}Z`);
  const behind = (at: number) => {
    const local = inZone(new Date(at), timeZone);
    return at - Date.parse(`${local.day}T${local.time}Z`);
  };
  // by the clocks of the day before and of the day after, which differ where they are changed between
  const early = wanted + behind(wanted - DAY_MS);
  const late = wanted + behind(wanted + DAY_MS);
  return new Date([early, late].find((at) => at - behind(at) === wanted) ?? early).toISOString();
}
