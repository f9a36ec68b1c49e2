import { contract } from '@vpisnik/contract/contract';
import type { Family, FamilyOfParticipant, FamilySummary } from '@vpisnik/contract/families';
import { limits } from '@vpisnik/contract/rules/limits';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { lockAnew, lockGroups } from '../participants/places.ts';
import {
  asksName,
  deleteFamily,
  deleteMembers,
  deleteSeparations,
  familySize,
  insertFamily,
  insertMembers,
  insertSeparations,
  lockFamilies,
  type MemberRow,
  selectByAddress,
  selectByIds,
  selectFamily,
  selectLastMails,
  selectMembers,
  selectSeparations,
  touchFamily,
} from './queries.ts';
import { childrenOf, contactOf, MOST_WITH_ADDRESS, ofSameChild, proposedFor } from './rules.ts';

type JoinBody = z.output<(typeof contract.families.join)['body']>;

/** A family with its members in scope; undefined where none is, and of one that has a single child left. */
async function summaryOf(
  scope: Scope,
  id: string,
): Promise<(FamilySummary & { rows: MemberRow[] }) | undefined> {
  const [row, rows, size] = await Promise.all([
    selectFamily(scope, id),
    selectMembers(scope, [id]),
    familySize(scope, id),
  ]);
  if (!row || rows.length === 0 || size.children < 2) return undefined;
  return {
    ...row,
    rows,
    children: childrenOf(rows),
    contact: contactOf(rows),
    hidden_count: size.members - rows.length,
  };
}

/** One family; 404 where no member of it is in scope. */
export async function get(scope: Scope, id: string): Promise<Family> {
  const summary = found(await summaryOf(scope, id));
  const ids = summary.rows.map((row) => row.id);
  const [asks, mails] = await Promise.all([asksName(scope, ids), selectLastMails(scope, ids)]);
  return {
    ...summary,
    takes_name: asks || summary.contact.names.length > 0,
    mails: mails as Family['mails'],
  };
}

async function memberOf(scope: Scope, id: string): Promise<MemberRow> {
  return found((await selectByIds(scope, [id]))[0]);
}

/** A participant's family, and who else is probably in it. */
export async function ofParticipant(scope: Scope, id: string): Promise<FamilyOfParticipant> {
  const own = await memberOf(scope, id);
  const [family, proposal] = await Promise.all([
    own.family_id === null ? undefined : summaryOf(scope, own.family_id),
    proposalFor(scope, own),
  ]);
  return { family: family ?? null, proposal: childrenOf(proposal) };
}

async function proposalFor(scope: Scope, own: MemberRow): Promise<MemberRow[]> {
  if (own.email === null) return [];
  const sameAddress = await selectByAddress(scope, [own.email], MOST_WITH_ADDRESS + 1);
  const separations = await selectSeparations(
    scope,
    sameAddress.map((row) => row.id),
  );
  return proposedFor(own, sameAddress, separations);
}

/** The rows of a call's ids; unknown ones and those out of scope read alike. */
async function named(scope: Scope, ids: readonly string[]): Promise<MemberRow[]> {
  const rows = await selectByIds(scope, ids);
  const unknown = ids.flatMap((id, at) =>
    rows.some((row) => row.id === id) ? [] : [{ path: `participant_ids.${at}`, code: 'unknown_id' }],
  );
  if (unknown.length > 0) throw invalidFields(unknown);
  return rows;
}

/**
 * Joins others with a participant, each with the applications of theirs that are in no family. A family that some of
 * them are in goes on; two families become that of the participant, if that is asked for.
 *
 * @throws {AppError} in_other_family, forbidden (members out of scope), invalid_fields
 */
