/** A whole number of a form: the number, or what is typed while it is none; null while nothing is. */
export type WholeNumber = number | string | null;

/**
 * What people type as a whole number. `1.000`, `1 000`, `12,5` and `10–12` mean different things to different people, so
 * they stay texts for the form to refuse; a minus is read, since the bounds of a field say more about it.
 */
export function parseWholeNumber(text: string): WholeNumber {
  const typed = text.trim();
  if (typed === '') return null;
  const number = Number(typed.replace('\u2212', '-'));
  return /^[-\u2212]?\d+$/.test(typed) && Number.isSafeInteger(number) ? number : text;
}

/** The number itself; null while there is none. */
export const numberOf = (value: WholeNumber): number | null => (typeof value === 'number' ? value : null);
