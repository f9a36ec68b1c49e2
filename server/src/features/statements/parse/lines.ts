/** What a statement of any format is read as, and how its transfers are known again. */
import { createHash } from 'node:crypto';
import { remainder97 } from '@vpisnik/contract/rules/references';

/** One transfer that was received. */
export type StatementLine = {
  /** Tells the entry of the bank apart from all others of the account; its lines count from 0. */
  entry_key: string;
  position: number;
  /** Booking day, `YYYY-MM-DD`. */
  day: string;
  cents: bigint;
  currency: string;
  payer_name: string;
  /** Without spaces; empty when the bank doesn't tell it. */
  payer_iban: string;
  /** As the bank tells it; empty without one. */
  reference: string;
  text: string;
  /** The statement that tells it, where the bank gives the entry no number of its own; else empty. */
  told_in: string;
  /** What tells its entry apart but from equal ones: with a number it is the key. */
  identity: string;
};

/** A statement of one account: what was received, and how much else is in it. */
export type ReadStatement = {
  /** IBAN without spaces, else the bank's own number. */
  account: string;
  lines: StatementLine[];
  /** Days covered, `YYYY-MM-DD`; those of its lines where it doesn't say. */
  from: string;
  to: string;
  /** Transfers that take an earlier one back: nothing is done about them by itself. */
  reversals: number;
  /** Transfers that are not booked yet; they come again when they are. */
  pending: number;
  /** Lines that another statement of the upload tells as well. */
  repeated: number;
  /** Rows of a table that can't be read. */
  unread: number;
};

export const LONGEST_ACCOUNT = 34;
export const LONGEST_NAME = 70;
export const LONGEST_TEXT = 140;
export const LONGEST_REFERENCE = 35;

/** An IBAN in its one writing; empty for anything else. */
export function ibanIn(text: string): string {
  const iban = text.replaceAll(' ', '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban) ? iban : '';
}

/** The IBAN of a Slovenian account told without its country, `19100-0000123438`; empty for anything else. */
export function slovenianIban(text: string): string {
  const digits = text.replaceAll('-', '');
  return /^\d{15}$/.test(digits) && remainder97(digits) === 1 ? `SI56${digits}` : '';
}

/** A text on one line, as it is compared and kept. */
export const onOneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: neither the database nor a reader can do with them
    .replace(/[\u0000-\u001f\u007f-\u009f\u00a0\u2028\u2029\s]+/g, ' ')
    .trim()
    .normalize('NFC');

/** Slovenian orders say by SI99 that there is no reference. */
export const saysNothing = (reference: string) => /^(?:|NOTPROVIDED|SI ?99 ?0*)$/i.test(reference);

/** A reference in free words: one with its model, SI or RF. Ours, of model 12, end after 13 digits whatever follows. */
export function referenceIn(text: string): string | undefined {
  const ours = /\bSI ?12[ -]?(?:\d[ -]?){12}\d/i.exec(text)?.[0];
  const other = /\b(?:SI ?\d\d ?\d[\d-]{1,21}|RF ?\d\d(?: ?[A-Z\d]{1,4}){1,6})(?![A-Z\d])/i.exec(text)?.[0];
  const found = (ours ?? other)?.trim();
  return found === undefined || saysNothing(found) ? undefined : found;
}

/** At most so many characters, none of them broken in two. */
export const cut = (text: string, most: number) =>
  text.length <= most ? text : [...text].slice(0, most).join('').trimEnd();

/**
 * What tells an entry apart: the bank's own number with the amount, else all that it says. The whole entry has one, since one
 * report may tell its sum and another its parts.
 *
 * @param bank the bank's own number of the entry; empty without one
 */
export function identityOf(bank: string, total: bigint, lines: readonly Said[]): string {
  const told = lines.flatMap(({ day, payer_name, payer_iban, reference, text }) => [
    day,
    payer_name,
    payer_iban,
    reference,
    text,
  ]);
  return JSON.stringify([total.toString(), bank === '' ? told : bank]);
}

type Said = Pick<StatementLine, 'day' | 'payer_name' | 'payer_iban' | 'reference' | 'text'>;

/** The key of an entry; of equal ones each has its number, from 1. */
export const keyOf = (identity: string, number: number): string =>
  createHash('sha256').update(`${identity} ${number}`).digest('hex');
