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

/** A group's name for people: in the asked language, else in the first it has. */
export function groupName(group: { name: Texts }, language: Language): string {
  return bestText(group.name, language).text;
}

/** Paths of the texts that are missing for the languages a thing is offered in, for instance `name.en`. */
export function missingTexts(path: string, value: Texts, offered: readonly Language[]): string[] {
  return offered.filter((one) => !value[one]?.trim()).map((one) => `${path}.${one}`);
}
