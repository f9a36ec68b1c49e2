/** Decides the outcome of each row of a spreadsheet; pure, so that preview and import agree. */
import { categories } from '@vpisnik/contract/categories';
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import { groups } from '@vpisnik/contract/groups';
import {
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportProblem,
  type ImportRow,
  importFields,
} from '@vpisnik/contract/imports';
import { locations } from '@vpisnik/contract/locations';
import { markContrast } from '@vpisnik/contract/rules/contrast';
import { fold } from '@vpisnik/contract/rules/slug';
import { languages } from '@vpisnik/contract/rules/texts';
import type { z } from 'zod';
import { type Cell, type Made, makers } from './bodies.ts';
import { type Known, type Missing, type RowProblem, referencesOf } from './references.ts';

type Body = Record<string, unknown>;

/** A row with what would be made of it. */
export type Judged = ImportRow & { body: Body | undefined; missing: Missing };

const schemas: Record<ImportKind, z.ZodType<Body>> = {
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
  const context = { known, references: referencesOf(known), mayMake };
  const places = new Set(known.locations.map(({ name }) => fold(name)));
  return cells.flatMap((values, index): Judged[] => {
    if (index === 0 || values.every((value) => value === '')) return [];
    const cell: Cell = (field) => {
      const at = mapping[field];
      return at === undefined ? '' : (values[at] ?? '');
    };
    const made = makers[kind](cell, context);
    const row = index + 1;
    const common = { row, title: made.title, id: null, missing: made.missing };
    const again = seen.get(made.key);
    const isKnown = kind === 'locations' ? places.has(made.key) : known.labels.has(made.key);
    if (made.key && (again !== undefined || isKnown)) {
      const code = isKnown ? 'already_there' : 'row_repeats';
      const problem = { field: null, code, value: isKnown ? made.title : String(again) };
      return [{ ...common, status: 'duplicate' as const, problems: [problem], body: undefined }];
    }
    if (made.key) seen.set(made.key, row);
    const { problems, body } = checked(kind, made, cell);
    if (!body) return [{ ...common, status: 'error' as const, problems, body }];
    return [{ ...common, status: 'ready' as const, problems: remarksOf(body, cell), body }];
  });
}

/** Names of missing categories and locations, each once, of rows without other errors. */
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

/** As much of a value as is told; half of a character can't be kept. */
const shortened = (value: string) => value.slice(0, 200).toWellFormed();

/** Error values of spreadsheet formulas. */
const failedFormula = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** Validates a row; returns its problems, or the parsed body if there are none. */
function checked(kind: ImportKind, { body, problems, title }: Made, cell: Cell) {
  const { data, error } = schemas[kind].safeParse(body, { reportInput: true });
  const failed = importFields[kind].filter((field) => failedFormula.test(cell(field)));
  const all: RowProblem[] = [
    ...failed.map((path) => ({ path, code: 'formula_failed' })),
    ...problems,
    ...(error ? fieldErrorsOf(error) : []),
  ];
  const byField = new Map<string, ImportProblem>();
  for (const { path, code, limit, value } of all) {
    const field = fieldAt(kind, path);
    const written = shortened(value ?? (field ? cell(field) : ''));
    const problem = { field, code, value: written, ...(limit !== undefined && { limit }) };
    // of several things that are wrong with a value, the first says enough
    const key = field ?? path;
    if (!byField.has(key)) byField.set(key, problem);
  }
  // a label and languages come from the name when they are not written
  if (!title) for (const field of ['label', 'languages'] as const) if (!cell(field)) byField.delete(field);
  const order: readonly (ImportField | null)[] = importFields[kind];
  const sorted = [...byField.values()].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  return { problems: sorted, body: sorted.length === 0 ? data : undefined };
}

/** Warnings about a row that can be imported, the same as the editor's. */
function remarksOf({ background_color: color }: Body, cell: Cell): ImportProblem[] {
  if (typeof color !== 'string' || markContrast(color).isGood) return [];
  return [{ field: 'background_color', code: 'poor_contrast', value: shortened(cell('background_color')) }];
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
