import type { contract } from '@vpisnik/contract/contract';
import { type Day, days, type Slot } from '@vpisnik/contract/rules/schedule';
import type { SessionExceptionRow } from '@vpisnik/contract/session-exceptions';
import { and, eq, getColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groups, locations, session_exceptions } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

type Body = Omit<z.output<typeof contract.session_exceptions.create.body>, 'notify'>;

const { organization_id: _, ...columns } = getColumns(session_exceptions);

const own = (scope: Scope, id: string) =>
  and(eq(session_exceptions.organization_id, scope.organizationId), eq(session_exceptions.id, id));

/**
 * Locks a group in scope until the transaction ends and returns its schedule; undefined if there is no such group.
 */
export async function lockSchedule(scope: Scope, groupId: string) {
  const rows = await scope.tx
    .select({
      schedule: sql<Slot[]>`${groups.schedule}`,
      start_date: groups.start_date,
      end_date: groups.end_date,
    })
    .from(groups)
    .where(and(eq(groups.organization_id, scope.organizationId), eq(groups.id, groupId)))
    .for('no key update');
  return rows[0];
}

/** Whether a location is in use; undefined when there is none. */
export async function selectLocation(scope: Scope, id: string): Promise<{ active: boolean } | undefined> {
  const rows = await scope.tx
    .select({ active: locations.active })
    .from(locations)
    .where(and(eq(locations.organization_id, scope.organizationId), eq(locations.id, id)));
  return rows[0];
}

/** One exception in scope. */
export async function selectException(scope: Scope, id: string): Promise<SessionExceptionRow | undefined> {
  const rows = await scope.tx.select(columns).from(session_exceptions).where(own(scope, id));
  return rows[0] as SessionExceptionRow | undefined;
}

/** Adds an exception; another one about the same session makes the constraint refuse. */
export async function insertException(
  scope: Scope,
  group_id: string,
  body: Body,
): Promise<SessionExceptionRow | undefined> {
  const rows = await scope.tx
    .insert(session_exceptions)
    .values({ ...body, group_id, organization_id: scope.organizationId })
    .returning(columns);
  return rows[0] as SessionExceptionRow | undefined;
}

/** Changes an exception; undefined when it is not there at that version any more. */
export async function updateException(
  scope: Scope,
  id: string,
  version: number,
  change: { [Field in keyof Body]?: Body[Field] | undefined },
): Promise<SessionExceptionRow | undefined> {
  const rows = await scope.tx
    .update(session_exceptions)
    .set({ ...change, updated_at: sql`now()` })
    .where(and(own(scope, id), eq(session_exceptions.version, version)))
    .returning(columns);
  return rows[0] as SessionExceptionRow | undefined;
}

/** Deletes an exception; whether it was there. */
export async function deleteException(scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.delete(session_exceptions).where(own(scope, id));
  return rowCount === 1;
}

/** Deletes what lets sessions of a group take place on a day although it is closed. */
export async function deleteHolds(
  { tx, organizationId }: Scope,
  groupId: string,
  date: string,
): Promise<void> {
  await tx
    .delete(session_exceptions)
    .where(
      and(
        eq(session_exceptions.organization_id, organizationId),
        eq(session_exceptions.group_id, groupId),
        eq(session_exceptions.date, date),
        eq(session_exceptions.kind, 'held'),
      ),
    );
}

/** When slots of a day begin that the others do not have, in order. */
function startsOnlyIn(day: Day, slots: readonly Slot[], others: readonly Slot[]): string[] {
  const starts = ({ day: on, start_time }: Slot) => (on === day ? [start_time] : []);
  const known = others.flatMap(starts);
  return slots
    .flatMap(starts)
    .filter((start_time) => !known.includes(start_time))
    .sort();
}

/**
 * Keeps exceptions when slots change their times: if slots of a day were replaced by as many others, their exceptions follow
 * them, the first one's to the first.
 *
 * The new time may still have exceptions of an earlier, removed slot. Its moved sessions are in calendars, so they stay as
 * added ones, without a visible change. Its cancelled and held ones are invisible and would now silently cancel dates of
 * the new slot, so they are deleted.
 *
 * A slot that is only removed keeps its exceptions: put back after an oversight, its cancelled dates are cancelled again.
 */
export async function followSchedule(
  scope: Scope,
  groupId: string,
  before: readonly Slot[],
  after: readonly Slot[],
): Promise<void> {
  const moves = days.flatMap((day, at) => {
    const [gone, come] = [startsOnlyIn(day, before, after), startsOnlyIn(day, after, before)];
    return gone.length === come.length
      ? gone.map((from, index) => ({ isodow: at + 1, from, to: come[index] ?? from }))
      : [];
  });
  for (const { isodow, from, to } of moves) {
    const about = (start_time: string) =>
      and(
        eq(session_exceptions.organization_id, scope.organizationId),
        eq(session_exceptions.group_id, groupId),
        eq(session_exceptions.start_time, start_time),
        sql`extract(isodow from ${session_exceptions.date}) = ${isodow}::integer`,
      );
    await scope.tx
      .update(session_exceptions)
      .set({ kind: 'added', date: null, start_time: null, updated_at: sql`now()` })
      .where(and(about(to), eq(session_exceptions.kind, 'moved')));
    await scope.tx.delete(session_exceptions).where(about(to));
    await scope.tx
      .update(session_exceptions)
      .set({ start_time: to, updated_at: sql`now()` })
      .where(about(from));
  }
}
