/** Lock order: parallel work on the same participant must not deadlock. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { holdUp, waitingForLocks } from '../../../test/hold-up.ts';
import { asWorker } from '../../db/scope.ts';
import { claimMail } from '../application-mails/outbox.ts';

let site: TestApp;
let staff: Caller;
let organization_id: string;
let group: Awaited<ReturnType<TestApp['factories']['group']>>;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group = await site.factories.group({ organization_id });
  staff = site.as(await site.factories.member({ organization_id }));
});

test('a participant is deleted while a mail about them is given to its recipients', async () => {
  const of = { organization_id, group_id: group.id };
  for (let leader = 0; leader < 2; leader += 1)
    await site.factories.member({ organization_id, role: 'GROUP_ADMIN', leads: [group.id] });
  const { id } = await site.factories.participant(of);
  const mail = await site.factories.mail({
    ...of,
    participant_id: id,
    email_type: 'application_received_notification',
    recipient_kind: 'staff',
    to_address: null,
    state: 'queued',
  });

  const held = await holdUp(site, 'group_email_settings');
  const claiming = asWorker(site.pools.system, (tx) => claimMail(tx, mail, 60));
  await held.waiting(1);
  const deleting = staff.delete(`/participants/${id}`);
  await held.waiting(2);
  await held.release();

  expect((await deleting).status).toBe(204);
  expect(await claiming).not.toBeNull();
  expect(await site.rows('select from mails where participant_id = $1', [id])).toEqual([]);
});

test('a participant with payments is deleted during a move to another group', async () => {
  const target = await site.factories.group({ organization_id });
  const people = await Promise.all(
    Array.from({ length: 10 }, () => site.factories.participant({ organization_id, group_id: group.id })),
  );
  for (const { id } of people) await site.factories.payment({ organization_id, participant_id: id });
  const answers = await Promise.all(
    people.flatMap(({ id }) => [
      staff.patch(`/participants/${id}`, { version: 1, group_id: target.id }),
      staff.delete(`/participants/${id}`),
    ]),
  );
  const moved = answers.filter((_, at) => at % 2 === 0).map(({ status }) => status);
  const deleted = answers.filter((_, at) => at % 2 === 1).map(({ status }) => status);
  expect(deleted).toEqual(people.map(() => 204));
  expect(moved.filter((status) => ![200, 404].includes(status))).toEqual([]);
});

test('a payment that is added during a move to another group goes along', async () => {
  const target = await site.factories.group({ organization_id });
  const { id } = await site.factories.participant({ organization_id, group_id: group.id });
  const paid = await site.factories.payment({ organization_id, participant_id: id, amount: '30.00' });
  const body = { amount: '10.00', method: 'cash', version: paid.version };

  // the history is written when the rest is already there
  const held = await holdUp(site, 'participant_changes');
  const parting = staff.post(`/payments/${paid.id}/part`, body);
  await held.waiting(1);
  const moving = staff.patch(`/participants/${id}`, { version: 1, group_id: target.id });
  await held.waiting(2);
  await held.release();

  expect([(await parting).status, (await moving).status]).toEqual([200, 200]);
  const payments = await site.rows('select amount::text, group_id from payments where participant_id = $1', [
    id,
  ]);
  expect(payments).toHaveLength(2);
  expect(payments.filter(({ group_id }) => group_id !== target.id)).toEqual([]);
});

test('who moves and is answered for is locked after questions are kept from becoming sensitive', async () => {
  const target = await site.factories.group({ organization_id });
  const { id } = await site.factories.participant({ organization_id, group_id: group.id });
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query('select app.lock_classification($1, true)', [organization_id]);
  const moving = staff.patch(`/participants/${id}`, { version: 1, group_id: target.id, answers: {} });
  await waitingForLocks(site, 1);
  // as the answers of a question that becomes sensitive are written
  const locked = client.query('select from participants where id = $1 for update nowait', [id]);
  const outcome = await locked.catch((error) => error);
  await client.query('rollback');
  client.release();
  expect(outcome).toMatchObject({ rowCount: 1 });
  expect((await moving).status).toBe(200);
});

test('a mail is not sent before its time, whichever job asks for it', async () => {
  const of = { organization_id, group_id: group.id };
  const { id: participant_id } = await site.factories.participant(of);
  const given = { ...of, participant_id, state: 'queued' };
  const send_after = new Date(Date.now() + 3600_000).toISOString();
  const [due, early] = [
    await site.factories.mail(given),
    await site.factories.mail({ ...given, send_after }),
  ];
  const claim = (mail: typeof due) => asWorker(site.pools.system, (tx) => claimMail(tx, mail, 60));
  expect(await claim(early)).toBeNull();
  expect(await claim(due)).not.toBeNull();
});

test('someone is decided about who is just being moved, while others work on both groups', async () => {
  const { id: former } = await site.factories.group({ organization_id });
  const { id } = await site.factories.participant({ organization_id, group_id: former });
  const ids = await Promise.all(
    [group.id, former].map(
      async (group_id) => (await site.factories.participant({ organization_id, group_id })).id,
    ),
  );
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query('select from groups where id = any($1) for no key update', [[group.id, former]]);
  await client.query('update participants set group_id = $2 where id = $1', [id, group.id]);
  const deciding = staff.patch(`/participants/${id}/status`, { status: 'rejected' });
  await waitingForLocks(site, 1);
  const noting = staff.post('/participants/bulk/note', { selection: { ids }, text: 'Poklicati' });
  await waitingForLocks(site, 2);
  await client.query('commit');
  client.release();
  expect([(await deciding).status, (await noting).status]).toEqual([200, 200]);
});
