import type { Backup, PlatformHealth } from '@vpisnik/contract/platform-health';
import type { Pool } from 'pg';
import { instantColumn } from '../../db/instants.ts';

/** Backups that are listed: those of a week, and some that were asked for. */
const LISTED = 10;

type Facts = Pick<PlatformHealth, 'failed_jobs'> & {
  database_version: string;
  database_bytes: number;
  running: boolean;
};

/** What the database tells of itself and of the queue. */
export async function selectFacts(system: Pool): Promise<Facts> {
  const { rows } = await system.query<Facts>(`
    select current_setting('server_version') as database_version,
      pg_database_size(current_database())::float8 as database_bytes,
      (select count(*)::integer from pgboss.job where state = 'failed' and completed_on > now() - interval '1 hour') as failed_jobs,
      exists (select from pgboss.job where name = 'backup' and state <= 'active') as running`);
  const [facts] = rows;
  if (!facts) throw new Error('The database told nothing of itself.');
  return facts;
}

/** The latest backups, the last one first. */
export async function selectBackups(system: Pool): Promise<Backup[]> {
  const { rows } = await system.query<Backup>(
    `select name, ${instantColumn('started_at')} as started_at, ${instantColumn('ended_at')} as ended_at,
       bytes::float8, rows::float8, files, failure
     from backups order by backups.ended_at desc limit $1`,
    [LISTED],
  );
  return rows;
}

/** Asks for a backup as every night. */
export async function askBackup(system: Pool): Promise<void> {
  await system.query('select app.ask_backup()');
}
