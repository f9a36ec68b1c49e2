/** People as the rows of a sheet describe them, with problems; pure, so that preview and import agree. */
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import type {
  DayOrder,
  PersonColumn,
  PersonImportBody,
  PersonMapping,
  PersonProblem,
} from '@vpisnik/contract/participant-imports';
import { type Answer, answerValue, participants } from '@vpisnik/contract/participants';
import { fold } from '@vpisnik/contract/rules/slug';
import { mapInSlices } from '../../../slices.ts';
import type { MadeRow } from '../../bulk-jobs/making.ts';
import { checkAnswers, type GivenAnswers } from '../../participants/answers.ts';
import type { Question } from '../../participants/questions.ts';
import { type Index, indexOf, meant } from '../references.ts';
import { languageOf } from '../values.ts';
import { ownKey } from './columns.ts';
import { orderOf, readDay, readInstant } from './days.ts';
import type { PeopleKnown } from './known.ts';
import { readChoice, readChoices, readStatus, readTick, turnedName } from './values.ts';

/** A row as it was read: a person, unless something is wrong. */
export type ReadRow = {
  row: number;
  title: string;
  problems: PersonProblem[];
  person: MadeRow | undefined;
};

/** How each column writes days with slashes. */
export type DayOrders = ReadonlyMap<string, DayOrder | null>;

type Sheet = {
  cells: readonly string[][];
  mapping: PersonMapping;
  known: PeopleKnown;
  chosen: Pick<PersonImportBody, 'group_id' | 'status' | 'language'>;
  /** The moment of the import. */
  now: Date;
};

const body = participants.create.body.pick({
  name: true,
  email: true,
  phone: true,
  notes: true,
  staff_notes: true,
});

/** Error values of spreadsheet formulas. */
const failedFormula = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** As much of a value as is told; half of a character can't be kept. */
const shortened = (value: string) => value.slice(0, 200).toWellFormed();
const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/**
 * Reads all rows below the header; empty ones are passed over. Ten thousand take half a second of the processor, in which
 * other requests have their turn.
 */
export async function readPeople(sheet: Sheet): Promise<{ rows: ReadRow[]; orders: DayOrders }> {
  const orders = dayOrdersOf(sheet);
  const reader = readerOf(sheet, orders);
  const read = await mapInSlices(sheet.cells, (values, at): ReadRow[] =>
    at === 0 || values.every((value) => value === '') ? [] : [reader(values, at + 1)],
  );
  return { rows: read.flat(), orders };
}

/** What a column of answers is about: a field of the catalogue, or a question that several groups may ask alike. */
type Topic = { column: PersonColumn; type: string; id: string; key: string | null };

/** Topics in the order of their columns. */
function topicsOf({ mapping, known }: Sheet): Topic[] {
  const columns = (Object.keys(mapping) as PersonColumn[]).toSorted(byPlace(mapping));
  return columns.flatMap((column): Topic[] => {
    const id = column.startsWith('answer:') ? column.slice('answer:'.length) : '';
    const field = known.fields.find((one) => one.id === id);
    if (field) return [{ column, type: field.type, id, key: null }];
    const question = known.questions.find((one) => one.id === id && one.form_field_id === null);
    return question ? [{ column, type: question.type, id, key: ownKey(question) }] : [];
  });
}

/** Orders meanings by where their columns are; those without one come first. */
const byPlace = (mapping: PersonMapping) => (a: PersonColumn, b: PersonColumn) =>
  (mapping[a] ?? -1) - (mapping[b] ?? -1);

function dayOrdersOf(sheet: Sheet): DayOrders {
  const { cells, mapping } = sheet;
  const dates = topicsOf(sheet).filter(({ type }) => type === 'date');
  const columns: PersonColumn[] = ['application_date', ...dates.map(({ column }) => column)];
  const orders = new Map<string, DayOrder | null>();
  for (const column of columns) {
    const at = mapping[column];
    if (at === undefined) continue;
    // Google Forms in English (its usual one) begins with the month
    const isGoogle = fold(cells[0]?.[at] ?? '') === 'timestamp';
    const order = orderOf(
      cells.slice(1).map((row) => row[at] ?? ''),
      isGoogle ? 'month_first' : 'day_first',
    );
    if (order !== undefined) orders.set(column, order);
  }
  return orders;
}

