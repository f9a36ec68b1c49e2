import type { Language, Texts } from '@vpisnik/contract/common';
import { type ApplicantEdit, type FieldType, isChoice, type Widget } from '@vpisnik/contract/form-fields';
import { emptyGroup, type Group, type GroupInput } from '@vpisnik/contract/groups';
import { type EmailType, emailTypes } from '@vpisnik/contract/notification-templates';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { type Conflict, changedFields as changedValues, mergeValues } from '../../../../lib/form/merge.ts';
import { type Filled, pickFields, valuesFrom } from '../../../../lib/form/values.ts';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';

/** A question of the group's own while it is edited. */
export type QuestionValue = {
  type: FieldType;
  name: Texts;
  description: Texts;
  options: { value: string; name: Texts }[];
  sensitive: boolean;
  applicant_edit: ApplicantEdit;
};

/** A question of the form; `key` is its React key. */
export type FieldValue = {
  key: string;
  id?: string;
  form_field_id: string | null;
  question: QuestionValue | null;
  widget: Widget;
  required: boolean;
};

/** A meeting of the week while it is edited. */
export type SlotValue = Omit<Slot, 'duration'> & { duration: WholeNumber };

export type EmailSetting = Group['email_settings'][EmailType];

/** The fields that the editor holds otherwise than they travel. */
type Edited = {
  category_id: string | null;
  age_from: WholeNumber;
  age_to: WholeNumber;
  capacity: WholeNumber;
  offer_hours: WholeNumber;
  schedule: (SlotValue & { key: string })[];
  fields: FieldValue[];
  email_settings: Record<EmailType, EmailSetting>;
};

/** Values of the editor over all tabs: every field of the contract, with a `key` for list rows. */
export type GroupValues = Omit<Filled<GroupInput>, keyof Edited> & Edited;

export type GroupField = keyof GroupValues;

/** Values of a request, without the editor's own fields. */
export type GroupWire = Omit<GroupValues, 'schedule' | 'fields'> & {
  schedule: SlotValue[];
  fields: Omit<FieldValue, 'key'>[];
};

let keys = 0;
/** A key for a new row of a list. */
export const nextKey = (): string => `new-${++keys}`;

const defaultEmailSetting: EmailSetting = { enabled: true, template_id: null, recipient: 'both' };

const emailSettingsOf = (given: Partial<Group['email_settings']>) =>
  Object.fromEntries(emailTypes.map((type) => [type, { ...defaultEmailSetting, ...given[type] }])) as Record<
    EmailType,
    EmailSetting
  >;

/** The values of a group that is yet to be made. */
export const newValues = (languages: readonly Language[]): GroupValues => ({
  ...emptyGroup,
  schedule: [],
  fields: [],
  languages: [...languages],
  email_settings: emailSettingsOf({}),
});

/** The values of a group that is saved. */
export const valuesOf = (group: Group): GroupValues =>
  valuesFrom(newValues([]), {
    ...group,
    when_full: group.when_full === 'close' ? 'close' : 'waitlist',
    schedule: group.schedule.map((slot, at) => ({ ...slot, key: `slot-${at}` })),
    fields: group.fields.map((field) => ({
      ...field,
      key: field.id,
      question: field.question as QuestionValue | null,
    })),
    email_settings: emailSettingsOf(group.email_settings),
  });

/** Drops the options of a question that is no longer a choice. */
const asked = (question: QuestionValue | null) =>
  question && !isChoice(question.type) ? { ...question, options: [] } : question;

/** The values as they travel. */
export function wireOf(values: GroupValues): GroupWire {
  return {
    ...values,
    schedule: values.schedule.map(({ key: _, ...slot }) => slot),
    fields: values.fields.map(({ key: _, ...field }) => ({ ...field, question: asked(field.question) })),
  };
}

/** A slot to reckon with: a duration that is no number takes no time. */
export const slotOf = <S extends SlotValue>(slot: S) => ({ ...slot, duration: numberOf(slot.duration) ?? 0 });

/** The fields that differ between two states of the editor, in the form's order. */
export function changedFields(before: GroupValues, after: GroupValues): GroupField[] {
  return changedValues(wireOf(before), wireOf(after));
}

/** The part of the values that a PATCH sends. */
export const bodyOf = (values: GroupValues, fields: readonly GroupField[]) =>
  pickFields(wireOf(values), fields) as Partial<GroupInput>;

/** Merges a group that was saved meanwhile into the editor's values. */
export const mergeGroup = (
  base: GroupValues,
  mine: GroupValues,
  saved: Group,
): { values: GroupValues; conflicts: Conflict[] } => mergeValues(base, mine, valuesOf(saved), wireOf);
