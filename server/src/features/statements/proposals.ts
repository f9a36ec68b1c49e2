import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { serialsIn, siReference } from '@vpisnik/contract/rules/references';
import type { BankEntry, MatchedEntry, MatchProposal, PayablePayment } from '@vpisnik/contract/statements';
import type { Scope } from '../../db/scope.ts';
import { type CandidateRow, selectByReference, selectOfPeople, selectPayers } from './candidates.ts';
import {
  type Candidate,
  type Match,
  matchReferences,
  matchTransfers,
  type Transfer,
  wordsOf,
} from './matching.ts';

/** Transfers of one statement, each with what it probably pays; those that are booked or set aside propose nothing. */
export async function withProposals(
  scope: Scope,
  currency: string,
  entries: readonly BankEntry[],
): Promise<MatchedEntry[]> {
  const waiting = entries.filter(
    ({ aside, paid, rest }) => aside === null && paid.length === 0 && centsOf(rest) > 0n,
  );
  const transfers = waiting.map(transferOf);
  const rows = await selectCandidates(scope, currency, transfers);
  const payers = await selectPayers(scope, distinct(transfers.map(({ payer_iban }) => payer_iban)));
  const matches = matchTransfers(transfers, rows.map(candidateOf), payers);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return entries.map((entry) => {
    const match = matches.get(entry.id);
    return { ...entry, proposal: match ? proposed(entry, match, byId) : null };
  });
}

const distinct = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '');

function transferOf({ id, amount, payer_name, payer_iban, reference, text }: BankEntry): Transfer {
  return {
    id,
    cents: centsOf(amount),
    payer_name,
    payer_iban,
    text,
    reference_keys: referencesIn(reference, text),
  };
}

/** How payments may write what a transfer refers to: our own references by their serial, others letter by letter. */
function referencesIn(reference: string, text: string): string[] {
  const ours = [...serialsIn(reference), ...serialsIn(text)].map(siReference);
  const plain = reference.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return distinct([...ours, ...(plain.length < 4 ? [] : [plain])]);
}

const candidateOf = ({ amount, ...row }: CandidateRow): Candidate => ({ ...row, cents: centsOf(amount) });

/**
 * Everything that the transfers may pay: payments of their references, then of people whom accounts, references or names
 * point to. Names are looked at only for transfers whose reference says nothing.
 */
async function selectCandidates(
  scope: Scope,
  currency: string,
  transfers: readonly Transfer[],
): Promise<CandidateRow[]> {
  const keysOf = (some: readonly Transfer[]) => distinct(some.flatMap((one) => one.reference_keys));
  const amounts = distinct(transfers.map(({ cents }) => wireOf(cents)));
  const referred = await selectByReference(scope, currency, keysOf(transfers), amounts);
  const settled = matchReferences(transfers, referred.map(candidateOf));
  const unclear = transfers.filter(({ id }) => settled.get(id)?.reason !== 'reference');
  if (unclear.length === 0) return referred;
  const payers = await selectPayers(scope, distinct(unclear.map(({ payer_iban }) => payer_iban)));
  const people = [...payers.values()].flatMap((its) => [...its]);
  const nameless = unclear.filter(({ id }) => !settled.has(id));
  const words = nameless.flatMap(({ payer_name, text }) => [...wordsOf(payer_name), ...wordsOf(text)]);
  const others = await selectOfPeople(scope, currency, {
    ids: distinct(people),
    keys: keysOf(unclear),
    words: distinct(words),
  });
  return [...new Map([...referred, ...others].map((row) => [row.id, row])).values()];
}

function proposed(
  entry: BankEntry,
  { certainty, reason, shares }: Match,
  byId: ReadonlyMap<string, CandidateRow>,
): MatchProposal {
  const payments = shares.flatMap(({ payment_id, cents, owed }) => {
    const row = byId.get(payment_id);
    return row ? [{ ...payableOf(row), amount: wireOf(owed), share: wireOf(cents) }] : [];
  });
  const taken = shares.reduce((sum, { cents }) => sum + cents, 0n);
  return { certainty, reason, payments, rest: wireOf(centsOf(entry.amount) - taken) };
}

/** A payment as screens show it. */
export const payableOf = ({ id, group_id: _, ...row }: CandidateRow): PayablePayment => ({
  ...row,
  payment_id: id,
});
