import type { CalendarFeed } from '@vpisnik/contract/calendar-feeds';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { and, desc, eq, getColumns, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { referenced } from '../../db/referenced.ts';
import { calendar_feeds, group_leaders, groups, locations, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { meetingElsewhere } from '../sessions/departures.ts';

const { id, kind, group_id, created_at, fetched_at } = getColumns(calendar_feeds);

const own = (scope: Scope, more?: SQL) =>
  and(
    eq(calendar_feeds.organization_id, scope.organizationId),
    eq(calendar_feeds.account_id, scope.accountId),
    more,
  );

/** Lists the caller's feeds; for a limited user those of groups in scope. */
export async function listFeeds(scope: Scope, more?: SQL): Promise<CalendarFeed[]> {
  const rows = await scope.tx
    .select({ id, kind, group_id, created_at, fetched_at, group_name: groups.name })
    .from(calendar_feeds)
    .leftJoin(groups, referenced(groups, calendar_feeds, group_id))
    .where(own(scope, more))
    .orderBy(desc(kind), groups.name, id);
  return rows as CalendarFeed[];
}

type Fresh = { kind: CalendarFeed['kind']; group_id: string | null; language: string; token_hash: Buffer };

/** Keeps a token for one of the caller's calendars; the one that it had ends. */
export async function saveFeed(scope: Scope, fresh: Fresh): Promise<CalendarFeed | undefined> {
  const { token_hash, language } = fresh;
  const rows = await scope.tx
    .insert(calendar_feeds)
    .values({ ...fresh, organization_id: scope.organizationId, account_id: scope.accountId })
    .onConflictDoUpdate({
      target: [
        calendar_feeds.organization_id,
        calendar_feeds.account_id,
        calendar_feeds.kind,
        calendar_feeds.group_id,
      ],
      set: { token_hash, language, created_at: sql`now()`, fetched_at: null },
    })
    .returning({ id });
  const [saved] = await listFeeds(scope, eq(id, rows[0]?.id ?? ''));
  return saved;
}

/** Whether a group is in scope. */
export async function hasGroup(scope: Scope, groupId: string): Promise<boolean> {
  return (
    (await scope.tx.$count(
      groups,
      and(eq(groups.organization_id, scope.organizationId), eq(groups.id, groupId)),
    )) === 1
  );
}

/** Deletes one of the caller's feeds; whether it was there. */
export async function deleteFeed(scope: Scope, feedId: string): Promise<boolean> {
  const { rowCount } = await scope.tx.delete(calendar_feeds).where(own(scope, eq(id, feedId)));
  return rowCount === 1;
}

/** A feed found by its token. */
export type KnownFeed = {
  organization_id: string;
  id: string;
  account_id: string;
  kind: CalendarFeed['kind'];
  group_id: string | null;
  language: 'sl' | 'en';
  content_hash: string | null;
  sequence: number;
  changed_at: Date;
  fetched_at: Date | null;
};

/** Finds a feed by its token's hash; as `app_system`, since the request has no scope yet. */
export async function findFeed(system: pg.Pool, token_hash: Buffer): Promise<KnownFeed | undefined> {
  const { rows } = await system.query<KnownFeed>({
    name: 'find_feed',
    text: `select organization_id, id, account_id, kind, group_id, language, content_hash, sequence, changed_at, fetched_at
      from calendar_feeds where token_hash = $1`,
    values: [token_hash],
  });
  return rows[0];
}

/**
 * Notes that a feed was asked for, and that its content has changed if it has. Of two programs that ask at the same
 * moment only one counts a change.
 */
export async function noteFetch(system: pg.Pool, feed: KnownFeed, content_hash: string): Promise<KnownFeed> {
  const { rows } = await system.query<Pick<KnownFeed, 'sequence' | 'changed_at'>>(
    `update calendar_feeds set
      sequence = sequence + (content_hash is distinct from $3)::integer,
      changed_at = case when content_hash is distinct from $3 then date_trunc('second', now()) else changed_at end,
      content_hash = $3, fetched_at = date_trunc('hour', now())
     where organization_id = $1 and id = $2 returning sequence, changed_at`,
    [feed.organization_id, feed.id, content_hash],
  );
  return { ...feed, ...rows[0] };
}

/** The organisation as its calendars name it. */
export async function selectCalendarOrganization(scope: Scope) {
  const { name, time_zone } = organizations;
  const rows = await scope.tx
    .select({ name, time_zone })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return rows[0];
}

/**
 * The published groups of a feed that may still matter: those that ended before a day are left out, unless something was
 * moved or added between it and the last day that is written.
 */
export async function selectCalendarGroups(scope: Scope, feed: KnownFeed, since: string, until: string) {
  const led = sql`exists (select from ${group_leaders} where ${group_leaders.organization_id} = ${groups.organization_id}
    and ${group_leaders.group_id} = ${groups.id} and ${group_leaders.account_id} = ${scope.accountId})`;
  return scope.tx
    .select({
      id: groups.id,
      name: groups.name,
      schedule: sql<Slot[]>`${groups.schedule}`,
      start_date: groups.start_date,
      end_date: groups.end_date,
      created_at: groups.created_at,
      location_name: locations.name,
      location_address: locations.address,
      leaders: sql<string[]>`array(
        select staff.name from group_leaders join staff on staff.id = group_leaders.account_id
        where group_leaders.organization_id = ${groups.organization_id} and group_leaders.group_id = ${groups.id}
        order by staff.name collate "sl-x-icu", staff.id)`,
    })
    .from(groups)
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .where(
      and(
        eq(groups.organization_id, scope.organizationId),
        eq(groups.active, true),
        or(
          isNull(groups.end_date),
          gte(groups.end_date, since),
          inArray(groups.id, meetingElsewhere(scope, since, until)),
        ),
        feed.kind === 'group' ? eq(groups.id, feed.group_id ?? '') : undefined,
        feed.kind === 'mine' ? led : undefined,
      ),
    )
    .orderBy(groups.id);
}
