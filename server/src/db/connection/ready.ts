import type { Pool } from 'pg';
import type { Env } from '../../env.ts';
import { PlainError } from '../../plain-error.ts';
import { requireCompatible } from '../migrating/migrated.ts';
import { unusedBecause } from '../replica/replica.ts';
import { refuseHalfRestored } from '../restoring.ts';
import type { Pools } from './pools.ts';
import { missingTimeOuts } from './time-outs.ts';

const role = `select current_user::text as name, rolsuper or rolbypassrls as mighty from pg_roles where rolname = current_user`;

/** SQL: the number of demo accounts, whose password is public. */
export const demoAccounts = `select count(*)::integer as count from accounts
  where email like '%@vpisnik.test' or email like '%@zvezda.test' or email like '%@zmaj.test'`;

/**
 * Checks the database before the server listens: every role signs in, none bypasses row-level security or waits without
 * limits, the tables exist and are what this release needs, a replica is one of this database, and in production no account has
 * the demo's public password. A replica that does not answer, or can't be used for the moment, hinders nobody.
 *
 * @throws PlainError that names every problem.
 */
export async function requireReadyDatabase(env: Pick<Env, 'mode'>, pools: Pools): Promise<void> {
  const problems = [
    await roleProblem('DATABASE_API_URL', pools.api),
    await roleProblem('DATABASE_PUBLIC_URL', pools.public),
    await roleProblem('DATABASE_SYSTEM_URL', pools.system),
  ].filter((problem) => problem !== undefined);
  if (problems.length === 0) {
    await refuseHalfRestored(pools.system);
    await requireCompatible(pools.system);
  }
  if (problems.length === 0) problems.push(...(await contentProblems(env, pools.system)));
  if (problems.length === 0) problems.push(...(await replicaProblems(pools)));
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
}

async function roleProblem(variable: string, pool: Pool): Promise<string | undefined> {
  try {
    const { rows } = await pool.query<{ name: string; mighty: boolean }>(role);
    if (rows[0]?.mighty)
      return `${variable} signs in as ${rows[0].name}, who may see every organisation's data; give it a role of its own.`;
    const missing = await missingTimeOuts(pool);
    if (missing.length === 0) return undefined;
    return `${variable}: a pooler in between withholds ${missing.join(', ')} from PostgreSQL; run npm run db:migrate, then let the pooler make new connections (PgBouncer: RECONNECT).`;
  } catch (error) {
    return `${variable}: the database does not let us in (${reason(error)}).`;
  }
}

async function contentProblems(env: Pick<Env, 'mode'>, system: Pool): Promise<string[]> {
  try {
    const { rows } = await system.query<{ count: number }>(demoAccounts);
    if (env.mode !== 'production' || !rows[0]?.count) return [];
    return [
      'The database holds demo accounts, whose password everybody knows. Use another database, or remove them.',
    ];
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    return ['The database has no tables yet; run npm run db:migrate.'];
  }
}

async function replicaProblems({ replica }: Pools): Promise<string[]> {
  await replica?.look();
  if (!replica || replica.standing.used || replica.standing.because !== 'another_database') return [];
  return [`DATABASE_REPLICA_URL: ${unusedBecause.another_database}.`];
}

/** A refused connection is an AggregateError without a message of its own. */
export function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
