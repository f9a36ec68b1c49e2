import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { useClashWords } from './clash-words.ts';
import { type Draft, useClashes, useManyClashes } from './use-clashes.ts';

/** The group of a date, with what it shares with others. */
type ClashingGroup = Pick<Group, 'id' | 'location_id' | 'leaders'>;

type When = {
  new_date: string | null;
  new_start_time: string;
  new_duration: number | null;
  location_id: string | null;
};

/** What a single date of a group would be, as a draft of a schedule; null leaves its day open. */
function draftOf(when: When | null, group: ClashingGroup): Draft {
  const { new_date = null, new_start_time = '', new_duration = null } = when ?? {};
  return {
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
}

/** Describes the clashes that a single date would have. Clashes are warnings, not errors. */
export function useDateClashes(
  when: When | null,
  group: ClashingGroup,
  locations: readonly Location[],
): string[] {
  const words = useClashWords();
  const { asked, found } = useClashes(draftOf(when, group));
  return found.flatMap((clash) => words(clash, placeOf(asked, locations)));
}

/** Describes the clashes that several dates would have, in their order. */
export function useManyDateClashes(
  dates: readonly When[],
  group: ClashingGroup,
  locations: readonly Location[],
): string[] {
  const words = useClashWords();
  const all = useManyClashes(dates.map((when) => draftOf(when, group)));
  const said = all.flatMap(({ asked, found }) =>
    found.flatMap((clash) => words(clash, placeOf(asked, locations))),
  );
  return [...new Set(said)];
}

const placeOf = (draft: Draft | null, locations: readonly Location[]) =>
  locations.find(({ id }) => id === draft?.location_id)?.name ?? '';
