/** Languages and texts per language; without a validator, so that pages which carry none can use them. */

export const languages = ['sl', 'en'] as const;
export type Language = (typeof languages)[number];
/** A text per language. */
export type Texts = { [L in Language]?: string | undefined };

/** The text in the asked language, else in the first that has one. */
export function bestText(value: Texts, asked: Language): { text: string; language: Language } {
  for (const one of [asked, ...languages]) {
    const text = value[one];
    if (text) return { text, language: one };
  }
  return { text: '', language: asked };
}
