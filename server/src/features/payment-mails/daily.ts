import type { Pool } from 'pg';

/** The hour from which reminders are written where an organisation is; nobody is reminded at night. */
const HOUR = '09:00';

/**
 * Writes the reminders of today for organisations that have them on, by their own calendars. Each notes the day in the
 * transaction that writes its mails, so that it is done once whichever processes run or die, and a missed day is caught up.
 *
 * @returns how many payments they tell of
 */
export async function remindOfPayments(system: Pick<Pool, 'query'>, now = new Date()): Promise<number> {
  const { rows } = await system.query<{ id: string }>(
    `select o.id
     from payment_settings s
     join organizations o on o.id = s.organization_id and o.active
     cross join lateral (select $1::timestamptz at time zone o.time_zone as now) as its
     where s.mail_reminders and its.now::time >= $2::time and coalesce(s.reminded_on < its.now::date, true)`,
    [now, HOUR],
  );
  let told = 0;
  for (const { id } of rows) {
    const { rows: answer } = await system.query<{ told: number }>(
      'select app.write_reminders($1, $2) as told',
      [id, now],
    );
    told += answer[0]?.told ?? 0;
  }
  return told;
}
