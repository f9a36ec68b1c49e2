import { useClashWords } from '../../sessions/clash-words.ts';
import { useClashes } from '../../sessions/use-clashes.ts';
import { useEditor } from '../editor/editor-context.ts';
import { slotOf } from '../editor/values.ts';

/** Describes each slot's clashes: groups that have the location or a leader then. Clashes are warnings, not errors. */
export function useScheduleClashes(): (at: number) => string[] {
  const words = useClashWords();
  const { group, values, references, isLocked } = useEditor();
  const { location_id, leader_ids, start_date, end_date } = values;
  const draft = {
    group_id: group?.id ?? null,
    location_id,
    leader_ids,
    start_date,
    end_date,
    schedule: values.schedule.map(({ key: _, ...slot }) => slotOf(slot)),
  };
  const { asked, found } = useClashes(draft, { isWanted: !isLocked('schedule'), keepsPrevious: true });
  const place = references.locations.find(({ id }) => id === asked?.location_id)?.name ?? '';
  return (at) => {
    const [now, then] = [values.schedule[at], asked?.schedule[at]];
    if (now?.day !== then?.day || now?.start_time !== then?.start_time) return [];
    return found.filter(({ slot }) => slot === at).flatMap((clash) => words(clash, place));
  };
}
