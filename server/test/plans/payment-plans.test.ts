import { addMonths } from '@vpisnik/contract/rules/payment-filter';
import type { StatementDetail } from '@vpisnik/contract/statements';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import { until } from '../until.ts';
import { expectFew, explain, pagesOf } from './explain.ts';

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
/** Reminders that each participant has had. */
const REMINDERS = 4;
/** Transfers of each bank statement, of which there are so many. */
const TRANSFERS = 600;
const STATEMENTS = 40;

let site: TestApp;
let staff: Caller;
let group: { id: string };
let month: string;
let statement: string;

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
      `insert into participants (organization_id, group_id, name, email, phone, status, reference, language)
       select $1, ($2::uuid[])[1 + i % 50], (array['Ana', 'Žiga', 'Črt', 'Maja'])[1 + i % 4] || ' Novak ' || i,
         'novak' || i || '@example.com', '070 ' || to_char(i, 'FM000 000'), 'approved', app.new_reference(), 'sl' from generate_series(1, ${PEOPLE}) i`,
      [organization_id, groups.map(({ id }) => id)],
    );
    // the history of payments has tests of its own
    await client.query(`set session_replication_role = 'replica'`);
    // what is over is paid but a little; of what is to come nothing is
    await client.query(
      `insert into payments (organization_id, group_id, participant_id, amount, status, expiration_date, payment_date,
         method, created_at, reference_number)
       select organization_id, group_id, id, 20 + n * 7 % 60 + 0.5, status, due,
         case when status = 'completed' then due end, case when n % 3 = 0 then 'cash' else 'bank_transfer' end, now() - interval '3 years' + n * interval '1 day',
         -- one for each payment, or one for all payments of a participant
         case when place % 2 = 0 then 'RF18' || lpad((place * 100 + n)::text, 13, '0') else 'SI12' || lpad(place::text, 13, '0') end
       from (
         select p.organization_id, p.group_id, p.id, p.place, n, current_date - 900 + n * 1000 / ${EACH} + (place % 101)::integer as due,
           case when n = ${EACH} then 'pending' when (place + n) % 40 = 0 then 'expired'
             when (place + n) % 997 = 0 then 'failed' when (place + n) % 61 = 0 then 'cancelled' else 'completed' end as status
         from (select *, row_number() over (order by id) as place from participants where organization_id = $1) p,
           generate_series(1, ${EACH}) n
       ) as each`,
      [organization_id],
    );
    await client.query(
      `insert into payment_settings (organization_id, recipient, street, town, iban, mail_reminders, reminders_since)
       values ($1, 'Plesna šola', 'Slovenska cesta 1', '1000 Ljubljana', 'SI56191000000123438', true, current_date - 1)`,
      [organization_id],
    );
    // two thirds have the reference of a payment, all have the name of its payer
    await client.query(
      `with told as (
         insert into bank_statements (organization_id, file_name, account, currency, from_date, to_date, entry_count, total, known_count,
           reversal_count, pending_count, created_by, created_at)
         select $1, 'izpisek ' || n, 'SI56191000000123438', 'EUR', current_date - n * 7, current_date - n * 7, $2, 0, 0, 0, 0, $1,
           now() - n * interval '1 day'
         from generate_series(1, $3) n
         returning *
       )
       insert into bank_entries (organization_id, statement_id, account, entry_key, position, day, amount, currency, payer_name,
         payer_iban, reference, text)
       select told.organization_id, told.id, told.account, told.file_name || ': ' || its.place, 0, told.to_date, its.amount, 'EUR', its.name,
         'SI56' || lpad(its.place::text, 15, '0'), case when its.place % 3 = 0 then '' else its.reference_number end, 'Vadnina'
       from told, lateral (
         select p.*, someone.name, row_number() over (order by p.id) as place
         from payments p join participants someone on someone.id = p.participant_id
         where p.status = 'pending' order by p.id limit $2
       ) as its`,
      [organization_id, TRANSFERS, STATEMENTS],
    );
    // everybody was reminded before, four times
    await client.query(
      `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state, sent_at,
         created_at)
       select organization_id, group_id, id, 'payment_reminder', 'applicant', email, 'sl', 'sent', its.day, its.day
       from participants, generate_series(1, ${REMINDERS}) n, lateral (select now() - n * interval '90 days' as day) as its
       where organization_id = $1`,
      [organization_id],
    );
    await client.query(
      `insert into mail_payments (organization_id, mail_id, payment_id, amount)
       select m.organization_id, m.id, p.id, p.amount
       from mails m join payments p on p.organization_id = m.organization_id and p.participant_id = m.participant_id
         and p.expiration_date between m.created_at - interval '90 days' and m.created_at
       where m.organization_id = $1`,
      [organization_id],
    );
    await client.query(
      `insert into payment_events (organization_id, day, kind, currency, open, received, credit, payment_id, participant_id)
       select organization_id, coalesce(expiration_date, current_date), 'made', currency, amount, 0, 0, id, participant_id from payments
       where status <> 'pending'`,
    );
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
  await site.rows('vacuum analyze participants');
  const [latest] = await site.rows<{ id: string }>(
    'select id from bank_statements order by created_at desc limit 1',
  );
  statement = latest?.id ?? '';
  await until(vacuumed);
});
afterAll(() => site.close());

