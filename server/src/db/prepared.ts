import type pg from 'pg';
import { KnownQuery, type Memory } from './known-query.ts';
import { memoryOf } from './memory.ts';

/** What is beyond is sent as it is: each prepared statement costs memory on every connection. */
const MOST_STATEMENTS = 500;
/** Longer lists come in any length, each a statement that hardly ever comes again. */
const MOST_PARAMETERS = 30;

/** Name of every statement that is prepared, by its text. */
const names = new Map<string, string>();
/** Texts of the statements whose answers are remembered. */
const remembered = new Set<string>();

type Config = { text: string; name?: string | undefined };
type Connection = { query(config: unknown, values?: unknown[]): unknown };

/**
 * A connection for a query builder, which writes the same text for the same question: PostgreSQL reads and plans each
 * text once a connection, and not again for every request. A search is planned anew, for what is searched for decides how it
 * is found best.
 */
export function withPreparedStatements(client: pg.PoolClient): pg.PoolClient {
  const connection: Connection = {
    query: (given, values = []) => {
      const config = given as Config;
      const once = values.length > MOST_PARAMETERS || config.text.includes(' like ');
      const name = once ? undefined : nameOf(config.text);
      if (name === undefined) return (client as Connection).query({ ...config, name }, values);
      const memory = remembered.has(config.text) ? memoryOf(name, values) : undefined;
      return ask(client, { ...config, name }, values, memory);
    },
  };
  return connection as unknown as pg.PoolClient;
}

/** From now on, the rows of a statement of this text are the same array as long as they are the same. */
export function rememberAnswers(text: string): void {
  remembered.add(text);
}

function ask(client: pg.PoolClient, config: Config, values: unknown[], memory: Memory | undefined) {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result));
    client.query(new KnownQuery(config, values, done, memory) as unknown as pg.Submittable);
  }).catch((error: Error) => {
    // the stack of the driver ends at its socket
    Error.captureStackTrace(error);
    throw error;
  });
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_STATEMENTS) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
