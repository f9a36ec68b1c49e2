import type { Message } from '@vpisnik/contract/messages';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { holdUp, waitingForLocks } from '../../../test/hold-up.ts';
import { workerToKill } from '../../../test/processes/forked-worker.ts';
import { until } from '../../../test/until.ts';

/** Three batches; every third has a sibling with the same address. */
const MANY = 2400;
const MAILS = 1600;
/** Two batches, each with an address of their own. */
const FEWER = 1200;

let site: TestApp;
let worker: ReturnType<typeof workerToKill>;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
  worker = workerToKill(site, { MAIL_DELAY_SECONDS: '600' });
});
afterEach(() => worker.kill());
afterAll(() => site.close());

/** Does something while the worker's transaction stands before a table; starts the worker before that, if it does not run yet. */
async function whileHeldAt(table: string, act: () => Promise<void>, start = false): Promise<void> {
  const client = await site.owner.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in exclusive mode`);
    if (start) await worker.start();
    await until(async () => {
      const rows = await site.rows(
        `select from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
         where a.datname = current_database() and a.application_name <> 'vpisnik jobs'
           and a.query not like '%mail_pauses%' and l.relation = $1::regclass`,
        [table],
      );
      expect(rows.length, `nothing waits for ${table}`).toBeGreaterThan(0);
    });
    await act();
  } finally {
    // its transaction ends with the connection
    client.release(true);
  }
}

/** Kills the worker while its transaction stands before a table, and starts it again. */
async function killAt(table: string): Promise<void> {
  await whileHeldAt(table, worker.kill);
  await worker.start();
}

/** Begins to send a message to many, two thirds of whom have an address of their own. */
async function sendToMany(people = MANY, addresses = MAILS) {
  const { id: organization_id } = await site.factories.organization();
  const account = await site.factories.member({ organization_id });
  const staff = site.as(account);
  const { id: group_id } = await site.factories.group({ organization_id });
  const rows = await site.rows<{ id: string }>(
    `insert into participants (organization_id, group_id, name, email, status, reference, language)
     select $1, $2, 'Ana Kos ' || i, 'ana' || (i % $4::integer) || '@example.com', 'approved', app.new_reference(), 'sl'
     from generate_series(1, $3::integer) i returning id`,
    [organization_id, group_id, people, addresses],
  );
  const texts = { sl: { subject: 'Vaja', body: 'Prijava: {{participant_name}}' } };
  const audience = { ids: rows.map(({ id }) => id) };
  const { body } = await staff.post<Message>('/messages', { audience, kind: 'enrolment', texts });
  const path = `/messages/${body.id}`;
  const sent = await staff.post<Message>(`${path}/send`, { version: 1, expected_mails: addresses });
  expect([sent.status, sent.body.state]).toEqual([202, 'sending']);
  // none of them is written yet
  expect(sent.body.counts).toMatchObject({ mails: addresses, waiting: addresses, sent: 0 });
  return { staff, account, organization_id, id: body.id, path };
}

test('a message whose process is killed wherever it is reaches each address once', async () => {
  const { staff, path, id } = await sendToMany();
  await worker.start();
  for (const table of ['mails', 'bulk_job_rows', 'bulk_jobs']) await killAt(table);
  const done = await until(async () => {
    const message = (await staff.get<Message>(path)).body;
    expect(message.counts).toMatchObject({ mails: MAILS, waiting: MAILS });
    expect(message.state).toBe('sent');
    return message;
  });
  expect(done.counts).toMatchObject({ people: MANY, mails: MAILS, waiting: MAILS });
  expect(
    await site.rows(
      `select count(distinct m.to_address)::integer as addresses, count(distinct n.participant_id)::integer as people,
         count(*)::integer as named
       from mails m join mail_people n on n.mail_id = m.id where m.of_message = $1`,
      [id],
    ),
  ).toEqual([{ addresses: MAILS, people: MANY, named: MANY }]);
});

/** Waits until no transaction writes mails. */
const quiet = () =>
  until(async () => {
    const rows = await site.rows(
      `select from pg_locks where relation = 'mails'::regclass and mode = 'RowExclusiveLock'`,
    );
    expect(rows).toEqual([]);
  });

test.each(['message', 'bulk work'])(
  'a %s that is stopped while a batch is under way sends none of it',
  async (what) => {
    const { staff, path, id } = await sendToMany(FEWER, FEWER);
    const [job] = await site.rows<{ id: string }>(`select job_id as id from messages where id = $1`, [id]);
    const stop = async () => {
      const stopped = await staff.post<Message>(
        what === 'message' ? `${path}/cancel` : `/bulk-jobs/${job?.id}/stop`,
      );
      expect([stopped.status, stopped.body.state]).toEqual([200, 'stopped']);
    };
    await whileHeldAt('bulk_job_rows', stop, true);
    await quiet();
    expect(await site.rows(`select from mails where of_message = $1 and state <> 'cancelled'`, [id])).toEqual(
      [],
    );
    const { body } = await staff.get<Message>(path);
    expect(body).toMatchObject({ state: 'stopped', counts: { waiting: 0, sent: 0 } });
    const copy = await staff.post<Message>('/messages', { copy_of: id, copy_to: 'unreached' });
    expect(copy.body.audience.ids).toHaveLength(FEWER);
  },
);

test('bulk work of a message that is stopped stops the mails that are written', async () => {
  const { staff, organization_id, path, id } = await sendToMany(FEWER, FEWER);
  // no worker runs: as after its first batch
  const written = await site.factories.mail({ organization_id, of_message: id, state: 'queued' });
  const [job] = await site.rows<{ id: string }>('select job_id as id from messages where id = $1', [id]);
  expect((await staff.post(`/bulk-jobs/${job?.id}/stop`)).status).toBe(200);
  expect(await site.rows('select state, state_reason from mails where id = $1', [written.id])).toEqual([
    { state: 'cancelled', state_reason: 'stopped' },
  ]);
  expect((await staff.get<Message>(path)).body).toMatchObject({ state: 'stopped', stop_reason: 'stopped' });
});

test('a message that is called off while it is being sent does not stand in the way of its last batch', async () => {
  const { id: organization_id } = await site.factories.organization();
  const staff = site.as(await site.factories.member({ organization_id }));
  const person = await site.factories.participant({ organization_id });
  const given = { audience: { ids: [person.id] }, kind: 'enrolment' };
  const { id } = (await staff.post<Message>('/messages', given)).body;
  await using connections = new AsyncDisposableStack();
  const connect = async () => {
    const client = await site.owner.connect();
    // what it has not committed ends with it
    connections.defer(() => client.release(true));
    return client;
  };
  const [sender, batch] = [await connect(), await connect()];
  await sender.query('begin');
  await sender.query('select from messages where id = $1 for no key update', [id]);
  const cancelled = staff.post<Message>(`/messages/${id}/cancel`);
  await waitingForLocks(site, 1);
  const { rows } = await sender.query<{ id: string }>(
    `insert into bulk_jobs (organization_id, account_id, actor, kind, parameters, selection, state, total_count)
     values ($1, uuidv7(), 'Nina', 'message', jsonb_build_object('message_id', $2::text), '{}', 'running', 1) returning id`,
    [organization_id, id],
  );
  const job = rows[0]?.id;
  await sender.query(`update messages set state = 'sending', sent_at = now(), job_id = $2 where id = $1`, [
    id,
    job,
  ]);
  // holds the call up when it has its locks, as a busy machine might
  const held = await holdUp(site, 'message_files');
  await sender.query('commit');
  await held.waiting(1);
  const done = batch.query(`update bulk_jobs set state = 'done' where id = $1 and state = 'running'`, [job]);
  await held.waiting(2);
  await held.release();
  expect([(await cancelled).body.state, (await done).rowCount]).toEqual(['stopped', 0]);
});

test('a message whose sender may send no more stops after the batch, and says why', async () => {
  const { account, organization_id, id, path } = await sendToMany(FEWER, FEWER);
  const lower = async () => {
    await site.rows(`update memberships set role = 'GROUP_EDITOR_USER' where account_id = $1`, [account.id]);
  };
  await whileHeldAt('bulk_job_rows', lower, true);
  const other = site.as(await site.factories.member({ organization_id }));
  const { counts } = await until(async () => {
    const message = (await other.get<Message>(path)).body;
    expect(message).toMatchObject({ state: 'stopped', stop_reason: 'forbidden' });
    return message;
  });
  // the batch that was under way began while it was allowed
  expect(counts?.waiting).toBe(counts?.mails);
  expect(counts?.mails).toBeLessThan(FEWER);
  const named = await site.rows(
    'select from mail_people n join mails m on m.id = n.mail_id where m.of_message = $1',
    [id],
  );
  const copy = await other.post<Message>('/messages', { copy_of: id, copy_to: 'unreached' });
  expect(copy.body.audience.ids).toHaveLength(FEWER - named.length);
  // what is written leaves, unless it is stopped
  const stopped = await other.post<Message>(`${path}/cancel`);
  expect(stopped.body).toMatchObject({
    ...{ state: 'stopped', stop_reason: 'forbidden' },
    counts: { waiting: 0, cancelled: counts?.mails },
  });
});
