import type { LivePage, PageContext } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { linkToLanguage } from './links.ts';
import { type LiveTexts, PageProvider, pageOf } from './page.tsx';
import { liveTitle } from './titles.ts';

type Props = {
  page: LivePage;
  /** The page's content. */
  children: ReactNode;
  context: PageContext;
  texts: LiveTexts;
  loadTexts?: (language: Language) => Promise<LiveTexts>;
};

/** A page with app script. Changes language in place, so that answers are not lost. */
export function LiveApp({ page, children, context, texts, loadTexts }: Props) {
  const [shown, setShown] = useState({ context, texts });
  const current = pageOf(shown.context, shown.texts);
  const changed = useRef(false);
  useEffect(() => {
    if (!changed.current) return;
    document.documentElement.lang = current.language;
    document.title = liveTitle(page, current);
  });
  const changeLanguage = async (language: Language) => {
    const address = linkToLanguage(location.href, language);
    const next = await loadTexts?.(language).catch(() => undefined);
    // the server has the other texts when this page can't get them; a draft outlives the way there
    if (!next) return location.assign(address);
    changed.current = true;
    history.replaceState(history.state, '', address);
    setShown((before) => ({ texts: next, context: { ...before.context, language, explicit: true } }));
  };
  return (
    <PageProvider
      value={{
        ...current,
        ...(loadTexts && { changeLanguage: (language) => void changeLanguage(language) }),
      }}
    >
      {children}
    </PageProvider>
  );
}
