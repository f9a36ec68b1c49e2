import type { KeyObject } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import nodemailer, { type NodemailerError } from 'nodemailer';
import { encode, wrap } from 'nodemailer/lib/qp';
import { isOurFault } from './returned/faults.ts';
import { oneLine } from './safe-text.ts';
import { isThisMachine } from './this-machine.ts';

/** The mail server will never take this mail. The message is what it said. */
export class MailRefused extends Error {}

/** The mail server can't be reached or won't take the mail now. The message says why, without secrets. */
export class MailDelayed extends Error {
  /** What else will be put off as well: all mail, that to the recipient's domain, or nothing but this mail. */
  readonly concerns: 'server' | 'domain' | 'mail';

  constructor(said: string, concerns: 'server' | 'domain' | 'mail') {
    super(said);
    this.concerns = concerns;
  }
}

/** A mail as it leaves; names and subject are made safe for headers here. */
export type OutgoingMail = {
  /** Shown as the sender; the address is the installation's own. */
  fromName: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  language: string;
  pictures?: MailPicture[];
  attachments?: MailAttachment[];
  /** The same for every try, so that a mail sent twice is shown once. */
  messageId: string;
  /** Where reports about it come back to; the installation's own address when they are not read. */
  returnTo?: string | undefined;
  /** The organisation that it comes from, and its kind: mail programs sort by the one, and complaints are counted by both. */
  list?: { organization_id: string; kind: string };
  /** Where the recipient of news declines more of it, by one POST and without a page (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** A mail's words and pictures, ready for the transport. */
export type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'pictures' | 'attachments'>;

/** A picture that the HTML shows by `cid:`, and mail programs as a file by its name. */
export type MailPicture = { cid: string; name: string; png: Buffer };

/** A file that goes along with a mail, with its type as a header says it. */
export type MailAttachment = { name: string; type: string; content: Buffer };

/** What signs mails in the name of the domain that they come from. */
export type DkimSigner = { domainName: string; keySelector: string; privateKey: KeyObject };

/** Settings for sending. */
export type MailEnv = {
  smtpUrl: string;
  mailFrom: string;
  /** Answers with what signs at the moment: keys change while mails leave. */
  dkim?: (() => DkimSigner | undefined) | undefined;
  /** Where reports about mails come back to; undefined when they are not read. */
  mailBounces: string | undefined;
  secretKeys: [string, ...string[]];
  publicUrl: string;
  /** Reply-To of mails without an organisation. */
  operator: { email: string };
};
/** The part of a logger that background work uses. */
export type Log = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type MailTransport = { send(mail: OutgoingMail): Promise<void>; close(): void };

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Headers that a signature covers where a mail has them: those for unsubscribing must be among them (RFC 8058). */
const signed = [
  ...['From', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type'],
  ...[
    'Content-Language',
    'Auto-Submitted',
    'Feedback-ID',
    'List-Id',
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
  ],
].join(':');

const TIMEOUT = 10_000;
/** For an answer, once connected: servers check a mail's content before they say that they have taken it. */
const SILENCE = 60_000;
/** A mail on its connection, unless others take it for lost before. */
const PATIENCE = 75_000;

/** As the queue of accounts' mails has it (`jobs/queues.ts`). */
const LASTS = 90_000;

/**
 * Connections to the mail server, opened when they are needed.
 *
 * @param silence milliseconds to wait for an answer of the server, once connected
 * @param patience milliseconds that a mail may take on its connection
 * @param lasts milliseconds after which the sender takes a mail for lost, and another may send it
 */
export function createMailTransport({
  smtpUrl,
  mailFrom,
  dkim,
  connections,
  silence = SILENCE,
  lasts = LASTS,
  patience = Math.min(PATIENCE, lasts * 0.8),
}: Pick<MailEnv, 'smtpUrl' | 'mailFrom' | 'dkim'> & {
  connections: number;
  silence?: number;
  patience?: number;
  lasts?: number;
}): MailTransport {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ignoreTLS: isThisMachine(new URL(smtpUrl).hostname),
    pool: true,
    maxConnections: connections,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: silence,
    dnsTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = domainOf(mailFrom);
  /** By Message-ID, mails that were handed over, and what their connection reads once the server asks for the content. */
  const underWay = new Map<
    string,
    { since: number; givingUp: AbortController; clock?: NodeJS.Timeout; content?: Readable }
  >();
  transport.use('stream', ({ data, message }, done) => {
    const create = message.createReadStream.bind(message);
    // a connection has taken the mail: one that waits for its turn behind slow ones must not be given up on its way
    message.createReadStream = (options) => {
      const content = inLargePieces(create(options));
      const mail = underWay.get(String(data.messageId));
      if (mail) {
        mail.content = content;
        const giveUp = () => mail.givingUp.abort();
        // one that has waited too long for a connection could be another's by its end: it is not begun
        if (performance.now() - mail.since + patience > lasts) queueMicrotask(giveUp);
        else mail.clock = setTimeout(giveUp, patience).unref();
      }
      return content;
    };
    done();
  });
  return {
    async send(mail) {
      const { fromName, to, replyTo, subject, html, text, language, pictures = [], attachments = [] } = mail;
      const { returnTo, list, unsubscribe } = mail;
      const messageId = `<${mail.messageId}@${domain}>`;
      const signer = dkim?.();
      const givingUp = new AbortController();
      underWay.set(messageId, { givingUp, since: performance.now() });
      try {
        await transport.sendMail({
          ...(signer && { dkim: { ...signer, headerFieldNames: signed } }),
          ...(returnTo && { envelope: { from: returnTo, to: oneLine(to) } }),
          from: { name: oneLine(fromName), address: mailFrom },
          to: { name: '', address: oneLine(to) },
          replyTo: { name: oneLine(fromName), address: oneLine(replyTo) },
          subject: oneLine(subject),
          text: { raw: partOf('plain', text) },
          html: { raw: partOf('html', html) },
          attachments: [
            ...pictures.map(({ cid, name, png }) => ({
              cid,
              filename: name,
              content: png,
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
            })),
            ...attachments.map(({ name, type, content }) => ({ filename: name, content, contentType: type })),
          ],
          messageId,
          // asks mail servers not to send out-of-office replies
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': language,
            ...(list && {
              'List-Id': `<${list.organization_id}.${domain}>`,
              'Feedback-ID': `${list.kind}:${list.organization_id}:organizations:vpisnik`,
            }),
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: givingUp.signal,
        });
      } catch (error) {
        throw understood(
          error as NodemailerError,
          underWay.get(messageId)?.content?.readableDidRead === true,
        );
      } finally {
        clearTimeout(underWay.get(messageId)?.clock);
        underWay.delete(messageId);
      }
    },
    close: () => transport.close(),
  };
}

/** A part of a mail as it travels, encoded at once: a stream would cost several times as much as all else in sending. */
function partOf(kind: 'plain' | 'html', text: string): string {
  const lines = text.replace(/\r?\n/g, '\r\n');
  const head = [`Content-Type: text/${kind}; charset=utf-8`, 'Content-Transfer-Encoding: quoted-printable'];
  return [...head, '', wrap(encode(lines))].join('\r\n');
}

/** Bytes that go to the connection at once. */
const PIECE = 64 * 1024;

/** Joins the lines and parts that a mail is written in: each would be a system call of its own. */
function inLargePieces(content: Readable): Readable {
  let pieces: Buffer[] = [];
  let size = 0;
  const taken = () => {
    const piece = Buffer.concat(pieces, size);
    pieces = [];
    size = 0;
    return piece;
  };
  const joining = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pieces.push(chunk);
      size += chunk.length;
      if (size < PIECE) done();
      else done(null, taken());
    },
    flush: (done) => done(null, taken()),
  });
  // a failure reaches who reads the pieces
  return pipeline(content, joining, () => {});
}

/**
 * 5xx about the recipient or the message is final; about the sender, the sign-in or the connection it can be mended, at
 * whatever command it is said. A server
 * that falls silent or away once it reads the content may have choked on this mail, so others go on.
 */
function understood(error: NodemailerError, wasReading: boolean): MailRefused | MailDelayed {
  const { code, command, responseCode = 0, response } = error;
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA';
  const invalidAddress = code === 'EENVELOPE' && command === 'API';
  const said = response || code || 'unknown';
  if (aboutThisMail && responseCode >= 500 && isOurFault(said)) return new MailDelayed(said, 'server');
  if (invalidAddress || (aboutThisMail && responseCode >= 500)) return new MailRefused(said);
  if (aboutThisMail) return new MailDelayed(said, concernsOf(said));
  return new MailDelayed(said, wasReading ? 'mail' : 'server');
}

/** A mailbox that is full or busy (4.2.x) says nothing about its neighbours, nor an address (4.1.x); the rest is a server's. */
function concernsOf(said: string): 'domain' | 'mail' {
  return /^452\b|^\d{3}[ -]4\.[12]\.\d/.test(said) ? 'mail' : 'domain';
}
