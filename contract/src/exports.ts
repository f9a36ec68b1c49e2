/** Participants as files for spreadsheets, in the caller's language. Every export is in the activity log. */
import { z } from 'zod';
import { bulkJobReply, SELECTION_BYTES, selection } from './bulk-jobs.ts';
import { line, params, several, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { participantFilter } from './participants.ts';
import { exportColumns, exportLimits, workbookType } from './rules/exports.ts';
import { limits } from './rules/limits.ts';
import { participantSortKeys } from './rules/participant-filter.ts';
import { permissions } from './rules/permissions.ts';

export * from './rules/exports.ts';

const column = z.union([z.enum(exportColumns), uuid]);

const wanted = {
  /** Facts and questions in their order; all when absent, the questions in the order of the form. */
  columns: z.array(column).min(1).max(exportLimits.columns).optional(),
  sort: z.enum(participantSortKeys).default('-application_date'),
  /** Why sensitive answers are exported, for the activity log. Without it there are none. */
  sensitive_reason: line(limits.shortText).min(1, { error: 'required' }).optional(),
};
const query = z.strictObject({
  ...participantFilter.shape,
  ...wanted,
  columns: several(column).optional(),
});
const body = z.strictObject({ selection, ...wanted });
export type ExportAsked = Omit<z.output<typeof body>, 'selection'>;

const send = {
  scope: 'organization',
  rank: permissions['participants.manage'],
  slow: true,
  stream: true,
  reply: z.string(),
} as const;
const chosen = { ...send, method: 'POST', reads: true, bytes: SELECTION_BYTES, body } as const;
/** The whole list: from the rank that reads it. */
const matching = { ...send, rank: permissions['participants.list'], method: 'GET', query } as const;

export const exports = {
  csv: endpoint({
    ...chosen,
    path: '/participants/bulk/export.csv',
    summary: 'Chosen participants as a CSV file',
    file: 'text/csv',
  }),
  xlsx: endpoint({
    ...chosen,
    path: '/participants/bulk/export.xlsx',
    summary: `Chosen participants as an Excel workbook, at most ${exportLimits.workbook}`,
    file: workbookType,
  }),
  csvOf: endpoint({
    ...matching,
    path: '/participants/export.csv',
    summary: 'Participants as a CSV file',
    file: 'text/csv',
  }),
  xlsxOf: endpoint({
    ...matching,
    path: '/participants/export.xlsx',
    summary: `Participants as an Excel workbook, at most ${exportLimits.workbook}`,
    file: workbookType,
  }),
  start: endpoint({
    scope: 'organization',
    rank: permissions['participants.manage'],
    method: 'POST',
    path: '/participants/bulk/export-jobs',
    summary: `Make an Excel workbook of chosen participants in the background, of any size; bulk work without rows, kept for ${exportLimits.hours} hours`,
    bytes: SELECTION_BYTES,
    body,
    reply: bulkJobReply,
    status: 202,
  }),
  file: endpoint({
    scope: 'organization',
    rank: permissions['participants.manage'],
    method: 'GET',
    path: '/bulk-jobs/{id}/participants.xlsx',
    summary: 'The workbook that was made in the background, for its maker alone',
    slow: true,
    stream: true,
    params,
    reply: z.string(),
    file: workbookType,
  }),
};
