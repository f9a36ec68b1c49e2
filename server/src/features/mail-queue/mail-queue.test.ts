import type { MailDns, MailQueue } from '@vpisnik/contract/mail-queue';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { startNameServer } from '../../../test/outside/names.ts';
import { dkimRecord, makeDkimKey } from '../../identity/keys/dkim-keys.ts';
import { askNames } from '../../mail/dns/names.ts';
import { withoutRecipient } from './words.ts';

let site: TestApp;
let admin: Caller;
let dns: Awaited<ReturnType<typeof startNameServer>>;

beforeAll(async () => {
  dns = await startNameServer({});
  site = await createTestApp({
    variables: {
      MAIL_FROM: 'obvestila@vpisnik.test',
      MAIL_SENDERS: '192.0.2.10',
      MAIL_BOUNCES: 'reports@vrnjena.vpisnik.test',
    },
    names: askNames([dns.address]),
  });
  admin = site.as(await site.factories.member({ role: 'ADMIN' }));
});
afterEach(() => site.owner.query('delete from mails; delete from mail_pauses; delete from account_mails'));
afterAll(async () => {
  await site.close();
  await dns.stop();
});

const queue = async (view = 'waiting') => (await admin.get<MailQueue>(`/mail-queue?view=${view}`)).body;

/** Mails to a participant of an organisation of its own. */
async function club(name: string) {
  const { id: organization_id } = await site.factories.organization({ name });
  const participant = await site.factories.participant({
    organization_id,
    email: 'spela.znidarsic@slow.test',
  });
  return {
    id: organization_id,
    mail: (given: object = {}) =>
      site.factories.mail({
        ...{ organization_id, group_id: participant.group_id, participant_id: participant.id },
        ...{ to_address: 'spela.znidarsic@slow.test', state: 'queued', ...given },
      }),
  };
}
const tried = {
  attempts: 2,
  send_after: '2199-01-01T08:00:00Z',
  state_reason: 'server_unavailable: 451 4.7.1 <spela.znidarsic@slow.test> try later, Znidarsic',
};
const states = (organization: string) =>
  site.rows<{ state: string; count: number }>(
    `select state || case when send_after <= now() then '' else ' later' end as state, count(*)::integer as count
     from mails where organization_id = $1 group by 1 order by 1`,
    [organization],
  );

test('tells by organisation what waits and why, and nothing of whom', async () => {
  const [crowd, few] = [await club('Plesna šola Zvezda'), await club('NK Zmaj')];
  for (let at = 0; at < 3; at++) await crowd.mail();
  await crowd.mail(tried);
  await few.mail({ ...tried, to_address: 'ana@fast.test', state_reason: 'server_unavailable: ESOCKET' });
  await few.mail({ state: 'held', state_reason: 'hourly_limit' });
  await few.mail({
    state: 'failed',
    state_reason: 'mailbox_missing: 550 5.1.1 no such user spela.znidarsic',
  });
  await few.mail({ state: 'sent' });
  await site.owner.query(
    `insert into mail_pauses (domain, until, failures, said)
     values ('slow.test', now() + interval '1 hour', 3, '451 4.7.1 too many'), ('*', now() + interval '1 minute', 1, 'ESOCKET'),
       ('over.test', now(), 1, '')`,
  );
  await site.owner.query(
    `insert into account_mails (kind, to_address, state) values ('password_reset', 'ana@example.com', 'failed')`,
  );
  const waiting = await queue();
  expect(waiting).toMatchObject({
    counts: { waiting: 5, held: 1, failed: 1 },
    accounts: { waiting: 0, held: 0, failed: 1 },
    total: 2,
    pauses: [
      { domain: null, failures: 1, said: 'ESOCKET' },
      { domain: 'slow.test', failures: 3, said: '451 4.7.1 too many' },
    ],
    organizations: [
      {
        ...{ id: crowd.id, name: 'Plesna šola Zvezda', count: 4, others: 0 },
        causes: [
          { reason: '', domain: null, count: 3, said: '' },
          {
            ...{ reason: 'server_unavailable', domain: 'slow.test', count: 1 },
            ...{ said: '451 4.7.1 … try later, …', next_at: '2199-01-01T08:00:00.000000Z' },
          },
        ],
      },
      { id: few.id, count: 1, causes: [{ domain: 'fast.test' }] },
    ],
  });
  expect((await queue('held')).organizations).toMatchObject([
    { id: few.id, causes: [{ reason: 'hourly_limit', domain: null, count: 1, next_at: null }] },
  ]);
  const failed = await queue('failed');
  expect(failed.organizations).toMatchObject([
    {
      id: few.id,
      causes: [{ reason: 'mailbox_missing', domain: 'slow.test', said: '550 5.1.1 no such user …' }],
    },
  ]);
  expect(JSON.stringify([waiting, failed])).not.toMatch(/spela|znidarsic|ana@/i);
});

