/** Discounts of the organisation. */
export const feeRules = {
  title: 'Discounts',
  text: 'They apply to the fee plans of all groups and are taken off in this order: family, the family’s sessions, members, paying at once.',
  words: 'discount price instalments family siblings members tuition',
  save: 'Save discounts',
  discard: 'Discard changes',
  saved: 'The discounts are saved. Payments that exist stayed as they were.',
  fields: {
    family_unit: 'Second and further child of a family',
    family: 'Discount for the second and further child',
    family_sessions: 'Families who come several times a week',
    member_unit: 'Members',
    member: 'Discount for members',
    member_field_id: 'Question that tells who is a member',
    member_answer: 'Answer of members',
    at_once: 'Paying at once',
  },
  hints: {
    family: 'For the children whose programme costs less.',
    member: 'By an answer of the application.',
    at_once: 'Discount for paying all instalments at once. Empty: not offered.',
  },
  units: { none: 'No discount', percent: 'In per cent', amount: 'As an amount off each payment' },
  discount: 'Discount',
  sessions_hint:
    'The weekly sessions of all children of the family are added up; the highest step that is reached counts.',
  sessions_from: 'Sessions a week, at least',
  step_add: 'Add step',
  step_remove: 'Remove step {{number}}',
  ticked: 'Ticked',
  no_field: 'No such question',
  problems: {
    above_hundred: 'A discount can’t be more than 100%.',
    invalid_number: 'Enter a number with at most two decimals.',
    positive: 'The discount must be more than 0.',
  },
};
