import type { Language, Texts } from '@vpisnik/contract/common';
import { type FieldType, isChoice, type Widget } from '@vpisnik/contract/form-fields';
import type { Group, GroupInput } from '@vpisnik/contract/groups';
import { groupColors } from '@vpisnik/contract/groups';
import { type EmailType, emailTypes } from '@vpisnik/contract/notification-templates';
import type { Slot } from '@vpisnik/contract/schedule';
import { changedFields as changedValues } from '../../../lib/merge.ts';
import { numberOf, type WholeNumber } from '../../../lib/whole-number.ts';

/** A question of the group's own while it is edited. */
export type QuestionValue = {
  type: FieldType;
  name: Texts;
  description: Texts;
  options: { value: string; name: Texts }[];
  sensitive: boolean;
};

/** A question of the form; `key` only tells React which one it is. */
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

/** What the editor edits, over all of its tabs: the wire's fields, and `key` where a list needs one. */
export type GroupValues = {
  languages: Language[];
  name: Texts;
  description: Texts;
  price_text: Texts;
  label: string;
  category_id: string | null;
  location_id: string | null;
  leader_ids: string[];
  start_date: string | null;
  end_date: string | null;
  /** An instant, or `day T what was typed` while the time is not one yet. */
  apply_from: string | null;
  apply_until: string | null;
  age_from: WholeNumber;
  age_to: WholeNumber;
  capacity: WholeNumber;
  when_full: 'waitlist' | 'close';
  schedule: (SlotValue & { key: string })[];
  background_color: string;
  banner_id: string | null;
  banner_alt: Texts;
  fields: FieldValue[];
  email_settings: Record<EmailType, EmailSetting>;
};

export type GroupField = keyof GroupValues;

/** The values as they travel, without what only the editor needs. */
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

/** The values of a group that is saved. */
export function valuesOf(group: Group): GroupValues {
  return {
    languages: group.languages,
    name: group.name,
    description: group.description,
    price_text: group.price_text,
    label: group.label,
    category_id: group.category_id,
    location_id: group.location_id,
    leader_ids: group.leader_ids,
    start_date: group.start_date,
    end_date: group.end_date,
    apply_from: group.apply_from,
    apply_until: group.apply_until,
    age_from: group.age_from,
    age_to: group.age_to,
    capacity: group.capacity,
    when_full: group.when_full === 'close' ? 'close' : 'waitlist',
    schedule: group.schedule.map((slot, at) => ({ ...slot, key: `slot-${at}` })),
    background_color: group.background_color,
    banner_id: group.banner_id,
    banner_alt: group.banner_alt,
    fields: group.fields.map((field) => ({
      ...field,
      key: field.id,
      question: field.question as QuestionValue | null,
    })),
    email_settings: emailSettingsOf(group.email_settings),
  };
}

/** The values of a group that is yet to be made. */
export function newValues(languages: readonly Language[]): GroupValues {
  return {
    languages: [...languages],
    name: {},
    description: {},
    price_text: {},
    label: '',
    category_id: null,
    location_id: null,
    leader_ids: [],
    start_date: null,
    end_date: null,
    apply_from: null,
    apply_until: null,
    age_from: null,
    age_to: null,
    capacity: null,
    when_full: 'waitlist',
    schedule: [],
    background_color: groupColors[0],
    banner_id: null,
    banner_alt: {},
    fields: [],
    email_settings: emailSettingsOf({}),
  };
}

/** Options belong to a choice; those of a question that is one no longer stay behind. */
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
export function bodyOf(values: GroupValues, fields: readonly GroupField[]): Partial<GroupInput> {
  const wire = wireOf(values);
  return Object.fromEntries(fields.map((field) => [field, wire[field]])) as Partial<GroupInput>;
}
