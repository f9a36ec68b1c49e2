import { readArchiveName } from './format.ts';
import type { ArchivePlace } from './place.ts';

/** The last archive of so many days, weeks and months is kept. */
const KEPT = { days: 7, weeks: 4, months: 12 };
/** Milliseconds before the newest; the privacy policy promises that nothing older is kept. */
const OLDEST = 366 * 86_400_000;

/**
 * Which archives are kept: the last one of each of the last days, weeks (from Monday) and months that have any, in UTC. Days
 * without an archive count for nothing, so a machine that was off for a month loses none but those of more than a year before.
 */
export function chooseKept(madeAt: readonly Date[]): Date[] {
  const all = [...madeAt].sort((one, other) => other.getTime() - one.getTime());
  const latestFirst = all.filter((at) => at.getTime() >= Number(all[0]) - OLDEST);
  const lastOf = (spanOf: (at: Date) => string, most: number) => {
    const spans = new Map<string, Date>();
    for (const at of latestFirst) if (!spans.has(spanOf(at))) spans.set(spanOf(at), at);
    return [...spans.values()].slice(0, most);
  };
  const kept = [
    ...lastOf(dayOf, KEPT.days),
    ...lastOf(weekOf, KEPT.weeks),
    ...lastOf((at) => dayOf(at).slice(0, 7), KEPT.months),
  ];
  return latestFirst.filter((at) => kept.includes(at));
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The Monday of its week. */
function weekOf(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

/**
 * Removes archives of this installation that are not kept; answers how many. Other files are left alone, and so are archives from
 * after `newest`: a clock that was ahead has made them, and beside them all that are made since would count as old.
 *
 * @param newest name of the archive that was made last
 */
export async function removeOld(place: ArchivePlace, publicUrl: string, newest: string): Promise<number> {
  const last = readArchiveName(publicUrl, newest);
  const archives = (await place.list()).flatMap((name) => {
    const at = readArchiveName(publicUrl, name);
    return at && last && at <= last ? [{ name, at }] : [];
  });
  const kept = chooseKept(archives.map(({ at }) => at));
  const old = archives.filter(({ at }) => !kept.includes(at));
  for (const { name } of old) await place.remove(name);
  return old.length;
}
