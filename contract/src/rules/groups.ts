/** Words and first values of groups; without a validator, so that pages which carry none can use them. */
import type { GroupInput } from '../groups.ts';
import { offerHours } from './offers.ts';

/** Colours that a group can have at a press; the first is the usual one. */
export const groupColors = [
  '#798736',
  '#3b4d1f',
  '#7b4b7a',
  '#b4533a',
  '#8a6a14',
  '#4a6a8a',
  '#2f7f79',
  '#616161',
] as const;

/** Who gets a group's mails. */
export const recipients = ['organization_owner', 'group_leaders', 'both'] as const;

/** All fields of a group with the values they have until a person says otherwise, in the order of its form. */
export const emptyGroup: EmptyGroup = {
  languages: [],
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
  offer_mode: 'by_hand',
  offer_hours: offerHours.usual,
  schedule: [],
  background_color: groupColors[0],
  banner_id: null,
  banner_alt: {},
  fields: [],
  email_settings: {},
};

type EmptyGroup = {
  [Field in keyof GroupInput]-?:
    | Exclude<GroupInput[Field], undefined>
    | (Field extends 'category_id' ? null : never);
};
