import { isOver, type ParticipantStatus } from './statuses.ts';

/** States of a mail, and why it is in one. */
export const mailStates = ['held', 'queued', 'sending', 'sent', 'failed', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

/** Months for which the words of a mail are kept as they were sent. */
export const mailTextMonths = 12;
/** What the outbox is looked at by; failed ones of the last weeks. */
export const outboxViews = ['waiting', 'held', 'failed'] as const;
export type OutboxView = (typeof outboxViews)[number];

/** What stands in front of the reason of a rejection in a mail, by the mail's language. */
export const reasonLabels = { sl: 'Razlog', en: 'Reason' } as const;

/**
 * Codes that `state_reason` begins with; the client translates them. After `: ` may stand what the mail server said.
 *
 * - held: `organization_inactive`, `hourly_limit` (too many mails to one address; sent later), `daily_limit` (too many
 *   mails of an organisation that is new; sent later)
 * - queued: `server_unavailable` (tried, will be tried again)
 * - cancelled: `undone`, `superseded` (a newer decision), `recipient_inactive`, `payment_changed` (nothing of it is still
 *   to be said), `outdated` (the same of other mails), `turned_off` (by the organisation), `stopped` (in the outbox, by staff),
 *   `declined_news` (by the recipient, before it left), `restored` (it may have been sent before the installation was lost),
 *   `imported` (the same of the installation that its organisation comes from)
 * - failed: `refused` (by the mail server, for good), `gave_up` (after a day of tries), `template_error`; by the recipient's
 *   server, at once or in a report: `mailbox_missing`, `domain_missing`, `mailbox_full`, `not_accepted`; `complained` (the
 *   recipient called it unwanted); not sent since another has not arrived at that address or was unwanted:
 *   `address_bounced`, `address_complained`; `offer_passed` (the place was offered until before it could leave)
 */
export const mailReasons = [
  'organization_inactive',
  'hourly_limit',
  'daily_limit',
  'server_unavailable',
  'undone',
  'superseded',
  'recipient_inactive',
  'payment_changed',
  'offer_passed',
  'outdated',
  'turned_off',
  'stopped',
  'declined_news',
  'restored',
  'imported',
  'refused',
  'gave_up',
  'template_error',
  'mailbox_missing',
  'domain_missing',
  'mailbox_full',
  'not_accepted',
  'complained',
  'address_bounced',
  'address_complained',
] as const;
export type MailReason = (typeof mailReasons)[number];

/**
 * Whether a mail to a participant may be sent again: it has been sent or has failed, and what it says is still true. One
 * that waits leaves by itself; what was called back was called back for a reason. Whether a reminder that has arrived is
 * followed by another one is decided anew. One about an offer is true as long as the offer stands, or does no more.
 */
export function isRepeatable(
  mail: {
    recipient_kind: string;
    email_type: string;
    variant: string;
    state: string;
    status_at: string | null;
  },
  { status, offer_until }: { status: ParticipantStatus; offer_until: string | null },
): boolean {
  if (mail.recipient_kind !== 'applicant' || (mail.state !== 'sent' && mail.state !== 'failed')) return false;
  // codes are for the address that is to be confirmed, and what was changed is told once
  if (mail.email_type === 'application_changed') return false;
  if (mail.email_type === 'application_link' && mail.variant !== '') return false;
  if (mail.email_type === 'payment_reminder' && mail.state === 'sent') return false;
  if (mail.email_type === 'place_offered' || mail.email_type === 'offer_reminder') {
    const isOpen = mail.variant === '' || mail.variant === 'lengthened';
    return status === 'waitlisted' && isOpen === (offer_until !== null);
  }
  // of a move the last one is told, whatever was decided since
  const isDecision = mail.email_type === 'application_status_update' && mail.variant !== 'transferred';
  return isDecision ? mail.status_at === status : !isOver(status);
}
