import './styles/live.css';
import type { PageData } from '@vpisnik/contract/public-pages';
import type { Language } from '@vpisnik/contract/texts';
import { hydrateRoot } from 'react-dom/client';
import { enhance } from './enhance.ts';
import { LiveApp } from './LiveApp.tsx';
import type { LiveTexts } from './page.tsx';

const load: Record<Language, () => Promise<{ publicTexts: unknown }>> = {
  sl: () => import('../locales/sl/public.ts'),
  en: () => import('../locales/en/public.ts'),
};
// English has fewer plural forms, which the translation knows how to do without
const loadTexts = async (language: Language) => (await load[language]()).publicTexts as LiveTexts;

const root = document.getElementById('root');
const data = document.getElementById('data')?.textContent;
if (root && data) {
  const { page, context } = JSON.parse(data) as PageData;
  const texts = await loadTexts(context.language);
  hydrateRoot(root, <LiveApp page={page} context={context} texts={texts} loadTexts={loadTexts} />);
}
enhance();
