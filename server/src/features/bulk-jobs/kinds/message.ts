import { type BulkParameters, type BulkReason, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import type { MessageLeftOut } from '@vpisnik/contract/rules/messages';
import { sql } from 'drizzle-orm';
import type { Making } from '../kind.ts';
import type { Result } from '../queries.ts';

/** Why people get no mail, as reasons of bulk work; all were found when it began. */
const reasonsOf = {
  not_found: 'gone',
  waitlisted: 'waitlisted',
  rejected: 'rejected',
  inactive: 'inactive',
  no_email: 'no_email',
  bounced: 'address_bounced',
  declined_news: 'declined_news',
} as const satisfies Record<MessageLeftOut, BulkReason>;

/**
 * Writes the mails of a message. Whom it is for is judged anew for each row, as the caller sees people by then; nobody is
 * changed, so nobody is locked but against being merged or deleted meanwhile, and what has been written is stopped by calling the message off.
 */
export const message: Making<BulkParameters['message']> = {
  rank: bulkRanks.message,
  groups: () => [],
  undo: null,
  lockless: true,
  batch: 1000,
  async make(scope, rows, { message_id }, { job, delaySeconds }) {
    const ids = sql.param(rows.map(({ id }) => id));
    const { rows: written } = await scope.tx.execute<{
      participant_id: string;
      reason: MessageLeftOut | null;
      mails: number;
    }>(sql`
      select participant_id, reason, mails from app.write_message_mails(
        ${message_id}, ${job.id}, ${ids}::uuid[], now() + make_interval(secs => ${delaySeconds}))`);
    const reasons = new Map(written.map(({ participant_id, reason }) => [participant_id, reason]));
    const results = rows.map(({ position, id }): Result => {
      const reason = reasons.get(id);
      // they were found when it began
      const left = reason === undefined ? 'gone' : reason && reasonsOf[reason];
      return { position, state: left ? 'skipped' : 'done', reason: left, version: null, detail: null };
    });
    return { results, mails: written[0]?.mails ?? 0 };
  },
};
