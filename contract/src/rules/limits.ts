/** Bounds of what people type, as plain data: the schemas use them, and so do pages that carry no validator. */
export * as limits from './bounds.ts';

/**
 * `name@example.com`: one @, no spaces, no dot at the beginning; a host of at least two labels, each of letters, digits
 * and hyphens inside. The mail that arrives is the real test.
 */
export const emailPattern =
  /^[^\s@<>"(),;:\\[\].][^\s@<>"(),;:\\[\]]*@(?:[\p{L}\p{M}\p{N}](?:-*[\p{L}\p{M}\p{N}])*\.)+[\p{L}\p{M}\p{N}](?:-*[\p{L}\p{M}\p{N}])+$/u;

/** The link that writes to an address. What an address may hold and a link gives a meaning (`?`, `&`, `%`) is encoded. */
export const mailtoOf = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;

/** At least five digits with the usual separators and an optional country code: `+386 31 …`, `(+386) 31 …`, `+ 386 31 …`. */
export const phonePattern = /^(?=(?:\D*\d){5})\(?\+?[ (]?[0-9][0-9 ()/.-]{4,38}$/;

/**
 * An e-mail address as it is judged and kept: what is pasted from a web page or a messenger may hold characters that nobody sees, and
 * the same letter is written in two ways. Such an address reaches nobody, and is not the one that its person types.
 */
export const plainEmail = (value: string) =>
  value
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();

/**
 * A phone number as it is judged and kept: word processors, contacts and messengers put unseen characters, spaces that
 * don't break, long dashes and wide digits where people see ordinary ones.
 */
export const plainPhone = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** The address that dials a number; the zero of `+386 (0)31` is left out, it is only dialled at home. */
export function dialling(phone: string): string {
  const abroad = /^\D*(?:\+|00)/.test(phone) ? phone.replace('(0)', '') : phone;
  return `tel:${abroad.replace(/[^\d+]/g, '')}`;
}

/**
 * A text that a mail program would turn into a link; names refuse it. One character before the dot is enough: to look
 * for the whole word would take a time that grows with the square of the text. No letter may follow: `A.Topčić` is a name.
 */
export const linkPattern =
  /https?:|www\.|:\/\/|[\w-]\.(?:com|net|org|info|biz|ru|cn|xyz|top|si|eu|io)(?!\p{L})/iu;

/**
 * Removes bidirectional control characters, which can reorder the text around them to mislead readers. No language needs
 * them, and a refusal would puzzle: contacts and messengers add them invisibly to copied text.
 */
export const withoutTurns = (value: string) => value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
