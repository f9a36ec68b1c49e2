/** Money without binary fractions: `"12.50"` on the wire and in the database, cents as `bigint` where it is counted. */
import type { Language } from './texts.ts';

/** Amounts as they cross the wire; fewer decimals than two mean the same. */
export const amountPattern = /^\d{1,10}(?:\.\d{1,2})?$/;

/** A sum has as many digits as it takes. */
const sumPattern = /^(?<whole>\d+)(?:\.(?<part>\d{1,2}))?$/;

/**
 * Cents of an amount or a sum, `"12.50"` → `1250n`; one with a minus is below zero.
 *
 * @throws {RangeError} for anything else than an amount of the wire
 */
export function centsOf(wire: string): bigint {
  const isNegative = wire.startsWith('-');
  const parts = sumPattern.exec(isNegative ? wire.slice(1) : wire)?.groups;
  if (!parts) throw new RangeError(`No amount of money: ${wire}`);
  const cents = BigInt(parts.whole + (parts.part ?? '').padEnd(2, '0'));
  return isNegative ? -cents : cents;
}

/** The amount of so many cents, always with two decimals: `1250n` → `"12.50"`. */
export function wireOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A quotient rounded half up, away from zero: the one rounding there is. The divisor is above zero. */
export function dividedHalfUp(cents: bigint, divisor: bigint): bigint {
  const size = cents < 0n ? -cents : cents;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return cents < 0n ? -rounded : rounded;
}

/** Shares of an amount in equal parts of whole cents; the last takes the rest. */
export function sharesOf(cents: bigint, count: number): bigint[] {
  const share = cents / BigInt(count);
  return Array.from({ length: count }, (_, at) =>
    at < count - 1 ? share : cents - share * BigInt(count - 1),
  );
}

/** Why a typed amount is none; also the codes of the fields' errors. */
export type AmountProblem =
  | 'required'
  | 'invalid_amount'
  | 'amount_decimals'
  | 'amount_positive'
  | 'amount_too_large';

/** What groups thousands in a language; the other one of comma and dot separates cents. */
const grouping: Record<Language, string> = { sl: '.', en: ',' };

/**
 * Reads an amount as people type it: `12,50`, `12.50`, `1.234,50`, `1,234.50`, `12 €`. One separator before three digits is
 * refused in Slovenian, where it may mean thousands or a slip of the hand.
 *
 * @returns the amount as it crosses the wire, or why it is none
 */
export function parseAmount(
  text: string,
  language: Language,
): { amount: string; problem?: undefined } | { amount?: undefined; problem: AmountProblem } {
  const typed = text
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/^(?:€|EUR)|(?:€|EUR)$/i, '')
    .trim();
  if (typed === '') return { problem: 'required' };
  if (/^-\s*\d/.test(typed)) return { problem: 'amount_positive' };
  // `12 50` are euros and cents to some: only groups of three digits may stand apart
  const plain = /^[1-9]\d{0,2}(?:\s\d{3})+(?!\d)\S*$/.test(typed) ? typed.replace(/\s/g, '') : typed;
  const { whole, part } = partsOf(plain, language);
  if (whole === undefined) return { problem: 'invalid_amount' };
  if (part.length > 2) return { problem: 'amount_decimals' };
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > 10) return { problem: 'amount_too_large' };
  const amount = `${digits}.${part.padEnd(2, '0')}`;
  return centsOf(amount) > 0n ? { amount } : { problem: 'amount_positive' };
}

/** Digits before and after what separates the cents; no `whole` where neither a comma nor a dot can be that. */
function partsOf(plain: string, language: Language): { whole?: string; part: string } {
  const group = grouping[language];
  for (const thousands of [group, group === '.' ? ',' : '.']) {
    const mark = thousands === '.' ? ',' : '.';
    const [whole = '', part = '', ...more] = plain.split(mark);
    const isGrouped = new RegExp(`^[1-9]\\d{0,2}(?:\\${thousands}\\d{3})+$`).test(whole);
    if (more.length > 0 || !(isGrouped || /^\d+$/.test(whole))) continue;
    if (!(plain.includes(mark) ? /^\d+$/ : /^$/).test(part)) continue;
    // `12.345` in Slovenian: nothing tells thousands from a decimal too many
    const isAmbiguous = isGrouped && part === '' && language === 'sl' && whole.split(thousands).length === 2;
    return isAmbiguous ? { whole: '0', part: '000' } : { whole: whole.replaceAll(thousands, ''), part };
  }
  return { part: '' };
}

/** An amount as it stands in a field that is edited: `12,50` in Slovenian. */
export function typedAmount(wire: string, language: Language): string {
  return language === 'sl' ? wire.replace('.', ',') : wire;
}
