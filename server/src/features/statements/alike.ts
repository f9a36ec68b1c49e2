/** Whether a transfer that one format tells is one that another format told before, in other words. */
import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { wordsOf } from './matching.ts';
import type { StatementLine } from './parse/lines.ts';
import type { OtherEntry } from './queries.ts';

type Told = Pick<OtherEntry, 'payer_name' | 'payer_iban' | 'reference'>;
type Stored = Told & { entry_key: string; day: string; isTaken: boolean };

/**
 * Finds those that another format probably told already: the same day and amount, and nothing that speaks against it; also
 * some days apart, where one tells the day of booking and the other that of value, if reference, account or name is the
 * same. As many are found as are there; those of the same day with the same words come first.
 *
 * @param entries their lines, by their key
 * @returns by key, the key of the one that equals it
 */
export function alikeOf(
  entries: ReadonlyMap<string, readonly StatementLine[]>,
  stored: readonly OtherEntry[],
): Map<string, string> {
  const pool = new Map<string, Stored[]>();
  const put = (amount: string, one: Stored) => pool.set(amount, [...(pool.get(amount) ?? []), one]);
  for (const lines of Map.groupBy(stored, ({ entry_key }) => entry_key).values()) {
    const [first] = lines;
    if (!first) continue;
    for (const { amount, ...told } of lines) put(amount, { ...told, isTaken: false });
    // the other one may tell the sum alone
    const sum = lines.reduce((cents, { amount }) => cents + centsOf(amount), 0n);
    const silent = { payer_name: '', payer_iban: '', reference: '' };
    if (lines.length > 1)
      put(wireOf(sum), { ...silent, day: first.day, entry_key: first.entry_key, isTaken: false });
  }
  const found = new Map<string, string>();
  for (const [apart, least] of looks)
    for (const [key, lines] of entries) {
      if (found.has(key)) continue;
      const like = likeOf(lines, pool, apart, least);
      if (like) found.set(key, like);
    }
  return found;
}

/** Days by which booking and value may differ: over a weekend. */
export const DAYS_APART = 3;

/** How far apart days may be, and how much has to be the same, one look after the other. */
const looks = [
  [0, 1],
  [0, 0],
  [DAYS_APART, 1],
] as const;

const areNear = (one: string, other: string, days: number): boolean =>
  one <= addDays(other, days) && other <= addDays(one, days);

/** The entry whose parts or sum these lines are; it is taken then. */
function likeOf(
  lines: readonly StatementLine[],
  pool: ReadonlyMap<string, Stored[]>,
  apart: number,
  least: number,
): string | undefined {
  const free = (day: string, cents: bigint, told: Told, not: ReadonlySet<Stored>) =>
    pool
      .get(wireOf(cents))
      ?.find(
        (one) =>
          !one.isTaken && !not.has(one) && areNear(day, one.day, apart) && likeness(told, one) >= least,
      );
  const parts = new Set<Stored>();
  for (const line of lines) {
    const one = free(line.day, line.cents, line, parts);
    if (one) parts.add(one);
  }
  const [first] = lines;
  if (!first) return undefined;
  if (parts.size === lines.length) {
    for (const one of parts) one.isTaken = true;
    return [...parts][0]?.entry_key;
  }
  const sum = lines.reduce((cents, line) => cents + line.cents, 0n);
  const silent = { payer_name: '', payer_iban: '', reference: '' };
  const whole = lines.length > 1 ? free(first.day, sum, silent, new Set()) : undefined;
  if (whole) whole.isTaken = true;
  return whole?.entry_key;
}

const plain = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** 1 where both say the same of reference, account or payer, -1 where they contradict, 0 where they say nothing in common. */
function likeness(one: Told, other: Told): number {
  for (const field of ['reference', 'payer_iban'] as const) {
    const [a, b] = [plain(one[field]), plain(other[field])];
    if (a !== '' && b !== '') return a === b ? 1 : -1;
  }
  const [a, b] = [wordsOf(one.payer_name), new Set(wordsOf(other.payer_name))];
  if (a.length === 0 || b.size === 0) return 0;
  return a.some((word) => b.has(word)) ? 1 : -1;
}
