import type { Slot } from '@vpisnik/contract/rules/schedule';
import type { ParticipantStatus } from '@vpisnik/contract/rules/statuses';
import { and, desc, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import {
  families,
  family_members,
  family_separations,
  form_fields,
  group_fields,
  groups,
  locations,
  mails,
  participants,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { Separation } from './rules.ts';

/** Mails that a family's page tells of. */
const SHOWN_MAILS = 10;

const columns = {
  id: participants.id,
  version: participants.version,
  name: participants.name,
  /** The name as people are told apart by it. */
  person: sql<string>`app.fold(${participants.name})`,
  birth_date: participants.date_of_birth,
  email: participants.email,
  phone: participants.phone,
  guardian_name: participants.guardian_name,
  guardian_phone: participants.guardian_phone,
  status: sql<ParticipantStatus>`${participants.status}`,
  withdrawn_at: participants.withdrawn_at,
  application_date: participants.application_date,
  group_id: participants.group_id,
  group_name: groups.name,
  schedule: sql<Slot[]>`${groups.schedule}`,
  start_date: groups.start_date,
  end_date: groups.end_date,
  location_name: locations.name,
  /** Null also in a family that has no other child. */
  family_id: sql<string | null>`case when ${family_members.family_id} is not null
    and app.family_children(${family_members.family_id}) > 1 then ${family_members.family_id} end`,
};

async function select(scope: Scope, where: SQL | undefined, limit?: number) {
  const rows = scope.tx
    .select(columns)
    .from(participants)
    .innerJoin(groups, referenced(groups, participants, participants.group_id))
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .leftJoin(
      family_members,
      and(
        eq(family_members.organization_id, participants.organization_id),
        eq(family_members.participant_id, participants.id),
      ),
    )
    .where(and(eq(participants.organization_id, scope.organizationId), where))
    .orderBy(desc(participants.application_date), desc(participants.id));
  return await (limit === undefined ? rows : rows.limit(limit));
}

/** An application as families show it, with the family that it is in. */
export type MemberRow = Awaited<ReturnType<typeof select>>[number];

/** Applications in scope by their ids, the latest first. */
export const selectByIds = (scope: Scope, ids: readonly string[]) =>
  select(scope, inArray(participants.id, [...ids]));

/** Applications in scope with one of these addresses, the latest first. Addresses are kept in lower case. */
export const selectByAddress = async (scope: Scope, addresses: readonly string[], limit?: number) =>
  addresses.length === 0 ? [] : select(scope, inArray(participants.email, [...addresses]), limit);

/** The members in scope of families, the latest application first. */
export const selectMembers = (scope: Scope, familyIds: readonly string[]) =>
  select(
    scope,
    inArray(
      participants.id,
      scope.tx
        .select({ id: family_members.participant_id })
        .from(family_members)
        .where(
          and(
            eq(family_members.organization_id, scope.organizationId),
            inArray(family_members.family_id, [...familyIds]),
          ),
        ),
    ),
  );

const itself = (scope: Scope, id: string) =>
  and(eq(families.organization_id, scope.organizationId), eq(families.id, id));

/** A family's own row; undefined for one of another organisation. */
export async function selectFamily(scope: Scope, id: string) {
  const { organization_id: _, ...plain } = getColumns(families);
  return (await scope.tx.select(plain).from(families).where(itself(scope, id)))[0];
}

/** How many members a family has, and how many children they are, also out of scope. */
export async function familySize(scope: Scope, id: string): Promise<{ members: number; children: number }> {
  const { rows } = await scope.tx.execute<{ members: number; children: number }>(
    sql`select app.family_size(${id}) as members, app.family_children(${id}) as children`,
  );
  return rows[0] ?? { members: 0, children: 0 };
}

/** Whether the form of one of these members asks for the name of the contact, and the answer is not sensitive. */
export async function asksName(scope: Scope, memberIds: readonly string[]): Promise<boolean> {
  const rows = await scope.tx
    .select({ id: group_fields.id })
    .from(participants)
    .innerJoin(
      group_fields,
      and(
        eq(group_fields.organization_id, participants.organization_id),
        eq(group_fields.group_id, participants.group_id),
      ),
    )
    .innerJoin(form_fields, referenced(form_fields, group_fields, group_fields.form_field_id))
    .where(
      and(
        eq(participants.organization_id, scope.organizationId),
        inArray(participants.id, [...memberIds]),
        eq(form_fields.purpose, 'guardian_name'),
        eq(form_fields.sensitive, false),
        // what was once given as sensitive stays so
        sql`not ${participants.answers} @> jsonb_build_array(jsonb_build_object('field_id', ${group_fields.id}, 'sensitive', true))`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The latest mails to members. */
export function selectLastMails(scope: Scope, memberIds: readonly string[]) {
  return scope.tx
    .select({ ...getColumns(mails), participant_name: participants.name })
    .from(mails)
    .innerJoin(participants, referenced(participants, mails, mails.participant_id))
    .where(
      and(
        eq(mails.organization_id, scope.organizationId),
        inArray(mails.participant_id, [...memberIds]),
        eq(mails.recipient_kind, 'applicant'),
      ),
    )
    .orderBy(desc(mails.created_at), desc(mails.id))
    .limit(SHOWN_MAILS);
}

/** Lets one change of families at a time happen in an organisation, until the transaction ends; before any other lock. */
export async function lockFamilies({ tx, organizationId }: Scope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`families ${organizationId}`}, 0))`);
}

/** Makes a family without members; answers its id. */
export async function insertFamily(scope: Scope): Promise<string> {
  const [row] = await scope.tx
    .insert(families)
    .values({ organization_id: scope.organizationId })
    .returning({ id: families.id });
  return row?.id ?? '';
}

/** Moves a family's version on, for who has its contact open. */
export async function touchFamily(scope: Scope, id: string): Promise<void> {
  await scope.tx.update(families).set({ updated_at: sql`now()` }).where(itself(scope, id));
}

/** Deletes a family; its members stay as they are. */
export async function deleteFamily(scope: Scope, id: string): Promise<void> {
  await scope.tx.delete(families).where(itself(scope, id));
}

type Joining = Pick<MemberRow, 'id' | 'group_id'> & { joined: 'email' | 'hand' };

/** Adds members to a family. */
export async function insertMembers(scope: Scope, family_id: string, rows: readonly Joining[]) {
  if (rows.length === 0) return;
  const { organizationId: organization_id } = scope;
  await scope.tx
    .insert(family_members)
    .values(
      rows.map(({ id: participant_id, ...row }) => ({ ...row, organization_id, family_id, participant_id })),
    );
}

/** Takes members out of the family that they are in. */
export async function deleteMembers(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await scope.tx
    .delete(family_members)
    .where(
      and(
        eq(family_members.organization_id, scope.organizationId),
        inArray(family_members.participant_id, [...ids]),
      ),
    );
}

const among = (scope: Scope, ids: readonly string[]) =>
  and(
    eq(family_separations.organization_id, scope.organizationId),
    inArray(family_separations.participant_id, [...ids]),
    inArray(family_separations.other_id, [...ids]),
  );

/** The separations among these participants. */
export async function selectSeparations(scope: Scope, ids: readonly string[]): Promise<Separation[]> {
  if (ids.length < 2) return [];
  const { participant_id, other_id } = family_separations;
  return await scope.tx
    .select({ participant_id, other_id })
    .from(family_separations)
    .where(among(scope, ids));
}

/** Remembers that one side is no family of the other. */
export async function insertSeparations(scope: Scope, some: readonly string[], others: readonly string[]) {
  const { organizationId: organization_id } = scope;
  const pairs = some.flatMap((one) =>
    others
      .filter((other) => other !== one)
      .flatMap((other) => [
        [one, other],
        [other, one],
      ]),
  );
  if (pairs.length === 0) return;
  await scope.tx
    .insert(family_separations)
    .values(
      pairs.map(([participant_id = '', other_id = '']) => ({ organization_id, participant_id, other_id })),
    )
    .onConflictDoNothing();
}

/** Forgets the separations among these participants. */
export async function deleteSeparations(scope: Scope, ids: readonly string[]): Promise<void> {
  await scope.tx.delete(family_separations).where(among(scope, ids));
}
