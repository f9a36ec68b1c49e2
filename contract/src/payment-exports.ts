/** Payments as files for spreadsheets, in the caller's language. Every export is in the activity log. */
import { z } from 'zod';
import { bulkJobReply } from './bulk-jobs.ts';
import { endpoint } from './kit.ts';
import { paymentFilter } from './payment-filter.ts';
import { exportLimits, workbookType } from './rules/exports.ts';
import { paymentSortKeys } from './rules/payment-filter.ts';
import { permissions } from './rules/permissions.ts';

const order = z.enum(paymentSortKeys).default('expiration_date');

const matching = {
  scope: 'organization',
  rank: permissions['payments.manage'],
  slow: true,
  stream: true,
  reply: z.string(),
  method: 'GET',
  query: paymentFilter.extend({ sort: order }),
} as const;

export const payment_exports = {
  csv: endpoint({
    ...matching,
    path: '/payments/export.csv',
    summary: 'Payments in scope as a CSV file',
    file: 'text/csv',
  }),
  xlsx: endpoint({
    ...matching,
    path: '/payments/export.xlsx',
    summary: `Payments in scope as an Excel workbook, at most ${exportLimits.workbook}`,
    file: workbookType,
  }),
  start: endpoint({
    scope: 'organization',
    rank: permissions['payments.manage'],
    method: 'POST',
    path: '/payments/export-jobs',
    summary: `Make an Excel workbook of payments in the background, of any size; fetched as those of participants, kept for ${exportLimits.hours} hours`,
    body: z.strictObject({ filter: paymentFilter.default({}), sort: order }),
    reply: bulkJobReply,
    status: 202,
  }),
};
