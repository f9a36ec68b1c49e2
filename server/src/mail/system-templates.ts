import type { Language } from '@vpisnik/contract/common';
import { type EmailType, emailTypes } from '@vpisnik/contract/notification-templates';
import { english } from './system-texts-en.ts';
import { slovenian } from './system-texts-sl.ts';
import { allSections, type TemplateSections, type TemplateTranslation } from './template.ts';

/** What the duplicate's mail says instead; the rest is the confirmation's. */
type DuplicateTexts = Pick<TemplateTranslation, 'subject' | 'header_text' | 'main_message'>;

/** The system's wording of every mail in one language. */
export type SystemTexts = Record<EmailType, TemplateTranslation> & {
  application_confirmation_duplicate: DuplicateTexts;
};

export const systemTexts: Record<Language, SystemTexts> = { sl: slovenian, en: english };

/** The values of a row of `notification_templates` that make it a system template. */
export type SystemTemplate = {
  name: string;
  email_type: EmailType;
  system: true;
  translations: Record<Language, TemplateTranslation>;
  sections: TemplateSections;
};

const names: Record<Language, Record<EmailType, string>> = {
  sl: {
    application_confirmation: 'Potrdilo o prijavi',
    application_received_notification: 'Obvestilo o novi prijavi',
    application_status_update: 'Sprememba stanja prijave',
  },
  en: {
    application_confirmation: 'Application confirmation',
    application_received_notification: 'New application notice',
    application_status_update: 'Application status change',
  },
};

/** The templates that a new organisation starts with, named in its language. */
export function systemTemplates(language: Language): SystemTemplate[] {
  return emailTypes.map((email_type) => ({
    name: names[language][email_type],
    email_type,
    system: true,
    translations: { sl: slovenian[email_type], en: english[email_type] },
    sections: allSections,
  }));
}
