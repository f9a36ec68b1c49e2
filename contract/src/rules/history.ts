/**
 * What a participant's history tells of. `applied` and `added` are its beginning, `undone` takes a decision or a bulk
 * change back, `mail` is a message with its present state.
 */
export const historyKinds = [
  'applied',
  'added',
  'changed',
  'undone',
  'merged',
  'unmerged',
  'note_added',
  'note_changed',
  'note_deleted',
  'family_joined',
  'family_left',
  'payment_added',
  'payment_changed',
  'payment_deleted',
  'reapplied',
  'mail',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Who did it: a member of the staff, the applicant, or the product by itself. */
export const historyActors = ['staff', 'applicant', 'system'] as const;
