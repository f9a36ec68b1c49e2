import { inZone } from '@vpisnik/contract/rules/format';

/** The instant of a wall time (`YYYY-MM-DD`, `HH:MM`) in a zone; a time that the clocks skip moves on by the gap. */
export function instantOf(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}Z`);
  let at = wanted;
  // The second pass settles the offset when the first landed on the other side of a clock change.
  for (let pass = 0; pass < 2; pass++) {
    const local = inZone(new Date(at), timeZone);
    at += wanted - Date.parse(`${local.day}T${local.time}Z`);
  }
  return new Date(at).toISOString();
}
