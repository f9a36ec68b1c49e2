import { bestText, type Language } from '@vpisnik/contract/common';
import { type ExportAsked, type ExportColumn, exportColumns } from '@vpisnik/contract/exports';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { invalidFields } from '../../errors.ts';
import type { Chosen } from './chosen.ts';
import { exportWords } from './words.ts';

/** What a cell of a column is: `code` is text that looks like a number, `moment` a day with its time. */
export type CellKind = 'text' | 'code' | 'day' | 'moment' | 'number' | 'money';

/** A column of an export: a fact about participants, or the question with this id. */
export type Column = { header: string; kind: CellKind } & (
  | { fact: ExportColumn }
  | { question: string; type: string; sensitive: boolean }
);

const factKinds: Partial<Record<ExportColumn, CellKind>> = {
  phone: 'code',
  guardian_phone: 'code',
  reference: 'code',
  birth_date: 'day',
  application_date: 'moment',
  offer_until: 'moment',
  age: 'number',
  waiting_position: 'number',
};
const questionKinds: Record<string, CellKind> = { date: 'day', phone_number: 'code' };

/**
 * The columns that are asked for, or all: facts, then each question once in the order of the forms, then those with
 * answers that no form asks any more.
 *
 * @throws {AppError} invalid_fields: `unknown_id` of a question, `sensitive_reason` is missing for a sensitive one
 */
export async function columnsOf(scope: Scope, chosen: Chosen, asked: ExportAsked): Promise<Column[]> {
  const { columns, sensitive_reason } = asked;
  const isTold = sensitive_reason !== undefined;
  if (!columns) {
    const questions = (await allQuestions(scope, chosen)).filter(({ sensitive }) => isTold || !sensitive);
    const purposes = new Set(questions.map(({ purpose }) => purpose));
    const own = exportColumns.filter((fact) => !purposes.has(purposeOf[fact] ?? ''));
    return [
      ...own.map((fact) => factColumn(fact, scope.language)),
      ...questions.map(questionColumn(scope, chosen)),
    ];
  }
  const known = await namedQuestions(scope, columns.filter(isId));
  const unknown = columns.flatMap((id, at) => (isId(id) && !known.has(id) ? [at] : []));
  if (unknown.length > 0)
    throw invalidFields(unknown.map((at) => ({ path: `columns.${at}`, code: 'unknown_id' })));
  if (!isTold && [...known.values()].some(({ sensitive }) => sensitive))
    throw invalidFields([{ path: 'sensitive_reason', code: 'required' }]);
  return [...new Set(columns)].map((id) => {
    const question = known.get(id);
    return question
      ? questionColumn(scope, chosen)(question)
      : factColumn(id as ExportColumn, scope.language);
  });
}

const isId = (column: string) => column.length === 36;

/** Facts that are answers to questions with these purposes: among all columns, the question has them. */
const purposeOf: Partial<Record<ExportColumn, string>> = {
  birth_date: 'date_of_birth',
  guardian_name: 'guardian_name',
  guardian_phone: 'guardian_phone',
};

const factColumn = (fact: ExportColumn, language: Language): Column => ({
  fact,
  header: exportWords[language].columns[fact],
  kind: factKinds[fact] ?? 'text',
});

type Question = {
  id: string;
  name: Texts | string;
  type: string;
  sensitive: boolean;
  purpose: string | null;
  /** Of a question of a group's own. */
  group_name: Texts | null;
};

const questionColumn =
  ({ language }: Scope, { groups }: Chosen) =>
  ({ id, name, type, sensitive, group_name }: Question): Column => {
    const text = typeof name === 'string' ? name : bestText(name, language).text;
    const ofGroup = group_name && groups.size > 1 ? ` (${bestText(group_name, language).text})` : '';
    return { question: id, type, sensitive, header: text + ofGroup, kind: questionKinds[type] ?? 'text' };
  };

const asking = (scope: Scope, condition: SQL) => sql`
  select coalesce(f.id, q.id) as id, coalesce(f.name, q.question -> 'name') as name,
    coalesce(f.type, q.question ->> 'type') as type,
    coalesce(f.sensitive, (q.question ->> 'sensitive')::boolean, false) as sensitive, f.purpose,
    case when f.id is null then g.name end as group_name, q.position, q.id as place
  from group_fields q
  join groups g on g.organization_id = q.organization_id and g.id = q.group_id
  left join form_fields f on f.organization_id = q.organization_id and f.id = q.form_field_id
  where q.organization_id = ${scope.organizationId} and ${condition}`;

/** What the forms of the chosen participants' groups ask, and what they answered otherwise. */
async function allQuestions(scope: Scope, chosen: Chosen): Promise<Question[]> {
  const groups = sql.param([...chosen.groups.keys()]);
  const { rows: asked } = await scope.tx.execute<Question>(sql`
    select id, name, type, sensitive, purpose, group_name
    from (${asking(scope, sql`q.group_id = any (${groups}::uuid[])`)}) as asked
    group by id, name, type, sensitive, purpose, group_name order by min(position), min(place::text)`);
  const known = sql.param(asked.map(({ id }) => id));
  const key = sql`coalesce(answer ->> 'form_field_id', answer ->> 'field_id')`;
  const { rows: former } = await scope.tx.execute<Question>(sql`
    select distinct on (id) id, name, type, bool_and(sensitive) over (partition by id) as sensitive, null as purpose,
      null as group_name
    from (
      select ${key} as id, answer ->> 'name' as name, answer ->> 'type' as type, answer -> 'sensitive' = 'true' as sensitive
      from (${chosen.select(sql`participants.answers`)}) as people, jsonb_array_elements(people.answers) as answer
      where not ${key} = any (${known}::text[])
    ) as answered
    order by id, name`);
  return [...asked, ...former];
}

/** Fields of the catalogue and questions of groups in scope, by their ids. */
async function namedQuestions(scope: Scope, ids: string[]): Promise<Map<string, Question>> {
  if (ids.length === 0) return new Map();
  const { rows } = await scope.tx.execute<Question>(sql`
    select id, name, type, sensitive, purpose, null as group_name from form_fields
    where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
    union all
    select id, name, type, sensitive, purpose, group_name
    from (${asking(scope, sql`q.form_field_id is null and q.id = any (${sql.param(ids)}::uuid[])`)}) as own`);
  return new Map(rows.map((row) => [row.id, row]));
}
