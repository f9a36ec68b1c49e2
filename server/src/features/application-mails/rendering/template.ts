import type { Placeholder } from '@vpisnik/contract/rules/email-types';
import { type MailType, mailTypeRules } from '@vpisnik/contract/rules/mail-types';
import {
  flatTexts,
  type OwnTranslation,
  placeholdersAt,
  unknownAmong,
} from '@vpisnik/contract/rules/templates';

/** A template mentions something that can't be filled in. `field` is its path in the translation. */
export class UnknownPlaceholder extends Error {
  readonly field: string;
  readonly placeholder: string;

  constructor(field: string, placeholder: string) {
    super(`The template's ${field} mentions ${placeholder}, which does not exist.`);
    this.field = field;
    this.placeholder = placeholder;
  }
}

/** Every unknown placeholder of a translation with the path of its field. */
export const templateErrors = (translation: OwnTranslation, type: MailType): UnknownPlaceholder[] =>
  Object.entries(flatTexts(translation)).flatMap(([path, text]) =>
    unknownAmong(text, placeholdersAt(path, mailTypeRules[type])).map(
      (unknown) => new UnknownPlaceholder(path, unknown),
    ),
  );

/**
 * The pieces of a text: what the template's author wrote, and the placeholders between. Both renderings of a
 * mail are made from these, so a value never passes through the text of a template again.
 */
export function pieces(text: string): ({ text: string } | { placeholder: Placeholder })[] {
  const result: ({ text: string } | { placeholder: Placeholder })[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)) {
    if (match.index > from) result.push({ text: text.slice(from, match.index) });
    result.push({ placeholder: match[1] as Placeholder });
    from = match.index + match[0].length;
  }
  if (from < text.length) result.push({ text: text.slice(from) });
  return result;
}
