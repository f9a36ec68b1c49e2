import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group_id = (await site.factories.group({ organization_id })).id;
  staff = site.as(await site.factories.member({ organization_id, name: 'Nina' }));
});

const person = (email: string | null) => site.factories.participant({ organization_id, group_id, email });
const decline = (id: string, caller = staff) => caller.post(`/participants/${id}/decline-news`, undefined);
const declined = async (id: string) => (await staff.api.participants.get({ params: { id } })).declined_news;
const choose = (address: string, wanted: boolean, of = organization_id) =>
  site.rows(
    `insert into mail_choices (organization_id, address, kind, wanted, how) values ($1, $2, 'news', $3, 'page')`,
    [of, address, wanted],
  );

test('staff note a no that they were told, with their name; it is of the address, not of the person alone', async () => {
  const one = await person('Ana@Posta.test');
  const sibling = await person('ana@posta.test');
  const other = await person('bor@posta.test');
  expect(await declined(one.id)).toBeNull();
  const proof = { since: expect.any(String), how: 'staff', noted_by: 'Nina' };
  for (const _again of [1, 2])
    expect(await decline(one.id)).toMatchObject({ status: 200, body: { declined_news: proof } });
  expect(await declined(sibling.id)).toEqual(proof);
  expect(await declined(other.id)).toBeNull();
  expect(
    await site.rows('select wanted from mail_choices where organization_id = $1', [organization_id]),
  ).toEqual([{ wanted: false }]);
});

test('the last word counts, and is of one organisation', async () => {
  const { id } = await person('ana@posta.test');
  await choose('ana@posta.test', false, (await site.factories.organization()).id);
  expect(await declined(id)).toBeNull();
  await choose('ana@posta.test', false);
  expect(await declined(id)).toMatchObject({ how: 'page', noted_by: '' });
  await choose('ana@posta.test', true);
  expect(await declined(id)).toBeNull();
});

test('nobody but the person says yes', async () => {
  await expect(
    site.rows(
      `insert into mail_choices (organization_id, address, kind, wanted, how) values ($1, 'a@b.si', 'news', true, 'staff')`,
      [organization_id],
    ),
  ).rejects.toMatchObject({ constraint: 'mail_choices_staff_check' });
  for (const role of ['app_api', 'app_system'])
    expect(
      await site.rows(
        `select has_any_column_privilege($1, 'mail_choices', 'update')
          or has_table_privilege($1, 'mail_choices', 'delete, truncate') as rewrite`,
        [role],
      ),
    ).toEqual([{ rewrite: false }]);
});

test('without an address there is nothing to note; others than group administrators in scope note nothing', async () => {
  const nowhere = await person(null);
  expect(await decline(nowhere.id)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'email', code: 'required' }] },
  });
  const { id } = await person('ana@posta.test');
  const { group, member } = site.factories;
  const elsewhere = [(await group({ organization_id })).id];
  const of = { organization_id, groups: [group_id] };
  const editor = site.as(await member({ ...of, role: 'GROUP_EDITOR_USER' }));
  const stranger = site.as(await member({ organization_id, role: 'GROUP_ADMIN', groups: elsewhere }));
  expect((await decline(id, editor)).status).toBe(403);
  for (const caller of [stranger, site.as(await member())])
    expect((await decline(id, caller)).status).toBe(404);
  expect(await declined(id)).toBeNull();
  expect((await decline(id, site.as(await member({ ...of, role: 'GROUP_ADMIN' })))).status).toBe(200);
});
