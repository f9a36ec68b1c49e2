import { type Placeholder, sql } from 'drizzle-orm';
import { rememberAnswers } from '../connection/prepared.ts';
import type { Transaction } from '../scope.ts';
import { frozen } from './frozen.ts';

type Value = string | number | boolean | null;
type Query<Rows> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> } };
type Written<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> };
/** What the query builder keeps of a statement that it has written. */
type Internals = { getQuery(): { sql: string }; mapper?: (rows: unknown[]) => unknown };

/**
 * A statement that the query builder writes once for each connection, not for each request; what differs from request
 * to request are `value('…')`s. It is run with a transaction and those values.
 */
export function statement<Name extends string, Rows>(
  build: (tx: Transaction, value: (name: Name) => Placeholder) => Query<Rows>,
  prepare: (query: Query<Rows>) => Written<Rows> = (query) => query.prepare('statement'),
): (tx: Transaction, values: Record<Name, Value>) => Promise<Rows> {
  const written = new WeakMap<Transaction, Written<Rows>>();
  return (tx, values) => {
    const known = written.get(tx) ?? prepare(build(tx, (name) => sql.placeholder(name)));
    written.set(tx, known);
    return known.execute(values);
  };
}

/**
 * A prepared statement for visitors' pages, whose queries repeat: while the database answers with the same rows, returns
 * the identical frozen array, so that results derived from it stay valid (see `derived.ts`).
 */
export function steadyStatement<Name extends string, Rows>(
  build: (tx: Transaction, value: (name: Name) => Placeholder) => Query<Rows>,
): (tx: Transaction, values: Record<Name, Value>) => Promise<Rows> {
  const mapped = new WeakMap<unknown[], unknown>();
  return statement(build, (query) => {
    const prepared = query.prepare('statement');
    const internals = prepared as unknown as Internals;
    const read = internals.mapper;
    if (!read) throw new Error('Only a selection of columns has results that can be remembered');
    rememberAnswers(internals.getQuery().sql);
    internals.mapper = (rows) => {
      const known = mapped.get(rows);
      if (known) return known;
      const result = frozen(read(rows));
      mapped.set(rows, result);
      return result;
    };
    return prepared;
  });
}
