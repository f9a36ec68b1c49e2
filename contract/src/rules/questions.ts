/** Words of questions and their controls; without a validator, so that pages which carry none can use them. */

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

/** Special meanings of answers to the application, each with the field types that can hold it. */
export const fieldPurposes = {
  date_of_birth: ['date'],
  guardian_name: ['text'],
  guardian_phone: ['phone_number'],
  address: ['text', 'textarea'],
} as const satisfies Record<string, readonly FieldType[]>;
export type FieldPurpose = keyof typeof fieldPurposes;
/** Names of the purposes. */
export const purposeNames = Object.keys(fieldPurposes) as [FieldPurpose, ...FieldPurpose[]];

/** The purposes that an answer of this type can have. */
export const purposesOf = (type: string): FieldPurpose[] =>
  purposeNames.filter((purpose) => fieldPurposes[purpose].some((one) => one === type));

/** Until when applicants may correct their answer on their own page; staff always may. */
export const applicantEdits = ['until_approved', 'until_start', 'until_end', 'never'] as const;
export type ApplicantEdit = (typeof applicantEdits)[number];
/** What a new question has. */
export const usualApplicantEdit: ApplicantEdit = 'until_end';

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

/** Whether a question of this type has options. */
export const isChoice = (type: string): boolean => type === 'single_choice' || type === 'multiple_choice';

/** The choices that an answer is known to have made, by their names where those can be told apart. */
export function chosenOf({ value, text }: { value: string | string[] | boolean; text: string }) {
  if (typeof value === 'boolean') return [];
  const values = [value].flat();
  const names = values.length === 1 ? [text] : text.split(', ');
  return values.map((one, at) => ({
    value: one,
    name: (names.length === values.length && names[at]) || one,
  }));
}