test('tries mails of one cause now or stops them, of no other cause and no other organisation', async () => {
  const [one, other] = [await club('Ena'), await club('Druga')];
  for (const each of [one, other]) {
    await each.mail({ send_after: '2199-01-01T08:00:00Z' });
    await each.mail(tried);
    await each.mail({ ...tried, to_address: 'ana@fast.test' });
  }
  const cause = { view: 'waiting', reason: 'server_unavailable', domain: 'slow.test', after: null };
  const act = (body: object) => admin.post(`/mail-queue/${one.id}`, { ...cause, ...body });
  expect((await act({ act: 'retry' })).body).toEqual({ done: 1, skipped: 0, after: null });
  expect(await states(one.id)).toEqual([
    { state: 'queued', count: 1 },
    { state: 'queued later', count: 2 },
  ]);
  // one that is just being sent is passed over
  await site.owner.query(
    `update mails set state = 'sending' where organization_id = $1 and to_address = 'ana@fast.test'`,
    [one.id],
  );
  expect((await act({ act: 'cancel', domain: 'fast.test' })).body).toEqual({
    done: 0,
    skipped: 1,
    after: null,
  });
  expect((await act({ act: 'cancel', reason: '', domain: null })).body).toEqual({
    done: 1,
    skipped: 0,
    after: null,
  });
  expect(await states(one.id)).toEqual([
    { state: 'cancelled later', count: 1 },
    { state: 'queued', count: 1 },
    { state: 'sending later', count: 1 },
  ]);
  expect(await states(other.id)).toEqual([{ state: 'queued later', count: 3 }]);
  // what is held is not let go by hand
  await other.mail({ state: 'held', state_reason: 'hourly_limit' });
  const held = { ...cause, act: 'retry', view: 'held', reason: 'hourly_limit', domain: null };
  expect((await admin.post(`/mail-queue/${other.id}`, held)).body).toEqual({
    done: 0,
    skipped: 1,
    after: null,
  });

  expect(
    await site.rows(
      `select action, changes ->> 'call' as call from activity_log where organization_id = $1`,
      [one.id],
    ),
  ).toEqual([
    { action: 'acted_for_write', call: 'mail_queue.retry' },
    { action: 'acted_for_write', call: 'mail_queue.cancel' },
    { action: 'acted_for_write', call: 'mail_queue.cancel' },
  ]);
  expect((await admin.post(`/mail-queue/${crypto.randomUUID()}`, { ...cause, act: 'retry' })).status).toBe(
    404,
  );
});

test('sends failed mails again some at a time, as their outbox would', async () => {
  const { id, mail } = await club('Tretja');
  for (let at = 0; at < 101; at++) await mail({ state: 'failed', state_reason: 'gave_up: 451 4.3.0 later' });
  // its words are gone
  await mail({ state: 'failed', state_reason: 'gave_up', variant: 'test', recipient_kind: 'staff' });
  const again = (after: unknown) =>
    admin.post<{ after: string | null; done: number; skipped: number }>(`/mail-queue/${id}`, {
      ...{ act: 'retry', view: 'failed', reason: 'gave_up', domain: 'slow.test', after },
    });
  const { body: first } = await again(null);
  expect(first).toEqual({ done: 100, skipped: 0, after: expect.any(String) });
  expect((await again(first.after)).body).toEqual({ done: 1, skipped: 1, after: null });
  expect(await states(id)).toEqual([
    { state: 'failed', count: 1 },
    { state: 'queued', count: 101 },
  ]);
});

test('ends a pause and tries what waited for it', async () => {
  const { id, mail } = await club('Četrta');
  await mail(tried);
  await mail({ ...tried, to_address: 'ana@fast.test' });
  await site.owner.query(
    `insert into mail_pauses (domain, until) values ('slow.test', now() + interval '1 hour'), ('*', now() + interval '1 hour')`,
  );
  expect((await admin.post('/mail-queue', { domain: 'slow.test' })).status).toBe(204);
  expect((await queue()).pauses).toMatchObject([{ domain: null }]);
  expect(await states(id)).toEqual([
    { state: 'queued', count: 1 },
    { state: 'queued later', count: 1 },
  ]);
  await admin.post('/mail-queue', { domain: null });
  expect((await queue()).pauses).toEqual([]);
  expect(await states(id)).toEqual([{ state: 'queued', count: 2 }]);
});

test('compares what DNS says with what it must say', async () => {
  const [key] = await makeDkimKey(site.pools.system, site.env.secretKeys, 'vpisnik.test');
  if (!key) throw new Error('no key');
  const { name, value } = dkimRecord('vpisnik.test', key);
  dns.zone = {
    'vpisnik.test': { TXT: ['v=spf1 ip4:192.0.2.11 -all'] },
    [name]: { TXT: [value] },
    'vrnjena.vpisnik.test': { MX: ['10 vpisnik.test'] },
  };
  const { body } = await admin.get<MailDns>('/mail-queue/dns');
  expect(body).toMatchObject({
    domain: 'vpisnik.test',
    signs: false,
    reports: true,
    senders: true,
    mailbox: null,
  });
  expect(body.records.map(({ purpose, verdict }) => [purpose, verdict])).toEqual([
    ['spf', 'wrong'],
    ['dkim', 'right'],
    ['dmarc', 'missing'],
    ['reverse', 'missing'],
    ['bounce_mx', 'wrong'],
    ['bounce_spf', 'missing'],
  ]);
  expect(body.records[1]).toMatchObject({ name, wanted: value, key: { state: 'waiting', until: null } });
});

test.each([
  ['550 5.1.1 <ana@example.com>: not here', 'ana@example.com', '550 5.1.1 … not here'],
  ['550 user Ana.Novak unknown', 'ana.novak@example.com', '550 user … unknown'],
  ['552 mailbox of NOVAK, Ana is full', 'ana.novak@example.com', '552 mailbox of …, … is full'],
  ['451 banana', 'ana@example.com', '451 banana'],
  ['450 to be tried', 'to@example.com', '450 to be tried'],
])('words about a recipient: %s', (said, address, left) => {
  expect(withoutRecipient(said, address)).toBe(left);
});
