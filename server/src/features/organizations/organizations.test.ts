import { contract } from '@vpisnik/contract/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let staff: Caller;
let organization_id: string;

type Organization = { version: number; languages: string[]; profile: Record<string, string> };

beforeAll(async () => {
  app = await createTestApp();
  organization_id = (await app.factories.organization({ name: 'Šola 100 %' })).id;
  staff = app.as(await app.factories.member({ organization_id }));
});
afterAll(() => app.close());

async function change(fields: object) {
  const { body } = await staff.get<Organization>('/organizations/me');
  return staff.patch<Organization & { errors: unknown }>('/organizations', {
    ...fields,
    version: body.version,
  });
}

test('offers each language once', async () => {
  expect(await change({ languages: ['sl', 'sl'] })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'languages', code: 'duplicate' }] },
  });
});

test('keeps offering a language as long as a group is in it', async () => {
  const group = await app.factories.group({ organization_id, languages: ['sl', 'en'] });
  expect(await change({ languages: ['sl'] })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'languages', code: 'language_in_use_en' }] },
  });
  await app.owner.query(`update groups set languages = '{sl}' where id = $1`, [group.id]);
  expect(await change({ languages: ['sl'] })).toMatchObject({ status: 200, body: { languages: ['sl'] } });
});

test('changes the parts of a profile that are sent and keeps the others', async () => {
  const path = `/organizations/${organization_id}/profile`;
  await staff.patch(path, { profile: { city: 'Ljubljana', phone_number: '041 123 456' } });
  const { body } = await staff.patch<Organization>(path, { profile: { phone_number: '' } });
  expect(body.profile).toEqual({ city: 'Ljubljana', phone_number: '' });
});

test('keeps an address for questions in lower case, and takes it back', async () => {
  expect(await change({ contact_email: 'info' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'contact_email', code: 'invalid_email' }] },
  });
  expect(await change({ contact_email: ' Info@Sola.si ' })).toMatchObject({
    status: 200,
    body: { contact_email: 'info@sola.si' },
  });
  expect(await change({ contact_email: null })).toMatchObject({ body: { contact_email: null } });
});

test('knows an organisation by its id, however that is written', async () => {
  const shouted = organization_id.toUpperCase();
  expect((await staff.get(`/organizations/${shouted}`)).status).toBe(200);
  expect((await staff.get('/groups', { 'x-organization-id': shouted })).status).toBe(200);
  const admin = await app.factories.member({ role: 'ADMIN' });
  expect((await app.as(admin, shouted).get('/groups')).status).toBe(200);
});

test('searches organisations by the typed text, wildcards taken literally', async () => {
  await app.factories.organization({ name: 'Klub' });
  const admin = app.as(await app.factories.member({ role: 'ADMIN' }));
  const found = async (search: string) =>
    (await admin.get<{ results: { name: string }[] }>(`/organizations?search=${encodeURIComponent(search)}`))
      .body.results;
  expect(await found('sola 100 %')).toMatchObject([{ name: 'Šola 100 %' }]);
  expect(await found('%')).toMatchObject([{ name: 'Šola 100 %' }]);
  expect(await found('_')).toEqual([]);
});

test.each([
  '+0200',
  '+02:00',
  '-05',
  'BST',
  'VST',
  'SystemV/EST5',
  'US/Pacific-New',
  'Europe/Nowhere',
  'Europe',
  '',
])('has no clock called %j, which the database would read otherwise or not at all', async (time_zone) => {
  expect(await change({ time_zone })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'time_zone' }] },
  });
});

test('may go by the clock of every zone that is offered, which the database knows as well', async () => {
  const { body } = contract.organizations.update;
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Europe/Kyiv', 'Asia/Kolkata', 'UTC'];
  expect(zones.filter((time_zone) => !body.safeParse({ time_zone, version: 1 }).success)).toEqual([]);
  const known = 'select count(now() at time zone zone)::integer as count from unnest($1::text[]) as zone';
  expect(await app.rows(known, [zones])).toEqual([{ count: zones.length }]);
});
