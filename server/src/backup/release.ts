import type pg from 'pg';
import { isBulkMail } from '../db/schema.ts';

type Database = Pick<pg.Client | pg.Pool, 'query'>;

/** A restore after which nothing has been sent yet. */
export type Unreleased = { id: string; name: string; made_at: Date; restored_at: Date };

/** What becomes of the mails that waited. */
export type Waiting = 'sent' | 'cancelled';

/**
 * Notes that the database was restored: nothing is sent until the operator says what becomes of the mails that waited. Belongs into
 * a transaction.
 *
 * @param name of the archive, or of other means by which it was restored
 * @param madeAt the instant that it shows, with its zone
 */
export async function hold(database: Database, name: string, madeAt: string): Promise<void> {
  await database.query('insert into restorations (name, made_at) values ($1, $2)', [name, madeAt]);
  // the processes that were sending them, perhaps for the last time, are of another installation
  await database.query(`update mails set state = 'queued', taken_until = null where state = 'sending'`);
  await database.query(
    `update mails set taken_until = null where state = 'queued' and taken_until is not null`,
  );
  await database.query(`update account_mails set state = 'queued' where state = 'sending'`);
  // archives of organisations are in no backup; one of before may have some, which the next purge removes
  await database.query(`update organization_archives set file_until = now() where file_until > now()`);
}

/** Finds the restore that waits for the operator's word; undefined when mails may be sent. */
export async function findUnreleased(database: Database): Promise<Unreleased | undefined> {
  const { rows } = await database.query<Unreleased>(
    `select id, name, made_at, restored_at from restorations where released_at is null
     order by restored_at desc limit 1`,
  );
  return rows[0];
}

/**
 * SQL: mails that the installation that was lost may have sent by itself: those that waited when the archive was made, and
 * those that the clock has caused since. What people have caused since the restore is nobody else's to send.
 */
const doubtful = (restoredAt: string) =>
  `state in ('queued', 'sending') and (created_at < ${restoredAt} or ${isBulkMail})`;
const doubtfulAccount = (restoredAt: string) =>
  `state in ('queued', 'sending') and created_at < ${restoredAt}`;

/** How many mails of each type wait that may have been sent before. */
export async function countWaiting(
  database: Database,
  { restored_at }: Unreleased,
): Promise<{ type: string; count: number }[]> {
  const { rows } = await database.query<{ type: string; count: number }>(
    `select email_type as type, count(*)::integer as count from mails where ${doubtful('$1')} group by 1
     union all
     select kind, count(*)::integer from account_mails where ${doubtfulAccount('$1')} group by 1
     order by 2 desc, 1`,
    [restored_at],
  );
  return rows;
}

/** Lets a restored installation send mails from now on. */
export async function release(
  client: pg.Client,
  { restored_at }: Unreleased,
  waiting: Waiting,
): Promise<void> {
  await client.query('begin');
  if (waiting === 'cancelled') {
    const stop = `set state = 'cancelled', state_reason = 'restored'`;
    await client.query(`update mails ${stop} where ${doubtful('$1')}`, [restored_at]);
    await client.query(`update account_mails ${stop} where ${doubtfulAccount('$1')}`, [restored_at]);
  } else {
    // their jobs were of the installation that was lost
    await client.query(
      `select app.add_job('mail', jsonb_build_object('organization_id', null, 'id', id), now())
       from account_mails where ${doubtfulAccount('$1')}`,
      [restored_at],
    );
  }
  await client.query('update restorations set released_at = now(), waiting = $1 where released_at is null', [
    waiting,
  ]);
  await client.query('commit');
}
