import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sessions } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';
import { useClashWords } from '../schedule/clash-words.ts';
import { useEditor } from './editor-context.ts';

/** Milliseconds without typing before it is looked what a schedule clashes with. */
const pause = 400;

/** With whom each slot of the schedule clashes, in words: who else has the place or a leader then. A warning, no error. */
export function useScheduleClashes(): (at: number) => string[] {
  const words = useClashWords();
  const api = useApi();
  const { group, values, references, isLocked } = useEditor();
  const { location_id, leader_ids, start_date, end_date } = values;
  const draft = {
    group_id: group?.id ?? null,
    location_id,
    leader_ids,
    start_date,
    end_date,
    schedule: values.schedule.map(({ key: _, ...slot }) => slot),
  };
  const [settled] = useDebouncedValue(JSON.stringify(draft), pause);
  const body: typeof draft = JSON.parse(settled);
  const isAsked =
    !isLocked('schedule') &&
    body.schedule.length > 0 &&
    (body.location_id !== null || body.leader_ids.length > 0) &&
    sessions.clashes.body.safeParse(body).success;
  const clashes = useQuery({
    queryKey: api.sessions.clashes.key({ body }),
    queryFn: ({ signal }) => api.sessions.clashes({ body }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const place = references.locations.find(({ id }) => id === body.location_id)?.name ?? '';
  return (at) => {
    const now = values.schedule[at];
    const asked = body.schedule[at];
    if (!isAsked || now?.day !== asked?.day || now?.start_time !== asked?.start_time) return [];
    return (clashes.data?.results ?? [])
      .filter(({ slot }) => slot === at)
      .flatMap((clash) => words(clash, place));
  };
}
