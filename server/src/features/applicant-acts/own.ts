import type { Answer } from '@vpisnik/contract/participants';
import { applicantStateOf } from '@vpisnik/contract/rules/applicant-page';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, sql } from 'drizzle-orm';
import { groups, organizations, participants } from '../../db/schema.ts';
import type { ApplicantScope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import type { Term } from '../applicant-data/rules.ts';
import { lockAnew, lockClassification, lockGroups, lockParticipant } from '../participants/places.ts';
import { selectQuestions } from '../participants/questions.ts';

/** An application of the address, whole. */
export type OwnApplication = Omit<typeof participants.$inferSelect, 'answers'> & { answers: Answer[] };

/** All applications of the address, for changes of all at once. Compares the address again after waiting for a lock. */
export const ofAddress = ({ organizationId, address }: ApplicantScope) =>
  and(
    eq(participants.organization_id, organizationId),
    sql`${participants.id} = any (${idsOf(address)})`,
    sql`lower(${participants.email}) = ${address}`,
  );

/** Ids of the applications of an address, found by its index. */
export const idsOf = (address: string) => sql`array(select app.applications_of(${address}))`;

/**
 * Locks one application after its group. Its address is compared again: it may have been changed while the lock was waited for.
 *
 * @returns undefined where it is not, or no longer, one of the address
 */
export async function lockOne(scope: ApplicantScope, id: string) {
  try {
    const row = await lockParticipant(scope, id);
    return row.email?.toLowerCase() === scope.address ? row : undefined;
  } catch (error) {
    // it was deleted, or merged into another one
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Locks all applications of the address, after their groups: no application can come into one of these, nor staff change one,
 * until the transaction ends.
 */
export function lockOwn(scope: ApplicantScope): Promise<OwnApplication[]> {
  return lockAnew(scope, async () => {
    const groups = await scope.tx
      .selectDistinct({ id: participants.group_id })
      .from(participants)
      .where(ofAddress(scope));
    const ids = groups.map(({ id }) => id);
    await lockGroups(scope, ids);
    await lockClassification(scope);
    const rows = await scope.tx
      .select()
      .from(participants)
      .where(ofAddress(scope))
      .orderBy(participants.id)
      .for('update');
    return rows.every(({ group_id }) => ids.includes(group_id)) ? (rows as OwnApplication[]) : undefined;
  });
}

/**
 * Locks all applications of the address, and reads how the asked one stands; `languages` are those that its organisation writes in.
 *
 * @returns undefined where it is not, or no longer, one of the address
 */
export async function lockStanding(scope: ApplicantScope, id: string) {
  const own = await lockOwn(scope);
  const row = own.find((one) => one.id === id);
  if (!row) return undefined;
  const questions = await selectQuestions(scope, row.group_id);
  const { languages, ...term } = await selectTerm(scope, row.group_id);
  return { own, row, languages, state: applicantStateOf(row, new Date()), questions, term };
}

/** Stores what has changed of one of the applications. */
export async function update(
  { tx, organizationId }: ApplicantScope,
  id: string,
  change: Partial<Pick<OwnApplication, 'phone' | 'notes' | 'answers'>>,
): Promise<void> {
  await tx
    .update(participants)
    .set({ ...(change as Partial<typeof participants.$inferInsert>), updated_at: sql`now()` })
    .where(and(eq(participants.organization_id, organizationId), eq(participants.id, id)));
}

/** The days of a group, and the languages in which its organisation writes. */
async function selectTerm(
  { tx, organizationId }: ApplicantScope,
  groupId: string,
): Promise<Term & { languages: Language[] }> {
  const [row] = await tx
    .select({
      start_date: groups.start_date,
      end_date: groups.end_date,
      today: sql<string>`(now() at time zone ${organizations.time_zone})::date::text`,
      languages: sql<Language[]>`${organizations.languages}`,
    })
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organization_id))
    .where(and(eq(groups.organization_id, organizationId), eq(groups.id, groupId)));
  if (!row) throw new Error('An application is in a group.');
  return row;
}
