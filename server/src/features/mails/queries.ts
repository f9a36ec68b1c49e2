import type { OutgoingMail } from '@vpisnik/contract/mails';
import { isRepeatable, type OutboxView } from '@vpisnik/contract/rules/mails';
import type { ParticipantStatus } from '@vpisnik/contract/rules/statuses';
import { and, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { referenced } from '../../db/referenced.ts';
import { groups, mails, participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** States that each view of the outbox shows. */
const states = {
  waiting: ['queued', 'sending'],
  held: ['held'],
  failed: ['failed'],
} as const satisfies Record<OutboxView, readonly string[]>;

/** Mails that failed longer ago are history. */
const FAILED_DAYS = 60;

/** A page of the outbox. */
export async function selectOutbox(
  scope: Scope,
  view: OutboxView,
  page: { limit: number; last_id?: string | undefined },
): Promise<{ results: OutgoingMail[]; last_id: string | null }> {
  const waits = view === 'waiting';
  const key = waits ? mails.send_after : mails.created_at;
  const order = { key: sql`${key}`, id: sql`${mails.id}`, descending: !waits };
  const rows = await select(scope, and(isIn(scope, view), afterCursor(order, page.last_id)))
    .orderBy(orderBy(order))
    .limit(page.limit + 1);
  return pageOf(rows.map(outgoing), page.limit, (row) => (waits ? row.send_after : row.created_at));
}

/** How many mails a view of the outbox has. */
export const countOutbox = (scope: Scope, view: OutboxView): Promise<number> =>
  scope.tx.$count(mails, isIn(scope, view));

/** One mail of the organisation; undefined if it has none such. */
export async function selectOutgoing(scope: Scope, id: string): Promise<OutgoingMail | undefined> {
  const [row] = await select(scope, eq(mails.id, id));
  return row && outgoing(row);
}

function isIn(scope: Scope, view: OutboxView): SQL | undefined {
  return and(
    eq(mails.organization_id, scope.organizationId),
    inArray(mails.state, [...states[view]]),
    // in the words of the index
    view === 'waiting'
      ? sql`${mails.state} in ('queued', 'sending')`
      : sql`${mails.state} in ('held', 'failed')`,
    view === 'failed' ? sql`${mails.created_at} > now() - make_interval(days => ${FAILED_DAYS})` : undefined,
  );
}

const select = (scope: Scope, which: SQL | undefined) =>
  scope.tx
    .select({
      ...getColumns(mails),
      participant_name: participants.name,
      participant_email: participants.email,
      participant_status: participants.status,
      offer_until: participants.offer_until,
      group_name: groups.name,
      /** A mail is repeated once; its repeat says the rest. */
      is_repeated: sql<boolean>`exists (
        select from mails again where again.organization_id = ${mails.organization_id} and again.again_of = ${mails.id})`,
    })
    .from(mails)
    .leftJoin(participants, referenced(participants, mails, mails.participant_id))
    .leftJoin(groups, referenced(groups, mails, mails.group_id))
    .where(and(eq(mails.organization_id, scope.organizationId), which))
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

function outgoing({
  participant_email,
  participant_status,
  offer_until,
  is_repeated,
  ...row
}: Row): OutgoingMail {
  const state = row.state as OutgoingMail['state'];
  const isStaffs = row.recipient_kind === 'staff';
  const hasAddress = isStaffs || participant_email !== null;
  const isTrue =
    // the words of a test are gone, and what an applicant has changed is told by the first mail alone
    isStaffs
      ? row.variant !== 'test' && row.email_type !== 'application_changed'
      : isRepeatable(row, { status: participant_status as ParticipantStatus, offer_until });
  const waitsForTry = state === 'queued' && row.attempts > 0;
  return {
    ...row,
    state,
    retryable: hasAddress && (waitsForTry || (state === 'failed' && !is_repeated && isTrue)),
    cancellable: state === 'queued' || state === 'held',
  };
}
