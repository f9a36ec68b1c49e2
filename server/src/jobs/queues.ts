import type { Queue } from 'pg-boss';

/**
 * Every queue of the application. Jobs carry ids only; what they need they read when they run, so nothing personal
 * is kept in the queue. Jobs of `mail` are made by a trigger (`60_mail.sql`), which copies these options.
 */
export const queues = {
  /** Mails that failed after a day of tries. */
  mail_dead: { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600, notify: true },
  /** One mail. Tries after 15 s, 30 s, 1 min … 1 h, about a day in all; a try takes at most 75 s. */
  mail: {
    retryLimit: 30,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 90,
    // a mail server may be away longer than jobs usually wait
    retentionSeconds: 60 * 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
    deadLetter: 'mail_dead',
    notify: true,
  },
  /** Sends a link to an address that asked for one; the job holds it sealed. */
  applicant_link: {
    retryLimit: 3,
    retryDelay: 5,
    expireInSeconds: 60,
    deleteAfterSeconds: 600,
    notify: true,
  },
  /** Lets go of mail that was held back for a while. */
  mail_release: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  /** Some rows of bulk work; unfinished work makes the next job itself. */
  bulk: {
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  /** A workbook that is too large for one request; starts again when its process dies. */
  bulk_export: {
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 900,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  /** An archive of an organisation; starts again when its process dies. */
  organization_archive: {
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 3900,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  /** Resumes bulk work and archives whose process died. */
  bulk_resume: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  /** Sends planned messages whose time has come; what one job leaves, the next one does. */
  message_planned: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  /** Ends offers of places and makes new ones; what one job leaves, the next one does. */
  place_offers: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  /** Reads reports about mails from a mailbox; what one job leaves, the next one does. */
  report_mailbox: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  /** Deletes expired rows and unused pictures. */
  purge: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  /** Looks after signing keys and sealed secrets. */
  keys: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  /** Removes deleted organisations past their restore period; the next job continues an unfinished one. */
  organization_removal: {
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 300,
    deleteAfterSeconds: 3600,
  },
  /** Makes payments that fee plans ask for by now. */
  fee_payments: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  /** Marks payments past their day; what one job leaves, the next one does. */
  payment_expiry: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  /** Writes reminders of payments; what one job leaves, the next one does. */
  payment_reminders: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  /** Writes digests of queues; what one job leaves, the next one does. */
  queue_digests: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  /** The nightly backup; a failed one is told of, and the next night makes another. */
  backup: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 12 * 3600, deleteAfterSeconds: 3600 },
  /** Counts what organisations hold. */
  organization_numbers: {
    policy: 'exclusive',
    retryLimit: 2,
    expireInSeconds: 300,
    deleteAfterSeconds: 3600,
  },
} satisfies Record<string, Omit<Queue, 'name'>>;

/** Scheduled jobs: queue → cron expression, in UTC. */
export const schedules: { queue: keyof typeof queues; cron: string }[] = [
  { queue: 'mail_release', cron: '*/5 * * * *' },
  { queue: 'bulk_resume', cron: '* * * * *' },
  { queue: 'message_planned', cron: '* * * * *' },
  { queue: 'place_offers', cron: '* * * * *' },
  { queue: 'report_mailbox', cron: '* * * * *' },
  { queue: 'purge', cron: '17 * * * *' },
  { queue: 'fee_payments', cron: '*/5 * * * *' },
  // soon after midnight, wherever an organisation is: zones differ by quarters of an hour
  { queue: 'payment_expiry', cron: '1,16,31,46 * * * *' },
  { queue: 'payment_reminders', cron: '4,19,34,49 * * * *' },
  { queue: 'queue_digests', cron: '2,17,32,47 * * * *' },
  { queue: 'keys', cron: '37 * * * *' },
  { queue: 'organization_removal', cron: '*/10 * * * *' },
  // at two or three in the night in Slovenia, when few people work
  { queue: 'backup', cron: '13 1 * * *' },
  { queue: 'organization_numbers', cron: '7 * * * *' },
];
