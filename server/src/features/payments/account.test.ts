import { addDays } from '@vpisnik/contract/rules/dates';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { payment_settings } from '../../db/schema.ts';

let site: TestApp;
const today = localDay(new Date(), 'Europe/Ljubljana');

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

/** Two children of a family in two groups, and a member who sees the first one's. */
async function family() {
  const { factories } = site;
  const profile = { address: 'Tržaška cesta 12', postal_code: '1000', city: 'Ljubljana' };
  const organization = await factories.organization({ name: 'Zvezda', currency: 'EUR', profile });
  const { id: organization_id } = organization;
  const [ballet, jazz] = [
    await factories.group({ organization_id, name: { sl: 'Balet' } }),
    await factories.group({ organization_id, name: { sl: 'Jazz' } }),
  ];
  const given = { organization_id, language: 'en' as const };
  const ana = await factories.participant({ ...given, group_id: ballet.id, name: 'Ana Kos' });
  const eva = await factories.participant({ ...given, group_id: jazz.id, name: 'Eva Kos' });
  await factories.family({ organization_id, group_id: ballet.id, participant_ids: [ana.id, eva.id] });
  const owe = (participant_id: string, amount: string, more: object) =>
    factories.payment({ organization_id, participant_id, amount, ...more });
  await owe(ana.id, '40.00', {
    expiration_date: addDays(today, -3),
    notes: 'Le za nas',
    status_reason: 'Skrivno',
  });
  await owe(ana.id, '60.05', {
    status: 'completed',
    payment_date: today,
    expiration_date: addDays(today, -9),
  });
  await owe(eva.id, '7.10', { expiration_date: addDays(today, 9) });
  const staff = site.as(await factories.member({ organization_id }));
  const limited = site.as(
    await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [ballet.id] }),
  );
  return { organization_id, ana, eva, staff, limited };
}

test("a person's account has all payments and their balance, and nothing that staff wrote for themselves", async () => {
  const { organization_id, ana, staff } = await family();
  const params = { id: ana.id };
  const account = await staff.api.payments.account({ params });
  expect(account).toMatchObject({
    organization: { name: 'Zvezda', lines: ['Tržaška cesta 12, 1000 Ljubljana'] },
    ...{ today, language: 'en', has_family: true, payee: null },
    balances: [{ currency: 'EUR', open: '40.00', overdue: '40.00', received: '60.05' }],
    people: [{ name: 'Ana Kos', group_name: { sl: 'Balet' } }],
  });
  expect(account.people[0]?.payments.map(({ amount }) => amount)).toEqual(['60.05', '40.00']);
  expect(JSON.stringify(account)).not.toMatch(/Le za nas|Skrivno/);
  await site.factories.insert(payment_settings, {
    ...{ organization_id, recipient: 'Društvo Žar', street: 'Tržaška cesta 12', town: '1000 Ljubljana' },
    iban: 'SI56191000000123438',
  });
  expect((await staff.api.payments.account({ params })).payee).toMatchObject({
    ...{ recipient: 'Društvo Žar', iban: 'SI56191000000123438' },
  });
});

test("a family's account has everybody whom the caller sees", async () => {
  const { ana, eva, staff, limited } = await family();
  const whole = { params: { id: eva.id }, query: { family: true } };
  const account = await staff.api.payments.account(whole);
  expect(account.people.map(({ name, payments }) => [name, payments.length])).toEqual([
    ['Eva Kos', 1],
    ['Ana Kos', 2],
  ]);
  expect(account.balances).toEqual([{ currency: 'EUR', open: '47.10', overdue: '40.00', received: '60.05' }]);
  const own = await limited.api.payments.account({ params: { id: ana.id }, query: { family: true } });
  expect(own).toMatchObject({ has_family: false, people: [{ name: 'Ana Kos' }] });
  expect(own.people).toHaveLength(1);
  expect((await limited.get(`/participants/${eva.id}/account`)).status).toBe(404);
});
