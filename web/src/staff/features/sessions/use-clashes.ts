import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { type ScheduleClash, sessions } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';

/** Milliseconds without a change before the clashes are fetched. */
const pause = 400;

/** A schedule to be compared with what others do. */
export type Draft = {
  group_id: string | null;
  location_id: string | null;
  leader_ids: string[];
  start_date: string | null;
  end_date: string | null;
  schedule: Slot[];
  is_exception?: boolean;
};

type Options = {
  isWanted?: boolean;
  /** Returns the previous clashes until the next answer arrives. */
  keepsPrevious?: boolean;
};

/**
 * Fetches the clashes of a schedule after {@link pause}. `asked` is the schedule they belong to; null while the schedule is
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

/**
 * Fetches the clashes of several drafts after {@link pause}, with the draft of each; incomplete drafts are left out.
 */
export function useManyClashes(drafts: readonly Draft[]): { asked: Draft; found: ScheduleClash[] }[] {
  const api = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(drafts), pause);
  const bodies: Draft[] = JSON.parse(settled).filter(isComplete);
  const answers = useQueries({
    queries: bodies.map((body) => ({
      queryKey: api.sessions.clashes.key({ body }),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.sessions.clashes({ body }, { signal }),
    })),
  });
  return bodies.map((asked, at) => ({ asked, found: answers[at]?.data?.results ?? [] }));
}

const isComplete = (draft: Draft): boolean =>
  draft.schedule.length > 0 &&
  (draft.location_id !== null || draft.leader_ids.length > 0) &&
  sessions.clashes.body.safeParse(draft).success;
