import { may } from '@vpisnik/contract/rules/permissions';
import { memberRoles } from '@vpisnik/contract/rules/roles';
import type { Pool } from 'pg';

/** Between which times of day digests are written where an organisation is; a day without a worker until then has none. */
const hours = { first: '07:00', last: '20:00' } as const;

/** Roles that a digest is for. */
export const deciding = memberRoles.filter((role) => may(role, 'participants.decide'));

/**
 * Writes the digests of queues of today for organisations that have them on, by their own calendars. Each notes the day in
 * the transaction that writes its mails, so that it is done once whichever processes run or die.
 *
 * @returns how many mails there are
 */
export async function writeQueueDigests(system: Pick<Pool, 'query'>, now = new Date()): Promise<number> {
  const { rows } = await system.query<{ id: string }>(
    `select o.id
     from organizations o
     left join queue_digests d on d.organization_id = o.id
     cross join lateral (select $1::timestamptz at time zone o.time_zone as now) as its
     where o.active and o.queue_digest and its.now::time >= $2::time and its.now::time < $3::time
       and coalesce(d.written_on < its.now::date, true)`,
    [now, hours.first, hours.last],
  );
  let written = 0;
  for (const { id } of rows) {
    const { rows: answer } = await system.query<{ written: number }>(
      'select app.write_queue_digests($1, $2, $3) as written',
      [id, now, deciding],
    );
    written += answer[0]?.written ?? 0;
  }
  return written;
}
