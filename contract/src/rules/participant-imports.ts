/** Words of the import of participants, as plain data: the schemas use them, and so do the screens and their texts. */

/**
 * What a column may hold beside an answer. `surname_first` is a full name that begins with the surname. A column of
 * answers is named `answer:` and the id of the catalogue's field, or of a group's own question.
 */
export const personFields = [
  'group',
  'name',
  'surname_first',
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'application_date',
  'language',
  'notes',
  'staff_notes',
] as const;
export type PersonField = (typeof personFields)[number];
export type PersonColumn = PersonField | `answer:${string}`;

/** Bounds of a spreadsheet: bytes as uploaded, rows below the header, columns. */
export const personImportLimits = {
  bytes: 6_000_000,
  rows: 10_000,
  columns: 60,
  /** Rows without a problem that a preview names. */
  named: 100,
} as const;

/** What becomes of people for whom their group has no place left: the waiting list, or a place beyond the limit. */
export const fullGroupWays = ['waitlist', 'overbook'] as const;

/** How days with slashes are read: `3/4/2026` is in April or in March. */
export const dayOrders = ['day_first', 'month_first'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** Whether a mapping's columns hold a name; without one nothing can be made. */
export const holdsName = (mapping: Partial<Record<string, number>>): boolean =>
  ['name', 'surname_first', 'first_name', 'last_name'].some((field) => mapping[field] !== undefined);
