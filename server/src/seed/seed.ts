import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { organizations } from '../db/schema.ts';
import type { Database, Transaction } from '../db/scope.ts';
import { hashPassword } from '../identity/accounts/passwords.ts';
import { PlainError } from '../plain-error.ts';
import { demoPassword, platformAccounts } from './accounts.ts';
import { calendarOf } from './days.ts';
import { insertAccounts, insertOrganization } from './insert.ts';
import { zmaj } from './zmaj.ts';
import { zvezda } from './zvezda.ts';

export { demoAccounts, demoPassword } from './accounts.ts';

/** Any number will do, as long as every seeding process takes the same one. */
const LOCK = 7_364_202;

/**
 * Fills a migrated, empty database with two demo organisations, all or nothing. A database that has an organisation is
 * left as it is.
 *
 * @param databaseUrl signs in as the table owner; must be on this machine, because the demo's password is public
 * @param today `YYYY-MM-DD`, what the demo's dates are relative to; today when left out
 * @returns whether it was filled
 * @throws {PlainError} when the database is elsewhere
 */
export async function seedDemo({
  databaseUrl,
  today,
}: {
  databaseUrl: string;
  today?: string;
}): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  requireLoopback(client.host);
  const passwordHash = await hashPassword(demoPassword, 'known');
  await client.connect();
  try {
    return await drizzle({ client }).transaction(async (transaction) => {
      const tx = transaction as Database as Transaction;
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      if ((await tx.$count(organizations)) > 0) return false;
      const calendar = calendarOf(today);
      await insertAccounts(tx, platformAccounts, passwordHash);
      for (const demo of [zvezda, zmaj]) await insertOrganization(tx, demo, passwordHash, calendar);
      return true;
    });
  } finally {
    await client.end();
  }
}

function requireLoopback(host: string): void {
  // a path is a socket of this machine
  if (/^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|\/.*)$/.test(host)) return;
  throw new PlainError(
    `The demo's accounts have a password that everybody knows, so they are only put into a database on this machine, not on ${host}.`,
  );
}