/** Vacuums, as autovacuum does in time; an open snapshot of another session can prevent that. */
async function vacuumed(): Promise<void> {
  const tables = ['payments', 'bank_statements', 'bank_entries', 'payment_events', 'mails', 'mail_payments'];
  await site.rows(`vacuum analyze ${tables.join()}`);
  const left = await site.rows(
    'select relname from pg_class where relname = any ($1) and relallvisible < 0.99 * relpages',
    [tables],
  );
  if (left.length > 0) throw new Error('A table still holds rows that somebody may not see');
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
      '070 012 345',
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

test('how payers were reminded is read for the payments of a page alone', async () => {
  // of which all were named by reminders
  const path = `/payments?due_month=${addMonths(month, -5)}&limit=100`;
  const { body } = await staff.get<{ results: { participant_id: string; reminder_count: number }[] }>(path);
  expect(body.results).toHaveLength(100);
  for (const { reminder_count } of body.results) expect(reminder_count).toBeGreaterThan(0);
  const tables = [...payments, 'mails', 'mail_payments'];
  for (const one of [path, `/participants/${body.results[0]?.participant_id}/payments`])
    expectFew(await read(one), FEW, tables);
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
    // by group, some hundred groups are looked up too, at places that chance has given them
    const most = by === 'group' ? 2 * MANY : MANY;
    expectFew(await read(`/payments/report?by=${by}&${days}`), most, payments);
    // what was due, and what came
    for (const { pages } of await read(`/payments/report?by=${by}`))
      expect(pages, by).toBeLessThan(3 * (table?.pages ?? 0));
  }
});

describe('bank statements', () => {
  test('are listed by their transfers alone', async () => {
    expectFew(await read('/statements?with_total=true'), FEW, [...payments, 'bank_entries']);
  });

  test('find what their transfers pay by references, of one payment each and of many, and by names', async () => {
    const opened = await read(`/statements/${statement}`);
    // at most the ten payments of each reference and of each name, with whose they are; names are looked at once
    expectFew(opened, 20 * TRANSFERS, [...payments, 'bank_entries']);
    const { body } = await staff.get<StatementDetail>(`/statements/${statement}`);
    const known = body.entries.filter(({ proposal }) => proposal?.reason === 'reference');
    expect(known).toHaveLength((2 / 3) * TRANSFERS);
  });

  test('let payments for a transfer be searched', async () => {
    const waiting = await read('/bank-entries?with_total=true');
    expectFew(waiting, MANY, payments);
    const { body } = await staff.get<{ results: { id: string }[] }>('/bank-entries?limit=1');
    // as many as have the amount, or the name
    for (const search of ['', 'žiga novak 1999', '0012345', '070 012 345', '85,50'])
      expectFew(
        await read(`/bank-entries/${body.results[0]?.id}/payments?search=${encodeURIComponent(search)}`),
        6 * MANY,
        payments,
      );
  });
});

test('the payment data of a group are read without the payments of others', async () => {
  expectFew(await read(`/groups/${group.id}/slips.pdf`), 3 * MANY, payments);
});

