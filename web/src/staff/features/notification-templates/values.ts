import { notification_templates, type Template } from '@vpisnik/contract/notification-templates';
import { emailTypeRules } from '@vpisnik/contract/rules/email-types';
import {
  completenessOf,
  flatTexts,
  nestedTexts,
  type SaidTranslations,
  shownSections,
  type TemplateSections,
  translationProblems,
  variantPaths,
} from '@vpisnik/contract/rules/templates';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Problem } from '../../../lib/form/entity-form.ts';
import { problemsOfBody } from '../../../lib/form/problems.ts';

/**
 * A template while it is edited. Texts stand as the mail will say them, the system's words included, by keys such as
 * `sl:next_steps:approved`; one that is again as the system has it is the system's.
 */
export type TemplateValues = { name: string; sections: TemplateSections; texts: Record<string, string> };

/** The key of the text at a path of a language. */
export const keyOf = (language: Language, path: string): string => `${language}:${path.replaceAll('.', ':')}`;

/** The languages that a template is edited in: those that the organisation offers. */
export const languagesOf = (row: Template): Language[] => row.languages.map(({ language }) => language);

/** The system's words of a language by path; what has none is empty. */
export const originalOf = (row: Template, language: Language): Record<string, string> => ({
  ...Object.fromEntries(pathsOf(row).map((path) => [path, ''])),
  ...flatTexts(row.original[language]),
});

/** The paths of all texts that mails of the type show, in the order of the mail. */
export function pathsOf({ original, email_type }: Template): string[] {
  const { next_steps, section_labels } = original.sl;
  return [
    ...['subject', 'header_text', 'greeting', 'greeting_without_name', 'main_message'],
    ...emailTypeRules[email_type].variants.flatMap(variantPaths),
    ...Object.keys(next_steps).map((status) => `next_steps.${status}`),
    ...Object.keys(section_labels).map((label) => `section_labels.${label}`),
    ...['support_text', 'support_email'],
  ];
}

export function valuesOf(row: Template): TemplateValues {
  const texts = languagesOf(row).flatMap((language) => {
    const [own, original] = [flatTexts(row.translations[language]), originalOf(row, language)];
    return pathsOf(row).map((path) => [keyOf(language, path), own[path] ?? original[path] ?? '']);
  });
  return { name: row.name, sections: shownSections(row.sections), texts: Object.fromEntries(texts) };
}

/** A text in one's own words, and what the system says instead. */
export type OwnText = { language: Language; path: string; mine: string; original: string };

/** The texts that are neither empty nor as the system has them, in the order of the mail, one language after the other. */
function ownTexts(texts: TemplateValues['texts'], row: Template): OwnText[] {
  return languagesOf(row).flatMap((language) => {
    const originals = originalOf(row, language);
    return pathsOf(row).flatMap((path) => {
      const mine = (texts[keyOf(language, path)] ?? '').trim();
      const original = originals[path] ?? '';
      return mine === '' || mine === original ? [] : [{ language, path, mine, original }];
    });
  });
}

/** Those of them that can be the system's again: it knows no address for help. */
export const restorableTexts = (texts: TemplateValues['texts'], row: Template): OwnText[] =>
  ownTexts(texts, row).filter(({ path }) => path !== 'support_email');

/** The texts with the system's words in place of these. */
export const restored = (
  texts: TemplateValues['texts'],
  own: readonly OwnText[],
): TemplateValues['texts'] => ({
  ...texts,
  ...Object.fromEntries(own.map(({ language, path, original }) => [keyOf(language, path), original])),
});

/** What of the texts is sent: one's own alone. */
export function translationsOf(texts: TemplateValues['texts'], row: Template): SaidTranslations {
  const own = ownTexts(texts, row);
  const said = languagesOf(row).map((language) => {
    const its = own.filter((one) => one.language === language).map(({ path, mine }) => [path, mine]);
    return [language, nestedTexts(Object.fromEntries(its))];
  });
  return Object.fromEntries(said);
}

/** How complete each language is while it is edited. */
export const completeness = (values: TemplateValues, row: Template) =>
  completenessOf(translationsOf(values.texts, row), languagesOf(row));

/** The control of a path of the body: `translations.sl.next_steps.approved` is `texts.sl:next_steps:approved`. */
export function fieldOf(path: string): string {
  const [field, language, ...rest] = path.split('.');
  return field === 'translations' ? `texts.${[language, ...rest].join(':')}` : path;
}

/** Everything wrong with a template; `said` of a problem is the piece of the text that it is about. */
export function problemsOf(values: TemplateValues, row: Template): (Problem & { said?: string })[] {
  const translations = translationsOf(values.texts, row);
  const body = { name: values.name, sections: values.sections, translations, version: row.version };
  const found: (Problem & { said?: string })[] = translationProblems(translations, row.email_type);
  const known = new Set(found.map(({ path }) => path));
  return [
    ...problemsOfBody(notification_templates.update.body, body).filter(({ path }) => !known.has(path)),
    ...found,
  ];
}