function readerOf(sheet: Sheet, orders: DayOrders) {
  const { cells, mapping, known, chosen, now } = sheet;
  const groups = indexOf(known.groups, ({ id, label, name }) => [id, label, name.sl, name.en]);
  const topics = topicsOf(sheet);
  const forms = Map.groupBy(known.questions, ({ group_id }) => group_id);
  const applied = mapping.application_date;
  const isTimed = applied !== undefined && cells.slice(1).some((row) => /\d:\d\d/.test(row[applied] ?? ''));
  const latest = new Date(now.getTime() + 24 * 3600 * 1000).toISOString();

  return (values: readonly string[], row: number): ReadRow => {
    const cell = (column: PersonColumn) => {
      const at = mapping[column];
      return at === undefined ? '' : (values[at] ?? '');
    };
    const problems: PersonProblem[] = [];
    const note = (column: PersonColumn | null, code: string, limit?: number) =>
      problems.push({
        column,
        code,
        value: shortened(column ? cell(column) : ''),
        ...(limit !== undefined && { limit }),
      });
    const read = <T>(column: PersonColumn, reader: (text: string) => T | undefined, code: string) => {
      const text = cell(column);
      if (!text) return undefined;
      const value = reader(text);
      if (value === undefined) note(column, code);
      return value;
    };

    for (const column of Object.keys(mapping) as PersonColumn[])
      if (failedFormula.test(cell(column))) note(column, 'formula_failed');
    const group_id = groupOf(cell('group'), groups, chosen.group_id, note);
    const language =
      read('language', languageOf, 'language_unknown') ?? chosen.language ?? known.default_language;
    const status = read('status', readStatus, 'invalid_status') ?? chosen.status;
    const application_date = instantOf(cell('application_date'), isTimed, orders, known.time_zone, note);
    if (application_date !== null && application_date > latest) note('application_date', 'in_future');
    const { name, column: nameColumn } = nameOf(cell, mapping);
    const checked = body.safeParse(
      {
        name,
        email: cell('email') || null,
        phone: cell('phone') || null,
        notes: cell('notes'),
        staff_notes: cell('staff_notes'),
      },
      { reportInput: true },
    );
    for (const { path, code, limit } of checked.error ? fieldErrorsOf(checked.error) : [])
      note(path === 'name' ? nameColumn : (path as PersonColumn), code, limit);
    const { answers, remarks } = answersOf({
      topics,
      cell,
      orders,
      note,
      group_id,
      forms,
      known,
      language,
      now,
    });
    const title = onOneLine(name);
    if (problems.length > 0 || !checked.data || group_id === null)
      return { row, title, problems: firstOfEach(problems, mapping), person: undefined };
    const birth = answers.find(({ purpose }) => purpose === 'date_of_birth')?.value;
    const person: MadeRow = {
      ...checked.data,
      row,
      title: checked.data.name,
      group_id,
      status,
      application_date,
      birth_date: typeof birth === 'string' ? birth : null,
      language,
      answers,
      repeats: false,
    };
    return { row, title: person.title, problems: remarks, person };
  };
}

type Note = (column: PersonColumn | null, code: string, limit?: number) => void;

/** The group that a row names, else the one that was chosen for all. */
function groupOf(
  written: string,
  groups: Index<PeopleKnown['groups'][number]>,
  chosen: string | null,
  note: Note,
): string | null {
  if (!written) {
    if (chosen === null) note('group', 'group_required');
    return chosen;
  }
  const found = meant(groups, onOneLine(written));
  if (found && found !== 'ambiguous') return found.id;
  note('group', found ? 'group_ambiguous' : 'group_not_found');
  return null;
}

/** @param isTimed whether the column holds times: among them a workbook shows midnight as a day alone, else it is noon */
function instantOf(
  written: string,
  isTimed: boolean,
  orders: DayOrders,
  timeZone: string,
  note: Note,
): string | null {
  if (!written) return null;
  const order = orders.get('application_date') ?? null;
  const found = readInstant(written, order, timeZone, isTimed ? '00:00:00' : '12:00:00');
  if (typeof found !== 'string' && found.instant >= '1990') return found.instant;
  note('application_date', found === 'ambiguous_date' ? found : 'invalid_moment');
  return null;
}

