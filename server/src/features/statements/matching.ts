/** Which open payments a transfer pays, as far as that can be told. People confirm all of it; nothing is booked here. */
import { fold } from '@vpisnik/contract/rules/slug';
import type { MatchReason } from '@vpisnik/contract/rules/statements';

/** A transfer that nothing has been booked from yet. */
export type Transfer = {
  id: string;
  cents: bigint;
  payer_name: string;
  payer_iban: string;
  text: string;
  /** What its reference and its words may refer to, as `reference_key` of payments. */
  reference_keys: readonly string[];
};

/** A payment that it may pay: an open one, or one that was marked as paid without a transfer. */
export type Candidate = {
  id: string;
  participant_id: string;
  participant_name: string;
  guardian_name: string | null;
  email: string | null;
  family_id: string | null;
  cents: bigint;
  expiration_date: string | null;
  /** Upper-case letters and digits alone; empty without a reference. */
  reference_key: string;
  is_paid: boolean;
};

/**
 * What a transfer probably pays; what its shares leave of it stays as credit. `owed`: what is left of the payment once
 * earlier transfers of the same reference have paid their parts.
 */
export type Match = {
  certainty: 'sure' | 'probable';
  reason: MatchReason;
  shares: { payment_id: string; cents: bigint; owed: bigint }[];
};

/** Payments that are tried as parts of one transfer; all sums of more would take too long. */
const MOST_PARTS = 12;

/**
 * Matches transfers with payments: references first, for all transfers, then payers known by their account, then names.
 * Each payment is paid once; only transfers of its reference may pay it in parts, one after the other. An amount alone is
 * never enough.
 *
 * @param payers participants whose payments came from an account before, by IBAN
 */
export const matchTransfers = (
  transfers: readonly Transfer[],
  candidates: readonly Candidate[],
  payers: ReadonlyMap<string, ReadonlySet<string>>,
) => matchBy([byReference, byOtherReference, byPayer, byName], transfers, candidates, payers);

/** The same by references alone. */
export const matchReferences = (transfers: readonly Transfer[], candidates: readonly Candidate[]) =>
  matchBy([byReference, byOtherReference], transfers, candidates, new Map());

