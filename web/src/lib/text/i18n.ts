import { useSyncExternalStore } from 'react';
import type { sl } from '../../locales/sl.ts';
import { initialLocale, type Locale, storeLocale } from './locale.ts';
import { createTranslate, type KeyOf, type Messages, type Translate } from './translate.ts';

/** Every key of the staff app's messages. */
export type MessageKey = KeyOf<typeof sl>;

/** The typed `t` of a language and the language itself. */
type I18n = { t: Translate<MessageKey>; locale: Locale };

/** How many of the texts: those of the pages of every day, or all. */
type Extent = 'daily' | 'whole';

/** A language's messages in two files, so that the pages of every day wait for no other texts. */
const load: Record<Locale, { daily: () => Promise<Tree>; seldom: () => Promise<Later> }> = {
  sl: {
    daily: async () => (await import('../../locales/sl/daily.ts')).daily,
    seldom: () => import('../../locales/sl/seldom.ts'),
  },
  en: {
    daily: async () => (await import('../../locales/en/daily.ts')).daily,
    seldom: () => import('../../locales/en/seldom.ts'),
  },
};

function reportMissing(what: string): void {
  // biome-ignore lint/suspicious/noConsole: for the developer; tests fail on it
  if (import.meta.env.DEV) console.error(`Missing translation or value: ${what}`);
}

/** The messages that are there; what comes later is added to them. */
type Tree = { readonly [key: string]: Messages; readonly errors: Messages; readonly modules: Messages };
type Later = { readonly seldom: Messages; readonly seldomErrors: Messages };

/** A language with the texts that have come so far. */
type Texts = Record<string, string | Messages>;
type Loaded = I18n & { errors: Texts; modules: Texts; seldom?: Promise<void> };

function loadedOf(locale: Locale, tree: Tree): Loaded {
  const modules = { ...tree.modules };
  const errors = { ...tree.errors };
  const messages: Messages = { ...tree, errors, modules };
  const t = createTranslate(messages, locale, reportMissing) as Translate<MessageKey>;
  return { t, locale, errors, modules };
}

async function addSeldom(loaded: Loaded): Promise<void> {
  loaded.seldom ??= load[loaded.locale].seldom().then(
    ({ seldom, seldomErrors }) => {
      Object.assign(loaded.modules, seldom);
      Object.assign(loaded.errors, seldomErrors);
    },
    (error) => {
      delete loaded.seldom;
      throw error;
    },
  );
  await loaded.seldom;
}

let current: Loaded = loadedOf('sl', { errors: {}, modules: {} });
const listeners = new Set<() => void>();

async function show(locale: Locale, extent: Extent): Promise<void> {
  const next = loadedOf(locale, await load[locale].daily());
  if (extent === 'whole') await addSeldom(next);
  current = next;
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

let started: Promise<void> = Promise.resolve();

/** Loads the first language (stored, then the browser's, then `sl`) and starts translation; `<html lang>` follows. */
export function startI18n(locale: Locale = initialLocale(), extent: Extent = 'whole'): Promise<void> {
  started = show(locale, extent);
  return started;
}

/** Makes sure that all texts of the language are there; what is shown needs no rendering for it. */
export async function wholeTexts(): Promise<void> {
  // the first page is checked while its texts are on their way
  await started;
  await addSeldom(current);
}

/** The texts of a language beside the one that is shown, for words to another reader. */
export async function translateIn(locale: Locale): Promise<Translate<MessageKey>> {
  if (locale === current.locale) return current.t;
  const loaded = loadedOf(locale, await load[locale].daily());
  await addSeldom(loaded);
  return loaded.t;
}

/** Changes the language of the running app and remembers the choice. */
export async function changeLocale(locale: Locale): Promise<void> {
  await show(locale, 'whole');
  storeLocale(locale);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The typed `t` of the current language and the language itself; the component renders again when it changes. */
export const useI18n = (): I18n => useSyncExternalStore(subscribe, () => current);
