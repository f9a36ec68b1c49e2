import { rfReference, writtenReference } from '@vpisnik/contract/rules/references';
import type { Slip } from '@vpisnik/contract/slips';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { payment_settings } from '../../db/schema.ts';
import { slipsPdf } from './pdf.ts';
import { drawn, faces } from './sheet.ts';

// fixed days: payments name them, and nothing compares them with today

let app: TestApp;
let organization_id: string;
let group_id: string;
let boss: Caller;

const settings = {
  recipient: 'Plesno društvo Žar',
  street: 'Tržaška cesta 12',
  town: '1000 Ljubljana',
  iban: 'SI56191000000123438',
  bic: 'SZKBSI2X',
};

beforeAll(async () => {
  app = await createTestApp();
  organization_id = (await app.factories.organization({ name: 'Šola Žar' })).id;
  await app.factories.insert(payment_settings, { organization_id, ...settings });
  group_id = (
    await app.factories.group({ organization_id, name: { sl: 'Škrjančki', en: 'Larks' }, age_to: 10 })
  ).id;
  boss = app.as(await app.factories.member({ organization_id }));
});
afterAll(() => app.close());

const guardian = (text: string) => ({
  ...{ field_id: crypto.randomUUID(), label: null, name: 'Starš', type: 'text', sensitive: false },
  ...{ purpose: 'guardian_name', value: text, text },
});

async function payment(given: object = {}, person: object = {}) {
  const { id: participant_id } = await app.factories.participant({
    ...{ organization_id, group_id, name: 'Ana Čuk', answers: [guardian('Mojca Čuk')] as never },
    ...person,
  });
  return app.factories.payment({
    ...{ organization_id, participant_id, amount: '85.00', expiration_date: '2199-12-10' },
    ...given,
  });
}
const slipOf = async (id: string) => (await boss.get(`/payments/${id}/slip`)).body as Slip;
/** A document as it is fetched. */
async function fetched(path: string) {
  const answer = await boss.api.slips[path.startsWith('/groups') ? 'ofGroup' : 'pdf']({
    params: { id: path.split('/')[2] ?? '' },
  });
  return { name: answer.name, type: answer.type, pages: pagesIn(Buffer.from(await answer.arrayBuffer())) };
}
const pagesIn = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('payment data', () => {
  test('name the guardian of a child, the account and both references, and no child', async () => {
    const { id, reference_number } = await payment();
    const slip = await slipOf(id);
    expect(slip).toMatchObject({
      ...{ payment_id: id, language: 'sl', amount: '85.00', currency: 'EUR', due_date: '2199-12-10' },
      ...{ payer_name: 'Mojca Čuk', participant_name: 'Ana Čuk', group_name: 'Škrjančki' },
      ...{ purpose: 'Škrjančki', purpose_code: 'OTHR', iban: settings.iban, bic: settings.bic },
      recipient: { name: settings.recipient, street: settings.street, town: settings.town },
      reference: reference_number,
      rf_reference: rfReference(reference_number.slice(4, 16)),
      upn: { size: 77 },
    });
    expect(slip.epc?.path).toMatch(/^M0 0h7v1h-7z/);
    expect(JSON.stringify([slip.purpose, slip.recipient])).not.toContain('Ana');
  });

  test('have one reference for banks abroad, also where another serial stands in its digits by chance', async () => {
    const slip = await slipOf((await payment({ reference_number: 'SI125005651621467' })).id);
    expect(slip).toMatchObject({ reference: 'SI125005651621467', rf_reference: 'RF41500565162146' });
  });

  test('take the purpose of the payment before that of the organisation, cut to what banks show', async () => {
    const { id } = await payment({
      purpose: 'Šolnina za žonglerje 💃 – november in december 2198, drugi obrok',
    });
    expect((await slipOf(id)).purpose).toBe('Šolnina za žonglerje - november in decembe');
  });

  test('have a purpose that banks can read, whatever was typed', async () => {
    const { id } = await payment({ purpose: '💃🩰' });
    expect(await slipOf(id)).toMatchObject({ purpose: 'Škrjančki', upn: { size: 77 } });
    const { id: foreign } = await app.factories.group({ organization_id, name: { sl: '舞蹈', en: '舞蹈' } });
    const other = await payment({ purpose: '舞 – !' }, { group_id: foreign });
    expect((await slipOf(other.id)).purpose).toBe('Plačilo');
  });

  test('of a typed reference say what a bank takes, and have no code for other currencies', async () => {
    const typed = await slipOf((await payment({ reference_number: '26-04117-9' })).id);
    expect(typed).toMatchObject({ reference: 'SI0026-04117-9', rf_reference: null, upn: { size: 77 } });
    const mistyped = await slipOf((await payment({ reference_number: 'SI12 1234567890123' })).id);
    expect(mistyped).toMatchObject({ reference: 'SI99', rf_reference: null, upn: { size: 77 } });
    const francs = await slipOf((await payment({ currency: 'CHF' })).id);
    expect(francs).toMatchObject({ currency: 'CHF', upn: null, epc: null });
    const huge = await slipOf((await payment({ amount: '1000000000.00' })).id);
    expect(huge).toMatchObject({ upn: null, epc: null });
  });

  test('are in the language of the participant', async () => {
    expect(await slipOf((await payment({}, { language: 'en' })).id)).toMatchObject({
      language: 'en',
      group_name: 'Larks',
    });
  });

  test('are of open payments alone', async () => {
    for (const status of ['completed', 'cancelled', 'refunded'])
      expect(await boss.get(`/payments/${(await payment({ status })).id}/slip`)).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    for (const status of ['expired', 'failed'])
      expect((await slipOf((await payment({ status })).id)).amount).toBe('85.00');
  });

  test('say that the settings have none yet', async () => {
    const other = await app.factories.payment();
    const caller = app.as(await app.factories.member({ organization_id: other.organization_id }));
    for (const path of [
      `/payments/${other.id}/slip`,
      `/payments/${other.id}/slip.pdf`,
      `/groups/${other.group_id}/slips.pdf`,
    ])
      expect(await caller.get(path)).toMatchObject({
        status: 409,
        body: { code: 'payment_settings_missing' },
      });
  });
});

