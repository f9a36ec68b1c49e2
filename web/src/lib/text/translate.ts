import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { formatTag, type Locale } from './locale.ts';

/** A tree of texts: one file per feature, `{{name}}` for values, `_one` `_two` `_few` `_other` for plurals. */
export type Messages = { readonly [key: string]: string | Messages };

type PluralSuffix = '_one' | '_two' | '_few' | '_other';
type Singular<K extends string> = K extends `${infer Base}${PluralSuffix}` ? Base : K;

/** Every key of a message tree as a dotted path; the forms of a plural are one key. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];

/** Type of a second language: the same keys, of plurals only `_one` and `_other`. */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_two` | `${string}_few` ? never : K]: T[K] extends string
    ? string
    : Translation<T[K]>;
};

export type Values = Record<string, string | number>;

/** Looks a text up by key; `count` chooses the plural form. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/** Rules of the languages that were asked for: to make one costs a page more than to use it. */
const pluralRules: Partial<Record<Locale, Intl.PluralRules>> = {};
function formOf(count: number, locale: Locale): Intl.LDMLPluralRule {
  pluralRules[locale] ??= new Intl.PluralRules(locale);
  return pluralRules[locale].select(count);
}

/** A number as the language writes it; a count needs no formatter, of which the first costs a page 10 ms. */
function numberIn(value: number, locale: Locale): string {
  if (!Number.isInteger(value) || value < 0) return numberFormat(formatTag[locale]).format(value);
  // in Slovenian four digits stay together
  const isShort = value < (locale === 'sl' ? 10_000 : 1_000);
  return isShort ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, locale === 'sl' ? '.' : ',');
}

function find(messages: Messages, path: string): string | undefined {
  let node: string | Messages | undefined = messages;
  for (const part of path.split('.')) {
    if (typeof node !== 'object') return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Translation by the messages of one language; an unknown key answers the key itself.
 *
 * @param onMissing is told a key without a text, and a text with a value that was not given
 */
export function createTranslate<const T extends Messages>(
  messages: T,
  locale: Locale,
  onMissing: (what: string) => void = () => {},
): Translate<KeyOf<T>> {
  return (key, values = {}) => {
    const count = values.count;
    const text =
      typeof count === 'number'
        ? (find(messages, `${key}_${formOf(count, locale)}`) ??
          find(messages, `${key}_other`) ??
          find(messages, key))
        : find(messages, key);
    if (text === undefined) {
      onMissing(key);
      return key;
    }
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) {
        onMissing(text);
        return whole;
      }
      return typeof value === 'number' ? numberIn(value, locale) : value;
    });
  };
}
