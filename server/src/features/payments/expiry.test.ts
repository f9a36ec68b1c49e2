import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { expirePayments } from './expiry.ts';

// fixed days: the job is told which moment it is

let site: TestApp;
let organization_id: string;
let person: string;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.rows('delete from payments');
  organization_id = (await site.factories.organization({ time_zone: 'Europe/Ljubljana' })).id;
  person = (await site.factories.participant({ organization_id })).id;
});

const due = async (expiration_date: string | null, status = 'pending', participant_id = person) =>
  site.factories.payment({ organization_id, participant_id, expiration_date, status });
const expire = (now: string) => expirePayments(site.pools.system, new Date(now));
const expired = async () =>
  (
    await site.rows<{ day: string }>(
      `select expiration_date::text as day from payments where status = 'expired' order by 1`,
    )
  ).map(({ day }) => day);

test.each([
  // the day of 25 hours, which ends at 23:00 UTC, and that of 23, which ends at 22:00
  ['2026-10-25', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
  ['2027-03-28', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'],
  ['2028-02-29', '2028-02-29T22:59:59Z', '2028-02-29T23:00:00Z'],
])('the last day, %s, ends at midnight where the organisation is', async (day, before, after) => {
  await due(day);
  expect(await expire(before)).toBe(0);
  expect(await expire(after)).toBe(1);
  expect(await expired()).toEqual([day]);
});

test('days that nobody worked on are caught up, each payment once, whoever comes and how often', async () => {
  for (const day of ['2026-10-01', '2026-10-08', '2026-11-08', null]) await due(day);
  for (const status of ['failed', 'cancelled', 'completed', 'refunded']) await due('2026-10-01', status);
  const now = '2026-10-20T10:00:00Z';
  const marked = await Promise.all([expire(now), expire(now), expire(now)]);
  expect(marked.reduce((all, one) => all + one, 0)).toBe(2);
  expect(await expire(now)).toBe(0);
  expect(await expired()).toEqual(['2026-10-01', '2026-10-08']);
  const told = await site.rows(
    `select by, changes -> 1 as change from participant_changes
     where participant_id = $1 and kind = 'payment_changed'`,
    [person],
  );
  const one = { by: 'system', change: { field: 'status', from: 'pending', to: 'expired' } };
  expect(told).toEqual([one, one]);
});

test('a participant who is being moved or deleted is left for the next time', async () => {
  const other = (await site.factories.participant({ organization_id })).id;
  await due('2026-10-01');
  await due('2026-10-02', 'pending', other);
  const mover = await site.owner.connect();
  try {
    await mover.query('begin');
    await mover.query('select from participants where id = $1 for update', [person]);
    expect(await expire('2026-10-20T10:00:00Z')).toBe(1);
    await mover.query('rollback');
  } finally {
    mover.release();
  }
  expect(await expire('2026-10-20T10:00:00Z')).toBe(1);
  expect(await expired()).toEqual(['2026-10-01', '2026-10-02']);
});