describe('on paper', () => {
  test('one payment is a page, a group the open ones of all, which the log tells', async () => {
    const { id: mine } = await app.factories.group({ organization_id, name: { sl: 'Žoga', en: 'Ball' } });
    const rows = [];
    for (const status of ['pending', 'completed', 'expired'])
      rows.push(await payment({ status }, { group_id: mine, name: 'Žan Šimek' }));
    const one = await fetched(`/payments/${rows[0]?.id}`);
    expect(one).toMatchObject({ type: 'application/pdf', pages: 1 });
    expect(one.name).toMatch(/^podatki-za-placilo-[a-z2-9]{8}-\d{4}-\d\d-\d\d\.pdf$/);
    const all = await fetched(`/groups/${mine}`);
    expect(all.pages).toBe(2);
    expect(all.name).toMatch(/^podatki-za-placila-zoga-.*\.pdf$/);
    expect(
      await app.rows(
        `select changes from activity_log where entity_id = $1 and action = 'payment_data_exported'`,
        [mine],
      ),
    ).toEqual([{ changes: { name: 'Žoga', count: 2 } }]);
    const { id: empty } = await app.factories.group({ organization_id });
    expect(await boss.get(`/groups/${empty}/slips.pdf`)).toMatchObject({ status: 409 });
  });

  test('a page leaves before the next is made', async () => {
    const slip = await slipOf((await payment()).id);
    let made = 0;
    let bytes = 0;
    const sent: number[] = [];
    function* slips() {
      for (; made < 40; made += 1) {
        sent.push(bytes);
        yield slip;
      }
    }
    const paper = {
      letterhead: { name: 'Šola Žar', lines: [] },
      language: 'sl',
      today: '2026-11-23',
    } as const;
    for await (const some of slipsPdf(slips(), paper)) bytes += some.length;
    // of each page there is something before the one after the next is asked for
    for (let at = 2; at < sent.length; at += 1) expect(sent[at]).toBeGreaterThan((sent[at - 1] ?? 0) + 1000);
  });

  test('no letter is missing in the fonts', () => {
    const document = new PDFDocument({ size: 'A4', autoFirstPage: false });
    const letters = Array.from({ length: 0x2100 }, (_, at) => String.fromCodePoint(at)).filter((one) =>
      drawn.test(one),
    );
    expect(letters.length).toBeGreaterThan(300);
    for (const file of Object.values(faces)) {
      document.font(file);
      const { font } = (
        document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
      )._font;
      expect(letters.filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))).toEqual([]);
    }
    expect(
      writtenReference('SI121003842574531')
        .split('')
        .every((one) => drawn.test(one)),
    ).toBe(true);
  });
});
