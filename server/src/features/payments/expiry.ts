import type { Pool } from 'pg';

/** Participants per transaction that marks payments as expired. */
const BATCH = 500;

/**
 * Marks pending payments as expired once their last day is over in the zone of their organisation. Nothing is remembered
 * about what was done, so that a process that dies or a day without one changes nothing of what the next run finds.
 *
 * @returns how many were marked
 */
export async function expirePayments(system: Pick<Pool, 'query'>, now = new Date()): Promise<number> {
  const { rows } = await system.query<{ id: string; today: string }>(
    `select o.id, its.today::text
     from organizations o cross join lateral (select ($1::timestamptz at time zone o.time_zone)::date as today) as its
     where exists (
       select from payments p
       where p.organization_id = o.id and p.status = 'pending' and p.expiration_date < its.today
     )`,
    [now],
  );
  let marked = 0;
  for (const { id, today } of rows) {
    for (let more = -1; more !== 0; marked += more) {
      const { rows: answer } = await system.query<{ marked: number }>(
        'select app.expire_payments($1, $2, $3) as marked',
        [id, today, BATCH],
      );
      more = answer[0]?.marked ?? 0;
    }
  }
  return marked;
}
