import { z } from 'zod';
import {
  editedReply,
  flag,
  type Language,
  label,
  languageList,
  listQuery,
  missingTexts,
  nameTexts,
  pageOf,
  params,
  search,
  several,
  statusBody,
  type Texts,
  texts,
  textsReply,
  version,
} from './common.ts';
import type { FieldError } from './errors.ts';
import { endpoint } from './kit.ts';
import { limits } from './limits.ts';
import { permissions } from './permissions.ts';

/** Types of the catalogue (the management vocabulary); `date` is ours. */
export const fieldTypes = [
  'text',
  'email',
  'phone_number',
  'textarea',
  'single_choice',
  'multiple_choice',
  'checkbox',
  'notes',
  'date',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What an answer is, where the form does something with it, and the types that can hold such an answer. */
export const fieldPurposes = {
  date_of_birth: ['date'],
  guardian_name: ['text'],
  guardian_phone: ['phone_number'],
  address: ['text', 'textarea'],
} as const satisfies Record<string, readonly FieldType[]>;
export type FieldPurpose = keyof typeof fieldPurposes;
const purposeNames = Object.keys(fieldPurposes) as [FieldPurpose, ...FieldPurpose[]];

/** The purposes that an answer of this type can have. */
export const purposesOf = (type: string): FieldPurpose[] =>
  purposeNames.filter((purpose) => fieldPurposes[purpose].some((one) => one === type));

/** Widgets of a group's form (the editor's vocabulary); `date` is ours. */
export const widgets = ['text', 'email', 'phone', 'textarea', 'select', 'radio', 'checkbox', 'date'] as const;
export type Widget = (typeof widgets)[number];

/** The widgets a type may be shown with; the first is the usual one. */
export const widgetsOf: Record<FieldType, readonly [Widget, ...Widget[]]> = {
  text: ['text'],
  email: ['email'],
  phone_number: ['phone'],
  textarea: ['textarea'],
  notes: ['textarea'],
  single_choice: ['radio', 'select'],
  multiple_choice: ['checkbox'],
  checkbox: ['checkbox'],
  date: ['date'],
};

export const isChoice = (type: string): boolean => type === 'single_choice' || type === 'multiple_choice';

const fieldType = z.enum(fieldTypes);
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
  .refine((list) => new Set(list.map((one) => one.value)).size === list.length, { error: 'duplicate' });

const fields = {
  label,
  type: fieldType,
  languages: languageList,
  name: nameTexts,
  description: texts,
  required: z.boolean(),
  sensitive: z.boolean(),
  purpose: z.enum(purposeNames).nullable(),
  options,
  position: z.int().min(0).max(1_000_000),
};

const createBody = z
  .strictObject(fields)
  .partial()
  .required({ label: true, type: true, languages: true, name: true });
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
  purpose: z.string().nullable(),
  options: optionsReply,
  position: z.number(),
  active: z.boolean(),
  groups_count: z.number(),
});

export type FormField = z.output<typeof reply>;
export type FormFieldInput = z.input<typeof createBody>;

type Asked = {
  type: string;
  name: Texts;
  options?: readonly { value: string; name: Texts }[] | undefined;
};

/** What is wrong with a question as a whole: texts due in each language, options due for a choice. */
export function questionProblems(question: Asked, offered: readonly Language[]): FieldError[] {
  const missing = missingTexts('name', question.name, offered).map((path) => ({ path, code: 'required' }));
  if (!isChoice(question.type)) return missing;
  const chosen = question.options ?? [];
  if (chosen.length === 0) return [...missing, { path: 'options', code: 'options_required' }];
  return chosen.reduce<FieldError[]>((problems, option, at) => {
    const paths = missingTexts(`options.${at}.name`, option.name, offered);
    return problems.concat(paths.map((path) => ({ path, code: 'required' })));
  }, missing);
}

/** A purpose that the type of the field can't have. */
export function purposeProblems(field: { type: string; purpose?: string | null | undefined }): FieldError[] {
  const { type, purpose } = field;
  const fits = !purpose || purposesOf(type).some((one) => one === purpose);
  return fits ? [] : [{ path: 'purpose', code: 'invalid_value' }];
}

const manage = { scope: 'organization', rank: permissions['form_fields.manage'] } as const;
const read = { scope: 'organization', rank: permissions['catalogue.read'] } as const;

export const form_fields = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/form-fields',
    summary: 'Form fields in their order',
    query: z.strictObject({
      ...listQuery,
      search,
      active: flag.optional(),
      type: several(fieldType).optional(),
    }),
    reply: pageOf(reply),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/form-fields',
    summary: 'Add a form field',
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/form-fields/{id}',
    summary: 'One form field',
    params,
    reply,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/form-fields/{id}',
    summary: 'Change a form field',
    params,
    body: updateBody,
    reply,
  }),
  setStatus: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/form-fields/{id}/status',
    summary: 'Activate or deactivate a form field',
    params,
    body: statusBody,
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/form-fields/{id}',
    summary: 'Delete a form field that no group uses',
    params,
    reply: null,
  }),
};

/** A question of a group's own, as it is typed: a catalogue field without label and place. */
export const question = z.strictObject({
  type: fieldType,
  name: nameTexts,
  description: texts.default({}),
  options: options.default([]),
  sensitive: z.boolean().default(false),
});
export const questionReply = z.object({
  type: z.string(),
  name: textsReply,
  description: textsReply,
  options: optionsReply,
  sensitive: z.boolean(),
});
