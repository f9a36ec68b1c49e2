import { once } from 'node:events';
import { createServer } from 'node:http';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type MailStore, openMailStore } from './store.ts';
import { createWeb } from './web.ts';

export type { Mail } from './mail.ts';

/** A mailbox that takes every mail and shows it on a web page, for the demo, development and tests. */
export interface Mailbox {
  /** Address of the web page; `{url}/email` lists the mails as JSON, oldest first. */
  url: string;
  stop(): Promise<void>;
}

export interface MailboxOptions {
  /** Port of the web page. */
  port: number;
  smtpPort: number;
  /** Folder that keeps the mails over a restart. */
  dir: string;
}

const host = '127.0.0.1';
/** Bytes of one mail. */
const LARGEST = 30_000_000;
/** Milliseconds that connections of senders may stay open when the mailbox stops. */
const FAREWELL = 500;

/**
 * Starts the mailbox, for this machine only.
 *
 * @throws {Error} EADDRINUSE when one of the ports is taken
 */
export async function startMailbox({ port, smtpPort, dir }: MailboxOptions): Promise<Mailbox> {
  const store = await openMailStore(dir);
  const { answer, tellOfChange } = createWeb(store);
  const smtp = createSmtp(store, tellOfChange);
  // a client that hung up in the middle of a mail; a taken port is heard below
  smtp.on('error', () => {});
  const web = createServer(answer);
  const stop = async () => {
    const ended = [web.listening && once(web, 'close'), smtp.server.listening && once(smtp.server, 'close')];
    web.close();
    web.closeAllConnections();
    smtp.close();
    await Promise.all(ended);
  };
  try {
    smtp.listen(smtpPort, host);
    await once(smtp.server, 'listening');
    web.listen(port, host);
    await once(web, 'listening');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, stop };
}

function createSmtp(store: MailStore, onMail: () => void): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST,
    rejectOversized: true,
    closeTimeout: FAREWELL,
    logger: false,
    async onData(stream, session, answer) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
        if (!stream.sizeExceeded) await store.add(Buffer.concat([returnPath(session), ...chunks]));
        onMail();
        answer();
      } catch {
        // the sender tries again later
        answer(Object.assign(new Error('The mailbox is full'), { responseCode: 452 }));
      }
    },
  });
}

/** The envelope's sender, as the last server on a mail's way notes it. */
function returnPath({ envelope: { mailFrom } }: SMTPServerSession): Buffer {
  return Buffer.from(`Return-Path: <${mailFrom ? mailFrom.address : ''}>\r\n`);
}
