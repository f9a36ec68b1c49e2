import { contract } from '@vpisnik/contract/contract';
import type { Family } from '@vpisnik/contract/families';
import type { Answer } from '@vpisnik/contract/participants';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, invalidFields } from '../../errors.ts';
import { withContact } from '../participants/contact.ts';
import { lockClassification, lockGroups } from '../participants/places.ts';
import { selectQuestions } from '../participants/questions.ts';
import { lockFamilies, touchFamily } from './queries.ts';
import { get } from './service.ts';

type Body = z.output<(typeof contract.families.setContact)['body']>;
type Row = typeof participants.$inferSelect;

/**
 * Changes the contact of all members together, or of none. The name is an answer, so it is kept where the group's form asks
 * for it; the telephone is the guardian's where the form asks for that, else the participant's own.
 *
 * @throws {AppError} edit_conflict, forbidden (members out of scope), already_applied (with the member), invalid_fields
 */
export async function setContact(scope: Scope, id: string, body: Body): Promise<Family> {
  const { version, members, email } = body;
  await lockFamilies(scope);
  const family = await get(scope, id);
  if (family.hidden_count > 0) throw new AppError('forbidden');
  const applications = family.children.flatMap((child) => child.applications);
  await lockGroups(
    scope,
    applications.map(({ group_id }) => group_id),
  );
  await lockClassification(scope);
  const rows = await lockMembers(
    scope,
    applications.map((row) => row.id),
  );
  const isCurrent =
    family.version === version &&
    rows.length === members.length &&
    rows.every((row) => members.some((seen) => seen.id === row.id && seen.version === row.version));
  if (!isCurrent) throw editConflict(await get(scope, id), contract.families.get.reply);
  if (email !== undefined) await requireNoOther(scope, members, email);
  const planned: [Row, Change][] = [];
  for (const row of rows) planned.push([row, await changeOf(scope, row, body)]);
  if (body.name !== undefined && !planned.some(([, { keepsName }]) => keepsName))
    throw invalidFields([{ path: 'name', code: 'not_asked' }]);
  let changes = 0;
  for (const [row, { change }] of planned) {
    if (Object.keys(change).length === 0) continue;
    await scope.tx
      .update(participants)
      .set({ ...change, updated_at: sql`now()` })
      .where(own(scope, [row.id]));
    changes += 1;
  }
  if (changes > 0) await touchFamily(scope, id);
  return get(scope, id);
}

const own = (scope: Scope, ids: string[]) =>
  and(eq(participants.organization_id, scope.organizationId), inArray(participants.id, ids));

/** The members, locked in one order. */
const lockMembers = (scope: Scope, ids: string[]) =>
  scope.tx.select().from(participants).where(own(scope, ids)).orderBy(participants.id).for('update');

/** Refuses an address that another application of the same name in the same group has, or will have. */
async function requireNoOther(scope: Scope, members: Body['members'], email: string): Promise<void> {
  const ids = sql`${sql.param(members.map(({ id }) => id))}::uuid[]`;
  const living = sql`('pending', 'approved', 'waitlisted')`;
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select its.id from participants its
    join participants other on other.organization_id = its.organization_id and other.group_id = its.group_id
      and other.id <> its.id and other.status in ${living} and (other.email = ${email} or other.id = any (${ids}))
      and app.fold(other.name) = app.fold(its.name)
    where its.organization_id = ${scope.organizationId} and its.id = any (${ids}) and its.status in ${living}`);
  const errors = members.flatMap(({ id }, at) =>
    rows.some((row) => row.id === id) ? [{ path: `members.${at}`, code: 'already_applied' }] : [],
  );
  if (errors.length > 0) throw new AppError('already_applied', { errors });
}

type Said = Pick<Body, 'name' | 'email' | 'phone'>;

type Change = {
  /** The columns that differ from what was said; none where a member says the same. */
  change: Partial<Row>;
  /** Whether the member has a place for the name of the contact. */
  keepsName: boolean;
};

async function changeOf(scope: Scope, row: Row, { name, email, phone }: Said): Promise<Change> {
  const questions = await selectQuestions(scope, row.group_id);
  const language = row.language as Language;
  const before: Answer[] = row.answers;
  const named = withContact(before, questions, language, {
    purpose: 'guardian_name',
    path: 'name',
    text: name,
  });
  const answers = withContact(named ?? before, questions, language, {
    ...{ purpose: 'guardian_phone', path: 'phone', text: phone },
  });
  const kept = answers ?? named;
  const isChanged = kept !== undefined && JSON.stringify(kept) !== JSON.stringify(before);
  return {
    keepsName: named !== undefined,
    change: {
      ...(isChanged && { answers: kept as Row['answers'] }),
      ...(email !== undefined && email !== row.email && { email }),
      ...(phone !== undefined && answers === undefined && phone !== row.phone && { phone }),
    },
  };
}
