/** Where an organisation is paid: what payment orders and their QR codes name. */
import { z } from 'zod';
import { editedReply, line, version } from './common.ts';
import { endpoint } from './kit.ts';
import { bicPattern, ibanProblem, plainIban } from './rules/ibans.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import { referenceModels } from './rules/references.ts';

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
      .strictObject({ ...settings, version: version.optional() })
      .superRefine(({ iban, reference_model }, context) => {
        if (reference_model === 'SI12' && iban !== '' && !iban.startsWith('SI'))
          context.addIssue({ code: 'custom', path: ['reference_model'], message: 'foreign_account' });
      }),
    reply,
  }),
};
