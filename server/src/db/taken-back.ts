import { sql } from 'drizzle-orm';
import type { Scope } from './scope.ts';

/** Does something to tell what comes of it, and takes it back; when it throws, the transaction is over. */
export async function takenBack<T>({ tx }: Pick<Scope, 'tx'>, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint shown`);
  const result = await work();
  await tx.execute(sql`rollback to savepoint shown`);
  return result;
}
