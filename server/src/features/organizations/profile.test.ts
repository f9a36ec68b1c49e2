import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let staff: Caller;

beforeAll(async () => {
  app = await createTestApp();
  const { id } = await app.factories.organization({ profile: { postal_code: 'stara', city: 'Ljubljana' } });
  staff = app.as(await app.factories.member({ organization_id: id }));
});
afterAll(() => app.close());

type Organization = { version: number; currency: string; profile: Record<string, string> };

async function change(fields: object) {
  const { body } = await staff.get<Organization>('/organizations/me');
  return staff.patch<Organization & { errors: unknown }>('/organizations', {
    ...fields,
    version: body.version,
  });
}
const problemsOf = async (profile: object) => (await change({ profile })).body.errors;

test.each([
  ['SI', '041 123 456'],
  ['SI', '+386 (0)40 111-222'],
  ['SI', '01 234 56 78'],
  ['SI', '+43 1 58858'],
  ['AT', '01 58858'],
  ['HR', '091 234 5678'],
  ['IT', '06 6982'],
  ['HU', '06 1 234 5678'],
  ['GB', '020 7946 0000'],
  ['US', '212 555 0100'],
])('in %s %s is a phone number', async (country, phone_number) => {
  const { status, body } = await change({ profile: { country, phone_number, postal_code: '', vat_id: '' } });
  expect({ status, kept: body.profile.phone_number }).toEqual({ status: 200, kept: phone_number });
});

test.each([
  ['SI', '041 123 45'],
  ['SI', '0411 123 456'],
  ['SI', '+385 91 1'],
  ['AT', '12'],
  ['HR', '041 123 456 789'],
])('in %s %s is none', async (country, phone_number) => {
  expect(await problemsOf({ country, phone_number })).toEqual([
    { path: 'profile.phone_number', code: expect.stringMatching(/^invalid_phone$|^invalid_value$/) },
  ]);
});

test('a profile is validated as a whole, with an error at each wrong field', async () => {
  expect(
    await problemsOf({ country: 'SI', postal_code: '10000', vat_id: 'SI12345678', phone_number: '' }),
  ).toEqual([
    { path: 'profile.postal_code', code: 'invalid_postal_code' },
    { path: 'profile.vat_id', code: 'invalid_vat' },
  ]);
  expect(await problemsOf({ country: 'Slovenija' })).toEqual([
    { path: 'profile.country', code: 'invalid_country' },
  ]);
  const right = { country: 'HR', postal_code: '10000', vat_id: '33392005961', phone_number: '' };
  expect((await change({ profile: right })).status).toBe(200);
  // the same postal code in another country
  expect(await problemsOf({ country: 'AT' })).toEqual([
    { path: 'profile.postal_code', code: 'invalid_postal_code' },
    { path: 'profile.vat_id', code: 'invalid_vat' },
  ]);
});

test('old values don’t block a change of other fields', async () => {
  const { id } = await app.factories.organization({ profile: { postal_code: 'stara', city: 'Ljubljana' } });
  const owner = app.as(await app.factories.member({ organization_id: id }));
  const path = `/organizations/${id}/profile`;
  const changed = await owner.patch(path, { profile: { postal_code: 'stara', city: 'Maribor' } });
  expect(changed).toMatchObject({ status: 200, body: { profile: { city: 'Maribor' } } });
  expect((await owner.patch(path, { profile: { postal_code: 'nova' } })).status).toBe(422);
});

test('an organisation and its profile are saved at once or not at all', async () => {
  const refused = await change({
    name: 'Novo ime',
    profile: { vat_id: 'SI1', country: 'SI', postal_code: '1000' },
  });
  expect(refused.status).toBe(422);
  expect((await staff.get('/organizations/me')).body.name).not.toBe('Novo ime');
  const { body } = await change({
    name: 'Novo ime',
    currency: 'CHF',
    profile: { country: 'SI', postal_code: '1000', vat_id: '' },
  });
  expect(body).toMatchObject({ name: 'Novo ime', currency: 'CHF', profile: { postal_code: '1000' } });
  expect((await change({ currency: 'XXZ' })).body.errors).toEqual([
    { path: 'currency', code: 'invalid_currency' },
  ]);
});
