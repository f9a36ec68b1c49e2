/**
 * Participants from a spreadsheet: upload, map its columns, look at each row, run. Up to 200 rows are made when the call
 * is answered (200); more become bulk work that runs on by itself (202). The bulk work undoes it.
 */
import { z } from 'zod';
import { bulkJobReply } from './bulk-jobs.ts';
import { language, line, params, textsReply, uuid } from './common.ts';
import { sheetTypes } from './imports.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import {
  dayOrders,
  fullGroupWays,
  type PersonColumn,
  personImportLimits,
} from './rules/participant-imports.ts';
import { permissions } from './rules/permissions.ts';
import { participantStatuses } from './rules/statuses.ts';

export * from './rules/participant-imports.ts';

const column = z
  .string()
  .max(60)
  .refine((value): value is PersonColumn => /^(?:[a-z_]+|answer:[0-9a-f-]{36})$/.test(value), {
    error: 'unknown_field',
  });
const mapping = z.record(
  column,
  z
    .int()
    .min(0)
    .max(personImportLimits.columns - 1),
);
export type PersonMapping = Partial<Record<PersonColumn, number>>;

const problem = z.object({
  /** The column's meaning; null where the row as a whole is meant. */
  column: z.string().nullable(),
  code: z.string(),
  /** The cell's text, or the part of it concerned. */
  value: z.string(),
  limit: z.number().optional(),
});
export type PersonProblem = z.output<typeof problem>;

const row = z.object({
  /** As the spreadsheet counts: the header is row 1. */
  row: z.number(),
  title: z.string(),
  status: z.enum(['ready', 'duplicate', 'error']),
  /** Of a duplicate: whether `include` makes them all the same. */
  can_include: z.boolean(),
  /** Remarks, if the row is ready. */
  problems: z.array(problem),
});
export type PersonRow = z.output<typeof row>;

const outcome = z.object({
  ready_count: z.number(),
  duplicate_count: z.number(),
  error_count: z.number(),
  /** Of those that are ready: who goes to the waiting list because the group is full. */
  waitlisted_count: z.number(),
  /** Mails that would leave with `notify`. */
  mail_count: z.number(),
  /** Groups in which not all find a place: `wanted` would take one, `lacking` of them are beyond the limit. */
  full_groups: z.array(
    z.object({
      id: z.string(),
      name: textsReply,
      places: z.number(),
      taken: z.number(),
      wanted: z.number(),
      lacking: z.number(),
    }),
  ),
  /** How days with slashes are read, by column; null where the column holds both orders. */
  day_orders: z.array(z.object({ column: z.string(), order: z.enum(dayOrders).nullable() })),
  /** All rows with something to tell, and the first ones without. */
  rows: z.array(row),
});
export type PersonOutcome = z.output<typeof outcome>;

const question = z.object({
  column: z.string(),
  name: textsReply,
  type: z.string(),
  /** Of a question of groups' own: how many groups ask it; null for a field of the catalogue. */
  group_count: z.number().nullable(),
});
export type PersonQuestion = z.output<typeof question>;

const reply = z.object({
  id: z.string(),
  file_name: z.string(),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** Rows below the header. */
  rows: z.number(),
  /** Fields and questions whose answers a column may hold. */
  questions: z.array(question),
  /** A guess by the columns' names. */
  mapping: z.record(z.string(), z.number()),
  /** What became of it; null until it has run. `outcome` tells of the rows as they were when it began. */
  report: z.object({ job_id: z.string(), outcome }).nullable(),
  created_at: z.string(),
});
export type PersonImport = z.output<typeof reply>;

const body = z.strictObject({
  mapping,
  /** The group of rows that name none. */
  group_id: uuid.nullable().default(null),
  /** Of rows that say none. */
  status: z.enum(participantStatuses).default('pending'),
  /** Of rows that say none; without it the organisation's own. */
  language: language.nullable().default(null),
  full: z.enum(fullGroupWays).default('waitlist'),
  /** Duplicates that are made all the same, by row. */
  include: z.array(z.int().min(2)).max(personImportLimits.rows).default([]),
  /** Mails a confirmation to each who has an address. */
  notify: z.boolean().default(false),
});
export type PersonImportBody = z.output<typeof body>;

const shared = { scope: 'organization', rank: permissions['participants.manage'] } as const;

export const participant_imports = {
  upload: endpoint({
    ...shared,
    method: 'POST',
    path: '/participant-imports',
    summary: 'Upload a spreadsheet of participants (CSV or XLSX); nothing is made of it yet',
    query: z.strictObject({ file_name: line(limits.name).min(1) }),
    upload: { types: sheetTypes, bytes: personImportLimits.bytes },
    slow: true,
    reply,
    status: 201,
    perMinute: 30,
  }),
  get: endpoint({
    ...shared,
    method: 'GET',
    path: '/participant-imports/{id}',
    summary: 'A spreadsheet of one’s own and what became of it',
    params,
    reply,
  }),
  preview: endpoint({
    ...shared,
    method: 'POST',
    reads: true,
    path: '/participant-imports/{id}/preview',
    summary: 'What would become of the rows; nothing is written',
    params,
    body,
    reply: outcome,
  }),
  run: endpoint({
    ...shared,
    method: 'POST',
    path: '/participant-imports/{id}/run',
    summary: 'Add the participants, once; again it answers the bulk work that does it',
    params,
    body,
    reply: bulkJobReply,
    later: true,
  }),
};
