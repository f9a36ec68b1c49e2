import { rfReference, siReference } from '@vpisnik/contract/rules/references';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let organization_id: string;
let owner_email: string;
let boss: Caller;

const settings = {
  recipient: 'Plesno društvo Žar',
  street: 'Tržaška cesta 12',
  town: '1000 Ljubljana',
  iban: 'SI56 1910 0000 0123 438',
  bic: 'szkb si2x',
  purpose: 'Vadnina',
  purpose_code: 'othr',
  reference_model: 'SI12',
};

beforeAll(async () => {
  app = await createTestApp({ mailbox: true });
  owner_email = 'lastnica@example.com';
  organization_id = (await app.factories.organization({ owner_email, name: 'Šola Žar' })).id;
  boss = app.as(await app.factories.member({ organization_id, name: 'Nina Kos' }));
});
afterAll(() => app.close());

const referenceOf = async (participant_id: string, given = {}) =>
  (await app.factories.payment({ organization_id, participant_id, ...given })).reference_number;

describe('where an organisation is paid', () => {
  test('is said once, changed on its version, and its owner is told of another account', async () => {
    expect(await boss.get('/payment-settings')).toMatchObject({ status: 200, body: null });
    const first = await boss.patch('/payment-settings', settings);
    expect(first).toMatchObject({
      status: 200,
      body: { iban: 'SI56191000000123438', bic: 'SZKBSI2X', purpose_code: 'OTHR', version: 1 },
    });
    const renamed = { ...settings, recipient: 'Društvo Žar', version: 1 };
    expect(await boss.patch('/payment-settings', renamed)).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect(await boss.patch('/payment-settings', renamed)).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { version: 2, recipient: 'Društvo Žar' } },
    });
    const moved = { ...settings, iban: 'SI56020170014356205', bic: '', version: 2 };
    expect(await boss.patch('/payment-settings', moved)).toMatchObject({ status: 200 });
    expect((await boss.get('/payment-settings')).body).toMatchObject({ iban: moved.iban, bic: '' });

    const mails = await app.mailsTo(owner_email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Nov IBAN za plačila: Šola Žar'));
    expect(mails[1]?.text).toContain('SI56 0201 7001 4356 205');
    expect(mails[1]?.text).toContain('Nina Kos');
    const log = await app.rows(
      `select actor, changes from activity_log where organization_id = $1 and action = 'payment_account_changed' order by id`,
      [organization_id],
    );
    expect(log).toEqual([
      { actor: 'Nina Kos', changes: { to: 'SI56 1910 0000 0123 438' } },
      {
        actor: 'Nina Kos',
        changes: { from: 'SI56 1910 0000 0123 438', to: 'SI56 0201 7001 4356 205' },
      },
    ]);
  });

  test.each([
    ['iban', 'SI56191000000123439', 'iban_mistyped'],
    ['iban', 'SI5619100000012343', 'invalid_iban'],
    ['iban', '', 'required'],
    ['bic', 'SZKB', 'invalid_bic'],
    ['recipient', 'Š'.repeat(34), 'too_long'],
    ['town', '', 'required'],
    ['purpose', 'a'.repeat(43), 'too_long'],
    ['purpose_code', 'OT1', 'invalid_purpose_code'],
    ['reference_model', 'SI99', 'invalid_value'],
  ])('refuses %s %s', async (path, value, code) => {
    expect(await boss.patch('/payment-settings', { ...settings, [path]: value })).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: [{ path, code }] },
    });
  });

  test('refuses references that a bank elsewhere does not know', async () => {
    const elsewhere = { ...settings, iban: 'LT12 1000 0111 0100 1000', bic: '' };
    expect(await boss.patch('/payment-settings', elsewhere)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'reference_model', code: 'foreign_account' }] },
    });
  });
});

describe('references', () => {
  test('are one a participant, right by their check digit, and kept when they are typed', async () => {
    const { id } = await app.factories.participant({ organization_id });
    const reference = await referenceOf(id);
    const [row] = await app.rows<{ serial: string }>(
      'select serial from payment_references where organization_id = $1 and participant_id = $2',
      [organization_id, id],
    );
    expect(row?.serial).toMatch(/^[1-9]\d0\d{9}$/);
    expect(reference).toBe(siReference(row?.serial ?? ''));
    expect(await referenceOf(id)).toBe(reference);
    expect(await referenceOf(id, { reference_number: 'SI00 26-1' })).toBe('SI00 26-1');
    const other = await app.factories.participant({ organization_id });
    expect(await referenceOf(other.id)).not.toBe(reference);
  });

  test('follow the model that the organisation has chosen, with the same serial', async () => {
    const { id } = await app.factories.participant({ organization_id });
    const si = await referenceOf(id);
    const { body } = await boss.get('/payment-settings');
    await boss.patch('/payment-settings', { ...settings, reference_model: 'RF', version: body.version });
    expect(await referenceOf(id)).toBe(rfReference(si.slice(4, 16)));
  });

  test('written at the same moment are one, also of thousands', async () => {
    const { id } = await app.factories.participant({ organization_id });
    const made = await Promise.all(Array.from({ length: 12 }, () => referenceOf(id)));
    expect(new Set(made).size).toBe(1);
    const group = await app.factories.group({ organization_id });
    await app.rows(
      `insert into participants (organization_id, group_id, name, reference, language)
       select $1, $2, 'Ana ' || i, app.new_reference(), 'sl' from generate_series(1, 2000) i`,
      [organization_id, group.id],
    );
    const rows = await app.rows<{ reference_number: string }>(
      `insert into payments (organization_id, group_id, participant_id, amount)
       select organization_id, group_id, id, 10 from participants where group_id = $1 returning reference_number`,
      [group.id],
    );
    expect(new Set(rows.map((row) => row.reference_number)).size).toBe(2000);
  });

  test('outlive their participant, so that nobody else gets them', async () => {
    const { id } = await app.factories.participant({ organization_id });
    await referenceOf(id);
    await app.rows('delete from payments where participant_id = $1', [id]);
    await app.rows('delete from participants where id = $1', [id]);
    expect(
      await app.rows('select serial from payment_references where participant_id = $1', [id]),
    ).toHaveLength(1);
  });

  test('are unseen by the staff, who read them on payments', async () => {
    await expect(app.pools.api.query('select from payment_references')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
