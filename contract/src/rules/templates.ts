/** What a notification template may say: its texts, the placeholders in them, and what of it is missing or differs. */
import {
  type EmailType,
  type EmailTypeRule,
  type EmailVariant,
  emailTypeRules,
  emailVariants,
} from './email-types.ts';
import { emailPattern, limits } from './limits.ts';
import { hasFaultyLink } from './notation.ts';
import type { ParticipantStatus } from './statuses.ts';
import { participantStatuses } from './statuses.ts';
import { type Language, languages } from './texts.ts';

/** What may stand in front of something in a mail. */
export const sectionLabels = [
  'next_steps',
  'details',
  'participant',
  'group',
  'schedule',
  'dates',
  'first_session',
  'next_session',
  'location',
  'price',
  'price_after',
  'reference',
  'amount',
  'due_date',
  'on_accepting',
  'payment_date',
  'recipient',
  'iban',
  'bic',
  'payment_reference',
  'rf_reference',
  'purpose',
  'purpose_code',
  'cancelled_session',
  'moved_session',
  'added_session',
  'other_changes',
  'free_places',
  'unheard',
  'waiting',
  'offered',
  'passed',
  'other_groups',
] as const;
export type SectionLabel = (typeof sectionLabels)[number];
/** The words in front of the facts of a mail; each type has those that it needs. */
export type SectionLabels = Partial<Record<SectionLabel, string>>;

/** Parts of the mail that a template may leave out. */
export const templateSections = ['status', 'next_steps', 'details', 'support'] as const;
export type TemplateSections = Record<(typeof templateSections)[number], boolean>;
/** Those that are switched off; the others are shown. */
export type OwnSections = Some<TemplateSections>;

/** Which parts are shown. */
export function shownSections(own: OwnSections = {}): TemplateSections {
  const { status = true, next_steps = true, details = true, support = true } = own;
  return { status, next_steps, details, support };
}

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

/** The texts that a variant of a type says otherwise than the ordinary mail. */
export const variantTexts = ['subject', 'header_text', 'main_message'] as const;
export type VariantTexts = Pick<TemplateTranslation, (typeof variantTexts)[number]>;

type Lines = Omit<TemplateTranslation, 'next_steps' | 'section_labels'>;
type Some<T> = { [K in keyof T]?: T[K] | undefined };

/** What an organisation says itself; the rest is in the system's words. */
export type OwnTranslation = Some<Lines> & {
  [Variant in EmailVariant]?: Some<VariantTexts> | undefined;
} & {
  next_steps?: Some<TemplateTranslation['next_steps']> | undefined;
  section_labels?: Some<SectionLabels> | undefined;
};
/** The same with nothing but texts that say something. */
export type SaidTranslation = Partial<Lines> & { [Variant in EmailVariant]?: Partial<VariantTexts> } & {
  next_steps?: TemplateTranslation['next_steps'];
  section_labels?: SectionLabels;
};
/** As they are kept. */
export type SaidTranslations = { [L in Language]?: SaidTranslation };
export type OwnTranslations = { [L in Language]?: OwnTranslation | undefined };

/** Texts of one line, and texts that may hold paragraphs, bold, lists and links; with their greatest lengths. */
export const lineTexts = {
  subject: 200,
  header_text: 200,
  greeting: 200,
  greeting_without_name: 200,
  support_email: limits.email,
} as const;
export const longTexts = { main_message: limits.text, support_text: 1_000 } as const;
export const templateLimits = { nextSteps: 2_000, label: 80 } as const;

/** The placeholders that the text at a path may mention in mails of a type. */
export const placeholdersAt = (
  path: string,
  { placeholders, text_placeholders }: Pick<EmailTypeRule, 'placeholders' | 'text_placeholders'>,
): string[] => [...placeholders, ...(isLongText(path) ? text_placeholders : [])];

/** A piece of a text: plain words, a placeholder that the text may mention, or one that it may not. */
export type TextPiece = { text: string; kind: 'words' | 'known' | 'unknown' };

// in `{{{name}}}` the placeholder begins with the second brace; one that isn't closed ends with its first word
const mention = /(\{\{[^{}]*\}\}|\{\{(?!\{(?!\{))(?: *[^\s{}]+)?|\}\})/;

/** The pieces of a text in their order; together they are the text. A stray `{{` or `}}` is unknown too. */
export const textPieces = (text: string, placeholders: readonly string[]): TextPiece[] =>
  text.split(mention).flatMap((piece, place): TextPiece[] => {
    if (piece === '') return [];
    // the pattern's group stands between the words
    if (place % 2 === 0) return [{ text: piece, kind: 'words' }];
    const isKnown = piece.endsWith('}}') && placeholders.includes(piece.slice(2, -2).trim());
    return [{ text: piece, kind: isKnown ? 'known' : 'unknown' }];
  });

/** Every placeholder of a text but these, as it was written; a stray `{{` or `}}` counts too. */
export const unknownAmong = (text: string, placeholders: readonly string[]): string[] =>
  textPieces(text, placeholders).flatMap((piece) => (piece.kind === 'unknown' ? [piece.text] : []));

/**
 * The texts of a translation by their paths (`subject`, `next_steps.approved`), without those that say nothing: those are
 * in the system's words.
 */
export function flatTexts(translation: OwnTranslation = {}): Record<string, string> {
  const entries = Object.entries(translation).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, text]) => [`${name}.${inner}`, text] as const)
      : [[name, value] as const],
  );
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
    ),
  );
}

