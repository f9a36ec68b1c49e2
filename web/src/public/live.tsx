import type { LivePage, PageData } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { enhance } from './enhance.ts';
import { LiveApp } from './LiveApp.tsx';
import type { LiveTexts } from './page.tsx';

const load: Record<Language, () => Promise<{ publicTexts: unknown }>> = {
  sl: () => import('../locales/sl/public.ts'),
  en: () => import('../locales/en/public.ts'),
};
/** The texts of live pages in a language. English has fewer plural forms, which the translation knows how to do without. */
export const loadTexts = async (language: Language) => (await load[language]()).publicTexts as LiveTexts;

/** Hydrates a server-rendered page; `show` renders this kind of page once its code is there. */
export async function continuePage<P extends LivePage>(show: (page: P) => Promise<ReactNode>): Promise<void> {
  enhance();
  const root = document.getElementById('root');
  const data = document.getElementById('data')?.textContent;
  if (!root || !data) return;
  const { page, context } = JSON.parse(data) as PageData;
  const [texts, shown] = await Promise.all([loadTexts(context.language), show(page as P)]);
  // in slices, so that a slow telephone answers the first tap at once
  startTransition(() => {
    hydrateRoot(
      root,
      <LiveApp page={page} context={context} texts={texts} loadTexts={loadTexts}>
        {shown}
      </LiveApp>,
    );
  });
}
