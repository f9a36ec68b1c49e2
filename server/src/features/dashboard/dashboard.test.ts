import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: they are past, and stay so

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function school() {
  const { factories } = app;
  const { id: organization_id } = await factories.organization();
  const jazz = await factories.group({ organization_id, name: { sl: 'Jazz' }, capacity: 3 });
  const given = { organization_id, group_id: jazz.id };
  await factories.participant({ ...given, application_date: '2026-09-02T08:00:00Z' });
  await factories.participant({ ...given, status: 'waitlisted' });
  await factories.participant({ ...given, status: 'waitlisted' });
  const full = await factories.group({ organization_id, capacity: 1 });
  const approved = await factories.participant({ organization_id, group_id: full.id, status: 'approved' });
  await factories.participant({ organization_id, group_id: full.id, status: 'waitlisted' });
  const payment = { organization_id, participant_id: approved.id };
  await factories.payment({ ...payment, amount: '85.00', expiration_date: '2026-09-01' });
  await factories.payment({ ...payment, amount: '40.50', expiration_date: '2026-09-01', status: 'expired' });
  await factories.payment({ ...payment, amount: '0.05', expiration_date: '2026-09-01', status: 'failed' });
  await factories.payment({ ...payment, amount: '0.45', expiration_date: null, status: 'expired' });
  await factories.payment({ ...payment, expiration_date: '2026-09-01', status: 'completed' });
  await factories.payment({ ...payment, expiration_date: '2199-01-01' });
  await factories.payment(payment);
  return { organization_id, jazz, full };
}

test('what waits to be done: applications, free places and payments past their day', async () => {
  const { organization_id, jazz, full } = await school();
  const { api } = app.as(await app.factories.member({ organization_id }));
  expect(await api.dashboard.facts()).toEqual({
    pending: 1,
    oldest_pending: '2026-09-02T08:00:00Z',
    offering: [
      {
        id: jazz.id,
        name: { sl: 'Jazz' },
        free: 2,
        waiting: 2,
        in_turn: 2,
        in_turn_ids: expect.any(Array),
        unheard: 0,
        offer_mode: 'by_hand',
      },
    ],
    undelivered: 0,
    overdue: { count: 4, amount: '126.00', currency: 'EUR', group_id: full.id, statement_day: null },
  });
});

test('proposes as many offers as are then made: siblings who are tied count where all of them have a place', async () => {
  const { factories } = app;
  const { id: organization_id } = await factories.organization();
  const staff = app.as(await factories.member({ organization_id }));
  const group = { organization_id, offer_mode: 'proposed' as const };
  const tie = '00000000-0000-4000-8000-000000000001';
  /** A group with free places and a queue; `b` are siblings who want places together. */
  const proposed = async (capacity: number | null, queue: string) => {
    const { id: group_id } = await factories.group({ ...group, capacity });
    for (const [at, one] of [...queue].entries())
      await factories.participant({
        ...{ organization_id, group_id, status: 'waitlisted', application_date: `2026-09-01T08:0${at}:00Z` },
        ...(one === 'b' && { email: 'barbara@posta.test', offer_tie: tie }),
      });
    const { offering } = await staff.api.dashboard.facts();
    const count = offering.find(({ id }) => id === group_id)?.in_turn ?? 0;
    if (count === 0) return [0, 0];
    const { offered_ids } = await staff.api.offers.offerFirst({ params: { id: group_id }, body: { count } });
    return [count, offered_ids.length];
  };
  expect(await proposed(2, 'abb')).toEqual([1, 1]);
  expect(await proposed(2, 'bba')).toEqual([2, 2]);
  expect(await proposed(2, 'abba')).toEqual([2, 2]);
  expect(await proposed(1, 'bb')).toEqual([0, 0]);
  expect(await proposed(3, 'abba')).toEqual([3, 3]);
  expect(await proposed(null, 'abba')).toEqual([4, 4]);
});

test('counts only groups in scope, and shows money only from group administrators on', async () => {
  const { organization_id, jazz, full } = await school();
  const facts = async (role: 'GROUP_VIEWER_USER' | 'GROUP_ADMIN', group: { id: string }) => {
    const member = await app.factories.member({ organization_id, role, groups: [group.id] });
    return app.as(member).api.dashboard.facts();
  };
  expect(await facts('GROUP_VIEWER_USER', jazz)).toMatchObject({ pending: 1, overdue: null });
  expect(await facts('GROUP_ADMIN', jazz)).toMatchObject({ overdue: { count: 0, amount: '0' } });
  expect(await facts('GROUP_ADMIN', full)).toMatchObject({ pending: 0, offering: [], overdue: { count: 4 } });
});

test('nothing waits in an organisation without groups', async () => {
  const { api } = app.as(await app.factories.member());
  expect(await api.dashboard.facts()).toEqual({
    pending: 0,
    oldest_pending: null,
    offering: [],
    undelivered: 0,
    overdue: { count: 0, amount: '0', currency: 'EUR', group_id: null, statement_day: null },
  });
});

test('people whom a mail has not reached count until a later one does, in the groups in scope', async () => {
  const { factories } = app;
  const { id: organization_id } = await factories.organization();
  const [jazz, ballet] = [
    await factories.group({ organization_id }),
    await factories.group({ organization_id }),
  ];
  const { id: participant_id } = await factories.participant({ organization_id, group_id: jazz.id });
  const given = { organization_id, group_id: jazz.id, participant_id };
  await factories.mail({ ...given, state: 'failed', state_reason: 'mailbox_missing: 550 5.1.1 unknown' });
  await factories.mail({ ...given, state: 'failed', state_reason: 'mailbox_missing: 550 5.1.1 unknown' });
  const seen = async (group: { id: string }) => {
    const viewer = await factories.member({
      organization_id,
      role: 'GROUP_VIEWER_USER',
      groups: [group.id],
    });
    return (await app.as(viewer).api.dashboard.facts()).undelivered;
  };
  expect([await seen(jazz), await seen(ballet)]).toEqual([1, 0]);
  await factories.mail({ ...given, state: 'sent' });
  expect(await seen(jazz)).toBe(0);
});

test('names the group of what is overdue where there is one', async () => {
  const { factories } = app;
  const { organization_id, full } = await school();
  const { api } = app.as(await factories.member({ organization_id }));
  expect((await api.dashboard.facts()).overdue?.group_id).toBe(full.id);
  await factories.payment({ organization_id, expiration_date: '2026-09-01' });
  await factories.bankStatement({ organization_id, from_date: '2026-08-01', to_date: '2026-08-31' });
  expect((await api.dashboard.facts()).overdue).toMatchObject({
    ...{ count: 5, group_id: null, statement_day: '2026-08-31' },
  });
  // statements are of no group
  const limited = app.as(await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [full.id] }));
  expect((await limited.api.dashboard.facts()).overdue?.statement_day).toBeNull();
});