/** A name of the columns that hold it, and the one that is told of when something is wrong with it. */
function nameOf(
  cell: (column: PersonColumn) => string,
  mapping: PersonMapping,
): { name: string; column: PersonColumn } {
  if (cell('name')) return { name: onOneLine(cell('name')), column: 'name' };
  if (cell('surname_first'))
    return { name: turnedName(onOneLine(cell('surname_first'))), column: 'surname_first' };
  const parts = [cell('first_name'), cell('last_name')].filter(Boolean);
  const all: PersonColumn[] = ['name', 'surname_first', 'first_name', 'last_name'];
  const column = all.find((one) => mapping[one] !== undefined) ?? 'name';
  return { name: onOneLine(parts.join(' ')), column: parts.length > 0 ? 'first_name' : column };
}

/** In the order of the columns; of several things that are wrong with a value, the first says enough. */
function firstOfEach(problems: PersonProblem[], mapping: PersonMapping): PersonProblem[] {
  const first = new Map(problems.toReversed().map((one) => [one.column, one]));
  const order = byPlace(mapping);
  return [...first.values()].sort((a, b) => order(a.column as PersonColumn, b.column as PersonColumn));
}

type Answering = {
  topics: readonly Topic[];
  cell: (column: PersonColumn) => string;
  orders: DayOrders;
  note: Note;
  group_id: string | null;
  forms: ReadonlyMap<string, readonly Question[]>;
  known: PeopleKnown;
  language: MadeRow['language'];
  now: Date;
};

/**
 * Answers as they are kept. A field that the group doesn't ask is kept as one that it no longer asks; a question of other
 * groups' own is left out with a remark.
 */
function answersOf(given: Answering): { answers: Answer[]; remarks: PersonProblem[] } {
  const { topics, cell, note, group_id, forms, known, language } = given;
  const form = (group_id !== null && forms.get(group_id)) || [];
  const asked: Question[] = [...form];
  const remarks: PersonProblem[] = [];
  const values: GivenAnswers = {};
  const columns = new Map<string, PersonColumn>();
  for (const { column, id, key } of topics) {
    const written = cell(column);
    if (!written || failedFormula.test(written)) continue;
    const isIt = (one: Question) =>
      key === null ? one.form_field_id === id : one.form_field_id === null && ownKey(one) === key;
    let question = asked.find(isIt);
    if (!question && key === null) {
      question = known.fields.find((one) => one.id === id);
      if (question) asked.push(question);
    }
    if (!question) {
      if (group_id !== null) remarks.push({ column, code: 'not_asked', value: shortened(written) });
      continue;
    }
    const value = readAnswer(question, written, column, given);
    if ('code' in value) note(column, value.code);
    else values[question.id] = value.value;
    columns.set(question.id, column);
  }
  const { answers, problems } = checkAnswers(asked, values, language, { required: false });
  for (const { path, code, limit } of problems) {
    const column = columns.get(path.replace('answers.', ''));
    if (column) note(column, code, limit);
  }
  return { answers, remarks };
}

/** The answer that a cell holds, or its problem. */
function readAnswer(
  question: Question,
  written: string,
  column: PersonColumn,
  { orders, now }: Answering,
): { value: Answer['value'] } | { code: string } {
  const { type, options, name, purpose } = question;
  const or = <T extends Answer['value']>(value: T | undefined, code: string) =>
    value === undefined ? { code } : { value };
  if (type === 'checkbox') return or(readTick(written, name), 'invalid_tick');
  if (type === 'single_choice') return or(readChoice(written, options), 'unknown_option');
  if (type === 'multiple_choice') return or(readChoices(written, options), 'unknown_option');
  if (type === 'date') {
    const read = readDay(written, orders.get(column) ?? null);
    if (typeof read === 'string') return { code: read };
    if (purpose === 'date_of_birth') {
      if (read.day > now.toISOString().slice(0, 10)) return { code: 'in_future' };
      if (read.day < '1900') return { code: 'invalid_date' };
    }
    return { value: read.day };
  }
  const { data } = answerValue.safeParse(type === 'text' ? onOneLine(written) : written);
  return or(data, written.length > 2000 ? 'too_long' : 'invalid_characters');
}
