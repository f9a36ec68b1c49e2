import type { Group } from '@vpisnik/contract/groups';
import { type Conflict, changedFields, mergeValues, takeUnits, type Unit } from '../../../lib/merge.ts';
import { type GroupValues, valuesOf, wireOf } from './group-form.ts';

/** Brings what somebody else saved into the editor's values; rows of lists keep the keys that only the editor knows. */
export function merge(
  base: GroupValues,
  mine: GroupValues,
  saved: Group,
): { values: GroupValues; conflicts: Conflict[] } {
  const theirs = valuesOf(saved);
  const own = wireOf(mine);
  const merged = mergeValues(wireOf(base), own, wireOf(theirs));
  const taken = changedFields(own, merged.values).map((field) => {
    const isKeyed = field === 'schedule' || field === 'fields';
    return [field, isKeyed ? theirs[field] : merged.values[field]];
  });
  return { values: { ...mine, ...Object.fromEntries(taken) }, conflicts: merged.conflicts };
}

/** Settles conflicts by taking theirs for the units named. */
export function takeTheirs(values: GroupValues, units: readonly Unit[], saved: Group): GroupValues {
  return takeUnits(values, units, valuesOf(saved));
}
