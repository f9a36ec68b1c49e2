import { withKnown } from './letters.ts';

/** Texts as Slovenian banks take them: in ISO 8859-2, the character set of the UPN QR record. */

const decoder = new TextDecoder('iso-8859-2');
/** The byte of each character from 0xA0 on; what comes before is ASCII, or a control character. */
const high = new Map(
  Array.from({ length: 96 }, (_, at) => [decoder.decode(Uint8Array.of(0xa0 + at)), 0xa0 + at] as const),
);

const isKnown = (character: string) => /^[ -~]$/.test(character) || high.has(character);

/** A text of one line in the letters of Latin-2. */
export const toLatin2 = (text: string): string => withKnown(text, isKnown);

/** The bytes of a text in Latin-2, and line ends. */
export const latin2Bytes = (text: string): number[] =>
  [...text].map((character) => high.get(character) ?? character.charCodeAt(0));
