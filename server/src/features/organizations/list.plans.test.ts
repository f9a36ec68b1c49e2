import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { listOrganizations } from './queries.ts';

/** Pages of 8 KB that a list may read; the table of organisations alone has over a thousand. */
const FEW = 300;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await app.rows(
    `insert into organizations (name, owner_email, active)
     select 'Društvo ' || (array['Čuk', 'Žaba', 'Lipa', 'Zmaj'])[1 + i % 4] || ' ' || i, 'owner' || i || '@example.com', i % 10 > 0
     from generate_series(1, 50000) i`,
  );
  await app.rows(
    `insert into organization_numbers (id, groups, participants, users) select id, 1, 2, 3 from organizations`,
  );
  await app.rows('vacuum analyze organizations, organization_numbers, organization_deletions');
});
afterAll(() => app.close());

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

/** What a list reads, in pages, as the role that it runs in. */
async function pagesOf(
  query: Parameters<typeof listOrganizations>[1],
): Promise<{ rows: number; pages: number }> {
  const client = await app.pools.system.connect();
  try {
    const sent: { text: string; values: unknown[] }[] = [];
    const recorder = {
      query: (statement: { text: string }, values: unknown[]) => {
        sent.push({ text: statement.text, values });
        return client.query(statement as pg.QueryConfig, values);
      },
    } as unknown as pg.PoolClient;
    const { results } = await listOrganizations(drizzle({ client: recorder }), query);
    const [first] = sent;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${first?.text}`,
      first?.values ?? [],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return {
      rows: results.length,
      pages: (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0),
    };
  } finally {
    client.release();
  }
}

test.each([
  ['a page', { limit: 50 }, 50],
  ['a page of the active ones', { limit: 50, state: 'active' as const }, 50],
  ['the deleted ones', { limit: 50, state: 'deleted' as const }, 0],
  ['a search by name', { limit: 50, search: 'cuk 4321' }, 0],
  ['a search by the owner', { limit: 50, search: 'owner4321@' }, 1],
])('of 50 000 organisations %s is found by an index, its numbers with it', async (_what, query, least) => {
  const { rows, pages } = await pagesOf(query);
  expect(rows).toBeGreaterThanOrEqual(least);
  expect(pages).toBeLessThan(FEW);
});
