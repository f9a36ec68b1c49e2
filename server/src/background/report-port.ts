import { once } from 'node:events';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { recordReport } from '../features/application-mails/bounces.ts';
import type { Report } from '../mail/reports.ts';
import type { Log } from '../mail/transport.ts';
import type { ReturnAddresses } from '../mail/verp.ts';
import { inThread } from '../thread.ts';
import { takingTurns } from '../turns.ts';

/** Bytes of one report; a mail that comes back whole is one of ours, with its report before it. */
const LARGEST = 2_000_000;
/** Bytes that are read of it. */
const READ = 128 * 1024;
/** What reading may take: everybody who has had mail from us can send something here that takes long to read. */
const limits = { seconds: 5, memory: 64 };
/** Reports read at the same time, how many more may wait, and read at the same time of those about one mail. */
const inTurn = takingTurns(2, 50, 1);
/** Connections at the same time. */
const CLIENTS = 50;
/** Milliseconds without a word after which a sender is gone, and that a stop waits for one. */
const SILENCE = 60_000;
const FAREWELL = 500;
/** Milliseconds after which a connection is cut however much is said, so that none keeps its place. */
const LONGEST = 300_000;

/**
 * Takes reports about mails by SMTP until it is stopped: from anybody, to addresses that we have made, and nothing else. It
 * answers none of them. What is not a report is thrown away.
 *
 * @param pool of the role app_system
 * @param longest milliseconds that one connection may last
 * @throws {Error} EADDRINUSE when the port is taken
 */
export async function startReportPort(given: {
  pool: pg.Pool;
  addresses: ReturnAddresses;
  host: string;
  port: number;
  log: Log;
  longest?: number;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, addresses, host, port, log, longest = LONGEST } = given;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST,
    rejectOversized: true,
    maxClients: CLIENTS,
    socketTimeout: SILENCE,
    closeTimeout: FAREWELL,
    logger: false,
    onRcptTo: ({ address }, session, answer) => {
      if (addresses.mailOf(address) === undefined) return answer(refusal(550, '5.1.1 No such address'));
      // a report is about one mail
      if (session.envelope.rcptTo.length > 0) return answer(refusal(452, '4.5.3 One recipient at a time'));
      answer();
    },
    async onData(stream, session, answer) {
      try {
        const chunks: Buffer[] = [];
        let length = 0;
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          if (length < READ) chunks.push(chunk);
          length += chunk.length;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const mailId = addresses.mailOf(rcptTo[0]?.address ?? '');
        const source = Buffer.concat(chunks).subarray(0, READ);
        const fromServer = !mailFrom || mailFrom.address === '';
        const report =
          mailId === undefined || stream.sizeExceeded
            ? undefined
            : await inTurn(() => inThread<Report>(reader, { source, fromServer }, limits), mailId);
        if (mailId && report && (await recordReport(pool, mailId, report))) warn(report, mailId);
        answer();
      } catch (error) {
        // a failed statement names its parameters
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        log.error({ err: cause }, 'a report about a mail could not be taken');
        // the sender tries again later
        answer(refusal(451, '4.3.0 Try again later'));
      }
    },
  });
  const warn = (report: Report, mail: string) => {
    if (report.kind === 'complaint') log.warn({ mail }, 'a recipient called a mail unwanted');
    else if (report.fault === 'not_accepted')
      log.warn({ mail, said: report.said }, 'a mail was not accepted');
  };
  // connections that break; a port that is taken is heard below
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    const end = setTimeout(() => socket.destroy(), longest);
    socket.once('close', () => clearTimeout(end));
  });
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

const reader = new URL('./report-reader.ts', import.meta.url);

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
