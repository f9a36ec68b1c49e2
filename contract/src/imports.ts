/** Groups, categories and locations from a spreadsheet: upload, map its columns, look at what would be made, run. */
import { z } from 'zod';
import { line, params } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import type { Rank } from './rules/roles.ts';
import {
  type ImportField,
  type ImportKind,
  importFields,
  importKinds,
  importLimits,
} from './rules/spreadsheets.ts';

export {
  type ImportField,
  type ImportKind,
  importFields,
  importKinds,
  importLimits,
} from './rules/spreadsheets.ts';

/** As for making them one by one. */
export const importRanks: Record<ImportKind, Rank> = {
  groups: permissions['groups.manage'],
  categories: permissions['categories.manage'],
  locations: permissions['locations.manage'],
};

/** Fields that a row can't do without; one of the names will do. */
export const neededFields: Record<ImportKind, readonly ImportField[]> = {
  groups: ['name_sl', 'name_en', 'category'],
  categories: ['name_sl', 'name_en'],
  locations: ['name'],
};

const field = z.enum([...new Set(Object.values(importFields).flat())] as [ImportField, ...ImportField[]]);
const mapping = z.partialRecord(
  field,
  z
    .int()
    .min(0)
    .max(importLimits.columns - 1),
);
export type ImportMapping = z.output<typeof mapping>;

/** Error or warning about one value; `value` is the cell's text, or the part of it concerned. */
const problem = z.object({
  field: field.nullable(),
  code: z.string(),
  value: z.string(),
  limit: z.number().optional(),
});
export type ImportProblem = z.output<typeof problem>;

const row = z.object({
  /** As the spreadsheet counts: the header is row 1. */
  row: z.number(),
  title: z.string(),
  /** `ready` becomes `created` when the import runs. */
  status: z.enum(['ready', 'created', 'duplicate', 'error']),
  /** Warnings, if the row is ready or created. */
  problems: z.array(problem),
  id: z.string().nullable(),
});
export type ImportRow = z.output<typeof row>;

const outcome = z.object({
  rows: z.array(row),
  /** Names in the file that don't exist yet; the import creates them on request. */
  missing: z.object({ categories: z.array(z.string()), locations: z.array(z.string()) }),
});
export type ImportOutcome = z.output<typeof outcome>;

const reply = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  file_name: z.string(),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** Rows below the header. */
  rows: z.number(),
  /** A guess by the columns' names. */
  mapping,
  /** Outcome of the import; null until it has run. */
  report: outcome.nullable(),
  created_at: z.string(),
});
export type Import = z.output<typeof reply>;

const body = z.strictObject({
  mapping,
  /** Makes categories and locations that are missing as well. */
  create_missing: z.boolean().default(false),
});

const shared = { scope: 'organization', rank: 3 } as const;

/** What browsers take spreadsheets for; their content decides. */
export const sheetTypes = [
  'text/csv',
  'text/plain',
  'application/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

export const imports = {
  upload: endpoint({
    ...shared,
    method: 'POST',
    path: '/imports',
    summary:
      'Upload a spreadsheet (CSV or XLSX); nothing is made of it yet. Categories and locations: rank 4',
    query: z.strictObject({ kind: z.enum(importKinds), file_name: line(limits.name).min(1) }),
    upload: { types: sheetTypes, bytes: importLimits.bytes },
    slow: true,
    reply,
    status: 201,
    perMinute: 30,
  }),
  get: endpoint({
    ...shared,
    method: 'GET',
    path: '/imports/{id}',
    summary: 'A spreadsheet of one’s own and what became of it',
    params,
    reply,
  }),
  preview: endpoint({
    ...shared,
    method: 'POST',
    reads: true,
    path: '/imports/{id}/preview',
    summary: 'What would become of each row; nothing is written',
    params,
    body,
    reply: outcome,
  }),
  run: endpoint({
    ...shared,
    method: 'POST',
    path: '/imports/{id}/run',
    summary: 'Make what can be made of the rows, once; again it answers what became of them',
    params,
    body,
    reply: outcome,
  }),
};
