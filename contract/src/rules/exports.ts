/** Words of exports, as plain data: the schemas use them, and so do the screens and their texts. */
import type { ShownStatus } from './statuses.ts';
import type { Language } from './texts.ts';

/**
 * Facts about a participant that an export may have as columns, in the order of "all"; questions are further ones, by the
 * id of the catalogue's field or of the group's own question.
 */
export const exportColumns = [
  'name',
  'email',
  'phone',
  'guardian_name',
  'guardian_phone',
  'birth_date',
  'age',
  'group',
  'status',
  'waiting_position',
  'offer_until',
  'application_date',
  'reference',
  'language',
  'source',
  'notes',
  'staff_notes',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Content type of an Excel workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const exportLimits = {
  /** Columns that one export may be asked for. */
  columns: 300,
  /** Rows that a workbook may have which is sent while it is made; larger ones are made in the background. */
  workbook: 20_000,
  /** Hours that a workbook which was made in the background can be fetched. */
  hours: 24,
} as const;

/** Texts of an export in one language: headers of facts, and words for values. */
export type ExportWords = {
  columns: Record<ExportColumn, string>;
  statuses: Record<ShownStatus, string>;
  languages: Record<Language, string>;
  sources: { applied: string; added: string };
};
