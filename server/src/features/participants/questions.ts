import type { contract } from '@vpisnik/contract/contract';
import type { ApplicantEdit, FieldType, Widget } from '@vpisnik/contract/form-fields';
import type { Answer } from '@vpisnik/contract/participants';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { chosenOf } from '@vpisnik/contract/rules/questions';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { and, eq, inArray, isNotNull, type Placeholder, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { editIn } from '../../db/applicant-edit.ts';
import { nameKey } from '../../db/name-key.ts';
import { referenced } from '../../db/referenced.ts';
import { form_fields, group_fields, groups } from '../../db/schema.ts';
import type { PublicScope, Scope } from '../../db/scope.ts';
import { steadyStatement } from '../../db/statements/statement.ts';
import { amongGroups } from '../groups/filters.ts';

/** A question of a group's form, wherever its wording comes from. */
export type Question = {
  id: string;
  /** The field of the catalogue; null for a question of the group's own. */
  form_field_id: string | null;
  /** The catalogue's label; null for a question of the group's own. */
  label: string | null;
  type: FieldType;
  widget: Widget;
  required: boolean;
  sensitive: boolean;
  /** Until when applicants may change the answer themselves. */
  applicant_edit: ApplicantEdit;
  /** Null for a question of the group's own. */
  purpose: string | null;
  name: Texts;
  description: Texts;
  options: { value: string; name: Texts }[];
};

/** A question of a form, and since when it is asked. */
export type AskedQuestion = Question & { since: string };

/** A question as far as answers are checked against it. */
export type Answerable = Omit<Question, 'widget' | 'description' | 'applicant_edit'>;

const own = <T>(field: string) => sql<T>`${group_fields.question} -> ${sql.raw(`'${field}'`)}`;

const questions = steadyStatement((tx, value: (name: 'organization' | 'group') => Placeholder) =>
  tx
    .select({
      id: group_fields.id,
      form_field_id: group_fields.form_field_id,
      label: form_fields.label,
      type: sql<FieldType>`coalesce(${form_fields.type}, ${group_fields.question} ->> 'type')`,
      widget: sql<Widget>`${group_fields.widget}`,
      required: group_fields.required,
      sensitive: sql<boolean>`coalesce(${form_fields.sensitive}, (${own('sensitive')})::boolean, false)`,
      applicant_edit: editIn(
        sql`coalesce(${form_fields.applicant_edit}, ${group_fields.question} ->> 'applicant_edit', 'until_start')`,
        sql`coalesce(${form_fields.applicant_edit_until_end}, (${own('applicant_edit_until_end')})::boolean)`,
      ),
      purpose: form_fields.purpose,
      name: sql<Texts>`coalesce(${form_fields.name}, ${own('name')})`,
      description: sql<Texts>`coalesce(${form_fields.description}, ${own('description')}, '{}')`,
      options: sql<Question['options']>`coalesce(${form_fields.options}, ${own('options')}, '[]')`,
      since: group_fields.created_at,
    })
    .from(group_fields)
    .leftJoin(form_fields, referenced(form_fields, group_fields, group_fields.form_field_id))
    .where(
      and(eq(group_fields.organization_id, value('organization')), eq(group_fields.group_id, value('group'))),
    )
    .orderBy(group_fields.position, group_fields.id),
);

/** The questions of a group's form, in order; deactivated catalogue fields are kept where they are used. */
export function selectQuestions(
  { tx, organizationId }: Pick<Scope | PublicScope, 'tx' | 'organizationId'>,
  groupId: string,
): Promise<readonly AskedQuestion[]> {
  return questions(tx, { organization: organizationId, group: groupId });
}

/** What tells which questions somebody saw when they applied. */
type Applied = {
  /** Null for an application that staff entered. */
  privacy_version: string | null;
  application_date: string;
  /** Whether they were moved here, and so have seen another group's form; see `wasMoved`. */
  moved: boolean;
};

/** SQL: whether a participant `p` was ever moved from another group. */
export const wasMoved = sql<boolean>`exists (
  select from participant_changes c
  where c.organization_id = p.organization_id and c.participant_id = p.id and c.changes @> '[{"field": "group"}]'
)`;

/**
 * Whether an application has left a box empty that its form asked to tick: no answer is stored of that. Staff are not asked
 * anything.
 */
export function isLeftEmpty(
  { type, id, form_field_id, since }: Pick<AskedQuestion, 'type' | 'id' | 'form_field_id' | 'since'>,
  application: Applied & { answers: readonly Answer[] },
): boolean {
  const isIt = (answer: Answer) =>
    answer.field_id === id || (form_field_id !== null && answer.form_field_id === form_field_id);
  return type === 'checkbox' && wasAsked(application, since) && !application.answers.some(isIt);
}

/** Whether someone applied with this group's form when it asked this already. */
export const wasAsked = ({ privacy_version, application_date, moved }: Applied, since: string): boolean =>
  !moved && privacy_version !== null && Temporal.Instant.compare(application_date, since) >= 0;

/**
 * Questions that a form asks no more, as these answers to them were asked. A choice is among the options that its field of
 * the catalogue has, and those that were chosen.
 */
export async function selectFormerQuestions(
  { tx, organizationId }: Scope,
  answers: readonly Answer[],
  language: Language,
): Promise<Answerable[]> {
  const fields = answers.flatMap(({ form_field_id }) => form_field_id ?? []);
  const known =
    fields.length > 0
      ? await tx
          .select({ id: form_fields.id, type: form_fields.type, options: form_fields.options })
          .from(form_fields)
          .where(and(eq(form_fields.organization_id, organizationId), inArray(form_fields.id, fields)))
      : [];
  return answers.map((answer) => {
    const { field_id, form_field_id = null, label, name, type, sensitive, purpose = null } = answer;
    const field = known.find(({ id, type: present }) => id === form_field_id && present === type);
    const options = field?.options ?? [];
    const chosen = chosenOf(answer).filter(({ value }) => !options.some((option) => option.value === value));
    return {
      id: field_id,
      form_field_id,
      label,
      type: type as FieldType,
      required: false,
      sensitive,
      purpose,
      name: { [language]: name },
      options: [...options, ...chosen.map((one) => ({ value: one.value, name: { [language]: one.name } }))],
    };
  });
}

/** Questions told at most: they are columns to choose from. */
const MOST = 200;

/** Questions of groups' own, in the order of the groups' names and of their forms; sensitive ones from rank 3. */
export async function selectOwnQuestions(
  scope: Scope,
  { group_id, ...query }: z.output<typeof contract.participants.questions.query>,
) {
  const sensitive = sql<boolean>`coalesce((${own('sensitive')})::boolean, false)`;
  return await scope.tx
    .select({
      id: group_fields.id,
      group_id: group_fields.group_id,
      group_name: groups.name,
      name: own<Texts>('name'),
      type: sql<string>`${group_fields.question} ->> 'type'`,
      sensitive,
    })
    .from(group_fields)
    .innerJoin(groups, referenced(groups, group_fields, group_fields.group_id))
    .where(
      and(
        eq(group_fields.organization_id, scope.organizationId),
        isNotNull(group_fields.question),
        group_id && inArray(group_fields.group_id, group_id),
        amongGroups(scope, query),
        scope.rank >= permissions['answers.read_sensitive'] ? undefined : sql`not ${sensitive}`,
      ),
    )
    .orderBy(nameKey(sql`${groups.name}`, scope.language), groups.id, group_fields.position)
    .limit(MOST);
}
