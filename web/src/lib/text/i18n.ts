import i18next, { type FormatterModule, type i18n as I18n } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { sl } from '../../locales/sl.ts';
import { formatTag, initialLocale, type Locale, storeLocale } from './locale.ts';
import type { KeyOf, Messages, Translate } from './translate.ts';

/** Every key of the staff app's messages. */
export type MessageKey = KeyOf<typeof sl>;

const load: Record<Locale, () => Promise<Messages>> = {
  sl: async () => (await import('../../locales/sl.ts')).sl,
  en: async () => (await import('../../locales/en.ts')).en,
};

/** Counts are written as the language writes numbers; everything else stays as it is. */
const numberFormatter: FormatterModule = {
  type: 'formatter',
  init() {},
  format: (value: unknown, _format, language) =>
    typeof value === 'number'
      ? new Intl.NumberFormat(formatTag[language === 'en' ? 'en' : 'sl']).format(value)
      : String(value),
  add() {},
  addCached() {},
};

/** i18next over the given messages; the one place where its options live. */
export async function createI18n(locale: Locale, messages: Messages): Promise<I18n> {
  const instance = i18next.createInstance();
  await instance
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: false,
      resources: { [locale]: { translation: messages } },
      // React escapes.
      interpolation: { escapeValue: false, alwaysFormat: true },
      // A missing text or value is a mistake of ours; tests fail on it.
      saveMissing: import.meta.env.DEV,
      missingKeyHandler: (_languages, _namespace, key) => reportMissing(key),
      missingInterpolationHandler: (text) => reportMissing(text),
    });
  return instance;
}

function reportMissing(what: string): undefined {
  // biome-ignore lint/suspicious/noConsole: for the developer; tests fail on it
  if (import.meta.env.DEV) console.error(`Missing translation or value: ${what}`);
}

let current: I18n | undefined;

/** Loads the first language (stored, then the browser's, then `sl`) and starts translation; `<html lang>` follows. */
export async function startI18n(locale: Locale = initialLocale()): Promise<I18n> {
  current = await createI18n(locale, await load[locale]());
  document.documentElement.lang = locale;
  return current;
}

/** Changes the language of the running app and remembers the choice. */
export async function changeLocale(locale: Locale): Promise<void> {
  if (!current) return;
  if (!current.hasResourceBundle(locale, 'translation')) {
    current.addResourceBundle(locale, 'translation', await load[locale]());
  }
  await current.changeLanguage(locale);
  document.documentElement.lang = locale;
  storeLocale(locale);
}

/** The typed `t` of the current language and the language itself; the component renders again when it changes. */
export function useI18n(): { t: Translate<MessageKey>; locale: Locale } {
  const { t, i18n } = useTranslation();
  return { t: t as unknown as Translate<MessageKey>, locale: i18n.language === 'en' ? 'en' : 'sl' };
}
