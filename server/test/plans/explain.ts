/** What requests really send to the database, explained as the role and in the scope that they run in. */
import pg from 'pg';
import { expect } from 'vitest';

type Statement = { text: string; values: unknown[]; name?: string | undefined };
export type Explained = { text: string; pages: number; scans: string[] };

/**
 * What a request sends over connections of one pool, explained in the scope that it has entered first.
 *
 * @param given.scoped false for `app_system`, which enters none
 */
export async function explain(
  pool: pg.Pool,
  request: () => Promise<{ status: number }>,
  { scoped = true } = {},
): Promise<Explained[]> {
  const statements: Statement[] = [];
  const connect = pool.connect.bind(pool);
  const recorded = new Set<pg.PoolClient>();
  const recording = (client: pg.PoolClient) => {
    if (recorded.has(client)) return client;
    recorded.add(client);
    const query = client.query.bind(client);
    const record = (...sent: unknown[]) => {
      const [first, values] = sent as [string | Statement, unknown[] | undefined];
      const { text, name, values: own } = typeof first === 'string' ? { text: first, values: [] } : first;
      statements.push({ text, name, values: Array.isArray(values) ? values : (own ?? []) });
      return (query as (...all: unknown[]) => unknown)(...sent);
    };
    return Object.assign(client, { query: record });
  };
  type Connected = Parameters<typeof pool.connect>[0];
  // a pool asks itself for a connection by a callback
  const connectRecorded = (connected?: Connected) =>
    connected
      ? connect((error, client, release) => connected(error, client && recording(client), release))
      : connect().then(recording);
  Object.assign(pool, { connect: connectRecorded });
  const { status } = await request();
  Reflect.deleteProperty(pool, 'connect');
  for (const one of recorded) Reflect.deleteProperty(one, 'query');
  expect(status).toBe(200);

  const enters = ({ text }: Statement) => text.includes('app.enter');
  const entering = statements.find(enters);
  if (scoped) expect(entering, 'the request entered no scope').toBeDefined();
  // a cursor reads what it is declared for
  const reading = statements
    .map((one) => ({ ...one, text: one.text.replace(/^\s*declare \w+ no scroll cursor for\s/i, '') }))
    // rows that a request has added can't be added once more
    .filter(({ text }) => /^\s*(select|with)/i.test(text) && !/\binsert into\b/i.test(text))
    .filter((one) => !enters(one));
  const explained: Explained[] = [];
  const client = await pool.connect();
  await client.query('begin');
  try {
    if (entering) await client.query(entering.text, entering.values);
    for (const { text, values, name } of reading) {
      // at first a connection also reads the catalogue, for the functions that it plans
      await client.query(text, values);
      const plans = [await client.query(`${explaining} ${text}`, values)];
      if (name) plans.push(await explainGeneric(client, text, values));
      for (const { rows } of plans) {
        const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
        explained.push({ text, pages: pagesIn(plan), scans: scansOf(plan) });
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return explained;
}

const explaining = 'explain (analyze, buffers, format json)';

type Buffers = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
const pagesIn = (plan: Buffers) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

/** Pages that one statement reads on a connection, which may be in a transaction. */
export async function pagesOf(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await client.query(`${explaining} ${text}`, values);
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
  return pagesIn(plan);
}

/** A prepared statement may come to be run by a plan that suits all values alike. */
async function explainGeneric(client: pg.PoolClient, text: string, values: unknown[]) {
  const textOf = (value: unknown) => {
    if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
    return Array.isArray(value) ? `{${value.join()}}` : String(value);
  };
  const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(textOf(value))));
  await client.query(`set local plan_cache_mode = force_generic_plan; prepare explained as ${text}`);
  const given = literals.length > 0 ? `(${literals.join()})` : '';
  const answer = await client.query(`${explaining} execute explained${given}`);
  await client.query('deallocate explained; reset plan_cache_mode');
  return answer;
}

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

/** Tables that are read from end to end. */
function scansOf(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** Nothing read one of these tables from end to end, and each statement read fewer pages than `most`. */
export function expectFew(explained: Explained[], most: number, tables = ['participants']): void {
  expect(explained.length).toBeGreaterThan(0);
  for (const { text, pages, scans } of explained) {
    for (const table of tables) expect(scans, text).not.toContain(table);
    expect(pages, text).toBeLessThan(most);
  }
}
