import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { pagesOf } from './explain.ts';

/** As in `plans.test.ts`, pages are counted: in a group of so many people, of whom one has an offer. */
const PEOPLE = 3000;

let site: TestApp;
let organization_id: string;
let group_id: string;

beforeAll(async () => {
  site = await createTestApp({ variables: { LOG_LEVEL: 'error' } });
  const group = await site.factories.group();
  ({ organization_id, id: group_id } = group);
  await site.rows(
    `insert into participants (organization_id, group_id, name, status, reference, language)
     select $1, $2, 'Ana Novak ' || i, 'approved', app.new_reference(), 'sl' from generate_series(1, ${PEOPLE}) i`,
    [organization_id, group_id],
  );
  await site.factories.participant({
    ...{ organization_id, group_id, status: 'waitlisted', offer_no: 1 },
    offered_at: new Date(Date.now() - 3_600_000).toISOString(),
    offer_until: new Date(Date.now() + 60_000).toISOString(),
  });
  await site.rows('vacuum analyze');
});
afterAll(() => site.close());

/** Pages that a statement reads in the scope of the school. */
async function pagesInScope(statement: string): Promise<number> {
  const client = await site.owner.connect();
  try {
    await client.query('begin');
    await client.query('select app.enter_organization($1)', [organization_id]);
    await client.query(statement);
    return await pagesOf(client, statement);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('offers of a group that are half over are found without asking for each of its people', async () => {
  expect(await pagesInScope(`select * from app.offers_past_half('${group_id}', now())`)).toBeLessThan(
    PEOPLE / 50,
  );
});
