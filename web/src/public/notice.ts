import { type Notice, noticeText } from '@vpisnik/contract/rules/installation';
import type { PageContext } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { createTranslate } from '../lib/text/translate.ts';
import { stillTexts as en } from '../locales/en/public-still.ts';
import { stillTexts as sl } from '../locales/sl/public-still.ts';

const still = { sl, en: en as unknown as typeof sl };

/** What the operator tells everybody: for each language of the page, or once where all its readers get the same words. */
export function noticeOf(
  notice: Notice | null,
  { language, languages }: Pick<PageContext, 'language' | 'languages'>,
): { text: string; language: Language }[] {
  if (!notice) return [];
  const inLanguage = (one: Language) =>
    noticeText(notice, one) ?? { text: createTranslate(still[one], one)('notice.read_only'), language: one };
  const all = [language, ...languages.filter((one) => one !== language)].map(inLanguage);
  const [first] = all;
  return first && all.every(({ text }) => text === first.text) ? [first] : all;
}
