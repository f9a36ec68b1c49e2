/** Mails of all organisations that wait, are held back or have failed, and what DNS says of the mail domain; for the operator. */
import { z } from 'zod';
import { line, params, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { dnsPurposes, dnsVerdicts } from './rules/mail-dns.ts';
import { mailReasons, outboxViews } from './rules/mails.ts';
import { permissions } from './rules/permissions.ts';

const platform = { scope: 'account', rank: permissions['mail_queue.manage'] } as const;

const counts = z.object({ waiting: z.number(), held: z.number(), failed: z.number() });

/** Mails of one organisation that are where they are for the same reason. Says of recipients no more than their domain. */
const cause = z.object({
  /** One of the codes of mails; empty for mails that wait for their first try. */
  reason: z.string(),
  /** Null where many domains are meant: mails that have not been tried yet. */
  domain: z.string().nullable(),
  count: z.number(),
  /** Words of the mail server about the last one, without the recipient. */
  said: z.string(),
  /** When the next one is tried; null unless they wait. */
  next_at: z.string().nullable(),
});
export type MailCause = z.output<typeof cause>;

const organization = z.object({
  id: z.string(),
  name: z.string(),
  count: z.number(),
  /** When the oldest one was made. */
  oldest_at: z.string(),
  /** The most frequent ones. */
  causes: z.array(cause),
  /** How many mails have other causes. */
  others: z.number(),
});
export type MailQueueOrganization = z.output<typeof organization>;

const pause = z.object({
  /** Null: our own mail server, and so all mail. */
  domain: z.string().nullable(),
  until: z.string(),
  /** Pauses in a row. */
  failures: z.number(),
  said: z.string(),
});
export type MailPause = z.output<typeof pause>;

const queue = z.object({
  counts,
  /** Mails about accounts, which are of no organisation. */
  accounts: counts,
  pauses: z.array(pause),
  /** Those with most mails in this view first. */
  organizations: z.array(organization),
  /** How many organisations have any. */
  total: z.number(),
});
export type MailQueue = z.output<typeof queue>;

const record = z.object({
  purpose: z.enum(dnsPurposes),
  type: z.enum(['TXT', 'MX', 'PTR']),
  name: z.string(),
  /** What it must say; empty where that is not for us to know. */
  wanted: z.string(),
  found: z.array(z.string()),
  verdict: z.enum(dnsVerdicts),
  /** Of a signing key alone. */
  key: z
    .object({
      state: z.enum(['waiting', 'signing', 'retired']),
      /** When it was made, began to sign, or signed for the last time. */
      since: z.string(),
      /** Until when a retired key's record must stay. */
      until: z.string().nullable(),
    })
    .nullable(),
});
export type DnsRecord = z.output<typeof record>;

const dns = z.object({
  /** The domain that mails come from. */
  domain: z.string(),
  records: z.array(record),
  /** Whether a key signs mails, reports about mails are read, and it is known which machines send. */
  signs: z.boolean(),
  reports: z.boolean(),
  senders: z.boolean(),
  /** The mailbox that reports are read from, if they are. */
  mailbox: z
    .object({
      host: z.string(),
      /** When it was last read to its end. */
      read_at: z.string().nullable(),
      /** Why it can't be read at the moment; empty when it can. */
      fault: z.string(),
    })
    .nullable(),
});
export type MailDns = z.output<typeof dns>;

export const mail_queue = {
  list: endpoint({
    ...platform,
    method: 'GET',
    path: '/mail-queue',
    summary:
      'Mails of all organisations that wait, are held back or have failed, by organisation and cause, and what is paused',
    query: z.strictObject({ view: z.enum(outboxViews).default('waiting') }),
    reply: queue,
  }),
  resume: endpoint({
    ...platform,
    method: 'POST',
    path: '/mail-queue',
    summary: 'End the pause of a domain, or of all mail, and try its mails now',
    body: z.strictObject({ domain: line(255).nullable() }),
    reply: null,
  }),
  act: endpoint({
    ...platform,
    slow: true,
    method: 'POST',
    path: '/mail-queue/{id}',
    summary:
      "Try an organisation's mails of one cause now, or stop them; failed ones some at a time, from the one after `after` on",
    params,
    body: z.strictObject({
      act: z.enum(['retry', 'cancel']),
      view: z.enum(outboxViews),
      reason: z.enum(['', ...mailReasons]),
      domain: line(255).nullable(),
      after: uuid.nullable(),
    }),
    reply: z.object({
      done: z.number(),
      /** Left as they are: no longer true, or just being sent. */
      skipped: z.number(),
      /** The last one looked at, when there are more. */
      after: z.string().nullable(),
    }),
  }),
  dns: endpoint({
    ...platform,
    slow: true,
    method: 'GET',
    path: '/mail-queue/dns',
    summary: 'What DNS must say so that mails arrive, and what it says',
    reply: dns,
  }),
};
