import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import { type OnData, refuseWhenFull } from './mailbox-disk.ts';

/** A mailbox that takes every mail and shows it on a web page, for the demo, development and browser tests. */
export interface Mailbox {
  /** Address of the web page; `{url}/email` lists the mails as JSON. */
  url: string;
  stop(): Promise<void>;
}

export interface MailboxOptions {
  /** Port of the web page. */
  port: number;
  smtpPort: number;
  /** Directory that keeps the mails over a restart. */
  dir: string;
}

/**
 * The two halves of maildev, which has no types. Its own entry is not used: it ends the process on a signal before anybody else can
 * tidy up, and reports a taken port as an uncaught exception.
 */
interface MaildevServer {
  create(port: number, host: string, directory: string): void;
  listen(): Promise<void>;
  store: unknown[];
  close(done: () => void): void;
  loadMailsFromDirectory(): void;
  on(event: 'new', shown: (mail: { id: string }) => void): void;
  deleteEmail(id: string, done: () => void): void;
  smtp: NodeJS.EventEmitter & { onData: OnData };
}
interface MaildevWeb {
  start(
    port: number,
    host: string,
    server: MaildevServer,
    user?: string,
    password?: string,
    base?: string,
    secure?: object,
  ): void;
  close(done: () => void): void;
  server: Server;
}

const require = createRequire(import.meta.url);
const host = '127.0.0.1';

/** Starts the mailbox on this machine only. One at a time in a process. */
export async function startMailbox({ port, smtpPort, dir }: MailboxOptions): Promise<Mailbox> {
  const smtp = require('maildev/lib/mailserver') as MaildevServer;
  const web = require('maildev/lib/web') as MaildevWeb;
  const logger = require('maildev/lib/logger') as { setLevel(level: number): void };
  logger.setLevel(0);
  mkdirSync(dir, { recursive: true });
  smtp.create(smtpPort, host, dir);
  await loadMails(smtp);
  // a mail is shown before or after its file turns out not to be writable
  const hide = (id: string) => smtp.deleteEmail(id, () => {});
  const disk = refuseWhenFull(dir, smtp.smtp.onData, hide);
  smtp.smtp.onData = disk.onData;
  smtp.on('new', ({ id }) => {
    if (disk.isRefused(id)) hide(id);
  });
  smtp.smtp.removeAllListeners('error');
  const refused = once(smtp.smtp, 'error').then(([error]) => Promise.reject(error));
  await Promise.race([smtp.listen(), refused]);
  refused.catch(() => {});
  smtp.smtp.on('error', () => {}); // a client that hung up in the middle of a mail
  web.start(port, host, smtp, undefined, undefined, undefined, {});
  keepToThisMachine(web.server);
  try {
    await once(web.server, 'listening');
  } catch (error) {
    await new Promise<void>((done) => smtp.close(done));
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      await new Promise<void>((done) => web.close(done));
      await new Promise<void>((done) => smtp.close(done));
      disk.stop();
    },
  };
}

/**
 * maildev empties its list when it has read the directory: of a mail that came before, and of the mails of a mailbox that
 * ran earlier in this process unless the directory can't be read. So nothing is taken until then.
 */
async function loadMails(smtp: MaildevServer): Promise<void> {
  const fs = require('node:fs') as {
    readdir: (dir: string, read: (error: unknown, files: string[]) => void) => void;
  };
  const { readdir } = fs;
  smtp.store.length = 0;
  await new Promise<void>((done) => {
    fs.readdir = (dir, read) =>
      readdir(dir, (error, files) => {
        read(error, files);
        done();
      });
    smtp.loadMailsFromDirectory();
    fs.readdir = readdir;
  });
}

/** maildev lets any page of any site read the mails, whose links open accounts. */
function keepToThisMachine(server: Server): void {
  const answers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isLocal(request)) for (const answer of answers) answer(request, response);
    else
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Open the mailbox at its own address.');
  });
  const upgrades = server.listeners('upgrade') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, socket, head) => {
    if (isLocal(request)) for (const upgrade of upgrades) upgrade(request, socket, head);
    else socket.destroy();
  });
}

function isLocal({ headers }: IncomingMessage): boolean {
  const own = `http://${headers.host}`;
  if (!URL.canParse(own) || !['localhost', host].includes(new URL(own).hostname)) return false;
  return headers.origin === undefined || headers.origin === own;
}
