import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { useClashWords } from './clash-words.ts';
import { useClashes } from './use-clashes.ts';

type When = {
  new_date: string | null;
  new_start_time: string;
  new_duration: number | null;
  location_id: string | null;
};

/** Describes the clashes that a single date would have. Clashes are warnings, not errors. */
export function useDateClashes(
  when: When | null,
  group: Pick<Group, 'id' | 'location_id' | 'leaders'>,
  locations: readonly Location[],
): string[] {
  const words = useClashWords();
  const { new_date = null, new_start_time = '', new_duration = null } = when ?? {};
  const draft = {
    group_id: group.id,
    location_id: when?.location_id ?? group.location_id,
    leader_ids: group.leaders.map(({ id }) => id),
    start_date: new_date,
    end_date: new_date,
    schedule: new_date
      ? [{ day: dayOf(new_date), start_time: new_start_time, duration: new_duration ?? 0 }]
      : [],
    is_exception: true,
  };
  const { asked, found } = useClashes(draft);
  const place = locations.find(({ id }) => id === asked?.location_id)?.name ?? '';
  return found.flatMap((clash) => words(clash, place));
}
