import type { Language } from '@vpisnik/contract/common';
import { type EmailType, emailTypes } from '@vpisnik/contract/notification-templates';
import { mailNamesEn } from '@vpisnik/contract/rules/mail-names-en';
import { mailNamesSl } from '@vpisnik/contract/rules/mail-names-sl';
import {
  shownSections,
  type TemplateSections,
  type TemplateTranslation,
} from '@vpisnik/contract/rules/templates';
import type { SystemTexts, SystemWords } from './system-texts.ts';
import { english } from './system-texts-en.ts';
import { slovenian } from './system-texts-sl.ts';

export const systemTexts: Record<Language, SystemTexts> = { sl: slovenian, en: english };

/** The system's words of a type, and of its variants by their names. */
export function originalWords(language: Language, type: EmailType) {
  const { by_status: _, by_variant, ...general }: SystemWords = systemTexts[language][type];
  const again = systemTexts[language].application_confirmation_duplicate;
  return { ...general, ...by_variant, ...(type === 'application_confirmation' && { duplicate: again }) };
}

/** The values of a row of `notification_templates` that make it a system template. */
export type SystemTemplate = {
  name: string;
  email_type: EmailType;
  system: true;
  translations: Record<Language, TemplateTranslation>;
  sections: TemplateSections;
};

/** What the system templates are called. */
export const systemTemplateNames: Record<Language, Record<EmailType, string>> = {
  sl: mailNamesSl,
  en: mailNamesEn,
};

/** The templates that a new organisation starts with, named in its language. */
export function systemTemplates(language: Language): SystemTemplate[] {
  return emailTypes.map((email_type) => ({
    name: systemTemplateNames[language][email_type],
    email_type,
    system: true,
    translations: { sl: withoutStatus(slovenian[email_type]), en: withoutStatus(english[email_type]) },
    sections: shownSections(),
  }));
}

/** What a stored template can say: it has one wording for every status and variant. */
function withoutStatus(
  words: TemplateTranslation & { by_status?: unknown; by_variant?: unknown },
): TemplateTranslation {
  const { by_status: _, by_variant: __, ...general } = words;
  return general;
}
