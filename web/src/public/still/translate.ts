import type { KeyOf, Translate } from '../../lib/text/translate.ts';
import type { stillTexts } from '../../locales/sl/public-still.ts';

export type StillKey = KeyOf<typeof stillTexts>;
/** Texts of pages that are only rendered; they never travel to the browser. */
export type StillTranslate = Translate<StillKey>;
