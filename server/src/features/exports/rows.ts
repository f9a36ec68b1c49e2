import type { ExportAsked, ExportColumn } from '@vpisnik/contract/exports';
import { yearsBetween } from '@vpisnik/contract/rules/dates';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { ticks } from '../participants/answers.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { wholeOrder } from '../participants/sorts.ts';
import type { Chosen } from './chosen.ts';
import type { Column } from './columns.ts';
import { exportWords } from './words.ts';

/** A cell: a day is `YYYY-MM-DD`, a moment `YYYY-MM-DDTHH:MM` by the organisation's clocks; empty is null. */
export type Cell = string | number | null;

/** Rows that are fetched at once. */
const BATCH = 500;

type Value = string | number | boolean | null;
type Fetched = { facts: Value[]; answers: [question: string, value: Value][] | null };

/**
 * The rows of an export in the order of the list, some hundreds at a time: a cursor, so that memory is the same for any
 * number of them. The next ones are on their way while these are written.
 */
export async function* rowsOf(
  scope: Scope,
  chosen: Chosen,
  columns: readonly Column[],
  { sort, sensitive_reason }: ExportAsked,
): AsyncGenerator<Cell[][]> {
  const timeZone = await selectTimeZone(scope);
  const facts = columns.flatMap((column) => ('fact' in column ? [column.fact] : []));
  const questions = columns.flatMap((column) => ('question' in column ? [column.question] : []));
  const cells = sql`json_build_array(${sql.join(
    facts.map((fact) => sqlOf(fact, timeZone)),
    sql`, `,
  )}) as facts,
    ${questions.length > 0 ? answersOf(questions, sensitive_reason !== undefined) : sql`null::json`} as answers`;
  // all rows are read, not some first ones; `streamed` ends a reader who stalls, and lets a slow one take their time
  await scope.tx.execute(sql`
    select set_config('cursor_tuple_fraction', '1', true),
      set_config('idle_in_transaction_session_timeout', '11min', true)`);
  await scope.tx.execute(
    sql`declare exported no scroll cursor for ${chosen.select(cells)} order by ${wholeOrder(sort, scope.language)}`,
  );
  const fetched = async () => {
    const { rows } = await scope.tx.execute<Fetched>(sql.raw(`fetch ${BATCH} from exported`));
    return rows;
  };
  const write = writerOf(scope, chosen, columns, localDay(new Date(), timeZone));
  let next = fetched();
  for (;;) {
    const rows = await next;
    if (rows.length === BATCH) {
      next = fetched();
      // heard when it is waited for
      next.catch(() => {});
    }
    if (rows.length > 0) yield rows.map(write);
    if (rows.length < BATCH) return;
  }
}

/** SQL of a fact as it is fetched; words and ages are made of it afterwards. */
function sqlOf(fact: ExportColumn, timeZone: string): SQL {
  switch (fact) {
    case 'group':
      return sql`participants.group_id`;
    case 'age':
    case 'birth_date':
      return sql`participants.date_of_birth`;
    case 'application_date':
      return sql`(participants.application_date at time zone ${timeZone})`;
    case 'source':
      return sql`participants.privacy_version is not null`;
    case 'waiting_position':
      return sql`case when participants.status = 'waitlisted' then (
        select count(*) from participants ahead
        where ahead.organization_id = participants.organization_id and ahead.group_id = participants.group_id
          and ahead.status = 'waitlisted'
          and (ahead.application_date, ahead.id) <= (participants.application_date, participants.id)) end`;
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

function writerOf(
  { language }: Scope,
  { groups }: Chosen,
  columns: readonly Column[],
  today: string,
): (row: Fetched) => Cell[] {
  const words = exportWords[language];
  const names = new Map([...groups].map(([id, name]) => [id, bestText(name, language).text]));
  const tick = (value: Value) =>
    value === true ? ticks[language].yes : value === false ? ticks[language].no : value;
  const places = new Map(
    columns.flatMap((column, at) => ('question' in column ? [[column.question, at]] : [])),
  );
  const ofFact: Partial<Record<ExportColumn, (value: string) => Cell>> = {
    group: (id) => names.get(id) ?? null,
    status: (status) => words.statuses[status as keyof typeof words.statuses],
    language: (one) => words.languages[one as keyof typeof words.languages],
    application_date: (moment) => moment.slice(0, 16),
    age: (born) => (born <= today ? yearsBetween(born, today) : null),
  };
  const factual = columns.flatMap((column, at) =>
    'fact' in column ? [{ at, fact: column.fact, word: ofFact[column.fact] }] : [],
  );
  return ({ facts, answers }) => {
    const row: Cell[] = new Array(columns.length).fill(null);
    for (const [place, { at, fact, word }] of factual.entries()) {
      const value = facts[place] ?? null;
      if (fact === 'source') row[at] = value ? words.sources.applied : words.sources.added;
      else row[at] = value === null || !word ? (value as Cell) : word(String(value));
    }
    for (const [question, value] of answers ?? []) {
      const at = places.get(question) ?? -1;
      const text = tick(value) as string;
      // a form may ask a field twice
      row[at] = row[at] === null || row[at] === text ? text : `${row[at]}; ${text}`;
    }
    return row;
  };
}

/** A day of the calendar as it is stored. */
export const isDay = /^\d{4}-\d{2}-\d{2}$/;
