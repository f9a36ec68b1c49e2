import type pg from 'pg';
import { recordReport } from '../features/application-mails/bounces.ts';
import type { Report } from '../mail/returned/reports.ts';
import type { Log } from '../mail/transport.ts';
import { inThread } from '../thread.ts';
import { takingTurns } from '../turns.ts';

/** Bytes that are read of a report; a mail that comes back whole is one of ours, with its report before it. */
export const READ = 128 * 1024;
/** The most that reading may take: every recipient of our mail can send something that takes long to read. */
const limits = { seconds: 5, memory: 64 };
/** Reports read at the same time, how many more may wait, and read at the same time of those about one mail. */
const inTurn = takingTurns(2, 50, 1);

/**
 * Reads what has come back about a mail, in a thread with limits, and notes what it says; distrust of us and complaints are told
 * to the operator.
 *
 * @param pool of the role app_system
 * @param mailId the mail that it is about
 * @param source its first bytes
 * @param fromServer whether its envelope had no sender
 * @returns whether it is a report that says something
 * @throws when the database can't note it
 */
export async function takeReport(
  { pool, log }: { pool: pg.Pool; log: Log },
  mailId: string,
  source: Buffer,
  fromServer: boolean,
): Promise<boolean> {
  const report = await inTurn(() => inThread<Report>(reader, { source, fromServer }, limits), mailId);
  if (!report) return false;
  if (!(await recordReport(pool, mailId, report))) return true;
  if (report.kind === 'complaint') log.warn({ mail: mailId }, 'a recipient called a mail unwanted');
  else if (report.fault === 'not_accepted')
    log.warn({ mail: mailId, said: report.said }, 'a mail was not accepted');
  return true;
}

const reader = new URL('./report-reader.ts', import.meta.url);
