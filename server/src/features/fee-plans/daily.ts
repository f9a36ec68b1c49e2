import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { asWorker, type Transaction } from '../../db/scope.ts';
import { type Enrolled, makeDue } from './making.ts';
import { type Reader, selectPlanned } from './queries.ts';

/** Participants whose payments one transaction makes; memory stays the same however many there are. */
const BATCH = 500;

/**
 * Makes the payments that are due in all organisations by their own calendars: the next months of monthly plans, and those
 * of people who have applied. A day that was missed is made up for, and several processes share the work: whose payments
 * one makes, no other one sees.
 *
 * @returns number of payments
 */
export async function makeDuePayments(
  system: Pool,
  now = new Date(),
  stopping?: AbortSignal,
): Promise<number> {
  let made = 0;
  for (;;) {
    const batch = stopping?.aborted ? null : await asWorker(system, (tx) => makeBatch(tx, now));
    if (batch === null) return made;
    made += batch;
  }
}

type Due = Enrolled & { organization_id: string; group_id: string };

/** Makes the payments of some participants of one organisation; null when nobody is due. */
async function makeBatch(tx: Transaction, now: Date): Promise<number | null> {
  const { rows } = await tx.execute<Due>(
    sql`select * from app.claim_fees(${now.toISOString()}::timestamptz, ${BATCH})`,
  );
  const [one] = rows;
  if (!one) return null;
  const reader = { tx, organizationId: one.organization_id };
  const resting = await restArchived(reader, rows);
  const paying = rows.filter(({ participant_id }) => !resting.has(participant_id));
  const byGroup = Map.groupBy(paying, ({ group_id }) => group_id);
  const planned = await selectPlanned(reader, [...byGroup.keys()]);
  const all = [...planned].map(([id, its]) => ({ ...its, enrolled: byGroup.get(id) ?? [] }));
  return makeDue(reader, all, { now });
}

/**
 * Looks no more at those who are in a group in the archive, for it asks for nothing; `app.resume_payers` does so again once it
 * is taken out, or they are. Of whom nothing was made yet pays by the plan all the same, so their day never comes: without one they would
 * be enrolled, and asked, by the next decision.
 */
async function restArchived({ tx, organizationId }: Reader, people: readonly Due[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    update fee_enrolments e set next_on = case when e.made_until is null then date 'infinity' end
    from participants p
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id and g.archived_at is not null
    where p.organization_id = ${organizationId} and p.id = any (${sql.param(
      people.map(({ participant_id }) => participant_id),
    )}::uuid[])
      and e.organization_id = p.organization_id and e.participant_id = p.id
    returning e.participant_id
  `);
  return new Set(rows.map(({ participant_id }) => participant_id));
}
