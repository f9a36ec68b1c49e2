import type { Pool } from 'pg';
import { asUpkeep } from '../../db/scope.ts';

/**
 * Counts the rows of every organisation, one pass over each table, and sums up what processes have counted of thirty days; lists of
 * organisations show the last count. Activity is the latest of a sign-in, an application and a change of a group.
 */
export async function countOrganizations(system: Pool): Promise<void> {
  await asUpkeep(
    system,
    `
    insert into organization_numbers as known (
      id, groups, participants, users, last_activity_at, file_bytes, requests, database_ms, mails
    )
    select o.id, coalesce(g.count, 0), coalesce(p.count, 0), coalesce(m.count, 0),
      greatest(g.latest, p.latest, m.latest),
      coalesce(f.bytes, 0), coalesce(u.requests, 0), coalesce(u.database_ms, 0), coalesce(u.mails, 0)
    from organizations o
    left join (
      select organization_id, count(*), max(updated_at) as latest from groups group by organization_id
    ) g on g.organization_id = o.id
    left join (
      select organization_id, count(*), max(application_date) as latest from participants group by organization_id
    ) p on p.organization_id = o.id
    left join (
      select m.organization_id, count(*), max(a.last_sign_in_at) as latest
      from memberships m join accounts a on a.id = m.account_id group by m.organization_id
    ) m on m.organization_id = o.id
    left join (
      select organization_id, sum(bytes) as bytes from (
        select organization_id, bytes from files where stored
        union all select organization_id, bytes from message_files
        union all select organization_id, bytes from organization_archives where file_until > now()
      ) as kept group by organization_id
    ) f on f.organization_id = o.id
    left join (
      select id, sum(requests) as requests, sum(database_ms) as database_ms, sum(mails) as mails
      from organization_use where day > (now() at time zone 'UTC')::date - 30 group by id
    ) u on u.id = o.id
    on conflict (id) do update set groups = excluded.groups, participants = excluded.participants,
      users = excluded.users, last_activity_at = excluded.last_activity_at, file_bytes = excluded.file_bytes,
      requests = excluded.requests, database_ms = excluded.database_ms, mails = excluded.mails,
      counted_at = excluded.counted_at
  `,
  );
}
