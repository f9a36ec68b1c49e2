import { emailTypes } from '@vpisnik/contract/notification-templates';
import { type MailRecord, participantStatuses } from '@vpisnik/contract/participants';
import { emailTypeRules, ownActs } from '@vpisnik/contract/rules/email-types';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { type MailReason, mailReasons } from '@vpisnik/contract/rules/mails';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';

type Words = { t: Translate<MessageKey>; locale: Locale; timeZone: string; now?: Date };

/** Variants that are kept with a mail; those of payments and dates are found when it leaves. */
const toldVariants = [...ownActs, ...emailTypeRules.place_offered.variants];

/** Titles of mails about the address of a page that bring no link to it. */
const linkTitles: Partial<Record<string, MessageKey>> = {
  code: 'modules.participant_mails.address_code',
  moved: 'modules.participant_mails.address_moved',
};

/** Title of a mail: `Sprememba stanja prijave: Odobrena`. */
export function mailTitle({ email_type, variant, status_at }: MailRecord, t: Words['t']): string {
  if (variant === 'duplicate') return t('modules.participant_mails.duplicate');
  if (variant === 'transferred') return t('modules.participant_mails.transferred');
  if (email_type === 'application_link') return t(linkTitles[variant] ?? 'modules.participant_mails.link');
  if (email_type === 'application_changed') return t('modules.participant_mails.changed');
  if (email_type === 'queue_digest') return t('modules.participant_mails.digest');
  const type = emailTypes.find((one) => one === email_type);
  if (!type) return t('modules.participant_mails.other');
  const status = participantStatuses.find((one) => one === status_at);
  const told = toldVariants.find((one) => one === variant);
  const title =
    told && type === 'application_received_notification'
      ? t('modules.participant_mails.team')
      : t(`modules.group.emails.${type}`);
  if (told) return `${title}: ${t(`modules.participant_mails.variants.${told}`)}`;
  return type === 'application_status_update' && status
    ? `${title}: ${t(`modules.participant.status.${status}`)}`
    : title;
}

/**
 * The reason of a state, and what the mail server said, if anything. While a mail is being sent there is none: what came of an
 * earlier try, or will of this one, is not how it stands.
 */
export function reasonOf({ state, state_reason }: Pick<MailRecord, 'state' | 'state_reason'>): {
  reason: MailReason | undefined;
  said: string;
} {
  const [code = '', ...rest] = state_reason.split(': ');
  const reason = state === 'sending' ? undefined : mailReasons.find((one) => one === code);
  return { reason, said: rest.join(': ') };
}

/** State of a mail, in one sentence. */
export function mailState(mail: MailRecord, words: Words): string {
  const { state, send_after, sent_at } = mail;
  const { t, now = new Date() } = words;
  const { reason } = reasonOf(mail);
  if (state === 'sent')
    return t('modules.participant_mails.sent', { when: formatInstant(sent_at ?? send_after, words) });
  if (reason) return t(`modules.participant_mails.reasons.${reason}`);
  if (state === 'queued' && new Date(send_after) > now)
    return t('modules.participant_mails.queued_until', { when: formatInstant(send_after, words) });
  return t(`modules.participant_mails.states.${state}`);
}
