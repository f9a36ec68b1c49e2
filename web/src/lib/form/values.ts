/** A body of the contract with all of its fields, as an empty form has them. */
export type Filled<Body> = { [Field in keyof Body]-?: Exclude<Body[Field], undefined> };

/** A form's values from a row; fields that are absent or null in the row come from `empty`. */
export function valuesFrom<Values extends object>(
  empty: Values,
  row: { [Field in keyof Values]?: Values[Field] | null } | null,
): Values {
  const fields = Object.keys(empty) as (keyof Values)[];
  return Object.fromEntries(fields.map((field) => [field, row?.[field] ?? empty[field]])) as Values;
}

/** A body of the contract, as far as a form must know it. */
type Schema<Field extends string> = {
  shape: Readonly<Record<Field, { safeParse: (value: unknown) => { success: boolean } }>>;
};

/** An empty text for every field of a body. */
export function blankTexts<Field extends string>({ shape }: Schema<Field>): Record<Field, string> {
  return Object.fromEntries(Object.keys(shape).map((field) => [field, ''])) as Record<Field, string>;
}

/** Texts as `Body` has them: null for an empty one where the body knows null. */
export function withoutBlanks<Body extends object, Field extends keyof Body & string>(
  { shape }: Schema<Field>,
  texts: Readonly<Record<Field, string>>,
): { [F in Field]: null extends Body[F] ? string | null : string } {
  const wire = (Object.entries(texts) as [Field, string][]).map(([field, text]) => {
    const isNull = text.trim() === '' && shape[field].safeParse(null).success;
    return [field, isNull ? null : text];
  });
  return Object.fromEntries(wire);
}

/** Some fields of a form's values, for instance those that a PATCH sends. */
export function pickFields<Values extends object, Field extends keyof Values & string>(
  values: Values,
  fields: readonly Field[],
): Partial<Pick<Values, Field>> {
  return Object.fromEntries(
    fields.filter((field) => field in values).map((field) => [field, values[field]]),
  ) as Partial<Pick<Values, Field>>;
}

/** Copy of a list with the item at `from` moved to `to`. */
export function reordered<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const items = [...list];
  items.splice(to, 0, ...items.splice(from, 1));
  return items;
}

/** The value at a path such as `fields.0.question.name.en`; undefined where the path leads nowhere. */
export function valueAt(values: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      values,
    );
}

/** A copy of the values with another value at a path; everything beside the path stays the same object. */
export function withValueAt<Values extends object>(values: Values, path: string, value: unknown): Values {
  const [part = '', ...rest] = path.split('.');
  const inner = (values as Record<string, unknown>)[part];
  const next = rest.length === 0 ? value : withValueAt((inner ?? {}) as object, rest.join('.'), value);
  if (Array.isArray(values)) return values.with(Number(part), next) as Values;
  return { ...values, [part]: next };
}
