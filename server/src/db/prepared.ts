import type pg from 'pg';

/** What is beyond is sent as it is: each prepared statement costs memory on every connection. */
const MOST_STATEMENTS = 500;
/** Longer lists come in any length, each a statement that hardly ever comes again. */
const MOST_PARAMETERS = 30;

/** Name of every statement that is prepared, by its text. */
const names = new Map<string, string>();

type Config = { text: string; name?: string | undefined };
type Connection = { query(config: Config, values?: unknown[]): unknown };

/**
 * A connection for a query builder, which writes the same text for the same question: PostgreSQL reads and plans each
 * text once a connection, and not again for every request. A search is planned anew, for what is searched for decides how it
 * is found best.
 */
export function preparing(client: pg.PoolClient): pg.PoolClient {
  const connection: Connection = {
    query: (config, values = []) => {
      const once = values.length > MOST_PARAMETERS || config.text.includes(' like ');
      const name = once ? undefined : nameOf(config.text);
      return (client as Connection).query({ ...config, name }, values);
    },
  };
  return connection as pg.PoolClient;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_STATEMENTS) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
