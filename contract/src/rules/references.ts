/**
 * References of payments: one serial of twelve digits, written as `SI12` for Slovenian banks and as `RF` (ISO 11649) for
 * banks elsewhere.
 */

/** Ways to write a reference that an organisation may choose for its payments. */
export const referenceModels = ['SI12', 'RF'] as const;
export type ReferenceModel = (typeof referenceModels)[number];

/** The remainder of letters and digits by 97, as ISO 7064 reads them: A is 10, Z is 35. */
export function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)))
    remainder = (remainder * 10 + Number(character)) % 97;
  return remainder;
}

/**
 * The check digit of an SI12 reference. Null for serials that compute to ten, which the rules read as 0: we give out none of
 * them, so that a wrong digit never goes unseen.
 */
export function checkDigitOf(serial: string): number | null {
  const sum = [...serial].reverse().reduce((total, digit, at) => total + Number(digit) * (at + 2), 0);
  const check = 11 - (sum % 11);
  if (check === 10) return null;
  return check === 11 ? 0 : check;
}

/** A serial as an SI12 reference without spaces, as payment orders and QR codes hold it. */
export const siReference = (serial: string): string => `SI12${serial}${checkDigitOf(serial) ?? 0}`;

/** A serial as an ISO 11649 reference without spaces. */
export const rfReference = (serial: string): string =>
  `RF${String(98 - remainder97(`${serial}RF00`)).padStart(2, '0')}${serial}`;

/** How long a serial is. */
const SERIAL = 12;

/**
 * Serials as they are given out. The third digit has the weight 11, which leaves no trace in a remainder by 11: it is always
 * 0, so that a wrong digit is seen there too.
 */
const isSerial = (text: string): boolean => /^[1-9]\d0\d{9}$/.test(text) && checkDigitOf(text) !== null;

/** What people and banks put between the characters of a reference. */
const separators = /[\s./_\p{Pd}\p{Cf}\u2212]+/gu;

/**
 * Every serial that a text may hold, each once: as `SI12`, as `RF`, or as thirteen digits of which the last is right. Spaces,
 * hyphens and a missing model are read, and so is O for 0. In free text a serial may be there by chance, so it counts only
 * if a payment has it.
 */
export function serialsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toUpperCase().replace(separators, '').replaceAll('O', '0');
  const found: string[] = [];
  for (let at = 0; at + SERIAL < plain.length; at += 1) {
    const rf = plain.slice(at, at + 4 + SERIAL);
    if (isSerial(rf.slice(4)) && isRf(rf)) found.push(rf.slice(4));
    const serial = plain.slice(at, at + SERIAL);
    if (isSerial(serial) && plain[at + SERIAL] === String(checkDigitOf(serial))) found.push(serial);
  }
  return [...new Set(found)];
}

/**
 * A reference as people read it: `SI12 1033 8425 7453 1`, `RF18 5390 0754 7034`. Statements have theirs with spaces, with
 * hyphens, or as any text: what is more than model and number stays as the bank wrote it.
 */
export function writtenReference(reference: string): string {
  const [, model, number] = /^((?:SI|RF)\d\d)([A-Z\d]+)$/.exec(reference.replace(/\s/g, '')) ?? [];
  return model && number ? `${model} ${inFours(number)}` : reference;
}

/**
 * A reference as a bank takes it, without spaces: as it is where it has a model, `SI00` before plain digits. `SI99`, which
 * means none, where a bank would refuse what was written.
 */
export function bankReference(text: string): string {
  const plain = text.toUpperCase().replace(/[\s\p{Cf}]/gu, '');
  const bare = /^\d[\d-]*$/.test(plain) ? `SI00${plain}` : plain;
  const isSi = bare.startsWith('SI12')
    ? isSi12(bare)
    : /^SI\d\d\d[\d-]*$/.test(bare) && bare.length <= 26 && bare.split('-').length <= 3;
  return isSi || isRf(bare) ? bare : 'SI99';
}

/** Whether a reference without spaces is one of SI12: at most thirteen digits, of which the last is right. */
const isSi12 = (reference: string): boolean =>
  /^SI12\d{2,13}$/.test(reference) && reference.endsWith(String(checkDigitOf(reference.slice(4, -1)) ?? 0));

/** Whether a reference without spaces is one of ISO 11649. */
const isRf = (reference: string): boolean =>
  /^RF\d\d[A-Z\d]{1,21}$/.test(reference) && remainder97(reference.slice(4) + reference.slice(0, 4)) === 1;

/** Groups of four with spaces between. */
const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');
