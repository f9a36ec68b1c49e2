import type { Language } from '@vpisnik/contract/common';
import { contract } from '@vpisnik/contract/contract';
import {
  type ApplicantEdit,
  type FieldType,
  type FormField,
  isChoice,
  purposeProblems,
  questionProblems,
  widgetsOf,
} from '@vpisnik/contract/form-fields';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { sql } from 'drizzle-orm';
import { editIn, storedEdit } from '../../db/applicant-edit.ts';
import { catalogueOf } from '../../db/catalogue.ts';
import { form_fields } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { languageProblems } from '../organizations/languages.ts';
import { hasAnswers, selectUses } from './queries.ts';

/** Form fields, in the order the organisation gave them. */
export const formFieldCatalogue = catalogueOf(form_fields, {
  reply: contract.form_fields.get.reply,
  groupsCount: sql`(select count(*)::integer from group_fields
    where group_fields.organization_id = ${form_fields}.organization_id
      and group_fields.form_field_id = ${form_fields}.id)`,
  meant: {
    applicant_edit: editIn(sql`${form_fields.applicant_edit}`, sql`${form_fields.applicant_edit_until_end}`),
  },
  stored: (body: { applicant_edit?: ApplicantEdit }, { type }) => ({
    ...body,
    ...(body.applicant_edit && storedEdit(body.applicant_edit)),
    ...(!isChoice(type) && { options: [] }),
  }),
  problems,
});

/** A field must be whole in its languages, and stay fit for the groups that ask it. */
async function problems(scope: Scope, row: FormField, current: FormField | undefined): Promise<FieldError[]> {
  const incomplete = [
    ...questionProblems(row, row.languages as Language[]),
    ...purposeProblems(row),
    ...(await languageProblems(scope, row.languages, current?.languages)),
  ];
  if (!current) return incomplete;
  const dropped = current.languages.filter((one) => !row.languages.includes(one));
  if (dropped.length === 0 && row.type === current.type) return incomplete;
  const uses = await selectUses(scope, current.id);
  return [
    ...incomplete,
    ...(uses.some((use) => use.languages.some((one) => dropped.includes(one)))
      ? [{ path: 'languages', code: 'in_use' }]
      : []),
    ...(await typeProblems(scope, row, current, uses)),
  ];
}

/** Answers are of the type they were given as, and a group shows a field in a way that its type must suit. */
async function typeProblems(
  scope: Scope,
  row: FormField,
  current: FormField,
  uses: { widget: string }[],
): Promise<FieldError[]> {
  if (row.type === current.type) return [];
  if (await hasAnswers(scope, row.id)) return [{ path: 'type', code: 'has_answers' }];
  const suiting: readonly string[] = widgetsOf[row.type as FieldType];
  return uses.some((use) => !suiting.includes(use.widget)) ? [{ path: 'type', code: 'in_use' }] : [];
}
