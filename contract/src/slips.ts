/** Payment data of open payments: what a payer copies or scans, and the same on paper. */
import { z } from 'zod';
import { languages, params } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

/** A QR code for drawing: cells along a side without the quiet zone of four, and its dark cells as the path of an SVG picture. */
const code = z.object({ size: z.number(), path: z.string() });
export type CodeDrawing = z.output<typeof code>;

const reply = z.object({
  payment_id: z.string(),
  /** The participant's, in which they are written to. */
  language: z.enum(languages),
  participant_name: z.string(),
  /** Number of the application. */
  participant_reference: z.string(),
  group_name: z.string(),
  /** Who pays: the guardian of a child, where it is known. */
  payer_name: z.string(),
  /** With two decimals. */
  amount: z.string(),
  currency: z.string(),
  due_date: z.string().nullable(),
  /** As the bank shows it, at most 42 characters; never a child's name of our own accord. */
  purpose: z.string(),
  purpose_code: z.string(),
  recipient: z.object({ name: z.string(), street: z.string(), town: z.string() }),
  iban: z.string(),
  /** Empty where it is not known. */
  bic: z.string(),
  /** Without spaces. */
  reference: z.string(),
  /** The same by ISO 11649, for banks elsewhere; null where the reference was typed and has no such form. */
  rf_reference: z.string().nullable(),
  /** For Slovenian banks; null for accounts elsewhere and for other currencies than the euro. */
  upn: code.nullable(),
  /** EPC QR, for banks elsewhere; null for other currencies than the euro. */
  epc: code.nullable(),
});
export type Slip = z.output<typeof reply>;

const manage = { scope: 'organization', rank: permissions['payments.manage'], method: 'GET' } as const;
const paper = {
  ...manage,
  slow: true,
  stream: true,
  params,
  reply: z.string(),
  file: 'application/pdf',
} as const;

export const slips = {
  get: endpoint({
    ...manage,
    path: '/payments/{id}/slip',
    summary: 'The payment data of an open payment, with its QR codes',
    params,
    reply,
  }),
  pdf: endpoint({
    ...paper,
    path: '/payments/{id}/slip.pdf',
    summary: 'The payment data of an open payment on a sheet of paper',
  }),
  ofGroup: endpoint({
    ...paper,
    path: '/groups/{id}/slips.pdf',
    summary: 'The payment data of all open payments of a group, a page each, by name and day',
  }),
};
