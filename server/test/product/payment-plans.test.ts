import { addMonths } from '@vpisnik/contract/rules/payment-filter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import { until } from '../until.ts';
import { expectFew, explain } from './explain.ts';

// fixed days: pages are counted for months around today

/**
 * As in `plans.test.ts`: pages that were read are counted, at ten payments each of 20 000 participants over three years. With
 * `EACH` = 50 there are a million.
 */
const PEOPLE = 20_000;
const EACH = 10;
const FEW = 900;
/** Where another order or a search goes along many rows in an index. */
const MANY = 2500;

let site: TestApp;
let staff: Caller;
let group: { id: string };
let month: string;

beforeAll(async () => {
  site = await createTestApp({ variables: { LOG_LEVEL: 'error' } });
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const groups = await Promise.all(Array.from({ length: 50 }, () => factories.group({ organization_id })));
  group = groups[7] ?? { id: '' };
  staff = site.as(await factories.member({ organization_id }));
  const [today] = await site.rows<{ month: string }>(`select to_char(now(), 'YYYY-MM') as month`);
  month = today?.month ?? '';
  const client = await site.owner.connect();
  try {
    await client.query(
      `insert into participants (organization_id, group_id, name, email, status, reference, language)
       select $1, ($2::uuid[])[1 + i % 50], (array['Ana', 'Žiga', 'Črt', 'Maja'])[1 + i % 4] || ' Novak ' || i,
         'novak' || i || '@example.com', 'approved', app.new_reference(), 'sl' from generate_series(1, ${PEOPLE}) i`,
      [organization_id, groups.map(({ id }) => id)],
    );
    // the history of payments has tests of its own
    await client.query(`set session_replication_role = 'replica'`);
    // what is over is paid but a little; of what is to come nothing is
    await client.query(
      `insert into payments (organization_id, group_id, participant_id, amount, status, expiration_date, payment_date,
         method, reference_number)
       select organization_id, group_id, id, 20 + n * 7 % 60 + 0.5, status, due,
         case when status = 'completed' then due end, case when n % 3 = 0 then 'cash' else 'bank_transfer' end,
         'SI12' || lpad(place::text, 13, '0')
       from (
         select p.organization_id, p.group_id, p.id, p.place, n, current_date - 900 + n * 1000 / ${EACH} + (place % 90)::integer as due,
           case when n = ${EACH} then 'pending' when (place + n) % 40 = 0 then 'expired'
             when (place + n) % 997 = 0 then 'failed' when (place + n) % 61 = 0 then 'cancelled' else 'completed' end as status
         from (select *, row_number() over (order by id) as place from participants where organization_id = $1) p,
           generate_series(1, ${EACH}) n
       ) as each`,
      [organization_id],
    );
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
  await site.rows('vacuum analyze participants');
  await until(vacuumed, 60_000);
});
afterAll(() => site.close());

/** Vacuums, as autovacuum does in time; an open snapshot of another session can prevent that. */
async function vacuumed(): Promise<void> {
  await site.rows('vacuum analyze payments');
  const [table] = await site.rows<{ done: boolean }>(
    `select relallvisible > 0.9 * relpages as done from pg_class where relname = 'payments'`,
  );
  if (!table?.done) throw new Error('The table still holds rows that somebody may not see');
}

const read = (path: string) => explain(site.pools.api, () => staff.get(path));
const payments = ['payments'];

describe('payments are listed by few pages', () => {
  test.each([
    '',
    'sort=-expiration_date',
    'status=overdue',
    'status=due',
    'status=completed&status=due&status=overdue&sort=-expiration_date',
    'status=cancelled&status=refunded',
    'status=refunded',
    'sort=amount',
    'sort=-payment_date',
    'sort=-created_at',
    'sort=name',
  ])('with %s, on the first page and on a later one', async (query) => {
    expectFew(await read(`/payments?${query}`), FEW, payments);
    const first = await staff.get<{ last_id: string }>(`/payments?limit=150&${query}`);
    if (first.body.last_id)
      expectFew(await read(`/payments?${query}&last_id=${first.body.last_id}`), FEW, payments);
  });

  test('of a month and of a group, with their total', async () => {
    for (const query of [
      `due_month=${month}`,
      `due_month=${month}&status=overdue`,
      `due_month=${addMonths(month, 1)}&status=due&method=cash`,
      `group_id=${group.id}`,
      `group_id=${group.id}&status=overdue`,
      'status=overdue',
    ])
      expectFew(await read(`/payments?with_total=true&${query}`), MANY, payments);
  });

  test('of what is searched for', async () => {
    for (const search of [
      'znid',
      'žiga novak 1999',
      'novak',
      '0012345',
      'SI12 0000 0000 12345',
      'novak 75,50',
    ])
      expectFew(await read(`/payments?search=${encodeURIComponent(search)}`), 2 * MANY, payments);
  });

  test('and added up by the index alone', async () => {
    expectFew(await read(`/payments/summary?due_month=${month}`), 1200, payments);
    expectFew(await read(`/payments/summary?group_id=${group.id}`), 1200, payments);
    const [table] = await site.rows<{ pages: number }>(
      `select relpages as pages from pg_class where relname = 'payments'`,
    );
    // at worst the table or an index of it is read
    for (const path of ['/summary', '?method=cash&with_total=true', '?search=85,50'])
      for (const { pages } of await read(`/payments${path}`))
        expect(pages, path).toBeLessThan(1.5 * (table?.pages ?? 0));
  });
});

test('chosen payments are found and judged by few pages', async () => {
  const act = { kind: 'cancel' };
  for (const filter of [
    { group_id: [group.id], status: ['overdue'] },
    { due_month: month, status: ['due', 'overdue'], method: ['cash'] },
    { search: 'žiga novak 1999' },
    { search: '0012345' },
  ]) {
    const query = new URLSearchParams(
      Object.entries(filter).flatMap(([name, values]) => [values].flat().map((one) => [name, one])),
    );
    const list = await staff.get<{ total: number; as_of: string }>(`/payments?with_total=true&${query}`);
    const { total: expected_count, as_of } = list.body;
    const selection = { filter, expected_count, as_of };
    // each is read by its key to be judged
    expectFew(
      await explain(site.pools.api, () => staff.post('/payments/bulk/preview', { selection, act })),
      2 * MANY + 5 * expected_count,
      payments,
    );
  }
});

test('reports add a period up without reading the table, and all there is at worst by reading it', async () => {
  const days = `from=${month}-01&to=${addMonths(month, 1)}-01`;
  const [table] = await site.rows<{ pages: number }>(
    `select relpages as pages from pg_class where relname = 'payments'`,
  );
  for (const by of ['group', 'month', 'method', 'category']) {
    expectFew(await read(`/payments/report?by=${by}&${days}`), MANY, payments);
    // what was due, and what came
    for (const { pages } of await read(`/payments/report?by=${by}`))
      expect(pages, by).toBeLessThan(3 * (table?.pages ?? 0));
  }
});

test('participants are listed by how they stand with their payments, and with what they owe', async () => {
  expectFew(await read('/participants?with_balances=true'), MANY, payments);
  // all owe something, and nobody is without payments: at worst each is looked at in two indexes
  for (const query of [
    'payment=open',
    'payment=overdue&sort=name',
    'payment=paid',
    'payment=none',
    'payment=none&payment=overdue',
  ])
    expectFew(await read(`/participants?${query}`), 5 * PEOPLE, payments);
});
