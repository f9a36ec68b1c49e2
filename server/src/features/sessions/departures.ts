import type { Departures, SessionException } from '@vpisnik/contract/timetable';
import { and, between, eq, getColumns } from 'drizzle-orm';
import { session_exceptions } from '../../db/schema.ts';
import { closuresInForce } from '../closures/known.ts';
import { type Reader, selectChoice, selectStoredClosures } from '../closures/queries.ts';

const { id, group_id, kind, date, start_time, new_date, new_start_time, new_duration, reason } =
  getColumns(session_exceptions);

/**
 * What departs from the schedules of an organisation between two days (inclusive): its closed days, and by group what
 * is different on single dates. Everything that shows dates goes by it.
 *
 * @param groupId only that group's exceptions
 */
export async function loadDepartures(
  reader: Reader,
  from: string,
  to: string,
  groupId?: string,
): Promise<(groupId: string) => Departures> {
  const { tx, organizationId } = reader;
  const touching = (day: typeof date | typeof new_date) =>
    tx
      .select({ id, group_id, kind, date, start_time, new_date, new_start_time, new_duration, reason })
      .from(session_exceptions)
      .where(
        and(
          eq(session_exceptions.organization_id, organizationId),
          groupId === undefined ? undefined : eq(group_id, groupId),
          between(day, from, to),
        ),
      );
  const [choice, rows, touched] = await Promise.all([
    selectChoice(reader),
    selectStoredClosures(reader),
    // an index for each, which "or" would not take
    touching(date).unionAll(touching(new_date)),
  ]);
  const exceptions = new Map(touched.map((one) => [one.id, one])).values();
  const closures = closuresInForce(choice, rows, from, to);
  const byGroup = Map.groupBy(exceptions, (one) => one.group_id);
  return (group) => ({ closures, exceptions: (byGroup.get(group) ?? []) as SessionException[] });
}
