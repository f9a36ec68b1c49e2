import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import { useClashWords } from './clash-words.ts';
import { useClashes } from './use-clashes.ts';

/** When a date of a group is instead. */
type When = {
  new_date: string | null;
  new_start_time: string;
  new_duration: number | null;
};

/**
 * Describes the clashes that dates of a group would have at a place, in their order; a date without a day has none. Clashes
 * are warnings, not errors.
 *
 * @param place null where the group is
 */
export function useDateClashes(
  dates: readonly When[],
  place: string | null,
  group: Pick<Group, 'id' | 'location_id' | 'leaders'>,
  locations: readonly Location[],
): string[] {
  const words = useClashWords();
  const { asked, found } = useClashes({
    group_id: group.id,
    location_id: place ?? group.location_id,
    leader_ids: group.leaders.map(({ id }) => id),
    start_date: null,
    end_date: null,
    schedule: [],
    dates: dates.flatMap(({ new_date, new_start_time, new_duration }) =>
      new_date ? [{ date: new_date, start_time: new_start_time, duration: new_duration ?? 0 }] : [],
    ),
  });
  const name = locations.find(({ id }) => id === asked?.location_id)?.name ?? '';
  return [...new Set(found.flatMap((clash) => words(clash, name)))];
}
