import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import { dayOf } from '@vpisnik/contract/schedule';
import { sessions } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';
import { useClashWords } from './clash-words.ts';

/** Milliseconds without typing before it is looked what a date clashes with. */
const pause = 400;

type When = {
  new_date: string | null;
  new_start_time: string;
  new_duration: number | null;
  location_id: string | null;
};

/** With whom a single date would clash, in words: a warning, no error. */
export function useDateClashes(
  when: When | null,
  group: Pick<Group, 'id' | 'location_id' | 'leaders'>,
  locations: readonly Location[],
): string[] {
  const api = useApi();
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
  const [settled] = useDebouncedValue(JSON.stringify(draft), pause);
  const body: typeof draft = JSON.parse(settled);
  const isAsked =
    body.schedule.length > 0 &&
    (body.location_id !== null || body.leader_ids.length > 0) &&
    sessions.clashes.body.safeParse(body).success;
  const { data } = useQuery({
    queryKey: api.sessions.clashes.key({ body }),
    queryFn: ({ signal }) => api.sessions.clashes({ body }, { signal }),
    enabled: isAsked,
  });
  const place = locations.find(({ id }) => id === body.location_id)?.name ?? '';
  return isAsked ? (data?.results ?? []).flatMap((clash) => words(clash, place)) : [];
}
