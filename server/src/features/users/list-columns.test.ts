/** List columns chosen by an account and stored with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';

let app: TestApp;
let organization_id: string;

beforeAll(async () => {
  app = await createTestApp();
  ({ id: organization_id } = await app.factories.organization());
});
afterAll(() => app.close());

const columnsOf = async (member: Member) => (await app.as(member).get('/users/me')).body.list_columns;
const choose = (member: Member, list_columns: unknown) => app.as(member).patch('/users/me', { list_columns });

test.each(['GROUP_VIEWER_USER', 'ORGANIZATION_ADMIN', 'ADMIN'] as const)(
  'are the same in all sign-ins of an account, and separate for each, as %s',
  async (role) => {
    const member = () => app.factories.member({ organization_id, role });
    const [one, other] = [await member(), await member()];
    expect(await columnsOf(one)).toEqual({});
    const chosen = { groups: { start_date: true, place: false } };
    expect((await choose(one, chosen)).body).toMatchObject({ id: one.id, role, list_columns: chosen });
    expect(await columnsOf(one)).toEqual(chosen);
    expect(await columnsOf(other)).toEqual({});
  },
);

test('stay where a later choice says nothing of them; of one column the last choice wins', async () => {
  const member = await app.factories.member({ organization_id });
  await choose(member, { groups: { start_date: true, place: false } });
  await Promise.all([
    choose(member, { groups: { place: true } }),
    choose(member, { groups: { pending: false } }),
    choose(member, { participants: { group: false } }),
  ]);
  await app.as(member).patch('/users/me', { language: 'en' });
  expect(await columnsOf(member)).toEqual({
    groups: { start_date: true, place: true, pending: false },
    participants: { group: false },
  });
});

test('of another version are ignored, and stay with the account', async () => {
  const member = await app.factories.member({ organization_id });
  const later = { groups: { place: false, weather: true }, closures: { reason: true } };
  expect((await choose(member, later)).body.list_columns).toEqual({ groups: { place: false } });
  const stored = () =>
    app.rows<{ list_columns: object }>('select list_columns from accounts where id = $1', [member.id]);
  expect(await stored()).toEqual([{ list_columns: { groups: { place: false } } }]);
  await app.owner.query('update accounts set list_columns = $2 where id = $1', [member.id, later]);
  expect(await columnsOf(member)).toEqual({ groups: { place: false } });
  await choose(member, { groups: { place: true } });
  expect(await stored()).toEqual([
    { list_columns: { groups: { place: true, weather: true }, closures: { reason: true } } },
  ]);
});

test('have an order for each list, which the last choice sets whole and every other choice leaves', async () => {
  const member = await app.factories.member({ organization_id });
  const answer = crypto.randomUUID();
  await choose(member, { participants: { age: true }, order: { participants: ['status', answer, 'group'] } });
  await choose(member, { order: { groups: ['pending', 'place'] } });
  await choose(member, { groups: { place: false } });
  const first = { groups: ['pending', 'place'], participants: ['status', answer, 'group'] };
  expect(await columnsOf(member)).toEqual({
    participants: { age: true },
    groups: { place: false },
    order: first,
  });
  await choose(member, { order: { participants: ['group'], payments: ['amount'] } });
  expect(await columnsOf(member)).toMatchObject({
    order: { groups: ['pending', 'place'], participants: ['group'], payments: ['amount'] },
  });
  await choose(member, { order: { groups: [] } });
  expect(await columnsOf(member)).toMatchObject({ order: { groups: [], participants: ['group'] } });
});

test('are nothing but shown, hidden or in an order', async () => {
  const member = await app.factories.member({ organization_id });
  for (const [list_columns, path] of [
    [null, 'list_columns'],
    [{ groups: [] }, 'list_columns.groups'],
    [{ groups: { place: 'x'.repeat(1000) } }, 'list_columns.groups.place'],
    [{ order: { groups: 'place' } }, 'list_columns.order.groups'],
    [{ order: { groups: ['Kraj'] } }, 'list_columns.order.groups.0'],
    [{ order: { groups: Array(301).fill('place') } }, 'list_columns.order.groups'],
  ] as const)
    expect(await choose(member, list_columns)).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: [{ path }] },
    });
  expect(await columnsOf(member)).toEqual({});
});
