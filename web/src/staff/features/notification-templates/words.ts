import { participantStatuses } from '@vpisnik/contract/participants';
import {
  type EmailType,
  type EmailVariant,
  emailTypeRules,
  emailVariants,
} from '@vpisnik/contract/rules/email-types';
import { sectionLabels, templateSections } from '@vpisnik/contract/rules/templates';
import type { Problem } from '../../../lib/form/entity-form.ts';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';

type T = Translate<MessageKey>;

const plainFields = [
  'name',
  'subject',
  'header_text',
  'greeting',
  'greeting_without_name',
  'main_message',
  'support_text',
  'support_email',
] as const;

/** What a text or part of a template is called, by its path. */
export function fieldName(path: string, t: T): string {
  const plain = plainFields.find((one) => one === path);
  if (plain) return t(`modules.notification_template.fields.${plain}`);
  const [group, name = ''] = path.split('.');
  const variant = emailVariants.find((one) => one === group);
  if (variant) return `${variantName(variant, t)}: ${fieldName(name, t)}`;
  const status = participantStatuses.find((one) => one === name);
  if (group === 'next_steps' && status)
    return `${t('modules.notification_template.fields.next_steps')}: ${t(`modules.participant.status.${status}`)}`;
  const label = sectionLabels.find((one) => one === name);
  if (group === 'section_labels' && label) return t(`modules.notification_template.labels.${label}`);
  const part = templateSections.find((one) => one === name);
  return part ? t(`modules.notification_template.parts.${part}`) : path;
}

const placeholderNames = [
  'participant_name',
  'group_name',
  'organization_name',
  'reference',
  'amount',
  'due_date',
  'payment_reference',
  'dates',
  'deadline',
  'first_session',
  'former_group',
  'link',
] as const;

/** What a placeholder stands for: `ime udeleženca`. */
export function placeholderName(name: string, t: T): string {
  const known = placeholderNames.find((one) => one === name);
  return known ? t(`modules.notification_template.placeholders.${known}`) : name;
}

/** A value that may stand in its place, for instance `Zala Kos`. */
export function placeholderExample(name: string, t: T): string {
  const known = placeholderNames.find((one) => one === name);
  return known ? t(`modules.notification_template.placeholder_examples.${known}`) : '';
}

/** Types whose mails are not always in the same words. */
const variedTypes = [
  'application_confirmation',
  'application_received_notification',
  'application_status_update',
  'place_offered',
  'payment_reminder',
  'session_changed',
] as const;

/** A type whose mails have variants; undefined for others. */
export const variedType = (type: EmailType) => variedTypes.find((one) => one === type);

/** What a variant is called: `Po roku`. */
export const variantName = (variant: EmailVariant, t: T): string =>
  t(`modules.notification_template.preview.variants.${variant}`);

/** The mails of such a type by their variant, first the ordinary one. */
export const variantChoices = (
  type: (typeof variedTypes)[number],
  t: T,
): { value: EmailVariant | 'first'; label: string }[] => [
  { value: 'first', label: t(`modules.notification_template.preview.variants.${type}`) },
  ...[...emailTypeRules[type].variants].map((value) => ({
    value,
    label: variantName(value, t),
  })),
];

const wrong = ['unknown_placeholder', 'invalid_link'] as const;

/** A problem with the sentence that says which piece of the text is wrong. */
export function worded(problem: Problem & { said?: string }, t: T): Problem {
  const code = wrong.find((one) => one === problem.code);
  if (!code) return problem;
  const said = (problem.said ?? '').replace(/^\{\{\s*|\s*\}\}$/g, '') || '…';
  return { ...problem, message: t(`modules.notification_template.wrong.${code}`, { said }) };
}
