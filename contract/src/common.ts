/** Pieces of schemas that several nouns share. Inputs are strict and bounded; replies are loose. */
import { z } from 'zod';
import { isWithinYears } from './rules/dates.ts';
import { emailPattern, limits, phonePattern, plainEmail, plainPhone, withoutTurns } from './rules/limits.ts';
import { amountPattern, centsOf, wireOf } from './rules/money.ts';
import { languages } from './rules/texts.ts';

export { bestText, type Language, languages, missingTexts, type Texts } from './rules/texts.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, and line breaks
const lineControls = /[\u0000-\u001f\u007f]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it turns into line ends
const lineEnds = /[\u000b\u000c\u0085\u2028\u2029]/g;

/**
 * Replaces invisible control characters of word processors by the line end, hyphen or nothing they stand for, since a
 * refusal would be about a character that can't be seen.
 */
const asSeen = (value: string, lineEnd: ' ' | '\n') =>
  withoutTurns(value).replace(lineEnds, lineEnd).replaceAll('\u001e', '-').replaceAll('\u001f', '');
const onOneLine = (value: string) => asSeen(value, ' ');
const onLines = (value: string) => asSeen(value, '\n');

/** Ends validation at a text that is too long: patterns are meant for form fields, not for a megabyte. */
const tooLong = { abort: true } as const;
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const wellFormed = (value: string) => value.isWellFormed();

/** Text of several lines. */
export const multiline = (max: number) =>
  z
    .string()
    .overwrite(onLines)
    .trim()
    .max(max, tooLong)
    .refine((value) => wellFormed(value) && !controls.test(value), { error: 'invalid_characters' });
/** Text of one line. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(onOneLine)
    .trim()
    .max(max, tooLong)
    .refine((value) => wellFormed(value) && !lineControls.test(value), { error: 'invalid_characters' });
/** A name of a thing: one line, in which something can be seen. */
export const name = line(limits.name)
  .min(1, { error: 'required' })
  .refine((value) => value === '' || visible.test(value), { error: 'required', abort: true });

/** An id in the one way it is written, so that ids can be compared as texts. */
export const uuid = z.uuid().toLowerCase();
export const language = z.enum(languages);
export const languageList = z
  .array(language)
  .min(1)
  .max(languages.length)
  .refine((list) => new Set(list).size === list.length, { error: 'duplicate' });
export const label = z
  .string()
  .trim()
  .max(limits.label)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'invalid_label' });
export const email = line(limits.email)
  .overwrite(plainEmail)
  .regex(emailPattern, { error: 'invalid_email' })
  .toLowerCase();
export const phone = z
  .string()
  .overwrite(plainPhone)
  .max(limits.phone, tooLong)
  .regex(phonePattern, { error: 'invalid_phone' });

// PostgreSQL reads no offset of 16 hours or more, and no place on earth has one
const isFarOffset = /[+-](?:1[5-9]|2\d):\d\d$/;

function isPlainHttps(value: string): boolean {
  const url = URL.parse(value);
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && /^https:\/\//i.test(value)
  );
}

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = z.iso.date().refine(isWithinYears, { error: 'invalid_date' });
/** An amount of money above zero as a text, `12.50`; never a number, which would be a binary fraction. */
export const money = z
  .string()
  .max(20, { error: 'amount_too_large', abort: true })
  .refine((value) => !/^\d{11,}(?:\.|$)/.test(value), { error: 'amount_too_large', abort: true })
  .refine((value) => !/^\d+\.\d{3,}$/.test(value), { error: 'amount_decimals', abort: true })
  .refine((value) => !/^-\d/.test(value), { error: 'amount_positive', abort: true })
  .regex(amountPattern, { error: 'invalid_amount', abort: true })
  .refine((value) => centsOf(value) > 0n, { error: 'amount_positive', abort: true })
  .overwrite((value) => wireOf(centsOf(value)));
/** An instant, RFC 3339. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((value) => isWithinYears(value) && !isFarOffset.test(value), { error: 'invalid_date' });
/** An address that people are led to: encrypted, and without a name and password before its host. */
export const httpsUrl = line(limits.url).refine(isPlainHttps, { error: 'invalid_url' });
export const version = z.int().min(1);
const textsOf = (one: z.ZodType<string, string>) =>
  z.strictObject({ sl: one.optional(), en: one.optional() });
export const nameTexts = textsOf(line(limits.name));
export const texts = textsOf(multiline(limits.text));

/** Query booleans travel as `true` and `false`; in a body the same filter may have a boolean. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);
/** One value or several of the same query parameter. */
export const several = <T extends z.ZodType>(one: T) =>
  z.union([z.array(one).max(100), one.transform((value) => [value])]);

/** Query of every list; `last_id` is the opaque cursor of the page before. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.page),
  last_id: z.string().max(500).optional(),
  with_total: flag.optional(),
};
export const search = line(limits.search).optional();
export const params = z.strictObject({ id: uuid });
export const statusBody = z.strictObject({ active: z.boolean(), version: version.optional() });
/** Target of a move in a list ordered by hand: directly before or after another row. */
export const moveBody = z.strictObject({ to: uuid, side: z.enum(['before', 'after']) });
export type Move = z.output<typeof moveBody>;

/** A page of a list: `last_id` is null on the last page, `total` is there when it was asked for. */
export const pageOf = <T extends z.ZodType>(one: T) =>
  z.object({ results: z.array(one), last_id: z.string().nullable(), total: z.number().optional() });

/** Replies: a text per language. */
export const textsReply = z.object({ sl: z.string().optional(), en: z.string().optional() });
/** Replies: columns of every edited row. */
export const editedReply = {
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
};
