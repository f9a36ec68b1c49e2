/** Keys that are counted at the same time; beyond, counting begins anew, so that strangers can't fill the memory. */
const KEYS = 50_000;
const HOUR = 3_600_000;

/**
 * Counts hits of keys in the present hour, of this process alone.
 *
 * @returns counts a hit and tells whether there were more than `most`
 */
export function countingHourly(now = Date.now): (key: string, most: number) => boolean {
  const hits = new Map<string, number>();
  let ends = now() + HOUR;
  return (key, most) => {
    if (now() >= ends || hits.size >= KEYS) {
      hits.clear();
      ends = now() + HOUR;
    }
    const count = (hits.get(key) ?? 0) + 1;
    hits.set(key, count);
    return count > most;
  };
}
