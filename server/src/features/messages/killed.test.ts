import type { Message } from '@vpisnik/contract/messages';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { workerToKill } from '../../../test/forked-worker.ts';
import { until } from '../../../test/until.ts';

/** Three batches; every third has a sibling with the same address. */
const MANY = 2400;
const MAILS = 1600;

let site: TestApp;
let worker: ReturnType<typeof workerToKill>;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
  worker = workerToKill(site, { MAIL_DELAY_SECONDS: '600' });
});
afterEach(() => worker.kill());
afterAll(() => site.close());

/** Kills the worker while its transaction stands before a table, and starts it again. */
async function killAt(table: string): Promise<void> {
  const client = await site.owner.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in exclusive mode`);
    await until(async () => {
      const rows = await site.rows(
        `select from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
         where a.datname = current_database() and a.application_name <> 'vpisnik jobs'
           and a.query not like '%mail_pauses%' and l.relation = $1::regclass`,
        [table],
      );
      expect(rows.length, `nothing waits for ${table}`).toBeGreaterThan(0);
    });
    await worker.kill();
  } finally {
    // its transaction ends with the connection
    client.release(true);
  }
  await worker.start();
}

test('a message whose process is killed wherever it is reaches each address once', {
  timeout: 120_000,
}, async () => {
  const { id: organization_id } = await site.factories.organization();
  const staff = site.as(await site.factories.member({ organization_id }));
  const { id: group_id } = await site.factories.group({ organization_id });
  const rows = await site.rows<{ id: string }>(
    `insert into participants (organization_id, group_id, name, email, status, reference, language)
     select $1, $2, 'Ana Kos ' || i, 'ana' || (i % $4::integer) || '@example.com', 'approved', app.new_reference(), 'sl'
     from generate_series(1, $3::integer) i returning id`,
    [organization_id, group_id, MANY, MAILS],
  );
  const texts = { sl: { subject: 'Vaja', body: 'Prijava: {{participant_name}}' } };
  const audience = { ids: rows.map(({ id }) => id) };
  const { body } = await staff.post<Message>('/messages', { audience, kind: 'enrolment', texts });
  const path = `/messages/${body.id}`;
  const sent = await staff.post<Message>(`${path}/send`, { version: 1, expected_mails: MAILS });
  expect([sent.status, sent.body.state]).toEqual([202, 'sending']);
  await worker.start();
  for (const table of ['mails', 'bulk_job_rows', 'bulk_jobs']) await killAt(table);
  const done = await until(async () => {
    const message = (await staff.get<Message>(path)).body;
    expect(message.state).toBe('sent');
    return message;
  }, 60_000);
  expect(done.counts).toMatchObject({ people: MANY, mails: MAILS, waiting: MAILS });
  expect(
    await site.rows(
      `select count(distinct m.to_address)::integer as addresses, count(distinct n.participant_id)::integer as people,
         count(*)::integer as named
       from mails m join mail_people n on n.mail_id = m.id where m.of_message = $1`,
      [body.id],
    ),
  ).toEqual([{ addresses: MAILS, people: MANY, named: MANY }]);
});
