/** A fee plan in words, in the language of who reads them: prices of a group, purposes of payments. */
import { type FeePlan, feeTotal, paidMonths } from './fee-plan.ts';
import { formatMoney } from './format.ts';
import { dateFormat } from './formatters.ts';
import { wireOf } from './money.ts';
import type { Language } from './texts.ts';

type Words = {
  month: string;
  instalments: Record<Intl.LDMLPluralRule, string>;
  each: string;
  total: string;
  joining: string;
  instalment: string;
  all: string;
};

const forms = (one: string, two: string, few: string, other: string) => ({
  zero: other,
  one,
  two,
  few,
  many: other,
  other,
});

const words: Record<Language, Words> = {
  sl: {
    month: 'na mesec',
    instalments: forms('obrok', 'obroka', 'obroki', 'obrokov'),
    each: 'po',
    total: 'skupaj',
    joining: 'vpisnina',
    instalment: 'obrok',
    all: 'vsi obroki',
  },
  en: {
    month: 'a month',
    instalments: forms('instalment', 'instalments', 'instalments', 'instalments'),
    each: 'of',
    total: 'total',
    joining: 'joining fee',
    instalment: 'instalment',
    all: 'all instalments',
  },
};

/** `9 obrokov`, with the noun's form for the number. */
function instalmentCount(count: number, language: Language): string {
  return `${count} ${words[language].instalments[new Intl.PluralRules(language).select(count)]}`;
}

/** A month `YYYY-MM`: `september 2026`. */
export function monthWords(month: string, language: Language): string {
  const format = dateFormat(language === 'sl' ? 'sl-SI' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}-01T00:00Z`));
}

/**
 * The price of a group as visitors read it: `85,00 € na mesec, 9 obrokov, skupaj 765,00 €; vpisnina 20,00 €`. Empty where
 * nothing is paid.
 */
export function priceWords(plan: FeePlan, currency: string, language: Language): string {
  const its = words[language];
  const money = (cents: bigint) => formatMoney(wireOf(cents), currency, language);
  const [first] = plan.instalments;
  const isEqual = plan.instalments.every(({ amount }) => amount === first?.amount);
  const count = instalmentCount(plan.instalments.length, language);
  const total = (cents: bigint) => `${its.total} ${money(cents)}`;
  const prices: Record<FeePlan['rhythm'], () => string> = {
    none: () => '',
    once: () => money(plan.amount),
    monthly: () => {
      const each = `${money(plan.amount)} ${its.month}`;
      if (plan.last_month === null) return each;
      const months = paidMonths(plan, plan.last_month).length;
      const sum = total(plan.amount * BigInt(months));
      return `${each}, ${instalmentCount(months, language)}, ${sum}`;
    },
    instalments: () => {
      const each = isEqual && first ? `${count} ${its.each} ${money(first.amount)}` : count;
      return `${each}, ${total(feeTotal(plan.instalments))}`;
    },
  };
  const price = prices[plan.rhythm]();
  if (price === '' || plan.joining_fee === 0n) return price;
  return `${price}; ${its.joining} ${money(plan.joining_fee)}`;
}

/** What a payment is for, besides the group: `september 2026`, `obrok 2/3`, `vpisnina`; empty for a single one. */
export function periodWords(
  {
    period,
    instalment,
    instalments,
  }: { period: string; instalment: number | null; instalments: number | null },
  language: Language,
): string {
  const its = words[language];
  if (period === 'joining') return its.joining;
  if (period === 'all') return its.all;
  if (/^\d{4}-\d{2}$/.test(period)) return monthWords(period, language);
  return instalments !== null && instalments > 1 ? `${its.instalment} ${instalment}/${instalments}` : '';
}
