import { ImapFlow, type ImapFlowError } from 'imapflow';
import type pg from 'pg';
import { withoutAddresses } from '../mail/returned/faults.ts';
import { type ImapAddress, mailboxName } from '../mail/returned/imap-address.ts';
import type { MailMarks } from '../mail/returned/marks.ts';
import { returnedIn } from '../mail/returned/returned.ts';
import { oneLine } from '../mail/safe-text.ts';
import type { Log } from '../mail/transport.ts';
import { READ, takeReport } from './take-report.ts';

/**
 * Milliseconds for a connection, for silence on it, which reading a report may cause as well, and for one look; what is left
 * then is read a minute later.
 */
const TIMEOUT = 15_000;
const SILENCE = 90_000;
const LONGEST = 120_000;
/** Older reports change nothing; so a mailbox that is numbered anew is not read from its beginning. */
const DAYS = 61;
/** Minutes until the next look after some that failed: 1, 2, 4 … up to this, and at once after a sign-in that may lock the account. */
const LONGEST_PAUSE = 15;
/** Bytes of one answer of the server: the numbers of a million messages. */
const LARGEST = 8_000_000;

type Mailbox = {
  /** Of the role app_system. */
  pool: pg.Pool;
  address: ImapAddress;
  marks: MailMarks;
  log: Log;
  /** Ends the look after the mail in hand. */
  stopping: AbortSignal;
};

/**
 * Looks once for reports about mails in a mailbox, and notes what they say. It deletes those that it has read, and leaves alone
 * what is no report about a mail of ours; it answers nothing. Only one process may look at a time. When the mailbox can't be
 * read, that is noted and the next looks wait.
 *
 * @throws when the database fails; then the mail in hand is read again
 */
export async function readReportMailbox({ pool, address, marks, log, stopping }: Mailbox): Promise<void> {
  const name = mailboxName(address);
  const seen = await seenSoFar(pool, name);
  if (!seen) return;
  const client = connectionTo(address);
  const end = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST)]);
  const step = async <T>(command: () => Promise<T>): Promise<T> => {
    try {
      const answer = await command();
      // some commands say no more than that they have failed
      if (!client.usable) throw new Error('connection lost');
      return answer;
    } catch (error) {
      throw new Unreachable(error as ImapFlowError);
    }
  };
  try {
    const box = await step(async () => {
      await client.connect();
      return await client.mailboxOpen(address.folder);
    });
    const validity = String(box.uidValidity);
    let last = validity === seen.uid_validity ? Number(seen.last_uid) : 0;
    for (const uid of await step(() => uidsAfter(client, last))) {
      if (end.aborted) break;
      const source = await step(() => beginningOf(client, uid));
      if (source && (await isReport({ pool, log, marks }, source))) await step(() => remove(client, uid));
      // after it, so that a process that ends between leaves no report unread
      last = uid;
      await pool.query('update report_mailboxes set uid_validity = $2, last_uid = $3 where name = $1', [
        ...[name, validity, last],
      ]);
    }
    await pool.query(
      `update report_mailboxes set uid_validity = $2, last_uid = $3, failures = 0, fault = '', next_at = now(),
         read_at = case when $4 then now() else read_at end
       where name = $1`,
      [name, validity, last, !end.aborted],
    );
    await client.logout().catch(() => {});
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const { message, isSignIn } = error;
    const pause = isSignIn ? LONGEST_PAUSE : Math.min(2 ** seen.failures, LONGEST_PAUSE);
    await pool.query(
      `update report_mailboxes set failures = failures + 1, fault = $2, next_at = now() + make_interval(mins => $3)
       where name = $1`,
      [name, message, pause],
    );
    // once, and not each time
    if (seen.failures === 0)
      log.warn({ mailbox: address.host, said: message }, 'reports about mails could not be read');
  } finally {
    client.close();
  }
}

type Seen = { uid_validity: string; last_uid: string; failures: number };

/** How far the mailbox was read; undefined while the next look waits. */
async function seenSoFar(pool: pg.Pool, name: string): Promise<Seen | undefined> {
  await pool.query('insert into report_mailboxes (name) values ($1) on conflict do nothing', [name]);
  const { rows } = await pool.query<Seen>(
    'select uid_validity, last_uid, failures from report_mailboxes where name = $1 and next_at <= now()',
    [name],
  );
  return rows[0];
}

function connectionTo({ host, port, secure, local, user, password, folder: _ }: ImapAddress): ImapFlow {
  const client = new ImapFlow({
    ...{ host, port, secure },
    // whatever the server says that it can: nobody between may take TLS away
    ...(!secure && { doSTARTTLS: !local }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: SILENCE,
    maxLiteralSize: 2 * READ,
    maxResponseSize: LARGEST,
    maxLineLength: LARGEST,
  });
  // the command in hand fails as well
  client.on('error', () => {});
  return client;
}

/** Numbers of the messages that came after one, in their order. */
async function uidsAfter(client: ImapFlow, last: number): Promise<number[]> {
  const since = new Date(Date.now() - DAYS * 24 * 3600 * 1000);
  const found = await client.search({ uid: `${last + 1}:*`, since }, { uid: true });
  if (!found) throw new Error('SEARCH failed');
  // a range up to * has the last message in any case
  return found.filter((uid) => uid > last).sort((a, b) => a - b);
}

/** The first bytes of a message, without marking it as read; undefined when it has gone meanwhile. */
async function beginningOf(client: ImapFlow, uid: number): Promise<Buffer | undefined> {
  const message = await client.fetchOne(
    String(uid),
    { source: { start: 0, maxLength: READ } },
    { uid: true },
  );
  return message ? message.source : undefined;
}

/** Whether a message is a report about a mail of ours, or came to a return address, where nothing else comes. */
async function isReport(
  { pool, log, marks }: Pick<Mailbox, 'pool' | 'log' | 'marks'>,
  source: Buffer,
): Promise<boolean> {
  const returned = returnedIn(source, marks);
  if (!returned) return false;
  const { mailId, toReturnAddress, fromServer } = returned;
  const says = await takeReport({ pool, log }, mailId, source, fromServer);
  return says || toReturnAddress;
}

/** Deletes one message. A server that can only remove all that are marked is left to do so itself. */
async function remove(client: ImapFlow, uid: number): Promise<void> {
  if (client.capabilities.has('UIDPLUS')) await client.messageDelete([uid], { uid: true });
  else await client.messageFlagsAdd([uid], ['\\Deleted'], { uid: true });
}

/** The mailbox can't be read now. The message says why, without the sign-in. */
class Unreachable extends Error {
  readonly isSignIn: boolean;

  constructor({ code, responseText, authenticationFailed = false, message }: ImapFlowError) {
    const said = responseText ?? code ?? message;
    super(withoutAddresses(oneLine(said), '…').slice(0, 300));
    this.isSignIn = authenticationFailed;
  }
}
