/**
 * Limits on mails to addresses that are possibly not the requester's own. Mails beyond a limit wait. Every kind of mail
 * that another person than its recipient can cause has a limit.
 */

import type { MailType } from '@vpisnik/contract/rules/mail-types';

/** Days after its registration for which an organisation is young, and must not be used for sending to many strangers. */
const youngDays = 14;

/** Mails about accounts: so many of a kind to an address, and so many for a young organisation. */
export const accountMailLimits = { hourly: 3, daily: 50, youngDays };

/** Mails to applicants: so many of a type to an address in an hour; no limit for mails to the staff. */
export const applicantMailsPerHour: Record<MailType, number | null> = {
  application_confirmation: 3,
  // a family with several children in several groups may be decided about at once
  application_status_update: 10,
  application_received_notification: null,
  // bookings for a family come in single acts
  place_offered: 20,
  offer_reminder: 20,
  payment_request: 10,
  payment_reminder: 3,
  payment_received: 10,
  // who leads a school's move to other halls changes many dates in a day
  session_changed: 20,
  group_cancelled: 10,
  group_message: 10,
  application_link: 5,
  // changes within ten minutes are one
  application_changed: 10,
  queue_digest: null,
};

/** Mails that come too late when they wait for a day: other limits hold for them. */
export const urgentMails: readonly MailType[] = [
  ...(['session_changed', 'group_cancelled'] as const),
  ...(['place_offered', 'offer_reminder'] as const),
];

/**
 * Daily limits of mails to applicants that a young organisation's staff cause: decisions and added participants; and of urgent
 * ones to participants whom they have added. Who has applied gets urgent mails in any case.
 */
export const youngApplicantMails = { daily: 300, urgent: 1000, youngDays };
