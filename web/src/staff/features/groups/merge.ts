import type { Group } from '@vpisnik/contract/groups';
import { type GroupValues, type GroupWire, same, valuesOf, wireOf } from './group-form.ts';

/** Fields of which each part (language, kind of mail) is changed on its own. */
const parted = ['name', 'description', 'price_text', 'email_settings'] as const;

/** A path of one thing that may be changed: `capacity`, `name.en`, `email_settings.application_confirmation`. */
export type Unit = string;

/** Something that both sides changed, each in their own way. */
export type Conflict = { unit: Unit; mine: unknown; theirs: unknown };

type Units = Map<Unit, unknown>;

function unitsOf(wire: GroupWire): Units {
  const units: Units = new Map();
  for (const [field, value] of Object.entries(wire)) {
    if (!parted.some((one) => one === field)) units.set(field, value);
    else for (const [part, one] of Object.entries(value as object)) units.set(`${field}.${part}`, one);
  }
  return units;
}

/** Takes one unit from another state of the form. */
function take(values: GroupValues, unit: Unit, source: GroupValues): GroupValues {
  const [field, part] = unit.split('.') as [keyof GroupValues, string?];
  if (part === undefined) return { ...values, [field]: source[field] };
  const parts = source[field] as Record<string, unknown>;
  return { ...values, [field]: { ...(values[field] as object), [part]: parts[part] } };
}

/**
 * Brings what somebody else saved into a form with unsaved changes: what only they changed is taken over, what only
 * we changed stays, and what both changed differently is told (and stays ours until somebody chooses).
 */
export function merge(
  base: GroupValues,
  mine: GroupValues,
  saved: Group,
): { values: GroupValues; conflicts: Conflict[] } {
  const theirValues = valuesOf(saved);
  const [before, ours, theirs] = [unitsOf(wireOf(base)), unitsOf(wireOf(mine)), unitsOf(wireOf(theirValues))];
  const conflicts: Conflict[] = [];
  let values = mine;
  for (const unit of new Set([...before.keys(), ...theirs.keys(), ...ours.keys()])) {
    const [was, own, their] = [before.get(unit), ours.get(unit), theirs.get(unit)];
    if (same(was, their) || same(own, their)) continue;
    if (same(was, own)) values = take(values, unit, theirValues);
    else conflicts.push({ unit, mine: own, theirs: their });
  }
  return { values, conflicts };
}

/** Settles conflicts by taking theirs for the units named. */
export function takeTheirs(values: GroupValues, units: readonly Unit[], saved: Group): GroupValues {
  return units.reduce((taken, unit) => take(taken, unit, valuesOf(saved)), values);
}
