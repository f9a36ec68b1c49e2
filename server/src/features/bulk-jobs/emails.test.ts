import type { EmailList } from '@vpisnik/contract/bulk-jobs';
import { beforeEach, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});
beforeEach(async () => {
  group_id = (await site.factories.group({ organization_id })).id;
});

const add = async (name: string, email: string | null, given = {}) =>
  (await site.factories.participant({ organization_id, group_id, name, email, ...given })).id;
const ofFilter = (query = '', as = staff) => as.get<EmailList>(`/participants/emails${query}`);
const ofIds = (ids: string[], given = {}, as = staff) =>
  as.post<EmailList>('/participants/bulk/emails', { selection: { ids }, ...given });

test('each address comes once, with who has none and without rejected and inactive ones', async () => {
  await add('Špela', 'starsi@mail.test');
  await add('Tim', 'starsi@mail.test');
  await add('Ajda', 'ajda@mail.test', { status: 'approved' });
  const silent = await add('Borut', null);
  await add('Cilka', 'cilka@mail.test', { status: 'rejected' });
  await add('Drago', null, { status: 'inactive' });
  const { body } = await ofFilter();
  expect(body).toMatchObject({
    results: [{ email: 'ajda@mail.test', name: 'Ajda' }, { email: 'starsi@mail.test' }],
    total_count: 6,
    left_out_count: 2,
    without_email_count: 1,
    without_email: [{ id: silent, name: 'Borut' }],
  });
  const all = await ofFilter('?with_left_out=true&status=rejected&status=inactive');
  expect(all.body).toMatchObject({
    results: [{ email: 'cilka@mail.test' }],
    total_count: 2,
    left_out_count: 0,
    without_email_count: 1,
  });
});

test('the activity log says that addresses were listed, of how many and by which filter, but not what was searched', async () => {
  const ids = [await add('Špela', 'starsi@mail.test'), await add('Tim', 'starsi@mail.test')];
  await add('Borut', null);
  await ofFilter(`?group_id=${group_id}&search=spela`);
  await ofIds(ids);
  const logged = await site.rows(
    `select changes from activity_log where organization_id = $1 and action = 'emails_exported' order by id`,
    [organization_id],
  );
  expect(logged).toMatchObject([
    { changes: { count: 1, filter: { group_id: [group_id], search: true } } },
    { changes: { count: 2, ids: 2 } },
  ]);
  expect(JSON.stringify(logged)).not.toContain('spela');
});

test('an address at which mail does not arrive is left out, and named', async () => {
  const ids = [await add('Špela', 'Stara@mail.test'), await add('Tim', 'Stara@mail.test')];
  ids.push(await add('Ajda', 'ajda@mail.test'), await add('Borut', 'poln@mail.test'));
  const back = { organization_id, group_id, state: 'failed' };
  await site.factories.mail({ ...back, to_address: 'stara@mail.test', bounce: 'hard' });
  // a mailbox that was full once
  await site.factories.mail({ ...back, to_address: 'poln@mail.test', bounce: 'soft' });
  // what another organisation knows is its own
  const foreign = await site.factories.group();
  const { organization_id: its } = foreign;
  await site.factories.mail({
    ...{ organization_id: its, group_id: foreign.id, state: 'failed' },
    ...{ to_address: 'ajda@mail.test', bounce: 'hard' },
  });
  const expected = {
    results: [{ email: 'ajda@mail.test' }, { email: 'poln@mail.test' }],
    total_count: 4,
    left_out_count: 0,
    without_email_count: 0,
    bounced_count: 1,
    bounced: [{ email: 'Stara@mail.test' }],
  };
  expect((await ofFilter()).body).toMatchObject(expected);
  expect((await ofIds(ids, { with_left_out: true })).body).toMatchObject(expected);
});

test('chosen ones alone, whatever order they were chosen in', async () => {
  const ids = [await add('Tim', 'tim@mail.test'), await add('Ajda', 'ajda@mail.test')];
  await add('Eva', 'eva@mail.test');
  expect((await ofIds(ids)).body.results.map(({ email }) => email)).toEqual([
    'ajda@mail.test',
    'tim@mail.test',
  ]);
  expect((await ofIds([])).body).toMatchObject({ code: 'selection_empty' });
});

test('of groups in scope alone: foreign and unknown ids are not there', async () => {
  const own = await add('Ajda', 'ajda@mail.test');
  const other = await site.factories.participant({ organization_id, email: 'tuj@mail.test' });
  const foreign = await site.factories.participant({ email: 'druga@mail.test' });
  const leader = site.as(
    await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
  );
  const ids = [own, other.id, foreign.id, crypto.randomUUID()];
  expect((await ofIds(ids, {}, leader)).body).toMatchObject({
    results: [{ email: 'ajda@mail.test' }],
    total_count: 1,
  });
  expect((await ofFilter('', leader)).body.results).toEqual([{ email: 'ajda@mail.test', name: 'Ajda' }]);
  const editor = site.as(await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
  expect((await ofFilter('', editor)).status).toBe(403);
});
