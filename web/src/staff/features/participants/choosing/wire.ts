import type { ParticipantFilters } from '../address.ts';
import type { Chosen } from './chosen.ts';

/** How many are chosen. */
export const countOf = (chosen: Chosen): number =>
  chosen.kind === 'some' ? chosen.ids.size : chosen.total - chosen.except.size;

/** A choice as bulk calls take it: ids, or the filter with what was taken out, the number and the moment shown. */
export type Wire<Filters = ParticipantFilters> =
  | { ids: string[] }
  | { filter: Filters; exclude_ids: string[]; expected_count: number; as_of: string };

/** Turns a choice into what bulk calls take. */
export const wireOf = <Filters>(chosen: Chosen, filter: Filters): Wire<Filters> =>
  chosen.kind === 'some'
    ? { ids: [...chosen.ids] }
    : {
        filter,
        exclude_ids: [...chosen.except],
        expected_count: countOf(chosen),
        as_of: chosen.asOf,
      };
