import type pg from 'pg';
import { KnownQuery, type Memory, MOST_STATEMENTS, type QueryConfig } from './known-query.ts';
import { memoryOf } from './memory.ts';

/** Statements with more parameters are lists of varying length, whose text rarely repeats. */
const MOST_PARAMETERS = 30;
const cursor = /^(?:declare|fetch) /;

/** Names of the latest statements, by text, oldest first; an old one that comes again gets a new name. */
const names = new Map<string, string>();
let named = 0;
/** Texts of the statements whose answers are remembered. */
const remembered = new Set<string>();

type Connection = { query(config: unknown, values?: unknown[]): unknown };

/**
 * Wraps a connection so that PostgreSQL parses and plans each statement text once a connection, not for every request.
 * Searches (` like `) are planned every time, because the best plan depends on the search text, and cursors, which are
 * seldom the same.
 */
export function withPreparedStatements(client: pg.PoolClient): pg.PoolClient {
  const connection: Connection = {
    query: (given, values = []) => {
      const config = given as QueryConfig;
      // a text that has a name was looked at when it got it
      const name = names.get(config.text) ?? (isOnce(config.text, values) ? undefined : newName(config.text));
      if (name === undefined) return (client as Connection).query({ ...config, name }, values);
      const memory = remembered.has(config.text) ? memoryOf(name, values) : undefined;
      return ask(
        client,
        { text: config.text, name, rowMode: config.rowMode, types: config.types },
        values,
        memory,
      );
    },
  };
  return connection as unknown as pg.PoolClient;
}

/** Makes the statement with this text return the identical array while its rows are unchanged. */
export function rememberAnswers(text: string): void {
  remembered.add(text);
}

/** Runs a named statement, for whose columns it asks once a connection. */
export function ask<Row>(
  client: pg.PoolClient,
  config: QueryConfig,
  values: unknown[],
  memory?: Memory,
): Promise<{ rows: Row[] }> {
  return new Promise<{ rows: Row[] }>((resolve, reject) => {
    const done = (error: Error | null, result: unknown) =>
      error ? reject(error) : resolve(result as { rows: Row[] });
    client.query(new KnownQuery(config, values, done, memory) as unknown as pg.Submittable);
  }).catch((error: Error) => {
    // the stack of the driver ends at its socket
    Error.captureStackTrace(error);
    throw error;
  });
}

const isOnce = (text: string, values: unknown[]) =>
  values.length > MOST_PARAMETERS || text.includes(' like ') || cursor.test(text);

function newName(text: string): string {
  const [oldest] = names.keys();
  if (oldest !== undefined && names.size >= MOST_STATEMENTS) names.delete(oldest);
  named += 1;
  const name = `q${named}`;
  names.set(text, name);
  return name;
}
