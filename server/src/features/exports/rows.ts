import type { ExportAsked, ExportColumn } from '@vpisnik/contract/exports';
import { yearsBetween } from '@vpisnik/contract/rules/dates';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import type { CursorRow } from '../../db/connection/cursor.ts';
import { fetchRows, type Scope } from '../../db/scope.ts';
import { ticks } from '../participants/answers.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { wholeOrder } from '../participants/sorts.ts';
import type { Chosen } from './chosen.ts';
import type { CellKind, Column } from './columns.ts';
import { exportWords } from './words.ts';

/**
 * Some rows as one text, since a million small ones would cost more than all the rest: cells between `CELL`, rows between
 * `ROW`. A day is `YYYY-MM-DD`, a moment `YYYY-MM-DD HH:MM` by the organisation's clocks; a cell that is neither a text nor
 * a number begins with the mark of its kind, unless it is empty.
 */
export type Batch = { text: string; count: number };

export const CELL = '\u001f';
export const ROW = '\u001e';
export const marks: Record<CellKind, string> = {
  ...{ text: '', number: '', money: '', code: '\u001c', day: '\u001d', moment: '\u001d' },
};
/** Of a day of birth until it has become an age. */
const BORN = '\u001b';
/** What separates and marks is in no text that was checked when it was stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
const ours = /[\u001b-\u001f]/g;

/** Rows that are fetched at once. */
const BATCH = 2000;

type Value = string | number | boolean | null;
type Answers = [question: string, value: Value][];

/**
 * The rows of an export in the order of the list, some hundreds at a time: a cursor, so that memory is the same for any
 * number of them. The next ones are on their way while these are written.
 */
export async function* rowsOf(
  scope: Scope,
  chosen: Chosen,
  columns: readonly Column[],
  { sort, sensitive_reason }: ExportAsked,
): AsyncGenerator<Batch> {
  const timeZone = await selectTimeZone(scope);
  const facts = columns.flatMap((column) => ('fact' in column ? [column] : []));
  const questions = columns.flatMap((column) => ('question' in column ? [column.question] : []));
  const wordsOf = wordsIn(scope, chosen);
  const line = lineOf(facts.map(({ fact, kind }) => ({ kind, cell: sqlOf(fact, wordsOf) })));
  const answers = questions.length > 0 && answersOf(questions, sensitive_reason !== undefined);
  const cells = sql`${line} as facts${answers ? sql`, ${answers} as answers` : sql``}`;
  // Moments are told by the organisation's clocks. All rows are read, not some first ones; `streamed` ends a reader who
  // stalls, and lets a slow one take their time.
  await scope.tx.execute(sql`
    select set_config('timezone', ${timeZone}, true), set_config('cursor_tuple_fraction', '1', true),
      set_config('idle_in_transaction_session_timeout', '11min', true)`);
  await scope.tx.execute(
    sql`declare exported no scroll cursor for ${chosen.select(cells)} order by ${wholeOrder(sort, scope.language)}`,
  );
  const write = questions.length > 0 ? withAnswers(scope, columns) : ([facts]: CursorRow) => facts;
  const today = localDay(new Date(), timeZone);
  const hasAges = facts.some(({ fact }) => fact === 'age');
  for await (const rows of fetchedFrom(scope, 'exported')) {
    const text = rows.map(write).join(ROW);
    yield { text: hasAges ? withAges(text, today) : text, count: rows.length };
  }
}

/** SQL of a row as a text, of the SQL of its cells. */
export function lineOf(cells: readonly { kind: CellKind; cell: SQL }[]): SQL {
  // what stands before a cell is joined to it, since each text that is joined to the line copies the line
  const its = cells.map(({ kind, cell }, at) => {
    const between = at > 0 ? CELL : '';
    const before = between + marks[kind];
    return sql`coalesce(${before ? sql`${before}::text || ${cell}` : cell}, ${between}::text)`;
  });
  return its.length > 0 ? sql.join(its, sql` || `) : sql`''`;
}

/** SQL of the word for a value, by a map of them. */
export function wordOf(words: Record<string, string>, value: SQL): SQL {
  const all = Object.entries(words);
  if (all.length > FEW) return sql`(${JSON.stringify(words)}::jsonb ->> ${value})`;
  const each = all.map(([key, word]) => sql`when ${key}::text then ${word}::text`);
  return all.length > 0 ? sql`case ${value} ${sql.join(each, sql` `)} end` : sql`null::text`;
}

/** As many words as comparing one by one takes no longer than a look into JSON. */
const FEW = 10;

/**
 * The rows of a cursor, some hundreds at a time. Two steps are on their way while one is written: on a busy machine the way takes
 * longer than the work.
 */
