/** Value of a number field: the number, the typed text while that is not a whole number, or null while empty. */
export type WholeNumber = number | string | null;

/**
 * Parses a whole number. `1.000`, `1 000`, `12,5` and `10–12` are ambiguous, so they stay texts for the form to refuse. A
 * minus is read, since a field's bounds give the better message.
 */
export function parseWholeNumber(text: string): WholeNumber {
  const typed = text.trim();
  if (typed === '') return null;
  const number = Number(typed.replace('\u2212', '-'));
  return /^[-\u2212]?\d+$/.test(typed) && Number.isSafeInteger(number) ? number : text;
}

/** The number itself; null while there is none. */
export const numberOf = (value: WholeNumber): number | null => (typeof value === 'number' ? value : null);
