/** A path of one thing that may be changed: `position`, or a part of a field such as `name.en`. */
export type Unit = string;

/** Something that both sides changed, each in their own way. */
export type Conflict = { unit: Unit; mine: unknown; theirs: unknown };

const isParted = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values of a form are equal; an absent text equals an empty one. */
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

/** Selects the part of a form's values that comparisons use; leaves out keys of list rows, for instance. */
export type Comparable<Values> = (values: Values) => Record<keyof Values, unknown>;

const whole = <Values extends object>(values: Values) => values as Record<keyof Values, unknown>;

/**
 * Merges a saved row into a form with unsaved changes: takes what only they changed, keeps what only we changed, and
 * lists what both changed differently. A conflict keeps our value until a person chooses.
 *
 * @param base the values that both sides began with
 * @param comparable selects the part to compare; a field taken from `theirs` still comes whole, with its keys
 */
export function mergeValues<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  comparable: Comparable<Values> = whole,
): { values: Values; conflicts: Conflict[] } {
  const [own, other] = [comparable(mine), comparable(theirs)];
  const [before, ours, others] = [unitsOf(comparable(base)), unitsOf(own), unitsOf(other)];
  const conflicts: Conflict[] = [];
  const taken: Unit[] = [];
  for (const unit of new Set([...before.keys(), ...others.keys(), ...ours.keys()])) {
    const [was, mineNow, theirsNow] = [before.get(unit), ours.get(unit), others.get(unit)];
    if (same(was, theirsNow) || same(mineNow, theirsNow)) continue;
    if (same(was, mineNow)) taken.push(unit);
    else conflicts.push({ unit, mine: mineNow, theirs: theirsNow });
  }
  const merged = takeUnits(own, taken, other);
  const changes = changedFields(own, merged).map((field) => [
    field,
    same(merged[field], other[field]) ? theirs[field] : merged[field],
  ]);
  return { values: { ...mine, ...Object.fromEntries(changes) }, conflicts };
}

/** The fields that differ between two states of a form, in the form's order. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const names = Object.keys(after) as (keyof Values & string)[];
  return names.filter((field) => !same(before[field], after[field]));
}
