import type { Language } from '@vpisnik/contract/common';
import { type EmailType, emailTypes } from '@vpisnik/contract/notification-templates';
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
  sl: {
    application_confirmation: 'Potrdilo o prijavi',
    application_received_notification: 'Obvestilo o novi prijavi',
    application_status_update: 'Sprememba stanja prijave',
    place_offered: 'Ponudba mesta',
    offer_reminder: 'Opomnik o ponudbi mesta',
    payment_request: 'Podatki za plačilo',
    payment_reminder: 'Opomnik za plačilo',
    payment_received: 'Prejeto plačilo',
    session_changed: 'Sprememba terminov',
    group_cancelled: 'Odpovedana skupina',
  },
  en: {
    application_confirmation: 'Application confirmation',
    application_received_notification: 'New application notice',
    application_status_update: 'Application status change',
    place_offered: 'Offer of a place',
    offer_reminder: 'Reminder of an offer',
    payment_request: 'Payment data',
    payment_reminder: 'Payment reminder',
    payment_received: 'Payment received',
    session_changed: 'Change of sessions',
    group_cancelled: 'Cancelled group',
  },
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
