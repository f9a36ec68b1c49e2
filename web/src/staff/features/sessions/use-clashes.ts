import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { type ScheduleClash, sessions } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';

/** Milliseconds without a change before the clashes are fetched. */
const pause = 400;

/** A schedule, or dates instead of one, to be compared with what others do. */
export type Draft = {
  group_id: string | null;
  location_id: string | null;
  leader_ids: string[];
  start_date: string | null;
  end_date: string | null;
  schedule: Slot[];
  dates?: (Omit<Slot, 'day'> & { date: string })[];
};

type Options = {
  isWanted?: boolean;
  /** Returns the previous clashes until the next answer arrives. */
  keepsPrevious?: boolean;
};

/**
 * Fetches the clashes of a draft after {@link pause}, in one call. `asked` is the draft they belong to; null while the draft is
 * incomplete or has neither location nor leaders.
 */
export function useClashes(
  draft: Draft,
  { isWanted = true, keepsPrevious = false }: Options = {},
): { asked: Draft | null; found: ScheduleClash[] } {
  const api = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(draft), pause);
  const body: Draft = JSON.parse(settled);
  const isAsked = isWanted && isComplete(body);
  const { data } = useQuery({
    queryKey: api.sessions.clashes.key({ body }),
    queryFn: ({ signal }) => api.sessions.clashes({ body }, { signal }),
    enabled: isAsked,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  return isAsked ? { asked: body, found: data?.results ?? [] } : { asked: null, found: [] };
}

const isComplete = (draft: Draft): boolean =>
  (draft.schedule.length > 0 || Boolean(draft.dates?.length)) &&
  (draft.location_id !== null || draft.leader_ids.length > 0) &&
  sessions.clashes.body.safeParse(draft).success;
