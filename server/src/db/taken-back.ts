import { sql } from 'drizzle-orm';
import type { Scope } from './scope.ts';

/** Answers the result of `work` and rolls its writes back; when it throws, the transaction is over. */
export async function takenBack<T>({ tx }: Pick<Scope, 'tx'>, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint shown`);
  const result = await work();
  await tx.execute(sql`rollback to savepoint shown`);
  return result;
}
