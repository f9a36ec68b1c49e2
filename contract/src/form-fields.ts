import { z } from 'zod';
import { catalogueEndpoints } from './catalogue.ts';
import {
  editedReply,
  type Language,
  label,
  languageList,
  listQuery,
  missingTexts,
  nameTexts,
  pageOf,
  params,
  several,
  type Texts,
  texts,
  textsReply,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import type { FieldError } from './rules/errors.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import {
  applicantEdits,
  fieldTypes,
  isChoice,
  purposeNames,
  purposesOf,
  usualApplicantEdit,
} from './rules/questions.ts';

export {
  type ApplicantEdit,
  applicantEdits,
  type FieldPurpose,
  type FieldType,
  fieldPurposes,
  fieldTypes,
  isChoice,
  purposesOf,
  usualApplicantEdit,
  type Widget,
  widgets,
  widgetsOf,
} from './rules/questions.ts';

/** Indices of repeated values. */
const repeated = (list: readonly string[]): number[] =>
  list.flatMap((one, at) => (list.indexOf(one) < at ? [at] : []));

const fieldType = z.enum(fieldTypes);
const applicantEdit = z.enum(applicantEdits);
const options = z
  .array(
    z.strictObject({
      value: z
        .string()
        .trim()
        .min(1)
        .max(limits.label)
        .regex(/^[a-z0-9_-]+$/, { error: 'invalid_label' }),
      name: nameTexts,
    }),
  )
  .max(limits.options)
  .superRefine((list, context) => {
    for (const at of repeated(list.map((one) => one.value)))
      context.addIssue({ code: 'custom', path: [at, 'value'], message: 'duplicate' });
  });

const fields = {
  label,
  type: fieldType,
  languages: languageList,
  name: nameTexts,
  description: texts,
  required: z.boolean(),
  sensitive: z.boolean(),
  applicant_edit: applicantEdit,
  purpose: z.enum(purposeNames).nullable(),
  options,
};

const createBody = z
  .strictObject(fields)
  .partial()
  .required({ label: true, type: true, languages: true, name: true })
  .extend({ applicant_edit: applicantEdit.default(usualApplicantEdit) });
const updateBody = z
  .strictObject({ ...fields, version })
  .partial()
  .required({ version: true });

export const optionsReply = z.array(z.object({ value: z.string(), name: textsReply }));

const reply = z.object({
  ...editedReply,
  label: z.string(),
  type: z.string(),
  languages: z.array(z.string()),
  name: textsReply,
  description: textsReply,
  required: z.boolean(),
  sensitive: z.boolean(),
  applicant_edit: applicantEdit,
  purpose: z.string().nullable(),
  options: optionsReply,
  position: z.number(),
  active: z.boolean(),
  groups_count: z.number(),
});

/** A group that asks a field. */
const use = z.object({
  id: z.string(),
  group_id: z.string(),
  name: textsReply,
  active: z.boolean(),
  required: z.boolean(),
});

/** Why one field can't take the place of another; `about` names the languages, or the options by their values. */
const mergeObstacles = [
  'same_field',
  'type_differs',
  'purpose_differs',
  'languages_missing',
  'options_differ',
  'options_too_many',
] as const;
const obstacle = z.object({ code: z.enum(mergeObstacles), about: z.array(z.string()) });

const mergePlan = z.object({
  /** Groups that will ask the other field instead, and those that ask both and will keep the other one. */
  groups_count: z.number(),
  both_count: z.number(),
  /** Changes of the other field: added options, and whether its answers become sensitive. */
  added_options: optionsReply,
  becomes_sensitive: z.boolean(),
  obstacles: z.array(obstacle),
});
export type MergePlan = z.output<typeof mergePlan>;

export type FormField = z.output<typeof reply>;
export type FormFieldInput = z.input<typeof createBody>;

type Asked = {
  type: string;
  name: Texts;
  options?: readonly { value: string; name: Texts }[] | undefined;
};

/**
 * Problems of a question across fields: texts missing in a language, a choice without options, and options with the
 * same name.
 */
export function questionProblems(question: Asked, offered: readonly Language[]): FieldError[] {
  const missing = missingTexts('name', question.name, offered).map((path) => ({ path, code: 'required' }));
  if (!isChoice(question.type)) return missing;
  const chosen = question.options ?? [];
  if (chosen.length === 0) return [...missing, { path: 'options', code: 'options_required' }];
  const unnamed = chosen.flatMap((option, at) =>
    missingTexts(`options.${at}.name`, option.name, offered).map((path) => ({ path, code: 'required' })),
  );
  const alike = offered.flatMap((language) =>
    repeated(chosen.map(({ name }, at) => name[language]?.trim().toLowerCase() || `unnamed ${at}\n`)).map(
      (at) => ({ path: `options.${at}.name.${language}`, code: 'duplicate' }),
    ),
  );
  return [...missing, ...unnamed, ...alike];
}

/** A purpose that the type of the field can't have. */
export function purposeProblems(field: { type: string; purpose?: string | null | undefined }): FieldError[] {
  const { type, purpose } = field;
  const fits = !purpose || purposesOf(type).some((one) => one === purpose);
  return fits ? [] : [{ path: 'purpose', code: 'invalid_value' }];
}

const manage = { scope: 'organization', rank: permissions['form_fields.manage'] } as const;
const catalogue = catalogueEndpoints({
  path: '/form-fields',
  many: 'Form fields',
  one: 'form field',
  rank: manage.rank,
  createBody,
  updateBody,
  reply,
});

export const form_fields = {
  ...catalogue,
  list: {
    ...catalogue.list,
    query: catalogue.list.query.extend({ type: several(fieldType).optional() }),
  },
  uses: endpoint({
    ...manage,
    method: 'GET',
    path: '/form-fields/{id}/groups',
    summary: 'Groups that ask a form field, the latest first',
    params,
    query: z.strictObject(listQuery),
    reply: pageOf(use),
  }),
  planMerge: endpoint({
    ...manage,
    method: 'GET',
    path: '/form-fields/{id}/merge',
    summary: 'What merging a form field into another one would do, and what stands in its way',
    params,
    query: z.strictObject({ into: uuid }),
    reply: mergePlan,
  }),
  merge: endpoint({
    ...manage,
    method: 'POST',
    path: '/form-fields/{id}/merge',
    summary:
      'Let another form field take the place of this one in every group; answers stay as they were given',
    params,
    body: z.strictObject({ into: uuid, version, into_version: version }),
    reply,
  }),
};

/** A question of a group's own, as it is typed: a catalogue field without label and place. */
export const question = z.strictObject({
  type: fieldType,
  name: nameTexts,
  description: texts.default({}),
  options: options.default([]),
  sensitive: z.boolean().default(false),
  applicant_edit: applicantEdit.default(usualApplicantEdit),
});
export const questionReply = z.object({
  type: z.string(),
  name: textsReply,
  description: textsReply,
  options: optionsReply,
  sensitive: z.boolean(),
  applicant_edit: applicantEdit,
});
