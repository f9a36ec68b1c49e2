import { setTimeout as wait } from 'node:timers/promises';
import { type MailType, mailTypeRules } from '@vpisnik/contract/rules/mail-types';
import type { MailReason } from '@vpisnik/contract/rules/mails';
import type pg from 'pg';
import { asWorker, type Transaction } from '../../db/scope.ts';
import type { ApplicantTokens, StoredToken } from '../../mail/applicant-tokens.ts';
import {
  applicantPage,
  hiddenCode,
  type PersonalLink,
  unsubscribePage,
  withLinks,
} from '../../mail/links.ts';
import { faultOf } from '../../mail/returned/faults.ts';
import type { MailMarks } from '../../mail/returned/marks.ts';
import type { ReturnAddresses } from '../../mail/returned/verp.ts';
import {
  type Log,
  MailDelayed,
  MailRefused,
  type MailTransport,
  type RenderedMail,
} from '../../mail/transport.ts';
import type { UnsubscribeTokens } from '../../mail/unsubscribe.ts';
import { type Addressed, hasPage, selectAddressCode, selectToken } from '../applicant-links/queries.ts';
import { tokenOf } from '../applicant-links/service.ts';
import type { MailContent, ReadContent } from './content.ts';
import {
  type ClaimedMail,
  claimAndRead,
  hasDeclinedNews,
  type MailKey,
  markFailed,
  markSent,
  markWaiting,
  writtenMail,
} from './outbox.ts';
import { type MailData, renderMail } from './rendering/render.ts';
import { UnknownPlaceholder } from './rendering/template.ts';

/** What a server has put off, and what it said. */
export type Delay = Pick<MailDelayed, 'concerns' | 'message'>;

/** Reads the content of a mail by what its type is about. */
export type MailContents = Record<(typeof mailTypeRules)[MailType]['about'], ReadContent>;

type Sending = {
  contents: MailContents;
  pool: pg.Pool;
  transport: MailTransport;
  /** Sends when a connection is free, a mail is claimed and written before; without it at once. */
  inTurn?: (send: () => Promise<void>) => Promise<void>;
  publicUrl: string;
  unsubscribing: UnsubscribeTokens;
  applicants: ApplicantTokens;
  /** Makes the addresses that reports come back to, if they are read. */
  returning?: ReturnAddresses | undefined;
  marks: MailMarks;
  log: Log;
  /** Seconds after which a try is over, and another process may begin one. */
  seconds: number;
};

/**
 * Tries once to send a mail, and notes how it went. Throws when what the mail says can't be found out, or how it went can't
 * be noted.
 */
export async function deliverOrganizationMail(
  {
    contents,
    pool,
    transport,
    inTurn = (send) => send(),
    publicUrl,
    unsubscribing,
    applicants,
    returning,
    marks,
    log,
    seconds,
  }: Sending,
  key: MailKey,
): Promise<'sent' | 'settled' | Delay> {
  const taken = await asWorker(pool, (tx, runLast) =>
    claimAndRead(
      tx,
      key,
      seconds,
      async (claimed) => {
        const owner = pageOwnerOf(claimed);
        const [words, stored, isOpen] = await Promise.all([
          wordsOf(contents, tx, claimed, publicUrl),
          owner ? selectToken(tx, owner) : undefined,
          owner ? hasPage(tx, owner) : false,
        ]);
        if (typeof words === 'string') return words;
        const links =
          owner && isOpen
            ? [await pageLink(tx, { applicants, publicUrl }, owner, stored)]
            : await codeLinks(tx, claimed, applicants);
        return { words, links, isOver: owner !== null && !isOpen };
      },
      runLast,
    ),
  );
  if (!taken) return 'settled';
  const {
    claimed: { mail, organization },
    read: { words, links, isOver },
  } = taken;
  const fail = async (reason: MailReason, detail: string) => {
    await asWorker(pool, (tx) => markFailed(tx, key, reason, detail));
    return 'settled' as const;
  };
  const token = isNews(words) && unsubscribing.of({ ...key, mail_id: mail.id, address: mail.to_address });
  const unsubscribe = token ? `${unsubscribePage(publicUrl)}/${token}` : undefined;
  if (unsubscribe) links.push({ bare: unsubscribePage(publicUrl), link: unsubscribe });
  const chosen = 'replyTo' in words ? words.replyTo : undefined;
  let rendered: RenderedMail;
  try {
    rendered = 'html' in words ? words : renderMail(words.template, await dataOf(words, isOver));
  } catch (error) {
    if (!(error instanceof UnknownPlaceholder)) throw error;
    return await fail('template_error', `${error.field} ${error.placeholder}`);
  }
  try {
    await inTurn(() =>
      transport.send({
        ...linked(rendered, links),
        fromName: organization.name,
        // without a published address, an answer must still reach people
        replyTo: chosen ?? organization.contact_email ?? organization.owner_email,
        to: mail.to_address,
        language: mail.language,
        messageId: marks.shortOf(mail.id),
        returnTo: returning?.of(mail.id),
        list: { organization_id: key.organization_id, kind: mail.email_type },
        unsubscribe,
      }),
    );
  } catch (error) {
    if (error instanceof MailRefused) return await fail(refusalOf(error.message), error.message);
    if (!(error instanceof MailDelayed)) throw error;
    const { message } = error;
    await asWorker(pool, (tx) => markWaiting(tx, key, message));
    log.warn(
      { mail: key.id, attempt: mail.attempts + 1 },
      'mail could not be handed over, trying again later',
    );
    return error;
  }
  // without the link: later readers are not its recipient
  const sent = { ...rendered, ...('html' in words ? untold : words) };
  await insist(() => markSent(pool, key, sent), seconds);
  return 'sent';
}

