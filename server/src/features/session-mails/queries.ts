import { addDays } from '@vpisnik/contract/rules/dates';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { and, eq, getColumns, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import { groups, locations, mail_notices, participants, session_notices } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { Reader } from '../closures/queries.ts';
import { loadDepartures } from '../sessions/departures.ts';
import type { KnownDates } from './changes.ts';
import { type DatedGroup, datesOf, type PlannedDate } from './known.ts';

/** How far ahead people are told of single dates, in days. */
export const AHEAD = 366;

const dated = {
  id: groups.id,
  schedule: sql<Slot[]>`${groups.schedule}`,
  start_date: groups.start_date,
  end_date: groups.end_date,
  location_id: groups.location_id,
};

/** Locks groups until the transaction ends, so that nothing else changes their dates, and returns those that aren't put away. */
export async function lockGroups(scope: Scope, which: SQL | undefined): Promise<DatedGroup[]> {
  return await scope.tx
    .select(dated)
    .from(groups)
    .where(and(eq(groups.organization_id, scope.organizationId), isNull(groups.archived_at), which))
    .orderBy(groups.id)
    .for('no key update');
}

/** The dates of groups between two days as they stand, by group. */
export async function datesOfGroups(
  reader: Reader,
  found: readonly DatedGroup[],
  from: string,
  to: string,
): Promise<Map<string, Map<string, PlannedDate>>> {
  const [only, ...more] = found;
  if (!only) return new Map();
  const departuresOf = await loadDepartures(reader, from, to, more.length === 0 ? only.id : undefined);
  return new Map(found.map((group) => [group.id, datesOf(group, departuresOf(group.id), from, to)]));
}

/** Groups in scope as they are now; without ids, all that aren't put away. */
export async function selectGroups(scope: Scope, ids?: readonly string[]): Promise<DatedGroup[]> {
  return await scope.tx
    .select(dated)
    .from(groups)
    .where(
      and(
        eq(groups.organization_id, scope.organizationId),
        ids ? inArray(groups.id, [...ids]) : isNull(groups.archived_at),
      ),
    );
}

/** A change of dates to be told. */
export type Notice = {
  group_id: string;
  was: KnownDates;
  note: (typeof session_notices.$inferInsert)['note'];
};

/** Writes changes down, each as the next one of its group, whose row is locked. */
export async function insertNotices(scope: Scope, notices: readonly Notice[]): Promise<string[]> {
  const rows = await scope.tx
    .insert(session_notices)
    .values(
      notices.map((notice) => ({
        ...notice,
        organization_id: scope.organizationId,
        sequence: sql`(select coalesce(max(n.sequence), 0) + 1 from session_notices n
          where n.organization_id = ${scope.organizationId} and n.group_id = ${notice.group_id})`,
      })),
    )
    .returning({ id: session_notices.id });
  return rows.map(({ id }) => id);
}

/** Writes the mails of changes, and tells how many there are. */
export async function writeMails(
  { tx }: Scope,
  notices: readonly string[],
  type: string,
  statuses: readonly string[],
): Promise<number> {
  const { rows } = await tx.execute<{ told: number }>(sql`
    select app.write_session_mails(${sql.param(notices)}::uuid[], ${type}, ${sql.param(statuses)}::text[]) as told`);
  return rows[0]?.told ?? 0;
}

/** The changes that a mail tells of, the first one first, with their groups and for whom they are. */
export async function selectTold({ tx, organizationId }: Reader, mailId: string) {
  const { name, answers, guardian_name, status, group_id, email } = getColumns(participants);
  return await tx
    .select({
      notice: getColumns(session_notices),
      group: { ...dated, name: groups.name, age_to: groups.age_to, archived_at: groups.archived_at },
      location: { name: locations.name, address: locations.address },
      participant: { id: participants.id, name, answers, guardian_name, status, group_id, email },
    })
    .from(mail_notices)
    .innerJoin(session_notices, referenced(session_notices, mail_notices, mail_notices.notice_id))
    .innerJoin(groups, referenced(groups, mail_notices, session_notices.group_id))
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .leftJoin(participants, referenced(participants, mail_notices, mail_notices.participant_id))
    .where(and(eq(mail_notices.organization_id, organizationId), eq(mail_notices.mail_id, mailId)))
    .orderBy(session_notices.group_id, session_notices.sequence, participants.name, participants.id);
}
export type Told = Awaited<ReturnType<typeof selectTold>>[number];

/** What people knew before the changes of a group that come before one of them, the first one first. */
export async function selectEarlierKnown(
  { tx, organizationId }: Reader,
  { group_id, sequence }: { group_id: string; sequence: number },
): Promise<KnownDates[]> {
  const rows = await tx
    .select({ was: session_notices.was })
    .from(session_notices)
    .where(
      and(
        eq(session_notices.organization_id, organizationId),
        eq(session_notices.group_id, group_id),
        lt(session_notices.sequence, sequence),
      ),
    )
    .orderBy(session_notices.sequence);
  return rows.map(({ was }) => was);
}

/** The last day on which a date that people know may be now. */
export const lastDayOf = (was: KnownDates, today: string): string =>
  addDays(
    [today, ...Object.values(was).flatMap((one) => one?.date ?? []), ...keyDays(was)].sort().at(-1) ?? today,
    AHEAD,
  );

/** The days that are in the names of dates. */
const keyDays = (was: KnownDates): string[] =>
  Object.keys(was).flatMap((key) => /^\d{4}-\d{2}-\d{2}(?= )/.exec(key)?.[0] ?? []);

/** How many people would be told of something in groups; `turned_off` counts the groups that send no such mail. */
export async function countAudience(
  { tx, organizationId }: Scope,
  ids: readonly string[],
  type: string,
  statuses: readonly string[],
) {
  const { rows } = await tx.execute<{
    participants: number;
    leaders: number;
    without_email: number;
    turned_off: number;
  }>(sql`
    with told as (
      select participant_id, account_id
      from app.session_audience(${sql.param(ids)}::uuid[], ${type}, ${sql.param(statuses)}::text[])
    )
    select (select count(distinct participant_id) from told)::integer as participants,
      (select count(distinct account_id) from told)::integer as leaders,
      (select count(*) from participants
        where organization_id = ${organizationId} and group_id = any (${sql.param(ids)}::uuid[])
          and status = any (${sql.param(statuses)}::text[]) and email is null)::integer as without_email,
      (select count(*) from group_email_settings
        where organization_id = ${organizationId} and group_id = any (${sql.param(ids)}::uuid[])
          and email_type = ${type} and not enabled)::integer as turned_off
  `);
  return rows[0] ?? { participants: 0, leaders: 0, without_email: 0, turned_off: 0 };
}
