import { expect, it } from 'vitest';
import {
  asksForReceipt,
  besidesGroup,
  isDeletable,
  paymentMethods,
  paymentMoves,
  paymentStatuses,
} from './payments.ts';

it('what was received is deleted by nobody, and leads nowhere but to a refund or a correction', () => {
  expect(paymentStatuses.filter((status) => !isDeletable(status))).toEqual([
    'completed',
    'refunded',
    'expired',
  ]);
  expect([paymentMoves.completed, paymentMoves.refunded]).toEqual([['refunded', 'pending'], []]);
});

it('all but a transfer to the account is cash in law, which asks for a receipt', () => {
  expect(paymentMethods.filter((method) => !asksForReceipt(method))).toEqual(['bank_transfer']);
  expect(asksForReceipt(null)).toBe(false);
});

it('what a payment is for does not repeat the name of its group, in whichever language it was written', () => {
  const group = { sl: 'Balet', en: 'Ballet' };
  const purposes = ['Balet, vpisnina', 'Ballet, joining fee', 'Balet', 'Baletni copati', 'Oktober', ''];
  expect(purposes.map((purpose) => besidesGroup(purpose, group))).toEqual([
    'vpisnina',
    'joining fee',
    '',
    'Baletni copati',
    'Oktober',
    '',
  ]);
});
