import type { Departures, SessionException } from '@vpisnik/contract/rules/timetable';
import { and, between, eq, getColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';
import { referenced } from '../../db/referenced.ts';
import { closures, groups, locations, organizations, session_exceptions } from '../../db/schema.ts';
import { type Choice, closuresInForce, type StoredClosure } from '../closures/known.ts';
import { type Reader, storedClosure } from '../closures/queries.ts';

const { id, group_id, kind, date, start_time, new_date, new_start_time, new_duration, location_id, reason } =
  getColumns(session_exceptions);
const columns = {
  id,
  group_id,
  kind,
  date,
  start_time,
  new_date,
  new_start_time,
  new_duration,
  location_id,
  reason,
  location_name: sql<string | null>`${locations.name}`.as('location_name'),
  location_address: sql<string | null>`${locations.address}`.as('location_address'),
};
const itsLocation = referenced(locations, session_exceptions, location_id);

/** An exception as it was written down, with the location that it names. */
export type WrittenException = SessionException & {
  group_id: string;
  location_name: string | null;
  location_address: string | null;
};
/** Departures from one group's schedule. */
export type WrittenDepartures = Pick<Departures, 'closures'> & { exceptions: readonly WrittenException[] };

/** Stored closures and session exceptions of an organisation. */
export type Written = { closures: StoredClosure[]; exceptions: WrittenException[] };

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
): Promise<(groupId: string) => WrittenDepartures> {
  const { tx, organizationId } = reader;
  const { public_holidays, school_breaks } = organizations;
  // one statement: not every pool sends several at once
  const [read] = await tx
    .select({
      choice: { public_holidays, school_breaks },
      written: writtenOf({ organization: organizations.id, group: groupId, from, to }),
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const { choice, written } = read ?? nothingKnown;
  return departuresBetween(written, choice, from, to);
}

/** The same of what has been read before, when the days were not known yet. */
export function departuresBetween(
  { closures, exceptions }: Written,
  choice: Choice,
  from: string,
  to: string,
): (groupId: string) => WrittenDepartures {
  const inForce = closuresInForce(choice, closures, from, to);
  const byGroup = Map.groupBy(exceptions, (one) => one.group_id);
  return (group) => ({ closures: inForce, exceptions: byGroup.get(group) ?? [] });
}

/**
 * Subquery of the groups with a session moved to or added between two days (inclusive): they meet then even outside their
 * own dates, so a filter by those dates must include them.
 */
export function meetingElsewhere({ tx, organizationId }: Reader, from: string, to: string) {
  return tx
    .select({ id: group_id })
    .from(session_exceptions)
    .where(and(eq(session_exceptions.organization_id, organizationId), between(new_date, from, to)));
}

const nothingKnown: { choice: Choice; written: Written } = {
  choice: { public_holidays: false, school_breaks: 'none' },
  written: { closures: [], exceptions: [] },
};

/**
 * The same of one group, as a column of whatever else a statement reads of it. Written once, for it is asked for with
 * every view of the group's page.
 *
 * @param from a day, and `to`, as SQL without parameters that may name the group's columns
 */
export function writtenColumn(from: SQL, to: SQL): SQL<Written> {
  const column = writtenOf({ organization: groups.organization_id, group: groups.id, from, to });
  return sql.raw(new PgDialect().sqlToQuery(column).sql) as SQL<Written>;
}

type Concerned = {
  organization: typeof organizations.id | typeof groups.organization_id;
  /** Without, of all groups. */
  group: string | typeof groups.id | undefined;
  from: string | SQL;
  to: string | SQL;
};

/** All closures, and the exceptions whose date or new date is between two days (inclusive), as JSON. */
function writtenOf({ organization, group, from, to }: Concerned): SQL<Written> {
  const build = new QueryBuilder();
  const touching = (day: typeof date | typeof new_date) =>
    build
      .select(columns)
      .from(session_exceptions)
      .leftJoin(locations, itsLocation)
      .where(
        and(
          eq(session_exceptions.organization_id, organization),
          group === undefined ? undefined : eq(group_id, group),
          between(day, from, to),
        ),
      );
  const closed = build.select(storedClosure).from(closures).where(eq(closures.organization_id, organization));
  const listOf = (rows: SQLWrapper) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (${rows}) one)`;
  // an index for each, which "or" would not take
  return sql`jsonb_build_object('closures', ${listOf(closed)},
    'exceptions', ${listOf(touching(date).union(touching(new_date)))})`;
}
