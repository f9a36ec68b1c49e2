/** The interface languages; `sl` is the default and the fallback. */
export const locales = ['sl', 'en'] as const;

export type Locale = (typeof locales)[number];

/** The BCP 47 tag that formats numbers, days and times of a language the way the design writes them. */
export const formatTag: Record<Locale, string> = { sl: 'sl-SI', en: 'en-GB' };

const storageKey = 'vpisnik.locale';

/** Whether a text names one of the interface languages. */
export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale);
}

/** Reads the language chosen on this device; null when none, or when storage is refused (private window, embedded page). */
export function storedLocale(): Locale | null {
  try {
    const value = localStorage.getItem(storageKey);
    return isLocale(value) ? value : null;
  } catch {
    return null;
  }
}

/** Remembers the chosen language; does nothing where storage is refused. */
export function storeLocale(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // The choice then lasts until the page is closed.
  }
}

/** The first language of a browser's list that the interface has, else `sl`. */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    if (isLocale(base)) return base;
  }
  return 'sl';
}

/** Stored locale, then the browser's languages, then `sl`. */
export function initialLocale(): Locale {
  return storedLocale() ?? matchLocale(navigator.languages);
}