test('the ledger of a period is read without the payments of others', async () => {
  const days = `from=${month}-01&to=${month}-07`;
  expectFew(await read(`/payments/ledger.csv?${days}`), 10 * MANY, payments);
});

describe('reminders', () => {
  test('of one person look at nobody else', async () => {
    const [late] = await site.rows<{ id: string }>(
      `select participant_id as id from payments where status = 'expired' limit 1`,
    );
    const remind = () => staff.post(`/participants/${late?.id}/payments/remind`, {});
    expectFew(await explain(site.pools.api, remind), FEW, payments);
  });

  const reminded = [...payments, 'mails', 'mail_payments', 'participants'];

  test('of chosen payments look at those people alone, at what was told of them and at their addresses', async () => {
    const list = await staff.get<{ results: { id: string }[] }>(
      `/payments?group_id=${group.id}&status=overdue&limit=100`,
    );
    const ids = list.body.results.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(50);
    const remind = () => staff.post('/payments/bulk/remind', { selection: { ids } });
    // each with their own payments, and the mails of these and of their address
    expectFew(await explain(site.pools.api, remind), 120 * ids.length, reminded);
  });

  test('of all that is late are shown by as many pages as there are payments', async () => {
    const filter = { status: ['overdue'] };
    const list = await staff.get<{ total: number; as_of: string }>(
      '/payments?with_total=true&status=overdue',
    );
    const { total: expected_count, as_of } = list.body;
    expect(expected_count).toBeGreaterThan(4000);
    const show = () =>
      staff.post('/payments/bulk/preview', {
        selection: { filter, expected_count, as_of },
        act: { kind: 'remind' },
      });
    for (const { text, pages } of await explain(site.pools.api, show))
      expect(pages, text).toBeLessThan(120 * expected_count);
  });

  test('of a day look at what is late or due soon, and not at what was paid', async () => {
    const client = await site.pools.system.connect();
    onTestFinished(async () => {
      await client.query('rollback');
      client.release();
    });
    await client.query('begin');
    const { rows: told } = await client.query<{ count: number }>(
      'select app.write_reminders(organization_id, now()) as count from payment_settings',
    );
    expect(told[0]?.count).toBeGreaterThan(0);
    const { rows: scans } = await client.query(
      `select relname, seq_scan::integer as count from pg_stat_xact_user_tables where relname = 'payments'`,
    );
    expect(scans).toEqual([{ relname: 'payments', count: 0 }]);
  });
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

describe('bulk work on payments of which many mails wait already', () => {
  /** Mails that the batches before have written, and payments of the next one. */
  const WAITING = 5000;
  const BATCH = 100;

  /** What a function reads about payments of the next batch, as part of a job; all is taken back. */
  async function pagesInJob(statement: string): Promise<number> {
    const client = await site.owner.connect();
    try {
      await client.query('begin');
      const { rows: found } = await client.query<{ organization_id: string }>(
        'select organization_id from payment_settings',
      );
      const { organization_id = '' } = found[0] ?? {};
      const job = await site.factories.bulkJob({ organization_id });
      await client.query(
        `select set_config('app.organization_id', $1, true), set_config('app.bulk_job_id', $2, true)`,
        [organization_id, job.id],
      );
      await client.query(
        `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, bulk_job_id,
           created_at)
         select organization_id, group_id, id, 'payment_request', 'applicant', email, 'sl', $2, now() - interval '1 minute'
         from participants where organization_id = $1 order by id limit ${WAITING}`,
        [organization_id, job.id],
      );
      const { rows: next } = await client.query<{ payments: string[] }>(
        `select array_agg(p.id) as payments
         from (select id from participants where organization_id = $1 order by id desc limit ${BATCH}) as its
         join payments p on p.participant_id = its.id and p.status = 'pending'`,
        [organization_id],
      );
      return await pagesOf(client, statement, [organization_id, next[0]?.payments]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('writes the mails of a batch without reading those of the batches before', async () => {
    // each mail is a row of two tables with all their indexes
    expect(
      await pagesInJob(`select app.write_payment_mails($1, 'payment_request', $2::uuid[])`),
    ).toBeLessThan(100 * BATCH);
  });
});