export async function join(
  scope: Scope,
  id: string,
  { participant_ids, join_families }: JoinBody,
): Promise<FamilyOfParticipant> {
  await lockFamilies(scope);
  const own = await memberOf(scope, id);
  const asked = await named(scope, participant_ids);
  if (asked.every((row) => row.id === id))
    throw invalidFields([{ path: 'participant_ids.0', code: 'invalid_value' }]);
  const rows = [own, ...asked];
  const families = [...new Set(rows.flatMap(({ family_id }) => family_id ?? []))];
  await requireWhole(scope, families);
  const [target = await insertFamily(scope)] = families;
  const [other] = families.filter((one) => one !== target);
  if (other && !join_families)
    throw new AppError('in_other_family', {
      current: contract.families.join.reply.parse({ family: await summaryOf(scope, other), proposal: [] }),
    });
  const before = await selectMembers(scope, [target, ...families]);
  const members = unique([...before, ...rows, ...(await alongWith(scope, rows))]);
  if (members.length > limits.familyMembers)
    throw invalidFields([{ path: 'participant_ids', code: 'too_many', limit: limits.familyMembers }]);
  const joining = await whileInTheirGroups(
    scope,
    members.filter(({ family_id }) => family_id !== target).map((row) => row.id),
  );
  await deleteMembers(
    scope,
    joining.map((row) => row.id),
  );
  await insertMembers(
    scope,
    target,
    joining.map(({ id, group_id, email }) => ({
      id,
      group_id,
      joined: email !== null && email === own.email ? 'email' : 'hand',
    })),
  );
  if (joining.length > 0) await touchFamily(scope, target);
  await deleteSeparations(
    scope,
    members.map((row) => row.id),
  );
  return ofParticipant(scope, id);
}

/** These applications once nobody can move them to another group any more: their family names the group as well. */
function whileInTheirGroups(scope: Scope, ids: readonly string[]): Promise<MemberRow[]> {
  return lockAnew(scope, async () => {
    const seen = (await selectByIds(scope, ids)).map(({ group_id }) => group_id);
    await lockGroups(scope, seen);
    const rows = await selectByIds(scope, ids);
    return rows.every(({ group_id }) => seen.includes(group_id)) ? rows : undefined;
  });
}

const unique = (rows: readonly MemberRow[]) => [...new Map(rows.map((row) => [row.id, row])).values()];

/** Other applications of the same people (same address and name) that are in no family. */
async function alongWith(scope: Scope, rows: readonly MemberRow[]): Promise<MemberRow[]> {
  const addresses = [...new Set(rows.flatMap(({ email }) => email ?? []))];
  const same = await selectByAddress(scope, addresses);
  return same.filter(
    ({ email, person, family_id }) =>
      family_id === null && rows.some((row) => row.email === email && row.person === person),
  );
}

/** Refuses to change families that have members out of scope. */
async function requireWhole(scope: Scope, familyIds: readonly string[]): Promise<void> {
  if (scope.allGroups) return;
  for (const id of familyIds)
    if ((await summaryOf(scope, id))?.hidden_count !== 0) throw new AppError('forbidden');
}

/** Remembers that others are no family of a participant; those who are in it already stay there. */
export async function refuse(
  scope: Scope,
  id: string,
  participantIds: readonly string[],
): Promise<FamilyOfParticipant> {
  await lockFamilies(scope);
  const own = await memberOf(scope, id);
  const others = await named(scope, participantIds);
  await insertSeparations(
    scope,
    [id],
    others.filter(({ family_id }) => family_id === null || family_id !== own.family_id).map((row) => row.id),
  );
  return ofParticipant(scope, id);
}

/**
 * Takes a child, with all their applications, out of the family; their common address proposes it no more. A family of one
 * child ends.
 *
 * @throws {AppError} not_found (in no family), forbidden (members out of scope)
 */
export async function separate(scope: Scope, id: string): Promise<undefined> {
  await lockFamilies(scope);
  const own = await memberOf(scope, id);
  const familyId = found(own.family_id ?? undefined);
  await requireWhole(scope, [familyId]);
  const members = await selectMembers(scope, [familyId]);
  const leaving = ofSameChild(members, own);
  const staying = members.filter((row) => !leaving.includes(row));
  await deleteMembers(
    scope,
    leaving.map((row) => row.id),
  );
  for (const row of leaving)
    await insertSeparations(
      scope,
      [row.id],
      staying.filter(({ email }) => email !== null && email === row.email).map((other) => other.id),
    );
  if (childrenOf(staying).length < 2) await deleteFamily(scope, familyId);
  else await touchFamily(scope, familyId);
}
