import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { groups, participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';

/** Staff, an applicant, or work in the background. */
type Within = Pick<Scope, 'tx' | 'organizationId'>;

/**
 * Locks groups against applications and against other decisions until the transaction ends, always in the same order,
 * and always before any participant. Answers the ids of those in scope.
 */
export async function lockGroups(scope: Within, ids: string[]): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: groups.id })
    .from(groups)
    .where(
      and(
        eq(groups.organization_id, scope.organizationId),
        sql`${groups.id} = any (${sql.param(ids)}::uuid[])`,
      ),
    )
    .orderBy(groups.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** Keeps questions from becoming sensitive until the transaction ends; after the groups, before any participant. */
export async function lockClassification(scope: Within): Promise<void> {
  await scope.tx.execute(sql`select app.lock_classification(${scope.organizationId}, false)`);
}

/** Locks a participant, after the group that they are in. */
export async function lockParticipant(scope: Within, id: string) {
  const itself = and(eq(participants.organization_id, scope.organizationId), eq(participants.id, id));
  return lockAnew(scope, async () => {
    const [there] = await scope.tx
      .select({ group_id: participants.group_id })
      .from(participants)
      .where(itself);
    const { group_id } = found(there);
    await lockGroups(scope, [group_id]);
    const [row] = await scope.tx
      .select()
      .from(participants)
      .where(and(itself, eq(participants.group_id, group_id)))
      .for('update');
    return row;
  });
}

/**
 * Takes locks, and anew as long as nothing is answered since people were moved or deleted meanwhile. Groups are locked in one
 * order, so all locks of a try are given back before the next one.
 */
export async function lockAnew<T>(scope: Within, lock: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    await scope.tx.execute(sql`savepoint locking`);
    const locked = await lock();
    if (locked === undefined) await scope.tx.execute(sql`rollback to savepoint locking`);
    await scope.tx.execute(sql`release savepoint locking`);
    if (locked !== undefined) return locked;
  }
}

/** Places of groups by id; `places` is null without a limit. */
export async function selectPlaces(
  scope: Within,
  groupIds: string[],
): Promise<Map<string, { places: number | null; taken: number }>> {
  const { rows } = await scope.tx.execute<{ group_id: string; places: number | null; taken: number }>(
    sql`select group_id, places, taken from app.group_places(${sql.param(groupIds)}::uuid[])`,
  );
  return new Map(rows.map(({ group_id, ...its }) => [group_id, its]));
}

/**
 * Refuses one more participant, or several, who take places of a locked group that has too few left.
 *
 * @throws {AppError} group_full
 */
export async function requirePlace(
  scope: Within,
  groupId: string,
  allowOverbooking: boolean,
  more = 1,
): Promise<void> {
  if (allowOverbooking) return;
  const { places = null, taken = 0 } = (await selectPlaces(scope, [groupId])).get(groupId) ?? {};
  if (places !== null && taken + more > places) throw new AppError('group_full');
}

/**
 * Refuses to restore a place that another participant has taken since. One not taken since is restored even in an
 * overbooked group: the count is then the same as before.
 *
 * @throws {AppError} group_full
 */
export async function requirePlaceAgain(
  scope: Within,
  { id, group_id, decided_at }: { id: string; group_id: string; decided_at: string },
): Promise<void> {
  const [taken] = await scope.tx
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(
        eq(participants.organization_id, scope.organizationId),
        eq(participants.group_id, group_id),
        sql`app.takes_place(${participants.status}, ${participants.offer_until})`,
        ne(participants.id, id),
        gt(participants.placed_at, decided_at),
      ),
    )
    .limit(1);
  if (taken) await requirePlace(scope, group_id, false);
}
