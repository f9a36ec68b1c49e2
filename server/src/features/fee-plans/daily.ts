import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { asWorker, type Transaction } from '../../db/scope.ts';
import { type Enrolled, makeDue } from './making.ts';
import { selectPlanned } from './queries.ts';

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
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id);
  const planned = await selectPlanned(reader, [...byGroup.keys()]);
  const all = [...planned].map(([id, its]) => ({ ...its, enrolled: byGroup.get(id) ?? [] }));
  return makeDue(reader, all, { now });
}
