/** What would become of each row of a spreadsheet: pure, so that the preview and the import can't disagree. */
import { categories, categoryProblems } from '@vpisnik/contract/categories';
import type { FieldError } from '@vpisnik/contract/errors';
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import { groupProblems, groups } from '@vpisnik/contract/groups';
import {
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportProblem,
  type ImportRow,
  importFields,
} from '@vpisnik/contract/imports';
import { locations } from '@vpisnik/contract/locations';
import { fold, slugOf } from '@vpisnik/contract/slug';
import { type Language, languages, type Texts } from '@vpisnik/contract/texts';
import type { z } from 'zod';
import { readDay, readLanguages, readNumber, readSchedule } from './values.ts';

type Named = { id: string; active: boolean };

/** What there is already in the organisation, as far as rows refer to it or may repeat it. */
export type Known = {
  languages: readonly Language[];
  categories: readonly (Named & { label: string; name: Texts })[];
  locations: readonly (Named & { name: string })[];
  leaders: readonly (Named & { name: string; email: string })[];
  /** Labels that are taken: of groups or of categories, whichever are imported. */
  labels: ReadonlySet<string>;
};

/** A category or location that a row names and that is yet to be made. */
const PENDING = '00000000-0000-7000-8000-000000000000';

/** A row with what would be made of it. */
export type Judged = ImportRow & {
  body: Record<string, unknown> | undefined;
  missing: { category?: string; location?: string };
};

type Cell = (field: ImportField) => string;
type Made = {
  body: Record<string, unknown>;
  problems: FieldError[];
  missing: { category?: string; location?: string };
  key: string;
  title: string;
};

const schemas: Record<ImportKind, z.ZodType> = {
  groups: groups.create.body,
  categories: categories.create.body,
  locations: locations.create.body,
};

/**
 * Judges all rows below the header; empty ones are passed over.
 *
 * @param mayMake whether categories and locations that are missing will be made as well
 */
export function judge(
  kind: ImportKind,
  cells: readonly string[][],
  mapping: ImportMapping,
  known: Known,
  mayMake: boolean,
): Judged[] {
  const seen = new Map<string, number>();
  return cells.flatMap((values, index): Judged[] => {
    if (index === 0 || values.every((value) => value === '')) return [];
    const cell: Cell = (field) => {
      const at = mapping[field];
      return at === undefined ? '' : (values[at] ?? '');
    };
    const made = makers[kind](cell, known, mayMake);
    const row = index + 1;
    const common = { row, title: made.title, id: null, missing: made.missing };
    const again = seen.get(made.key);
    const isKnown = isThere(kind, made.key, known);
    if (made.key && (again !== undefined || isKnown)) {
      const code = isKnown ? 'already_there' : 'row_repeats';
      const problem = { field: null, code, value: isKnown ? made.title : String(again) };
      return [{ ...common, status: 'duplicate' as const, problems: [problem], body: undefined }];
    }
    if (made.key) seen.set(made.key, row);
    const problems = problemsOf(kind, made, cell);
    const status = problems.length > 0 ? ('error' as const) : ('ready' as const);
    return [{ ...common, status, problems, body: status === 'ready' ? made.body : undefined }];
  });
}

/** Names that rows need and nobody knows, each once, of rows that lack nothing else. */
export function missingOf(rows: readonly Judged[]): { categories: string[]; locations: string[] } {
  const lacksNothingElse = rows.filter(
    ({ status, problems }) =>
      status === 'ready' ||
      (status === 'error' && problems.every(({ code }) => /^(category|location)_not_found$/.test(code))),
  );
  /** As they are written first. */
  const once = (names: (string | undefined)[]) => {
    const written = new Map<string, string>();
    for (const name of names) if (name && !written.has(fold(name))) written.set(fold(name), name);
    return [...written.values()];
  };
  return {
    categories: once(lacksNothingElse.map(({ missing }) => missing.category)),
    locations: once(lacksNothingElse.map(({ missing }) => missing.location)),
  };
}

function isThere(kind: ImportKind, key: string, known: Known): boolean {
  if (kind !== 'locations') return known.labels.has(key);
  return known.locations.some((one) => fold(one.name) === key);
}