/** What the recipient's server says about the address, our own passes on; all else it says about the mail or us. */
function refusalOf(said: string): MailReason {
  const fault = faultOf(said);
  return fault === 'not_accepted' ? 'refused' : fault;
}

/** Tries again each second while the database is away, as long as the mail is this process's: unnoted, it is sent twice. */
async function insist(note: () => Promise<void>, seconds: number): Promise<void> {
  const end = performance.now() + (seconds * 1000) / 2;
  for (;;) {
    try {
      return await note();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(1000);
    }
  }
}

/** What a mail's template is filled with. A page that is over is not led to, for instance by a reminder long after the group. */
async function dataOf({ data }: MailContent, isPageOver: boolean): Promise<MailData> {
  const whole = typeof data === 'function' ? await data() : data;
  return isPageOver ? { ...whole, link: null, without_page: true } : whole;
}

const untold = { version_id: null, missed: false };

/** What a mail is made of, or why it is called back; a test was written when it was asked for. */
async function wordsOf(contents: MailContents, tx: Transaction, claimed: ClaimedMail, publicUrl: string) {
  const { mail } = claimed;
  if (mail.variant === 'test') return await writtenMail(tx, mail);
  const words = await contents[mailTypeRules[mail.email_type as MailType].about](tx, claimed, publicUrl);
  if (typeof words === 'string' || !isNews(words)) return words;
  return (await hasDeclinedNews(tx, mail)) ? 'declined_news' : words;
}

const isNews = (words: RenderedMail | MailContent): boolean => 'news' in words && words.news === true;

/**
 * Whose page a mail leads to: an applicant has one, what staff have as a test leads to none, nor does an address that is not yet
 * an applicant's, or no longer.
 */
function pageOwnerOf({
  mail: { organization_id, recipient_kind, email_type, to_address, variant },
}: ClaimedMail): Addressed | null {
  if (recipient_kind !== 'applicant' || variant === 'test') return null;
  if (email_type === 'application_link' && variant !== '') return null;
  return { organization_id, address: to_address.toLowerCase() };
}

/** The link to the page of an address, made if it has none. */
async function pageLink(
  tx: Transaction,
  { applicants, publicUrl }: Pick<Sending, 'applicants' | 'publicUrl'>,
  owner: Addressed,
  stored: StoredToken | undefined,
): Promise<PersonalLink> {
  const bare = applicantPage(publicUrl);
  return { bare, link: `${bare}/${await tokenOf(tx, applicants, owner, stored)}` };
}

/** The code that a mail brings to an address that is to be an applicant's. */
async function codeLinks(
  tx: Transaction,
  { mail: { organization_id, email_type, to_address, variant } }: ClaimedMail,
  applicants: ApplicantTokens,
): Promise<PersonalLink[]> {
  if (email_type !== 'application_link' || variant !== 'code') return [];
  const seed = await selectAddressCode(tx, { organization_id, new_address: to_address });
  const [code] = seed ? applicants.codesOf(seed) : [];
  return code === undefined ? [] : [{ bare: hiddenCode, link: code }];
}

const linked = ({ html, text, ...rest }: RenderedMail, links: readonly PersonalLink[]): RenderedMail => ({
  ...rest,
  html: withLinks(html, links),
  text: withLinks(text, links),
});
