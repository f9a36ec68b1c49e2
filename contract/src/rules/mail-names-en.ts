import type { EmailType } from './email-types.ts';

/** What each type of mail is called, as its template at first is, in English. */
export const mailNamesEn = {
  application_confirmation: 'Application confirmation',
  application_received_notification: 'New application notice',
  application_status_update: 'Application status change',
  place_offered: 'Offer of a place',
  offer_reminder: 'Offer reminder',
  payment_request: 'Payment details',
  payment_reminder: 'Payment reminder',
  payment_received: 'Payment received',
  session_changed: 'Session changes',
  group_cancelled: 'Group cancelled',
} as const satisfies Record<EmailType, string>;
