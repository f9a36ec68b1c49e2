import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { findOwnerChange } from './owner.ts';

let app: TestApp;
let waiting: string;

beforeAll(async () => {
  app = await createTestApp();
  const { id } = await app.factories.member({ role: 'ADMIN' });
  waiting = (await app.factories.organization()).id;
  const data = `jsonb_build_object('email', 'x@example.com', 'organization_id', case when i = 7 then $2 else gen_random_uuid()::text end)`;
  await app.rows(
    `insert into account_codes (account_id, purpose, code_hash, expires_at, data)
     select $1, 'owner_change', sha256(i::text::bytea), now() + interval '1 day', ${data} from generate_series(1, 20000) i`,
    [id, waiting],
  );
  await app.rows(
    `insert into account_mails (kind, to_address, account_id, state, data)
     select 'owner_change', 'x@example.com', $1, 'sending', ${data} from generate_series(1, 20000) i`,
    [id, waiting],
  );
  await app.rows('vacuum analyze account_codes, account_mails, accounts');
});
afterAll(() => app.close());

test('of 40 000 proposals of a new owner that of one organisation is found by an index', async () => {
  const plans: unknown[] = [];
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await app.pools.system.query(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
      return app.pools.system.query(text, values);
    },
  } as unknown as pg.Pool;
  expect(await findOwnerChange(explaining, waiting)).toMatchObject({ email: 'x@example.com' });
  const [plan] = plans as { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }[];
  expect((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)).toBeLessThan(30);
});
