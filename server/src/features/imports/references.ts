/** What names in a row mean. One that several things answer to means none of them, and the row says so. */

import { type FieldType, widgetsOf } from '@vpisnik/contract/form-fields';
import type { GroupFieldInput } from '@vpisnik/contract/groups';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { fold } from '@vpisnik/contract/rules/slug';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { categoryNamed, locationNamed } from './named.ts';

/** What a name may mean. */
export type Row = { id: string; active: boolean };
type Labelled = Row & { label: string; name: Texts };

/** What there is already in the organisation, as far as rows refer to it or may repeat it. */
export type Known = {
  languages: readonly Language[];
  default_language: Language;
  time_zone: string;
  currency: string;
  categories: readonly Labelled[];
  locations: readonly (Row & { name: string; address: string })[];
  leaders: readonly (Row & { name: string; email: string })[];
  form_fields: readonly (Labelled & { type: string; languages: readonly string[]; required: boolean })[];
  /** Labels that are taken: of groups or of categories, whichever are imported. */
  labels: ReadonlySet<string>;
};

/** A category or location that a row names and that is yet to be made. */
const PENDING = '00000000-0000-7000-8000-000000000000';

/** Missing category and location of a row that can be created. */
export type Missing = { category?: string; location?: string };

/** `value` is the part of the cell that is wrong, where that is not all of it. */
export type RowProblem = FieldError & { value?: string };

/** Rows by what they are called, folded: a thousand rows ask for them. */
export type Index<R> = ReadonlyMap<string, readonly R[]>;

export type References = ReturnType<typeof referencesOf>;

/** The things of an organisation by their names. */
export function referencesOf(known: Known) {
  const labelled = ({ label, name }: Labelled) => [label, name.sl, name.en];
  return {
    categories: indexOf(known.categories, labelled),
    locations: indexOf(known.locations, ({ name, address }) => [name, address && `${name}, ${address}`]),
    fields: indexOf(known.form_fields, labelled),
    leadersByName: indexOf(known.leaders, ({ name }) => [name]),
    // two addresses may differ in an accent alone
    leaderByEmail: new Map(known.leaders.map((one) => [one.email.toLowerCase(), one])),
    labelsOfCategories: new Set(known.categories.map(({ label }) => label)),
  };
}

/** Rows by each of their names. */
export function indexOf<R>(rows: readonly R[], namesOf: (row: R) => (string | undefined)[]): Index<R> {
  const index = new Map<string, R[]>();
  for (const row of rows) {
    const names = new Set(namesOf(row).flatMap((name) => (name ? [fold(name)] : [])));
    for (const name of names) index.set(name, [...(index.get(name) ?? []), row]);
  }
  return index;
}

/**
 * The one row that is called so; active ones are meant rather than others. A label is one row's own, so it tells rows
 * of the same name apart.
 */
export function meant<R extends Row & { label?: string; name?: string | Texts }>(
  index: Index<R>,
  written: string,
): R | 'ambiguous' | undefined {
  const all = index.get(fold(written)) ?? [];
  const active = all.filter((row) => row.active);
  const rows = active.length > 0 ? active : all;
  if (rows.length < 2) return rows[0];
  const isCalled = ({ name = '' }: R) =>
    (typeof name === 'string' ? [name] : Object.values(name)).some(
      (one) => fold(one ?? '') === fold(written),
    );
  return rows.find((row) => row.label === written && isCalled(row)) ?? 'ambiguous';
}

type Around = {
  known: Known;
  references: References;
  /** Whether missing rows will be created. */
  mayMake: boolean;
  missing: Missing;
  problems: RowProblem[];
};

/** The id of the category that a cell names, `PENDING` for one that will be made, null with its problem noted. */
export function categoryOf(written: string, around: Around): string | null {
  const { known, references } = around;
  return referred('category', written, meant(references.categories, written), around, () =>
    categoryNamed(written, {
      languages: known.languages,
      own: known.default_language,
      taken: references.labelsOfCategories,
    }),
  );
}

/** The same of a location. */
export function locationOf(written: string, around: Around): string | null {
  const found = meant(around.references.locations, written);
  return referred('location', written, found, around, () => locationNamed(written));
}

function referred(
  field: 'category' | 'location',
  written: string,
  found: Row | 'ambiguous' | undefined,
  { mayMake, missing, problems }: Around,
  make: () => { problems?: FieldError[] },
): string | null {
  if (!written) return null;
  const path = `${field}_id`;
  if (found === 'ambiguous') {
    problems.push({ path, code: `${field}_ambiguous` });
    return null;
  }
  if (found) {
    if (!found.active) problems.push({ path, code: 'inactive' });
    return found.id;
  }
  const [refused] = make().problems ?? [];
  if (!refused) missing[field] = written;
  if (!refused && mayMake) return PENDING;
  problems.push(refused && mayMake ? { ...refused, path } : { path, code: `${field}_not_found` });
  return null;
}

const partsOf = (cell: string, separator: RegExp) =>
  cell
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);

/** An e-mail address, also one beside the name of its person. */
const addressIn = (written: string) => written.split(/[\s<>()]/).find((word) => word.includes('@'));

/** Without stars at its end; a pattern would look for them again from each of many stars. */
function withoutStars(text: string): string {
  let end = text.length;
  while (text[end - 1] === '*') end -= 1;
  return text.slice(0, end).trimEnd();
}

/** Leaders by e-mail address or name. */
export function leadersOf(cell: string, { references, problems }: Around): string[] {
  const found = partsOf(cell, /[,;\n]/).map((written) => {
    const email = addressIn(written)?.toLowerCase();
    const row = email ? references.leaderByEmail.get(email) : meant(references.leadersByName, written);
    return { written, row };
  });
  noteUnclear('leader', 'leader_ids', found, problems);
  const ids = found.flatMap(({ row }) => (row && row !== 'ambiguous' ? [row.id] : []));
  return [...new Set(ids)];
}

/** Questions by label or name of catalogue fields; a star makes one required, whatever it usually is. */
export function fieldsOf(cell: string, { references, problems }: Around): GroupFieldInput[] {
  const found = partsOf(cell, /[;\n]/).map((part) => {
    const written = withoutStars(part);
    return { written, starred: written !== part, row: meant(references.fields, written) };
  });
  noteUnclear('field', 'fields', found, problems);
  const asked = found.flatMap(({ written, starred, row }) =>
    row && row !== 'ambiguous' ? [{ written, starred, row }] : [],
  );
  for (const [at, { written, row }] of asked.entries()) {
    if (!row.active) problems.push({ path: 'fields', code: 'inactive', value: written });
    if (asked.findIndex((one) => one.row.id === row.id) < at)
      problems.push({ path: 'fields', code: 'row_asks_twice', value: written });
  }
  return asked.map(({ starred, row }) => ({
    form_field_id: row.id,
    widget: widgetsOf[row.type as FieldType][0],
    required: starred || row.required,
  }));
}

/** Notes names that nothing has, else those that several things have, all of them together. */
function noteUnclear(
  noun: 'leader' | 'field',
  path: string,
  found: readonly { written: string; row: Row | 'ambiguous' | undefined }[],
  problems: RowProblem[],
): void {
  for (const [code, row] of [
    ['not_found', undefined],
    ['ambiguous', 'ambiguous'],
  ] as const) {
    const names = found.filter((one) => one.row === row).map(({ written }) => written);
    if (names.length > 0) problems.push({ path, code: `${noun}_${code}`, value: names.join(', ') });
  }
}
