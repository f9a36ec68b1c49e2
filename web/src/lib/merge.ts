/** A path of one thing that may be changed: `position`, or a part of a field such as `name.en`. */
export type Unit = string;

/** Something that both sides changed, each in their own way. */
export type Conflict = { unit: Unit; mine: unknown; theirs: unknown };

const isParted = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values of a form say the same; an absent text is an empty one. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other)
    return (one ?? '') === (other ?? '');
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) =>
    same((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}

/** Each part of a field that has parts (a text per language) is changed on its own; a list is one thing. */
function unitsOf(values: object): Map<Unit, unknown> {
  return new Map(
    Object.entries(values).flatMap(([field, value]): [Unit, unknown][] =>
      isParted(value)
        ? Object.entries(value).map(([part, one]) => [`${field}.${part}`, one])
        : [[field, value]],
    ),
  );
}

/** Takes some units from another state of a form. */
export function takeUnits<Values extends object>(
  values: Values,
  units: readonly Unit[],
  source: Values,
): Values {
  const taken = { ...values } as Record<string, unknown>;
  for (const unit of units) {
    const [field = '', part] = unit.split('.');
    const given = (source as Record<string, unknown>)[field];
    taken[field] =
      part === undefined || !isParted(given)
        ? given
        : { ...(taken[field] as object | undefined), [part]: given[part] };
  }
  return taken as Values;
}

/**
 * Brings what somebody else saved into a form with unsaved changes: what only they changed is taken over, what only
 * we changed stays, and what both changed differently is told (and stays ours until somebody chooses).
 */
export function mergeValues<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): { values: Values; conflicts: Conflict[] } {
  const [before, ours, others] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)];
  const conflicts: Conflict[] = [];
  const taken: Unit[] = [];
  for (const unit of new Set([...before.keys(), ...others.keys(), ...ours.keys()])) {
    const [was, own, their] = [before.get(unit), ours.get(unit), others.get(unit)];
    if (same(was, their) || same(own, their)) continue;
    if (same(was, own)) taken.push(unit);
    else conflicts.push({ unit, mine: own, theirs: their });
  }
  return { values: takeUnits(mine, taken, theirs), conflicts };
}

/** The fields that differ between two states of a form, in the form's order. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const names = Object.keys(after) as (keyof Values & string)[];
  return names.filter((field) => !same(before[field], after[field]));
}
