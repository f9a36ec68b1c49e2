import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { recordReport } from '../application-mails/bounces.ts';

let app: TestApp;
let staff: Caller;
let organization_id: string;
let group_id: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ organization_id, id: group_id } = await app.factories.group());
  staff = app.as(await app.factories.member({ organization_id }));
});

type Given = Parameters<TestApp['factories']['mail']>[0] & { email?: string };

let people = 0;

/** A mail about a participant of its own who is `approved`, as the mail says. */
async function mail({ email = 'nov@example.com', ...given }: Given = {}) {
  const of = { organization_id, group_id };
  const person = await app.factories.participant({
    ...of,
    email,
    status: 'approved',
    name: `Ana Kos ${++people}`,
  });
  return app.factories.mail({
    ...of,
    participant_id: person.id,
    email_type: 'application_status_update',
    status_at: 'approved',
    to_address: 'star@example.com',
    ...given,
  });
}
const tomorrow = '2199-01-01T08:00:00Z';

test('the outbox shows what waits, is held and has failed, each with its reason, and counts it', async () => {
  const second = await mail({
    ...{ state: 'queued', send_after: '2199-01-01T08:00:01Z', attempts: 2 },
    state_reason: 'server_unavailable: 451 4.7.1 later',
  });
  // written later, and leaves before it
  const first = await mail({ state: 'queued', send_after: tomorrow });
  await mail({ state: 'held', state_reason: 'hourly_limit' });
  const failed = await mail({ state: 'failed', state_reason: 'mailbox_missing: 550 5.1.1 unknown' });
  await mail({ state: 'failed', created_at: '2020-01-01T08:00:00Z' });
  await mail({ state: 'sent' });
  await app.factories.mail({ state: 'queued', send_after: tomorrow });

  const waiting = await staff.api.mails.list({ query: { with_total: 'true' } });
  expect(waiting).toMatchObject({
    total: 2,
    results: [
      {
        id: first.id,
        retryable: false,
        cancellable: true,
        participant_name: expect.stringContaining('Ana Kos'),
        attempts: 0,
      },
      {
        id: second.id,
        retryable: true,
        cancellable: true,
        state_reason: 'server_unavailable: 451 4.7.1 later',
      },
    ],
  });
  const page = await staff.api.mails.list({ query: { limit: 1 } });
  expect(page.results.map(({ id }) => id)).toEqual([first.id]);
  const next = await staff.api.mails.list({ query: { limit: 1, last_id: page.last_id ?? '' } });
  expect(next).toMatchObject({ results: [{ id: second.id }], last_id: null });
  expect((await staff.api.mails.list({ query: { view: 'held' } })).results).toMatchObject([
    { state_reason: 'hourly_limit', retryable: false, cancellable: true },
  ]);
  expect((await staff.api.mails.list({ query: { view: 'failed' } })).results).toMatchObject([
    { id: failed.id, retryable: true, cancellable: false },
  ]);
  expect(await staff.api.mails.counts()).toEqual({ waiting: 2, held: 1, failed: 1 });
});

describe('sending a mail now', () => {
  test('that failed goes anew to the present address, whatever was known of it; again does nothing', async () => {
    const failed = await mail({ state: 'failed', state_reason: 'gave_up: 451', attempts: 30 });
    await mail({ state: 'failed', to_address: 'nov@example.com', bounce: 'hard' });
    const sent = { params: { id: failed.id } };
    const now = await staff.api.mails.retry(sent);
    expect(now).toMatchObject({
      state: 'queued',
      attempts: 0,
      state_reason: '',
      to_address: 'nov@example.com',
    });
    expect(await staff.api.mails.retry(sent)).toEqual(now);
    expect(
      await app.rows('select from mails where organization_id = $1 and bounce is not null', [
        organization_id,
      ]),
    ).toEqual([]);
  });

  test('that was refused for good does not take what was known of the old address to the new one', async () => {
    const of = { state: 'failed', state_reason: 'mailbox_missing: 550 5.1.1', bounce: 'hard' };
    const { id } = await mail(of);
    expect(await staff.api.mails.retry({ params: { id } })).toMatchObject({
      id,
      to_address: 'nov@example.com',
    });
    const read = () => app.rows('select state, bounce from mails where id = $1', [id]);
    expect(await read()).toEqual([{ state: 'queued', bounce: null }]);
  });

  test('that came back is repeated by another, which late reports about the first do not concern', async () => {
    const sent_at = new Date().toISOString();
    const first = await mail({ state: 'failed', state_reason: 'mailbox_missing', bounce: 'hard', sent_at });
    const now = await staff.api.mails.retry({ params: { id: first.id } });
    expect(now).toMatchObject({
      state: 'queued',
      to_address: 'nov@example.com',
      again_of: first.id,
      sent_at: null,
    });
    expect((await staff.post(`/mails/${first.id}/retry`)).body).toMatchObject({ code: 'mail_outdated' });
    await recordReport(app.pools.system, first.id, { kind: 'complaint', said: '' });
    const known = await app.rows(
      'select to_address, bounce from mails where organization_id = $1 and bounce is not null',
      [organization_id],
    );
    expect(known).toEqual([{ to_address: 'star@example.com', bounce: 'hard' }]);
  });

  test('that waits for its next try does not wait, and keeps its tries', async () => {
    const { id } = await mail({ state: 'queued', send_after: tomorrow, attempts: 3 });
    const { send_after, attempts } = await staff.api.mails.retry({ params: { id } });
    expect([send_after < tomorrow, attempts]).toEqual([true, 3]);
  });

  test('is refused when it no longer says the truth, was sent again, has no address, or is held or cancelled', async () => {
    const repeated = await mail({ state: 'failed' });
    await mail({ state: 'sent', again_of: repeated.id });
    const without = await mail({ state: 'failed' });
    await app.owner.query('update participants set email = null where id = $1', [without.participant_id]);
    const waiting = await mail({ state: 'queued', send_after: tomorrow, attempts: 2 });
    await app.owner.query('update participants set email = null where id = $1', [waiting.participant_id]);
    const all = [
      repeated,
      without,
      waiting,
      await mail({ state: 'failed', status_at: 'waitlisted' }),
      await mail({ state: 'held', state_reason: 'hourly_limit' }),
      await mail({ state: 'cancelled', state_reason: 'undone' }),
    ];
    for (const { id } of all)
      expect((await staff.post(`/mails/${id}/retry`)).body, id).toMatchObject({ code: 'mail_outdated' });
  });
});

test('a mail is stopped until it leaves, once and for all', async () => {
  for (const state of ['queued', 'held']) {
    const { id } = await mail({ state, send_after: tomorrow });
    const stopped = { state: 'cancelled', state_reason: 'stopped' };
    expect(await staff.api.mails.cancel({ params: { id } })).toMatchObject(stopped);
    expect(await staff.api.mails.cancel({ params: { id } })).toMatchObject(stopped);
    expect((await staff.post(`/mails/${id}/retry`)).status).toBe(409);
  }
  for (const state of ['sending', 'sent', 'failed'])
    expect((await staff.post(`/mails/${(await mail({ state })).id}/cancel`)).body).toMatchObject({
      code: 'mail_left',
    });
});

test('another organisation’s mail is not there, and group administrators see no outbox', async () => {
  const { id } = await app.factories.mail({ state: 'failed' });
  for (const act of ['retry', 'cancel']) expect((await staff.post(`/mails/${id}/${act}`)).status).toBe(404);
  const limited = app.as(
    await app.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
  );
  expect((await limited.get('/mails')).status).toBe(403);
});
