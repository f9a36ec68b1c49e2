import { once } from 'node:events';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { networksOf } from '../http/guards/address.ts';
import type { ReturnAddresses } from '../mail/returned/verp.ts';
import type { Log } from '../mail/transport.ts';
import { countingHourly } from './hourly.ts';
import { READ, takeReport } from './take-report.ts';

/** Bytes of one report; a mail that comes back whole is one of ours, with its report before it. */
const LARGEST = 2_000_000;
/**
 * Reports that are taken in an hour: about one mail, of which the first counts; of a sender with an address, which most reports
 * don't have; from one network, which may be a relay that reports about all our mails.
 */
const PER_HOUR = { mail: 20, sender: 60, network: 5000 };
/** Connections at the same time. */
const CLIENTS = 50;
/** Milliseconds without a word after which a sender is gone, and that a stop waits for one. */
const SILENCE = 60_000;
const FAREWELL = 500;
/** Milliseconds after which a connection is cut however much is said, so that none keeps its place. */
const LONGEST = 300_000;

/**
 * Takes reports about mails by SMTP until it is stopped: from anybody, to addresses that we have made, and nothing else. It
 * answers none of them. Anything but a report is discarded.
 *
 * @param pool of the role app_system
 * @param longest milliseconds that one connection may last
 * @param perHour most reports that are taken in an hour; the others are put off
 * @throws {Error} EADDRINUSE when the port is taken
 */
export async function startReportPort(given: {
  pool: pg.Pool;
  addresses: ReturnAddresses;
  host: string;
  port: number;
  log: Log;
  longest?: number;
  perHour?: typeof PER_HOUR;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, addresses, host, port, log, longest = LONGEST, perHour = PER_HOUR } = given;
  const isBeyond = countingHourly();
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
      const mail = addresses.mailOf(address);
      if (mail === undefined) return answer(refusal(550, '5.1.1 No such address'));
      // a report is about one mail
      if (session.envelope.rcptTo.length > 0) return answer(refusal(452, '4.5.3 One recipient at a time'));
      const { mailFrom } = session.envelope;
      const sender = mailFrom ? mailFrom.address.toLowerCase() : '';
      const beyond = [
        isBeyond(`mail ${mail}`, perHour.mail),
        sender !== '' && isBeyond(`sender ${sender}`, perHour.sender),
        ...networksOf(session.remoteAddress).map(({ network, visitors }) =>
          isBeyond(`network ${network}`, perHour.network * visitors),
        ),
      ];
      answer(
        beyond.includes(true) ? refusal(451, '4.7.1 Too many reports, try again in an hour') : undefined,
      );
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
        if (mailId && !stream.sizeExceeded) await takeReport({ pool, log }, mailId, source, fromServer);
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

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
