/** Where an organisation is paid: what payment orders and their QR codes name. */
import { z } from 'zod';
import { editedReply, line, version } from './common.ts';
import { endpoint } from './kit.ts';
import { bicPattern, ibanProblem, plainIban } from './rules/ibans.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import { referenceModels } from './rules/references.ts';
import { areInOrder, reminderLimits } from './rules/reminders.ts';
import { statementLimits } from './rules/statements.ts';

const iban = z
  .string()
  .max(limits.label, { abort: true })
  .overwrite(plainIban)
  .superRefine((value, context) => {
    const message = value === '' ? 'required' : ibanProblem(value);
    if (message) context.addIssue({ code: 'custom', message });
  });

const required = (max: number) => line(max).min(1, { error: 'required' });

const settings = {
  recipient: required(limits.slipLine),
  street: required(limits.slipLine),
  town: required(limits.slipLine),
  iban,
  bic: z
    .string()
    .overwrite((value) => plainIban(value))
    .refine((value) => value === '' || bicPattern.test(value), { error: 'invalid_bic' }),
  purpose: line(limits.slipPurpose),
  purpose_code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{4}$/, { error: 'invalid_purpose_code' }),
  reference_model: z.enum(referenceModels),
};

/** Which mails about payments leave by themselves, when people are reminded, and how long statements are kept; what is left out stays. */
const mails = {
  mail_requests: z.boolean().optional(),
  mail_reminders: z.boolean().optional(),
  mail_received: z.boolean().optional(),
  /** Days before and after the due day; null: not then. */
  remind_before: z.int().min(1).max(reminderLimits.before).nullish(),
  remind_after: z.int().min(1).max(reminderLimits.after).nullish(),
  remind_again: z.int().min(2).max(reminderLimits.again).nullish(),
  /** Months after which what bank statements tell about payers goes. */
  statement_months: z.int().min(1).max(statementLimits.mostMonths).optional(),
};

const reply = z.object({
  ...editedReply,
  recipient: z.string(),
  street: z.string(),
  town: z.string(),
  iban: z.string(),
  bic: z.string(),
  purpose: z.string(),
  purpose_code: z.string(),
  reference_model: z.enum(referenceModels),
  mail_requests: z.boolean(),
  mail_reminders: z.boolean(),
  mail_received: z.boolean(),
  remind_before: z.number().nullable(),
  remind_after: z.number().nullable(),
  remind_again: z.number().nullable(),
  statement_months: z.number(),
});
export type PaymentSettings = z.output<typeof reply>;

const manage = { scope: 'organization', rank: permissions['settings.manage'] } as const;

export const payment_settings = {
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/payment-settings',
    summary: "Where one's organisation is paid; null until it is said",
    reply: reply.nullable(),
  }),
  save: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/payment-settings',
    summary: "Say where one's organisation is paid; its owner is told of another account",
    body: z
      .strictObject({ ...settings, ...mails, version: version.optional() })
      .superRefine(({ iban, reference_model, remind_after, remind_again }, context) => {
        if (!areInOrder(remind_after ?? null, remind_again ?? null))
          context.addIssue({ code: 'custom', path: ['remind_again'], message: 'not_later' });
        if (reference_model === 'SI12' && iban !== '' && !iban.startsWith('SI'))
          context.addIssue({ code: 'custom', path: ['reference_model'], message: 'foreign_account' });
      }),
    reply,
  }),
};
