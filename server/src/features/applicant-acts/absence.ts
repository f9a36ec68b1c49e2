import { type ApplicantNotice, actsOf, applicantStateOf } from '@vpisnik/contract/rules/applicant-page';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import { and, eq, sql } from 'drizzle-orm';
import { groups, organizations, session_absences } from '../../db/schema.ts';
import type { ApplicantScope } from '../../db/scope.ts';
import { lastAhead, sessionsAhead, wallTime } from '../sessions/coming.ts';
import { loadDepartures } from '../sessions/departures.ts';
import type { ApplicantForm } from './act.ts';
import { lockOne } from './own.ts';

/** Notes that a participant won't come on one of the next days of the group; the same day twice is noted once. */
export async function absent(
  scope: ApplicantScope,
  id: string,
  form: ApplicantForm,
): Promise<ApplicantNotice> {
  const date = await dateAhead(scope, id, form.get('date'));
  if (date === undefined) return 'date_over';
  await scope.tx
    .insert(session_absences)
    .values({ organization_id: scope.organizationId, participant_id: id, date })
    .onConflictDoNothing();
  return 'absent';
}

/** Takes an absence back. */
export async function coming(
  scope: ApplicantScope,
  id: string,
  form: ApplicantForm,
): Promise<ApplicantNotice> {
  const date = await dateAhead(scope, id, form.get('date'));
  if (date === undefined) return 'date_over';
  const { organization_id, participant_id, date: day } = session_absences;
  await scope.tx
    .delete(session_absences)
    .where(and(eq(organization_id, scope.organizationId), eq(participant_id, id), eq(day, date)));
  return 'coming';
}

/** The day, where it is one of those ahead on which the group meets and the person would come; else undefined. */
async function dateAhead(scope: ApplicantScope, id: string, date: string): Promise<string | undefined> {
  const person = await lockOne(scope, id);
  if (!person || !actsOf[applicantStateOf(person, new Date())].includes('absent')) return undefined;
  const [group] = await scope.tx
    .select({
      schedule: sql<Slot[]>`${groups.schedule}`,
      start_date: groups.start_date,
      end_date: groups.end_date,
      time_zone: organizations.time_zone,
    })
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organization_id))
    .where(and(eq(groups.organization_id, scope.organizationId), eq(groups.id, person.group_id)));
  if (!group) return undefined;
  const now = wallTime(new Date(), group.time_zone);
  const departures = await loadDepartures(scope, now.day, lastAhead(group, now.day), person.group_id);
  const sessions = sessionsAhead(group, now, departures(person.group_id));
  return sessions.find((session) => session.date === date && goesAhead(session))?.date;
}
