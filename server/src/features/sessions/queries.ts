import type { Session } from '@vpisnik/contract/sessions';
import { sessionsBetween } from '@vpisnik/contract/timetable';
import { and, eq, sql } from 'drizzle-orm';
import { groups, locations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** The active groups in scope that meet at all between two days, each once. */
async function selectMeeting(scope: Scope, from: string, to: string) {
  const meeting = scope.tx.$with('meeting').as(
    scope.tx
      .select()
      .from(groups)
      .where(
        and(
          eq(groups.organization_id, scope.organizationId),
          eq(groups.active, true),
          sql`${groups.schedule} <> '[]'`,
          sql`coalesce(${groups.end_date}, 'infinity') >= ${from}`,
          sql`coalesce(${groups.start_date}, '-infinity') <= ${to}`,
        ),
      ),
  );
  return scope.tx
    .with(meeting)
    .select({
      group_id: meeting.id,
      group_name: meeting.name,
      background_color: meeting.background_color,
      schedule: meeting.schedule,
      start_date: meeting.start_date,
      end_date: meeting.end_date,
      location_name: locations.name,
      places: sql<number | null>`counted.places`,
      taken: sql<number>`counted.taken`,
      waiting: sql<number>`counted.waiting`,
      leaders: sql<string[]>`array(
        select staff.name from group_leaders join staff on staff.id = group_leaders.account_id
        where group_leaders.organization_id = meeting.organization_id and group_leaders.group_id = meeting.id
        order by staff.name collate "sl-x-icu", staff.id)`,
    })
    .from(meeting)
    .leftJoin(
      locations,
      and(eq(locations.organization_id, meeting.organization_id), eq(locations.id, meeting.location_id)),
    )
    .innerJoin(
      sql`app.group_places(array(select id from meeting)) as counted`,
      sql`counted.group_id = ${meeting.id}`,
    );
}

/** The dated meetings between two days (inclusive), in order of day and time. */
export async function listSessions(scope: Scope, from: string, to: string): Promise<Session[]> {
  const meeting = await selectMeeting(scope, from, to);
  const sessions = meeting.flatMap((group) =>
    sessionsBetween(group as Parameters<typeof sessionsBetween>[0], from, to).map((slot) => ({
      ...group,
      ...slot,
    })),
  );
  return sessions.sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      a.start_time.localeCompare(b.start_time) ||
      a.group_id.localeCompare(b.group_id),
  );
}
