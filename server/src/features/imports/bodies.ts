/** Bodies for the contract from imported rows, with the rows' problems. */
import { categoryProblems } from '@vpisnik/contract/categories';
import { groupProblems } from '@vpisnik/contract/groups';
import type { ImportField, ImportKind } from '@vpisnik/contract/imports';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { fold, slugOf } from '@vpisnik/contract/rules/slug';
import { type Language, languages, type Texts } from '@vpisnik/contract/rules/texts';
import {
  categoryOf,
  fieldsOf,
  type Known,
  leadersOf,
  locationOf,
  type Missing,
  type References,
  type RowProblem,
} from './references.ts';
import {
  readColor,
  readDay,
  readLanguages,
  readMoment,
  readNumber,
  readSchedule,
  readWhenFull,
} from './values.ts';

/** What stands in a row for a field; empty where nothing does. */
export type Cell = (field: ImportField) => string;

export type Context = { known: Known; references: References; mayMake: boolean };

export type Made = {
  body: Record<string, unknown>;
  problems: RowProblem[];
  missing: Missing;
  /** What it is known again by: a label, or a folded name. */
  key: string;
  title: string;
};

/** By kind. */
export const makers: Record<ImportKind, (cell: Cell, context: Context) => Made> = {
  groups: groupOf,
  categories: categoryRow,
  locations: locationRow,
};

/** A cell may break its line where a name can't. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

const textsOf = (cell: Cell, noun: 'name' | 'description' | 'price'): Texts =>
  Object.fromEntries(
    languages.flatMap((one) => {
      const text = cell(`${noun}_${one}`);
      return text ? [[one, noun === 'description' ? text : onOneLine(text)]] : [];
    }),
  );

/** A price as it is written; a number alone is what a spreadsheet leaves of an amount of money. */
function pricesOf(cell: Cell, currency: string): Texts {
  const written = Object.entries(textsOf(cell, 'price')) as [Language, string][];
  return Object.fromEntries(
    written.map(([language, text]) => {
      const isNumber = /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text);
      return [language, isNumber ? moneyIn(language, currency).format(Number(text.replace(',', '.'))) : text];
    }),
  );
}

const moneyIn = (language: Language, currency: string) =>
  new Intl.NumberFormat(language === 'sl' ? 'sl-SI' : 'en-GB', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });

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

/** Null where nothing stands, or what can't be read: then the problem is noted. */
function reading(cell: Cell, problems: FieldError[]) {
  return <T>(field: ImportField, read: (text: string) => T | undefined, code: string): T | null => {
    const text = cell(field);
    if (!text) return null;
    const value = read(text);
    if (value === undefined) problems.push({ path: field, code });
    return value ?? null;
  };
}

function groupOf(cell: Cell, { known, references, mayMake }: Context): Made {
  const problems: RowProblem[] = [];
  const missing: Missing = {};
  const around = { known, references, mayMake, missing, problems };
  const name = textsOf(cell, 'name');
  const title = name.sl ?? name.en ?? '';
  const label = cell('label') || slugOf(title);
  const read = reading(cell, problems);
  const moment = (otherwise: string) => (text: string) => readMoment(text, known.time_zone, otherwise);
  const when_full = read('when_full', readWhenFull, 'invalid_when_full');
  const background_color = read('background_color', readColor, 'invalid_color');
  const body = {
    label,
    name,
    description: textsOf(cell, 'description'),
    price_text: pricesOf(cell, known.currency),
    languages: languagesOf(cell, name, known, problems),
    category_id: categoryOf(onOneLine(cell('category')), around),
    location_id: locationOf(onOneLine(cell('location')), around),
    leader_ids: leadersOf(cell('leaders'), around),
    schedule: read('schedule', readSchedule, 'invalid_schedule') ?? [],
    start_date: read('start_date', readDay, 'invalid_date'),
    end_date: read('end_date', readDay, 'invalid_date'),
    // a day alone opens with it and closes at its end, as in the editor
    apply_from: read('apply_from', moment('00:00'), 'invalid_moment'),
    apply_until: read('apply_until', moment('23:59'), 'invalid_moment'),
    capacity: read('capacity', readNumber, 'invalid_number'),
    ...(when_full && { when_full }),
    age_from: read('age_from', readNumber, 'invalid_number'),
    age_to: read('age_to', readNumber, 'invalid_number'),
    fields: fieldsOf(cell('fields'), around),
    ...(background_color && { background_color }),
  };
  if (!title) problems.unshift({ path: `name.${known.languages[0] ?? 'sl'}`, code: 'required' });
  if (body.category_id === null && !cell('category'))
    problems.push({ path: 'category_id', code: 'required' });
  const whole = groupProblems(body, known.form_fields);
  return { body, problems: [...problems, ...whole], missing, key: label, title };
}

function categoryRow(cell: Cell, { known }: Context): Made {
  const problems: RowProblem[] = [];
  const name = textsOf(cell, 'name');
  const title = name.sl ?? name.en ?? '';
  const label = cell('label') || slugOf(title);
  const offered = languagesOf(cell, name, known, problems);
  const body = { label, name, description: textsOf(cell, 'description'), languages: offered };
  if (!title) problems.unshift({ path: `name.${known.languages[0] ?? 'sl'}`, code: 'required' });
  return { body, problems: [...problems, ...categoryProblems(body)], missing: {}, key: label, title };
}

function locationRow(cell: Cell): Made {
  const problems: RowProblem[] = [];
  const name = onOneLine(cell('name'));
  if (!name) problems.push({ path: 'name', code: 'required' });
  const body = {
    name,
    address: cell('address').replaceAll('\n', ', '),
    description: cell('description'),
    comment: cell('comment'),
    max_participants: reading(cell, problems)('max_participants', readNumber, 'invalid_number'),
    google_maps_link: cell('google_maps_link') || null,
  };
  return { body, problems, missing: {}, key: fold(name), title: name };
}
