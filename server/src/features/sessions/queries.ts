import type { Slot } from '@vpisnik/contract/rules/schedule';
import { inOrder, type PlannedSession, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import { groups, locations, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { loadDepartures, meetingElsewhere, type WrittenDepartures } from './departures.ts';

type Span = { from: string; to: string; group_id?: string | undefined; active?: boolean | undefined };

/** Groups whose schedule, or a moved or added session, may have something between two days. */
function mayMeet(scope: Scope, from: string, to: string): SQL | undefined {
  return or(
    and(
      sql`${groups.schedule} <> '[]'`,
      sql`coalesce(${groups.end_date}, 'infinity') >= ${from}`,
      sql`coalesce(${groups.start_date}, '-infinity') <= ${to}`,
    ),
    inArray(groups.id, meetingElsewhere(scope, from, to)),
  );
}

/** The groups in scope that may meet between two days, each once. */
async function selectMeeting(scope: Scope, { from, to, group_id, active = true }: Span) {
  const meeting = scope.tx.$with('meeting').as(
    scope.tx
      .select()
      .from(groups)
      .where(
        and(
          eq(groups.organization_id, scope.organizationId),
          group_id === undefined ? eq(groups.active, active) : eq(groups.id, group_id),
          mayMeet(scope, from, to),
        ),
      ),
  );
  return scope.tx
    .with(meeting)
    .select({
      group_id: meeting.id,
      group_name: meeting.name,
      category_id: meeting.category_id,
      background_color: meeting.background_color,
      schedule: sql<Slot[]>`${meeting.schedule}`,
      // a group without a first day has met since it exists
      start_date: sql<string>`coalesce(${meeting.start_date}, (${meeting.created_at} at time zone (
        select ${organizations.time_zone} from ${organizations} where ${organizations.id} = ${meeting.organization_id}
      ))::date)::text`,
      end_date: meeting.end_date,
      location_id: meeting.location_id,
      location_name: locations.name,
      places: sql<number | null>`counted.places`,
      taken: sql<number>`counted.taken`,
      waiting: sql<number>`counted.waiting`,
      leaders: sql<Session['leaders']>`(select
          coalesce(jsonb_agg(jsonb_build_object('id', staff.id, 'name', staff.name)
            order by staff.name collate "sl-x-icu", staff.id), '[]')
        from group_leaders join staff on staff.id = group_leaders.account_id
        where group_leaders.organization_id = meeting.organization_id and group_leaders.group_id = meeting.id)`,
    })
    .from(meeting)
    .leftJoin(locations, referenced(locations, meeting, meeting.location_id))
    .innerJoin(
      sql`app.group_places(array(select id from meeting)) as counted`,
      sql`counted.group_id = ${meeting.id}`,
    );
}

/** Location of a session that is not at its group's. */
function whereOf({ other_location_id, exception_id }: PlannedSession, { exceptions }: WrittenDepartures) {
  if (other_location_id === null) return undefined;
  const location_name = exceptions.find(({ id }) => id === exception_id)?.location_name ?? null;
  return { location_id: other_location_id, location_name };
}

/** Who won't come, by group and day; only those who have a place. */
async function selectAbsent({ tx, organizationId }: Scope, { from, to, group_id }: Span) {
  const { rows } = await tx.execute<{ at: string; absent: Session['absent'] }>(sql`
    select p.group_id || ' ' || a.date as at,
      jsonb_agg(jsonb_build_object('participant_id', p.id, 'name', p.name) order by p.name collate "sl-x-icu", p.id) as absent
    from session_absences a
    join participants p on p.organization_id = a.organization_id and p.id = a.participant_id
    where a.organization_id = ${organizationId} and a.date between ${from} and ${to}
      and p.status = 'approved'
      and ${group_id === undefined ? sql`true` : sql`p.group_id = ${group_id}`}
    group by p.group_id, a.date`);
  return new Map(rows.map(({ at, absent }) => [at, absent]));
}

/** Limit of a reply, some megabytes; doesn't apply to a week. */
const MOST_SESSIONS = 10_000;
const WEEK = 7;

/**
 * The dated meetings of a span (inclusive), cancelled ones included, in order of day and time.
 *
 * @throws {AppError} too_many_sessions when they are too many and the span is longer than a week
 */
export async function listSessions(scope: Scope, span: Span): Promise<Session[]> {
  const { from, to } = span;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const [meeting, departuresOf, absentAt] = await Promise.all([
    selectMeeting(scope, span),
    loadDepartures(scope, from, to, span.group_id),
    selectAbsent(scope, span),
  ]);
  const sessions: Session[] = [];
  for (const group of meeting) {
    const departures = departuresOf(group.group_id);
    for (const session of sessionsBetween(group, from, to, departures))
      sessions.push({
        ...{ ...group, ...session, ...whereOf(session, departures) },
        absent: absentAt.get(`${group.group_id} ${session.date}`) ?? [],
      });
    if (days > WEEK && sessions.length > MOST_SESSIONS) throw new AppError('too_many_sessions');
  }
  return sessions.sort((a, b) => inOrder(a, b) || a.group_id.localeCompare(b.group_id));
}
