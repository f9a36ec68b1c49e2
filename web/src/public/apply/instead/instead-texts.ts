import { createTranslate, type KeyOf, type Translate } from '../../../lib/text/translate.ts';
import { insteadTexts as en } from '../../../locales/en/public-instead.ts';
import { insteadTexts as sl } from '../../../locales/sl/public-instead.ts';
import { usePage } from '../../page.tsx';

// English has fewer plural forms, which the translation knows how to do without
const texts = { sl, en: en as unknown as typeof sl };

/** Texts of what stands in the form's place; those of both languages come with it. */
export function useInsteadTexts(): Translate<KeyOf<typeof sl>> {
  const { language } = usePage();
  return createTranslate(texts[language], language);
}
