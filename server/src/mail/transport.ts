import nodemailer, { type NodemailerError } from 'nodemailer';
import { encode, wrap } from 'nodemailer/lib/qp';
import { oneLine } from './safe-text.ts';

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
  /** The same for every try, so that a mail sent twice is shown once. */
  messageId: string;
};

/** A mail's words and pictures, ready for the transport. */
export type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'pictures'>;

/** A picture that the HTML shows by `cid:`, and mail programs as a file by its name. */
export type MailPicture = { cid: string; name: string; png: Buffer };

/** Settings for sending. */
export type MailEnv = {
  smtpUrl: string;
  mailFrom: string;
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

const TIMEOUT = 10_000;
/** A try as a whole, well below the minute after which the queue takes the job for lost. */
const PATIENCE = 40_000;

/** Connections to the mail server, opened when they are needed. */
export function createMailTransport({
  smtpUrl,
  mailFrom,
  connections,
}: {
  smtpUrl: string;
  mailFrom: string;
  connections: number;
}): MailTransport {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return {
    async send({ fromName, to, replyTo, subject, html, text, language, pictures = [], messageId }) {
      try {
        await transport.sendMail({
          from: { name: oneLine(fromName), address: mailFrom },
          to: { name: '', address: oneLine(to) },
          replyTo: { name: oneLine(fromName), address: oneLine(replyTo) },
          subject: oneLine(subject),
          text: { raw: partOf('plain', text) },
          html: { raw: partOf('html', html) },
          attachments: pictures.map(({ cid, name, png }) => ({
            cid,
            filename: name,
            content: png,
            contentType: 'image/png',
            contentDisposition: 'inline',
          })),
          messageId: `<${messageId}@${domain}>`,
          // asks mail servers not to send out-of-office replies
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': language,
          },
          signal: AbortSignal.timeout(PATIENCE),
        });
      } catch (error) {
        throw understood(error as NodemailerError);
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

/** 5xx about the recipient or the message is final; about the sender, the sign-in or the connection it can be mended. */
function understood(error: NodemailerError): MailRefused | MailDelayed {
  const { code, command, responseCode = 0, response } = error;
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA';
  const invalidAddress = code === 'EENVELOPE' && command === 'API';
  const said = response || code || 'unknown';
  if (invalidAddress || (aboutThisMail && responseCode >= 500)) return new MailRefused(said);
  return new MailDelayed(said, aboutThisMail ? concernsOf(said) : 'server');
}

/** A mailbox that is full or busy (4.2.x) says nothing about its neighbours, nor an address (4.1.x); the rest is a server's. */
function concernsOf(said: string): 'domain' | 'mail' {
  return /^452\b|^\d{3}[ -]4\.[12]\.\d/.test(said) ? 'mail' : 'domain';
}
