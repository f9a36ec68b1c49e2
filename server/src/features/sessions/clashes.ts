import type { contract } from '@vpisnik/contract/contract';
import { localDay, meetWeekly, type Slot } from '@vpisnik/contract/schedule';
import type { ScheduleClash } from '@vpisnik/contract/sessions';
import { type Booking, clashesOf, inOrder, sessionsBetween } from '@vpisnik/contract/timetable';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groups, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { loadDepartures } from './departures.ts';
import { mayMeet } from './queries.ts';

type Draft = z.output<typeof contract.sessions.clashes.body>;
type Leader = { id: string; name: string };

const DAY_MS = 86_400_000;
/** How far ahead it is looked, in days. */
const AHEAD = 365;
/** Stands for a group that is yet to be made. */
const NEW = 'new';

/** The days of a draft that are still to come, at most a year of them; null when there are none. */
async function spanOf(scope: Scope, { start_date, end_date }: Draft): Promise<[string, string] | null> {
  const rows = await scope.tx
    .select({ time_zone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  const today = localDay(new Date(), rows[0]?.time_zone ?? 'UTC');
  const from = start_date && start_date > today ? start_date : today;
  const horizon = new Date(Date.parse(from) + AHEAD * DAY_MS).toISOString().slice(0, 10);
  const to = end_date && end_date < horizon ? end_date : horizon;
  return from <= to ? [from, to] : null;
}

/** Other published groups in scope that share the place or a leader with a draft. */
async function selectRivals(scope: Scope, draft: Draft, from: string, to: string) {
  const led = sql`${groups.id} in (select group_id from group_leaders where
    group_leaders.organization_id = ${scope.organizationId}
    and group_leaders.account_id = any (${sql.param(draft.leader_ids)}::uuid[]))`;
  return scope.tx
    .select({
      group_id: groups.id,
      group_name: groups.name,
      location_id: groups.location_id,
      schedule: sql<Slot[]>`${groups.schedule}`,
      start_date: groups.start_date,
      end_date: groups.end_date,
      leaders: sql<Leader[]>`(select
          coalesce(jsonb_agg(jsonb_build_object('id', staff.id, 'name', staff.name)
            order by staff.name collate "sl-x-icu"), '[]')
        from group_leaders join staff on staff.id = group_leaders.account_id
        where group_leaders.organization_id = groups.organization_id and group_leaders.group_id = groups.id)`,
    })
    .from(groups)
    .where(
      and(
        eq(groups.organization_id, scope.organizationId),
        eq(groups.active, true),
        draft.group_id === null ? undefined : ne(groups.id, draft.group_id),
        or(draft.location_id === null ? undefined : eq(groups.location_id, draft.location_id), led),
        mayMeet(scope, from, to),
      ),
    );
}

/** What a schedule would clash with, slot by slot: each rival once, with the first date and how many follow. */
export async function scheduleClashes(scope: Scope, draft: Draft): Promise<ScheduleClash[]> {
  const nothingShared = draft.location_id === null && draft.leader_ids.length === 0;
  if (nothingShared || draft.schedule.length === 0) return [];
  const span = await spanOf(scope, draft);
  if (!span) return [];
  const [from, to] = span;
  const [rivals, departuresOf] = await Promise.all([
    selectRivals(scope, draft, from, to),
    loadDepartures(scope, from, to),
  ]);
  const own = sessionsBetween(draft, from, to, departuresOf(draft.group_id ?? NEW)).filter(
    // a date that was moved is not the schedule's matter
    ({ state }) => state === 'regular' || state === 'held',
  );
  const found = rivals.flatMap((rival) => {
    const departures = departuresOf(rival.group_id);
    const isNear =
      departures.exceptions.length > 0 ||
      rival.schedule.some((slot) => draft.schedule.some((mine) => meetWeekly(slot, mine)));
    if (!isNear) return [];
    const theirs = sessionsBetween(rival, from, to, departures).map((session) => ({
      ...session,
      group_id: rival.group_id,
      location_id: rival.location_id,
      leader_ids: rival.leaders.map(({ id }) => id),
    }));
    const mine = own.map((session) => ({
      ...session,
      group_id: NEW,
      location_id: draft.location_id,
      leader_ids: draft.leader_ids,
    }));
    return clashesWith(rival, draft, [...mine, ...theirs]);
  });
  return found.sort((a, b) => a.slot - b.slot || inOrder(a, b));
}

type Rival = Awaited<ReturnType<typeof selectRivals>>[number];

function clashesWith(rival: Rival, draft: Draft, sessions: (Slot & Booking)[]): ScheduleClash[] {
  const bySlot = Map.groupBy(clashesOf(sessions), ({ sessions: pair }) => {
    const mine = pair.find(({ group_id }) => group_id === NEW);
    return draft.schedule.findIndex((slot) => slot.day === mine?.day && slot.start_time === mine.start_time);
  });
  return [...bySlot].flatMap(([slot, clashes]) => {
    const [first] = clashes;
    const theirs = first?.sessions.find(({ group_id }) => group_id !== NEW);
    if (!first || !theirs) return [];
    const { location, leader_ids } = first;
    return [
      {
        slot,
        group_id: rival.group_id,
        group_name: rival.group_name,
        date: theirs.date,
        start_time: theirs.start_time,
        count: clashes.length,
        location,
        leaders: rival.leaders.filter(({ id }) => leader_ids.includes(id)),
      },
    ];
  });
}
