import type { Answer } from '@vpisnik/contract/participants';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { eq, sql } from 'drizzle-orm';
import { form_fields, organizations } from '../../../db/schema.ts';
import type { Scope } from '../../../db/scope.ts';
import { found } from '../../../errors.ts';
import type { Question } from '../../participants/questions.ts';

export type CatalogueField = Question & { active: boolean };
type Group = { id: string; label: string; name: Texts; active: boolean };

/** What rows of participants refer to: all of it in the caller's scope. */
export type PeopleKnown = {
  default_language: Language;
  time_zone: string;
  groups: readonly Group[];
  /** Fields of the catalogue as questions that no group asks. */
  fields: readonly CatalogueField[];
  /** Questions of the groups, in the order of each form. */
  questions: readonly (Question & { group_id: string })[];
  /** Names that fields had when they were answered lately. */
  formerly: readonly { id: string; name: string }[];
};

/** Answers of the latest participants tell how fields were called. */
const LATEST = 500;

/** Reads what rows refer to. */
export async function selectPeopleKnown(scope: Scope): Promise<PeopleKnown> {
  const of = scope.organizationId;
  const [[organization], groups, fields, questions, formerly] = await Promise.all([
    scope.tx
      .select({ default_language: organizations.default_language, time_zone: organizations.time_zone })
      .from(organizations)
      .where(eq(organizations.id, of)),
    scope.tx.execute<Group>(
      sql`select id, label, name, archived_at is null as active from groups where organization_id = ${of}`,
    ),
    scope.tx
      .select()
      .from(form_fields)
      .where(eq(form_fields.organization_id, of))
      .orderBy(form_fields.position, form_fields.id),
    scope.tx.execute<Question & { group_id: string }>(sql`
      select q.group_id, q.id, q.form_field_id, f.label, coalesce(f.type, q.question ->> 'type') as type, q.widget, q.required,
        coalesce(f.sensitive, (q.question ->> 'sensitive')::boolean, false) as sensitive, f.purpose,
        coalesce(f.name, q.question -> 'name') as name, '{}'::jsonb as description,
        coalesce(f.options, q.question -> 'options', '[]') as options
      from group_fields q
      join groups g on g.organization_id = q.organization_id and g.id = q.group_id
      left join form_fields f on f.organization_id = q.organization_id and f.id = q.form_field_id
      where q.organization_id = ${of}
      order by q.group_id, q.position, q.id
    `),
    scope.tx.execute<{ id: string; name: string }>(sql`
      select distinct answer ->> 'form_field_id' as id, answer ->> 'name' as name
      from (
        select answers from participants where organization_id = ${of} order by application_date desc limit ${LATEST}
      ) as latest
      cross join lateral jsonb_array_elements(latest.answers) as answer
      where answer ->> 'form_field_id' is not null
    `),
  ]);
  const { default_language, time_zone } = found(organization);
  return {
    default_language: default_language as Language,
    time_zone,
    groups: groups.rows,
    fields: fields.map((field) => ({
      ...field,
      form_field_id: field.id,
      type: field.type as Answer['type'] & Question['type'],
      widget: 'text',
    })),
    questions: questions.rows,
    formerly: formerly.rows,
  };
}

/** Groups that send no confirmations. */
export async function selectSilent(scope: Scope): Promise<Set<string>> {
  const { rows } = await scope.tx.execute<{ group_id: string }>(sql`
    select group_id from group_email_settings
    where organization_id = ${scope.organizationId} and email_type = 'application_confirmation' and not enabled
  `);
  return new Set(rows.map(({ group_id }) => group_id));
}
