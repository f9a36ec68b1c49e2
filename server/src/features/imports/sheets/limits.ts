import { personImportLimits } from '@vpisnik/contract/rules/participant-imports';
import { importLimits } from '@vpisnik/contract/rules/spreadsheets';

/** How much a spreadsheet may hold, and what reading it may take. */
export type SheetLimits = {
  rows: number;
  columns: number;
  /** Bytes that a workbook may unpack to. */
  unpacked: number;
  /** All of the texts together. */
  characters: number;
  seconds: number;
  /** Megabytes of the thread that reads it. */
  memory: number;
  /** Lines of other kinds may stand before the header, so that all of the first ones tell the separator. */
  preamble?: true;
};

/** Of groups, categories and locations: a thousand rows of long texts unpack to a tenth of what is let in. */
export const catalogueSheet: SheetLimits = {
  rows: importLimits.rows,
  columns: importLimits.columns,
  unpacked: 8_000_000,
  characters: 3_000_000,
  seconds: 10,
  memory: 192,
};

/** Of participants: ten thousand rows of 20 columns unpack to 16 MB. */
export const peopleSheet: SheetLimits = {
  rows: personImportLimits.rows,
  columns: personImportLimits.columns,
  unpacked: 40_000_000,
  characters: 8_000_000,
  seconds: 20,
  memory: 512,
};

/** Of bank statements: a year of an account with many lines. */
export const bankSheet: SheetLimits = {
  rows: 20_000,
  columns: 60,
  unpacked: 40_000_000,
  characters: 8_000_000,
  seconds: 25,
  memory: 1024,
  preamble: true,
};
