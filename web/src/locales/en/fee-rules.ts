/** Discounts of the organisation. */
export const feeRules = {
  title: 'Discounts',
  text: 'They apply to the fee plans of all groups and are deducted in this order: family, the family’s sessions, members, paying in full.',
  words: 'discount price instalments family siblings members tuition',
  save: 'Save discounts',
  discard: 'Discard changes',
  saved: 'Discounts saved. Existing payments are unchanged.',
  fields: {
    family_unit: 'Second and further children in a family',
    family: 'Discount for second and further children',
    family_sessions: 'Families who come several times a week',
    member_unit: 'Members',
    member: 'Discount for members',
    member_field_id: 'Question that identifies members',
    member_answer: 'Members’ answer',
    at_once: 'Paying in full',
  },
  hints: {
    family: 'For the children whose programmes cost less.',
    member: 'Based on an answer in the application.',
    at_once: 'Discount for paying all instalments together. Leave empty for none.',
  },
  units: { none: 'No discount', percent: 'Percentage', amount: 'Amount off each payment' },
  discount: 'Discount',
  sessions_hint:
    'The weekly sessions of all children in the family are added up; the highest step reached applies.',
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
