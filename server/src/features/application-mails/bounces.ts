import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { asWorker } from '../../db/scope.ts';
import type { Report } from '../../mail/returned/reports.ts';
import { bounceOf, reasonText } from './outbox.ts';

/**
 * Notes what a report says about a mail that was sent: it has not arrived, or it was unwanted. Only the first report counts; a
 * mail that is unknown, too old or not sent stays as it is.
 *
 * @param pool of the role app_system
 * @returns whether anything was noted
 */
export async function recordReport(pool: pg.Pool, mailId: string, report: Report): Promise<boolean> {
  const reason = report.kind === 'complaint' ? 'complained' : report.fault;
  const bounce = report.kind === 'complaint' ? 'complaint' : bounceOf(report.fault);
  return await asWorker(pool, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update mails set state = 'failed', state_reason = ${reasonText(reason, report.said)}, bounce = ${bounce},
        sent_at = coalesce(mails.sent_at, now())
      from organizations o
      where mails.organization_id = o.id and mails.id = ${mailId}
        -- a report may be quicker than the note that the mail was handed over
        and mails.state in ('sending', 'sent') and mails.bounce is null and mails.created_at > now() - interval '60 days'
      returning mails.id
    `);
    return rows.length > 0;
  });
}
