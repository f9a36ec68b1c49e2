/** Mails about applications, by what they are about. */
export const emailTypes = [
  'application_confirmation',
  'application_received_notification',
  'application_status_update',
] as const;
export type EmailType = (typeof emailTypes)[number];

/** States of a mail, and why it is in one. */
export const mailStates = ['held', 'queued', 'sending', 'sent', 'failed', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

/** What stands in front of the reason of a rejection in a mail, by the mail's language. */
export const reasonLabels = { sl: 'Razlog', en: 'Reason' } as const;

/**
 * Codes that `state_reason` begins with; the client translates them. After `: ` may stand what the mail server said.
 *
 * - held: `organization_inactive`, `hourly_limit` (too many mails to one address; sent later), `daily_limit` (too many
 *   mails of an organisation that is new; sent later)
 * - queued: `server_unavailable` (tried, will be tried again)
 * - cancelled: `undone`, `superseded` (a newer decision), `recipient_inactive`
 * - failed: `refused` (by the mail server, for good), `gave_up` (after a day of tries), `template_error`
 */
export const mailReasons = [
  'organization_inactive',
  'hourly_limit',
  'daily_limit',
  'server_unavailable',
  'undone',
  'superseded',
  'recipient_inactive',
  'refused',
  'gave_up',
  'template_error',
] as const;
export type MailReason = (typeof mailReasons)[number];
