import type { Scope } from '../../db/scope.ts';
import { selectPlaces } from '../participants/places.ts';

type Group = { places: number | null; taken: number; wanted: number; lacking: number };

/** Places of groups while they are given to one after the other. */
export type Places = {
  /** Makes groups known; to be awaited before `take`. Their counts are those of the moment, so lock them first. */
  load(groupIds: readonly string[]): Promise<void>;
  /** Takes a place; false when none is left, and then it is taken only with `anyway`. */
  take(groupId: string, anyway: boolean): boolean;
  /** Groups with fewer places than were wanted. */
  full(): (Omit<Group, 'places'> & { id: string; places: number })[];
};

/** Starts to give places. */
export function createPlaces(scope: Scope): Places {
  const known = new Map<string, Group>();
  return {
    async load(groupIds) {
      const missing = [...new Set(groupIds)].filter((id) => !known.has(id));
      if (missing.length === 0) return;
      for (const [id, its] of await selectPlaces(scope, missing))
        known.set(id, { ...its, wanted: 0, lacking: 0 });
    },
    take(groupId, anyway) {
      const group = known.get(groupId);
      if (!group) return false;
      const isFree = group.places === null || group.taken + group.wanted - group.lacking < group.places;
      group.wanted += 1;
      if (!isFree) group.lacking += 1;
      return isFree || anyway;
    },
    full: () =>
      [...known].flatMap(([id, { places, ...its }]) =>
        its.lacking > 0 && places !== null ? [{ id, places, ...its }] : [],
      ),
  };
}
