import { formatDay, formatMoney, formatShortDay } from '@vpisnik/contract/rules/format';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { besidesGroup } from '@vpisnik/contract/rules/payments';
import { writtenReference } from '@vpisnik/contract/rules/references';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { BankEntry, MatchedEntry, MatchProposal, PayablePayment } from '@vpisnik/contract/statements';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import type { Translate } from '../../../lib/text/translate.ts';

export type Words = { t: Translate<MessageKey>; locale: Locale };

/** Who paid and how much, for the names of buttons. */
export const namedOf = (
  { payer_name, amount, currency }: Pick<BankEntry, 'payer_name' | 'amount' | 'currency'>,
  { t, locale }: Words,
) => ({
  who: payer_name || t('modules.statement.unnamed'),
  amount: formatMoney(amount, currency, locale),
});

/** An IBAN in groups of four. */
export const writtenIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Whom a payment is of: the participant, group, purpose and day. */
export function paymentFacts(
  {
    group_name,
    purpose,
    expiration_date,
  }: Pick<PayablePayment, 'group_name' | 'purpose' | 'expiration_date'>,
  { t, locale }: Words,
): string {
  return [
    bestText(group_name, locale).text,
    besidesGroup(purpose, group_name),
    expiration_date && t('modules.statement.due', { day: formatDay(expiration_date, locale) }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Why a match is only probable, in a sentence. */
export function reasonText(entry: MatchedEntry, proposal: MatchProposal, { t, locale }: Words): string {
  const money = (amount: string) => formatMoney(amount, entry.currency, locale);
  const { reason, payments, rest } = proposal;
  const [first] = payments;
  switch (reason) {
    case 'reference':
      return t('modules.statement.sure.text');
    case 'several':
      return t('modules.statement.reasons.several', { count: payments.length });
    case 'part':
      return t('modules.statement.reasons.part', {
        short: money(wireOf(centsOf(first?.amount ?? '0') - centsOf(first?.share ?? '0'))),
        paid: money(first?.share ?? '0'),
      });
    case 'too_much':
      return t('modules.statement.reasons.too_much', { rest: money(rest) });
    case 'name':
      return t(
        entry.reference === '' ? 'modules.statement.reasons.name' : 'modules.statement.reasons.name_referred',
      );
    default:
      return t(`modules.statement.reasons.${reason}`);
  }
}

/** Day, words and reference of a transfer, apart so that the reference can be marked. */
export const transferFacts = (
  { day, text, reference }: Pick<BankEntry, 'day' | 'text' | 'reference'>,
  { locale }: Words,
) => ({
  day: formatShortDay(day, locale),
  text: text === '' ? '' : locale === 'sl' ? `»${text}«` : `“${text}”`,
  reference: writtenReference(reference),
});

/** What a payment takes of the rest of a transfer. */
export const shareOf = (entry: BankEntry, { amount }: Pick<PayablePayment, 'amount'>): string =>
  centsOf(amount) < centsOf(entry.rest) ? amount : entry.rest;

/** A sum of amounts. */
export const sumOf = (amounts: readonly string[]): string =>
  wireOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n));
