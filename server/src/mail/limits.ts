/**
 * How many mails leave to an address that may be a stranger's. What is beyond waits until it may leave; no mail that
 * anybody else can cause is without a limit.
 */

import type { EmailType } from '@vpisnik/contract/notification-templates';

/** Days after its registration for which an organisation is young, and must not be used for sending to many strangers. */
const youngDays = 14;

/** Mails about accounts: so many of a kind to an address, and so many for a young organisation. */
export const accountMailLimits = { hourly: 3, daily: 50, youngDays };

/** Mails to applicants: so many of a type to an address in an hour; no limit for mails to the staff. */
export const applicantMailsPerHour: Record<EmailType, number | null> = {
  application_confirmation: 3,
  // a family with several children in several groups may be decided about at once
  application_status_update: 10,
  application_received_notification: null,
};

/** What the staff of a young organisation may cause in a day: decisions, and people whom they add themselves. */
export const youngApplicantMails = { daily: 300, youngDays };
