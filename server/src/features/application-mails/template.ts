import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { type EmailType, emailTypeRules, type Placeholder } from '@vpisnik/contract/rules/email-types';

/** The words in front of the facts of a mail; each type has those that it needs. */
export type SectionLabels = Partial<Record<SectionLabel, string>>;

/** What may stand in front of something in a mail. */
export type SectionLabel =
  | 'next_steps'
  | 'details'
  | 'participant'
  | 'group'
  | 'schedule'
  | 'dates'
  | 'first_session'
  | 'next_session'
  | 'location'
  | 'price'
  | 'reference'
  | 'amount'
  | 'due_date'
  | 'payment_date'
  | 'recipient'
  | 'iban'
  | 'bic'
  | 'payment_reference'
  | 'rf_reference'
  | 'purpose'
  | 'purpose_code';

/** Everything an organisation may word differently in one language of a notification template. */
export type TemplateTranslation = {
  subject: string;
  header_text: string;
  greeting: string;
  greeting_without_name: string;
  main_message: string;
  /** By status; nothing in mails that don't tell it. */
  next_steps: Partial<Record<ParticipantStatus, string>>;
  support_text: string;
  /** Shown beside the phone number; empty means that a reply to the mail is the way. */
  support_email: string;
  section_labels: SectionLabels;
};

/** Parts of the mail that a template may leave out. */
export type TemplateSections = { status: boolean; next_steps: boolean; details: boolean; support: boolean };

export const allSections: TemplateSections = { status: true, next_steps: true, details: true, support: true };

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

const mention = /\{\{\s*(\w+)\s*\}\}/g;

/** Every placeholder of a text that a type of mail can't fill in, as it was written; a stray `{{` or `}}` counts too. */
export function unknownPlaceholders(text: string, type: EmailType): string[] {
  const placeholders: readonly string[] = emailTypeRules[type].placeholders;
  const unknown: string[] = [];
  const rest = text.replace(mention, (written, name: string) => {
    if (!placeholders.includes(name)) unknown.push(written);
    return '';
  });
  return [...unknown, ...(rest.match(/\{\{[^{}]*(?:\}\})?|\}\}/g) ?? [])];
}

/** Every unknown placeholder of a translation with the path of its field, for saving a template. */
export function templateErrors(
  translation: Partial<TemplateTranslation>,
  type: EmailType,
): UnknownPlaceholder[] {
  const errors: UnknownPlaceholder[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string') {
      for (const unknown of unknownPlaceholders(value, type))
        errors.push(new UnknownPlaceholder(path, unknown));
    } else if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) visit(inner, path ? `${path}.${key}` : key);
    }
  };
  visit(translation, '');
  return errors;
}

/**
 * The pieces of a text: what the template's author wrote, and the placeholders between. Both renderings of a
 * mail are made from these, so a value never passes through the text of a template again.
 */
export function pieces(text: string): ({ text: string } | { placeholder: Placeholder })[] {
  const result: ({ text: string } | { placeholder: Placeholder })[] = [];
  let from = 0;
  for (const match of text.matchAll(mention)) {
    if (match.index > from) result.push({ text: text.slice(from, match.index) });
    result.push({ placeholder: match[1] as Placeholder });
    from = match.index + match[0].length;
  }
  if (from < text.length) result.push({ text: text.slice(from) });
  return result;
}