function matchBy(
  rules: readonly Rule[],
  transfers: readonly Transfer[],
  candidates: readonly Candidate[],
  payers: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Match> {
  const known = createIndex(candidates);
  const matches = new Map<string, Match>();
  for (const rule of rules) {
    for (const transfer of transfers) {
      if (matches.has(transfer.id)) continue;
      const match = rule(transfer, known, payers);
      if (!match) continue;
      matches.set(transfer.id, match);
      for (const { payment_id, cents, owed } of match.shares) {
        known.taken.add(payment_id);
        known.owed.set(payment_id, owed - cents);
      }
    }
  }
  return matches;
}

type Rule = (
  transfer: Transfer,
  known: Index,
  payers: ReadonlyMap<string, ReadonlySet<string>>,
) => Match | undefined;

/**
 * The reference and the amount of a payment: nothing is left to ask. Else of one that was marked as paid before. People
 * write the same number on payments of several; then it says nothing.
 */
const byReference: Rule = ({ reference_keys, cents }, known) => {
  const same = known.free(known.referred(reference_keys)).filter((one) => one.cents === cents);
  if (new Set(same.map((one) => one.participant_id)).size > 1) return undefined;
  const open = same.find((one) => !one.is_paid);
  if (open) return { certainty: 'sure', reason: 'reference', shares: [whole(open)] };
  const [paid] = same;
  return paid && { certainty: 'probable', reason: 'booked', shares: [whole(paid)] };
};

/** The reference with another amount: several at once, a part, the rest after a part, or too much. */
const byOtherReference: Rule = ({ reference_keys, cents }, known) => {
  const its = known.owing(known.referred(reference_keys));
  const [first] = its;
  if (!first || its.some((one) => householdOf(one) !== householdOf(first))) return undefined;
  const parts = partsOf(its, cents) ?? partsOf(known.open(known.household(first)), cents);
  if (parts) return { certainty: 'probable', reason: 'several', shares: parts.map(whole) };
  if (cents < first.cents)
    return { certainty: 'probable', reason: 'part', shares: [part(first, cents, first.cents)] };
  const shares: Match['shares'] = [];
  let left = cents;
  for (const one of its) {
    if (one.cents > left) break;
    shares.push(whole(one));
    left -= one.cents;
  }
  if (left > 0n) return { certainty: 'probable', reason: 'too_much', shares };
  // else the same amount, of another person's payment as well
  return known.taken.has(first.id) ? { certainty: 'probable', reason: 'rest', shares } : undefined;
};

/** An account from which a participant's payments came before, with the amount of one of theirs, or the sum of several. */
const byPayer: Rule = ({ payer_iban, cents }, known, payers) => {
  const people = [...(payers.get(payer_iban) ?? [])].flatMap((id) => known.byParticipant.get(id) ?? []);
  const its = known.open(people);
  const same = its.find((one) => one.cents === cents);
  if (same) return { certainty: 'probable', reason: 'payer', shares: [whole(same)] };
  const [first] = its;
  const parts = first && partsOf(known.open([...its, ...known.household(first)]), cents);
  return parts && { certainty: 'probable', reason: 'several', shares: parts.map(whole) };
};

/** A surname with the amount of one payment, or the sum of several of one household; the best of them alone counts. */
const byName: Rule = (transfer, known) => {
  const payer = new Set(wordsOf(transfer.payer_name));
  const said = new Set(wordsOf(transfer.text));
  const words = new Set([...payer, ...said]);
  const named = [...words].flatMap((word) => known.bySurname.get(word) ?? []);
  const scored = known.open(named).flatMap((one) => {
    // who owes more than came is no part of it
    const score = one.cents <= transfer.cents ? scoreOf(known.names(one), payer, said) : 0;
    return score > 0 ? [{ one, score }] : [];
  });
  const best = (among: typeof scored) => {
    const most = Math.max(...among.map(({ score }) => score));
    return among.filter(({ score }) => score === most).map(({ one }) => one);
  };
  const same = scored.filter(({ one }) => one.cents === transfer.cents);
  const [first, ...others] = same.length > 0 ? best(same) : [];
  if (first && others.every((one) => one.participant_id === first.participant_id))
    return { certainty: 'probable', reason: 'name', shares: [whole(first)] };
  if (first || scored.length === 0) return undefined;
  const households = [...Map.groupBy(best(scored), householdOf).values()];
  const [theirs, ...more] = households.flatMap(([one]) => {
    const parts = one && partsOf(known.open(known.household(one)), transfer.cents);
    return parts ? [parts] : [];
  });
  return theirs && more.length === 0
    ? { certainty: 'probable', reason: 'several', shares: theirs.map(whole) }
    : undefined;
};

/** How much speaks for a person: the surname of the payer; the given name beside it, which words alone need. */
function scoreOf(names: readonly string[][], payer: ReadonlySet<string>, said: ReadonlySet<string>): number {
  const scores = names.map(([given = '', ...surnames]) => {
    const surname = surnames.length > 0 ? surnames : [given];
    const isPayer = surname.some((word) => payer.has(word));
    const isSaid = surname.some((word) => said.has(word));
    const isGiven = surnames.length > 0 && (payer.has(given) || said.has(given));
    return isPayer ? (isGiven ? 3 : 1) : isSaid && isGiven ? 2 : 0;
  });
  return Math.max(...scores);
}

const part = ({ id }: Candidate, cents: bigint, owed: bigint) => ({ payment_id: id, cents, owed });
const whole = (one: Candidate) => part(one, one.cents, one.cents);

/** The words of a text, folded. People write the given name first, a bank may write the surname first. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);

const householdOf = ({ family_id, email, participant_id }: Candidate) => family_id ?? email ?? participant_id;

/** Two or more payments that are so much together: those that are due first, as few as possible. */
function partsOf(payments: readonly Candidate[], cents: bigint): Candidate[] | undefined {
  const tried = payments.slice(0, MOST_PARTS);
  for (let count = 2; count <= tried.length; count += 1) {
    const found = combination(tried, count, cents);
    if (found) return found;
  }
  return undefined;
}

function combination(payments: readonly Candidate[], count: number, cents: bigint): Candidate[] | undefined {
  if (count === 0) return cents === 0n ? [] : undefined;
  for (const [at, one] of payments.entries()) {
    if (one.cents > cents || payments.length - at < count) continue;
    const others = combination(payments.slice(at + 1), count - 1, cents - one.cents);
    if (others) return [one, ...others];
  }
  return undefined;
}

type Index = ReturnType<typeof createIndex>;

function createIndex(candidates: readonly Candidate[]) {
  const ordered = candidates.toSorted(byDue);
  const taken = new Set<string>();
  const owed = new Map<string, bigint>();
  const split = new Map<string, string[]>();
  /** The words of the participant's name and the guardian's, each name taken apart once. */
  const names = (one: Candidate): string[][] =>
    [one.participant_name, one.guardian_name ?? ''].map((name) => {
      const words = split.get(name) ?? wordsOf(name);
      split.set(name, words);
      return words;
    });
  const byReference = Map.groupBy(ordered, (one) => one.reference_key);
  const households = Map.groupBy(ordered, householdOf);
  const mails = Map.groupBy(ordered, ({ email }) => email ?? '');
  const free = (among: readonly Candidate[]) =>
    [...new Set(among)].filter(({ id }) => !taken.has(id)).sort(byDue);
  return {
    taken,
    /** Rests of payments that transfers have taken. */
    owed,
    /** Open payments, those that were paid in part with their rest. */
    owing: (among: readonly Candidate[]) =>
      [...new Set(among)]
        .map((one) => ({ ...one, cents: owed.get(one.id) ?? one.cents }))
        .filter((one) => !one.is_paid && one.cents > 0n)
        .sort(byDue),
    names,
    /** Those that no transfer has taken, each once, by their day. */
    free,
    open: (among: readonly Candidate[]) => free(among).filter((one) => !one.is_paid),
    /** Payments with one of these references. */
    referred: (keys: readonly string[]) => keys.flatMap((key) => byReference.get(key) ?? []),
    byParticipant: Map.groupBy(ordered, (one) => one.participant_id),
    bySurname: surnamesOf(ordered, names),
    /** Payments of all who are reached through the same contact. */
    household: (one: Candidate): Candidate[] => [
      ...(households.get(householdOf(one)) ?? []),
      ...(one.email === null ? [] : (mails.get(one.email) ?? [])),
    ],
  };
}

function surnamesOf(
  candidates: readonly Candidate[],
  names: (one: Candidate) => string[][],
): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const words = names(one).flatMap(([given, ...surnames]) =>
      surnames.length > 0 || given === undefined ? surnames : [given],
    );
    for (const word of new Set(words)) {
      const its = found.get(word) ?? [];
      its.push(one);
      found.set(word, its);
    }
  }
  return found;
}

/** The earliest day first, those without one last. */
const byDue = (a: Candidate, b: Candidate): number =>
  compare(a.expiration_date ?? '9', b.expiration_date ?? '9') || compare(a.id, b.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
