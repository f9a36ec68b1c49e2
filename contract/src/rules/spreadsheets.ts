/** Kinds of imports, with the fields that a column may hold; the first ones identify a row. */
export const importFields = {
  groups: [
    'name_sl',
    'name_en',
    'label',
    'languages',
    'category',
    'location',
    'leaders',
    'schedule',
    'start_date',
    'end_date',
    'apply_from',
    'apply_until',
    'capacity',
    'when_full',
    'age_from',
    'age_to',
    'price_sl',
    'price_en',
    'description_sl',
    'description_en',
    'fields',
    'background_color',
  ],
  categories: ['name_sl', 'name_en', 'label', 'languages', 'description_sl', 'description_en'],
  locations: ['name', 'address', 'description', 'comment', 'max_participants', 'google_maps_link'],
} as const;

export type ImportKind = keyof typeof importFields;
export type ImportField = (typeof importFields)[ImportKind][number];
export const importKinds = Object.keys(importFields) as [ImportKind, ...ImportKind[]];

/** Bounds of a spreadsheet: bytes as uploaded, rows below the header, columns. */
export const importLimits = { bytes: 2_000_000, rows: 1000, columns: 60 } as const;