function problemsOf(kind: ImportKind, { body, problems, title }: Made, cell: Cell): ImportProblem[] {
  const { error } = schemas[kind].safeParse(body, { reportInput: true });
  const all = [...problems, ...(error ? fieldErrorsOf(error) : [])];
  const byField = new Map<string, ImportProblem>();
  for (const { path, code, limit } of all) {
    const field = fieldAt(kind, path);
    const value = field ? cell(field).slice(0, 200) : '';
    // of several things that are wrong with a value, the first says enough
    const key = field ?? path;
    if (!byField.has(key)) byField.set(key, { field, code, value, ...(limit !== undefined && { limit }) });
  }
  // a label and languages come from the name when they are not written
  if (!title) for (const field of ['label', 'languages'] as const) if (!cell(field)) byField.delete(field);
  const order: readonly (ImportField | null)[] = importFields[kind];
  return [...byField.values()].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

const renamed: Partial<Record<string, string>> = {
  category_id: 'category',
  location_id: 'location',
  leader_ids: 'leaders',
};

/** The column that a path of a body comes from, for instance `price_text.sl` from `price_sl`. */
function fieldAt(kind: ImportKind, path: string): ImportField | null {
  const [first = '', second = ''] = path.split('.');
  const base = first.replace('price_text', 'price');
  const named = languages.some((one) => one === second) ? `${base}_${second}` : (renamed[base] ?? base);
  return importFields[kind].find((one) => one === named) ?? null;
}

const textsOf = (cell: Cell, noun: 'name' | 'description' | 'price'): Texts =>
  Object.fromEntries(
    languages.flatMap((one) => (cell(`${noun}_${one}`) ? [[one, cell(`${noun}_${one}`)]] : [])),
  );

/** Languages as they are written, else those that have a name. */
function languagesOf(cell: Cell, name: Texts, known: Known, problems: FieldError[]): Language[] {
  const written = cell('languages');
  const read = written ? readLanguages(written) : languages.filter((one) => name[one]);
  if (read === undefined) problems.push({ path: 'languages', code: 'language_unknown' });
  const chosen = read ?? [];
  if (chosen.some((one) => !known.languages.includes(one)))
    problems.push({ path: 'languages', code: 'language_not_offered' });
  return chosen;
}

/** Whether nothing stands there, or it can't be read: then the problem is noted. */
function reading<T>(cell: Cell, problems: FieldError[]) {
  return (field: ImportField, read: (text: string) => T | undefined, code: string): T | null => {
    const text = cell(field);
    if (!text) return null;
    const value = read(text);
    if (value === undefined) problems.push({ path: field, code });
    return value ?? null;
  };
}

const makers: Record<ImportKind, (cell: Cell, known: Known, mayMake: boolean) => Made> = {
  groups: groupOf,
  categories: categoryOf,
  locations: locationOf,
};

function groupOf(cell: Cell, known: Known, mayMake: boolean): Made {
  const problems: FieldError[] = [];
  const name = textsOf(cell, 'name');
  const title = name.sl ?? name.en ?? '';
  const label = cell('label') || slugOf(title);
  const offered = languagesOf(cell, name, known, problems);
  const number = reading<number>(cell, problems);
  const day = reading<string>(cell, problems);
  const schedule = reading(cell, problems)('schedule', readSchedule, 'invalid_schedule') as ReturnType<
    typeof readSchedule
  > | null;
  const missing: Made['missing'] = {};
  const body = {
    label,
    name,
    description: textsOf(cell, 'description'),
    price_text: textsOf(cell, 'price'),
    languages: offered,
    category_id: referred(cell, 'category', known.categories, categoryNames, { mayMake, missing, problems }),
    location_id: referred(cell, 'location', known.locations, ({ name: one }) => [one], {
      mayMake,
      missing,
      problems,
    }),
    leader_ids: leadersOf(cell, known, problems),
    schedule: schedule ?? [],
    start_date: day('start_date', readDay, 'invalid_date'),
    end_date: day('end_date', readDay, 'invalid_date'),
    capacity: number('capacity', readNumber, 'invalid_number'),
    age_from: number('age_from', readNumber, 'invalid_number'),
    age_to: number('age_to', readNumber, 'invalid_number'),
  };
  if (!title) problems.unshift({ path: `name.${known.languages[0] ?? 'sl'}`, code: 'required' });
  if (body.category_id === null && !cell('category'))
    problems.push({ path: 'category_id', code: 'required' });
  const whole = groupProblems({ ...body, apply_from: null, apply_until: null, fields: [] }, []);
  return { body, problems: [...problems, ...whole], missing, key: label, title };
}

const categoryNames = ({ label, name }: { label: string; name: Texts }) => [label, ...Object.values(name)];

type Around = { mayMake: boolean; missing: Made['missing']; problems: FieldError[] };

/** The row that a name means: an active one rather than one that is not. */
function referred<Row extends Named>(
  cell: Cell,
  field: 'category' | 'location',
  rows: readonly Row[],
  namesOf: (row: Row) => (string | undefined)[],
  { mayMake, missing, problems }: Around,
): string | null {
  const written = cell(field);
  if (!written) return null;
  const wanted = fold(written);
  const meant = rows.filter((row) => namesOf(row).some((name) => name && fold(name) === wanted));
  const [best] = meant.toSorted((a, b) => Number(b.active) - Number(a.active));
  if (best) {
    if (!best.active) problems.push({ path: `${field}_id`, code: 'inactive' });
    return best.id;
  }
  missing[field] = written;
  if (mayMake) return PENDING;
  problems.push({ path: `${field}_id`, code: `${field}_not_found` });
  return null;
}

/** Leaders by e-mail address or name. */
function leadersOf(cell: Cell, known: Known, problems: FieldError[]): string[] {
  const named = cell('leaders')
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
  const ids = named.map((one) => {
    const wanted = fold(one);
    return known.leaders.find(({ email, name }) => fold(email) === wanted || fold(name) === wanted)?.id;
  });
  if (ids.includes(undefined)) problems.push({ path: 'leader_ids', code: 'leader_not_found' });
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function categoryOf(cell: Cell, known: Known): Made {
  const problems: FieldError[] = [];
  const name = textsOf(cell, 'name');
  const title = name.sl ?? name.en ?? '';
  const label = cell('label') || slugOf(title);
  const offered = languagesOf(cell, name, known, problems);
  const body = { label, name, description: textsOf(cell, 'description'), languages: offered };
  if (!title) problems.unshift({ path: `name.${known.languages[0] ?? 'sl'}`, code: 'required' });
  return { body, problems: [...problems, ...categoryProblems(body)], missing: {}, key: label, title };
}

function locationOf(cell: Cell): Made {
  const problems: FieldError[] = [];
  const name = cell('name');
  if (!name) problems.push({ path: 'name', code: 'required' });
  const body = {
    name,
    address: cell('address').replaceAll('\n', ', '),
    description: cell('description'),
    comment: cell('comment'),
    max_participants: reading<number>(cell, problems)('max_participants', readNumber, 'invalid_number'),
    google_maps_link: cell('google_maps_link') || null,
  };
  return { body, problems, missing: {}, key: fold(name), title: name };
}