/** The translation that flat texts make. */
export function nestedTexts(flat: Readonly<Record<string, string>>): SaidTranslation {
  const nested: Record<string, string | Record<string, string>> = {};
  for (const [path, text] of Object.entries(flat)) {
    if (text.trim() === '') continue;
    const [name = '', inner] = path.split('.');
    if (inner === undefined) nested[name] = text;
    else nested[name] = { ...(nested[name] as Record<string, string> | undefined), [inner]: text };
  }
  return nested as SaidTranslation;
}

/** Whether the text at a path may hold paragraphs, bold, lists and links. */
export const isLongText = (path: string): boolean =>
  path in longTexts || path.startsWith('next_steps.') || path.endsWith('.main_message');

/** The variant that the text at a path belongs to; undefined for what all mails of the type say. */
const variantOf = (path: string): EmailVariant | undefined =>
  emailVariants.find((variant) => path.startsWith(`${variant}.`));

/** What a translation says in all mails of its type but in variants with words of their own. */
export const ordinaryTexts = (translation: OwnTranslation | undefined): SaidTranslation =>
  nestedTexts(
    Object.fromEntries(Object.entries(flatTexts(translation)).filter(([path]) => !variantOf(path))),
  );

/** What it says in a variant alone; nothing for the ordinary mail. */
export const textsOfVariant = (
  translation: OwnTranslation | undefined,
  variant: string,
): Partial<VariantTexts> => {
  const known = emailVariants.find((one) => one === variant);
  return (known && nestedTexts(flatTexts(translation))[known]) ?? {};
};

/** The paths of the texts of a variant. */
export const variantPaths = (variant: EmailVariant): string[] =>
  variantTexts.map((name) => `${variant}.${name}`);

/** A text of a template that can't be sent: its path in the translation, and its problem. */
export type TextProblem = {
  path: string;
  code: 'unknown_placeholder' | 'invalid_link' | 'invalid_email' | 'invalid_value';
  said: string;
};

/** Problems of the texts of a translation of a template of `type`. */
function textProblems(translation: OwnTranslation, type: EmailType): TextProblem[] {
  const variants: readonly EmailVariant[] = emailTypeRules[type].variants;
  return Object.entries(flatTexts(translation)).flatMap(([path, text]): TextProblem[] => {
    const variant = variantOf(path);
    if (variant && !variants.includes(variant)) return [{ path, code: 'invalid_value', said: text }];
    if (path === 'support_email')
      return emailPattern.test(text.trim()) ? [] : [{ path, code: 'invalid_email', said: text }];
    const [unknown] = unknownAmong(text, placeholdersAt(path, emailTypeRules[type]));
    if (unknown !== undefined) return [{ path, code: 'unknown_placeholder', said: unknown }];
    const faulty = isLongText(path) ? hasFaultyLink(text) : undefined;
    return faulty === undefined ? [] : [{ path, code: 'invalid_link', said: faulty }];
  });
}

/** The same of all its languages, with the paths of a body. */
export function translationProblems(translations: OwnTranslations, type: EmailType): TextProblem[] {
  return languages.flatMap((language) =>
    textProblems(translations[language] ?? {}, type).map((problem) => ({
      ...problem,
      path: `translations.${language}.${problem.path}`,
    })),
  );
}

/** How much of a template is in one's own words in a language, and what other languages say and this one doesn't. */
export type Completeness = { language: Language; worded: number; missing: string[] };

/** The completeness of each language that the organisation offers. */
export function completenessOf(translations: OwnTranslations, offered: readonly Language[]): Completeness[] {
  const flat = offered.map((language) => ({ language, texts: flatTexts(translations[language]) }));
  const said = new Set(flat.flatMap(({ texts }) => Object.keys(texts)));
  return flat.map(({ language, texts }) => ({
    language,
    worded: Object.keys(texts).length,
    missing: [...said].filter((path) => texts[path] === undefined),
  }));
}

/** What templates are compared by. */
type Compared = { name: string; translations: OwnTranslations; sections: OwnSections };

/** A difference between two versions: of a text in a language, of the name, or of a part that was switched. */
export type TemplateChange = {
  field: string;
  language: Language | null;
  /** Empty: in the system's words. Of a part: `on` or `off`. */
  from: string;
  to: string;
};

/** What changed from one version to the next, in the order of the mail. */
export function templateChanges(before: Compared, after: Compared): TemplateChange[] {
  const changes: TemplateChange[] = [];
  const compare = (field: string, language: Language | null, from: string, to: string) => {
    if (from !== to) changes.push({ field, language, from, to });
  };
  compare('name', null, before.name, after.name);
  const shown = (sections: OwnSections, part: keyof TemplateSections) =>
    shownSections(sections)[part] ? 'on' : 'off';
  for (const part of templateSections)
    compare(`sections.${part}`, null, shown(before.sections, part), shown(after.sections, part));
  for (const language of languages) {
    const [from, to] = [flatTexts(before.translations[language]), flatTexts(after.translations[language])];
    for (const path of textPaths) compare(path, language, from[path] ?? '', to[path] ?? '');
  }
  return changes;
}

/** The paths of all texts, in the order of the mail. */
const textPaths: readonly string[] = [
  'subject',
  'header_text',
  'greeting',
  'greeting_without_name',
  'main_message',
  ...emailVariants.flatMap(variantPaths),
  ...participantStatuses.map((status) => `next_steps.${status}`),
  ...sectionLabels.map((label) => `section_labels.${label}`),
  'support_text',
  'support_email',
];