export async function* fetchedFrom(scope: Pick<Scope, 'tx'>, cursor: string): AsyncGenerator<CursorRow[]> {
  const fetched = () => {
    const step = fetchRows(scope, cursor, BATCH);
    // heard when it is waited for, or never, where the step before it failed as well
    step.catch(() => {});
    return step;
  };
  const ahead = [fetched(), fetched()];
  for (;;) {
    const rows = (await ahead.shift()) ?? [];
    if (rows.length === BATCH) ahead.push(fetched());
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of a day of birth
const born = /\u001b([\d-]+)/g;
const withAges = (text: string, today: string): string =>
  text.replace(born, (_, day: string) => (day <= today ? String(yearsBetween(day, today)) : ''));

/** SQL of the word for a value, by a map of them. */
type WordsOf = (of: 'groups' | 'statuses' | 'languages' | 'sources', value: SQL) => SQL;

function wordsIn({ language }: Scope, { groups }: Chosen): WordsOf {
  const { statuses, languages, sources } = exportWords[language];
  const names = Object.fromEntries(
    [...groups].map(([id, name]) => [id, bestText(name, language).text.replace(ours, '')]),
  );
  const words = { groups: names, statuses, languages, sources };
  return (of, value) => wordOf(words[of], value);
}

/** SQL: the place in the queue. */
const PLACE_IN_QUEUE = sql`(
  select count(*)::text from participants ahead
  where ahead.organization_id = participants.organization_id and ahead.group_id = participants.group_id
    and ahead.status = 'waitlisted' and ahead.offer_until is null
    and (ahead.application_date, ahead.id) <= (participants.application_date, participants.id))`;

/** SQL of a fact as a text; an age is the day of birth still. Moments are those of the session's time zone. */
function sqlOf(fact: ExportColumn, wordsOf: WordsOf): SQL {
  switch (fact) {
    case 'group':
      return wordsOf('groups', sql`participants.group_id::text`);
    case 'status':
      return wordsOf(
        'statuses',
        sql`case when participants.withdrawn_at is null then participants.status else 'withdrawn' end`,
      );
    case 'language':
      return wordsOf('languages', sql`participants.language`);
    case 'source':
      return wordsOf(
        'sources',
        sql`case when participants.privacy_version is null then 'added' else 'applied' end`,
      );
    case 'age':
      return sql`${BORN}::text || participants.date_of_birth::text`;
    case 'birth_date':
      return sql`participants.date_of_birth::text`;
    case 'application_date':
    case 'offer_until':
      return sql`left(participants.${sql.identifier(fact)}::text, 16)`;
    case 'waiting_position':
      return sql`case when app.waits(participants.status, participants.offer_until) then ${PLACE_IN_QUEUE} end`;
    case 'staff_notes':
      return sql`(
        select string_agg(note.text, E'\\n' order by note.pinned desc, note.created_at desc, note.id desc)
        from participant_notes note
        where note.organization_id = participants.organization_id and note.participant_id = participants.id)`;
    default:
      return sql`participants.${sql.identifier(fact)}`;
  }
}

/** SQL of the answers to some questions that may be told; a tick is one, and no word in another's language. */
const answersOf = (questions: string[], withSensitive: boolean) => sql`(
  select json_agg(json_build_array(
    coalesce(answer ->> 'form_field_id', answer ->> 'field_id'),
    case when answer ->> 'type' = 'checkbox' then answer -> 'value' else answer -> 'text' end))
  from jsonb_array_elements(participants.answers) as answer
  where coalesce(answer ->> 'form_field_id', answer ->> 'field_id') = any (${sql.param(questions)}::text[])
    and (${withSensitive} or answer -> 'sensitive' <> 'true'))`;

/** Writes the cells of a row with answers, in the order of the columns. */
function withAnswers({ language }: Scope, columns: readonly Column[]): (row: CursorRow) => string {
  const textOf = (value: Value): string => {
    if (typeof value === 'boolean') return ticks[language][value ? 'yes' : 'no'];
    return value === null ? '' : String(value).replace(ours, '');
  };
  const places = new Map(
    columns.flatMap((column, at) => ('question' in column ? [[column.question, at]] : [])),
  );
  const factual = columns.flatMap((column, at) => ('fact' in column ? [at] : []));
  return ([facts, answers]) => {
    const row: string[] = new Array(columns.length).fill('');
    for (const [place, cell] of (facts ?? '').split(CELL).entries())
      row[factual[place] ?? columns.length] = cell;
    for (const [question, value] of (answers ? JSON.parse(answers) : []) as Answers) {
      const at = places.get(question) ?? -1;
      const text = textOf(value);
      const mark = marks[columns[at]?.kind ?? 'text'];
      // a form may ask a field twice
      if (!row[at]) row[at] = text && mark + text;
      else if (row[at] !== mark + text) row[at] += `; ${text}`;
    }
    return row.slice(0, columns.length).join(CELL);
  };
}

/** A day of the calendar as it is stored. */
export const isDay = /^\d{4}-\d{2}-\d{2}$/;
