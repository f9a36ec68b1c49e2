/** Why a payment is proposed for a transfer; `reference` alone needs no second look. */
export const matchReasons = ['reference', 'booked', 'several', 'part', 'too_much', 'payer', 'name'] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Why what is left of a transfer waits for no payment: none of a participant, or given back. */
export const asideReasons = ['other', 'returned'] as const;
export type AsideReason = (typeof asideReasons)[number];

/** Bounds of bank statements. */
export const statementLimits = {
  /** Of a file, and of all that a ZIP unpacks to. */
  bytes: 20 * 1024 * 1024,
  /** Transfers of one import. */
  lines: 5_000,
  /** Payments of one transfer. */
  payments: 20,
  /** Payments that a search shows. */
  found: 20,
  /** After so many months names, accounts, references and words of transfers go; sums stay. */
  months: 13,
} as const;
