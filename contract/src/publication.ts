/** Whether a group is complete in a language, so that it can be published in it. */
import { type Language, missingTexts, type Texts } from './common.ts';
import type { FieldError } from './rules/errors.ts';

/** Texts of a group that visitors read; a name is always needed, the others in every language once they are in one. */
export const publishedTexts = ['name', 'description', 'price_text'] as const;

type Published = Record<(typeof publishedTexts)[number], Texts> & {
  languages: readonly Language[];
  fields: readonly { question?: { description?: Texts | undefined } | null | undefined }[];
};

/**
 * Paths of the texts that keep a group from being published, for instance `description.en`: what one of its languages
 * says, each of them has to say.
 */
export function untranslated(group: Published): string[] {
  const given: [path: string, value: Texts][] = [
    ...publishedTexts.map((field): [string, Texts] => [field, group[field]]),
    ...group.fields.map(({ question }, at): [string, Texts] => [
      `fields.${at}.question.description`,
      question?.description ?? {},
    ]),
  ];
  return given.flatMap(([path, value]) => {
    const missing = missingTexts(path, value, group.languages);
    const isSaid = path === 'name' || missing.length < group.languages.length;
    return isSaid ? missing : [];
  });
}

/** Missing translations as form problems, except those that the group already had when published. */
export function publicationProblems(group: Published, published?: Published): FieldError[] {
  const known = published ? untranslated(published) : [];
  return untranslated(group)
    .filter((path) => !known.includes(path))
    .map((path) => ({ path, code: 'untranslated' }));
}
