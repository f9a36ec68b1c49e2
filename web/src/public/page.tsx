import type { PageContext } from '@vpisnik/contract/rules/public-pages';
import { bestText, type Texts } from '@vpisnik/contract/rules/texts';
import { createContext, useContext } from 'react';
import { createTranslate, type KeyOf, type Translate } from '../lib/text/translate.ts';
import type { publicTexts } from '../locales/sl/public.ts';

/** The texts that live pages carry, in one language. */
export type LiveTexts = typeof publicTexts;
export type LiveKey = KeyOf<LiveTexts>;

export type Page = PageContext & {
  t: Translate<LiveKey>;
  /** Shows the page in another of its languages without leaving it; absent where pages are only rendered. */
  changeLanguage?: (language: PageContext['language']) => void;
};

const Context = createContext<Page | null>(null);

export const PageProvider = Context.Provider;

/** The page that a component is on: its language, its texts, and how links keep both. */
export function usePage(): Page {
  const page = useContext(Context);
  if (!page) throw new Error('Rendered outside a page');
  return page;
}

/** A page of a context and the texts of its language. */
export function pageOf(context: PageContext, texts: LiveTexts): Page {
  return { ...context, t: createTranslate(texts, context.language) };
}

/** Props of an element that holds a text: the best language of it, named when it isn't the page's. */
export function useLocalized(): (texts: Texts) => { children: string; lang?: string } {
  const { language } = usePage();
  return (texts) => {
    const best = bestText(texts, language);
    return best.language === language
      ? { children: best.text }
      : { children: best.text, lang: best.language };
  };
}
