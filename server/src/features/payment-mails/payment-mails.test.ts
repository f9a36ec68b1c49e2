import type { Payment } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import type { EmailType } from '@vpisnik/contract/rules/email-types';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { payment_settings } from '../../db/schema.ts';
import { asWorker } from '../../db/scope.ts';
import { claimMail, type MailKey } from '../application-mails/outbox.ts';
import { renderMail } from '../application-mails/rendering/render.ts';
import { paymentContent } from './content.ts';
import { remindOfPayments } from './daily.ts';

// fixed days: the daily job is told which moment it is, and payments are made before it

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  // the job looks at all organisations
  await site.rows('update payment_settings set mail_reminders = false');
  const { organization, group, member, insert } = site.factories;
  organization_id = (await organization({ name: 'Plesno društvo Žar', time_zone: 'Europe/Ljubljana' })).id;
  group_id = (await group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
  staff = site.as(await member({ organization_id, name: 'Nina' }));
  await insert(payment_settings, {
    organization_id,
    ...{ recipient: 'Plesno društvo Žar', street: 'Tržaška cesta 12', town: '1000 Ljubljana' },
    ...{ iban: 'SI56191000000123438', bic: 'SZKBSI2X' },
    ...{ mail_requests: true, mail_reminders: true, mail_received: true, reminders_since: '2020-01-01' },
  });
});

const person = (given: object = {}) =>
  site.factories.participant({ organization_id, group_id, status: 'approved', ...given });
const add = async (id: string, ...payments: object[]) =>
  (
    await staff.api.payments.create({
      params: { id },
      body: { payments: payments.map((one) => ({ amount: '85', ...one })) },
    })
  ).results;
const change = ({ id, version }: Payment, body: object) =>
  staff.api.payments.update({ params: { id }, body: { version, ...body } });
const pay = (payment: Payment) => change(payment, { status: 'completed', method: 'cash' });
const settings = (set: string) =>
  site.rows(`update payment_settings set ${set} where organization_id = $1`, [organization_id]);

type MailRow = MailKey & { state: string; state_reason: string; to_address: string; payments: number };
/** The organisation's mails of a type, with how many payments each tells of. */
const mailsOf = (type: EmailType) =>
  site.rows<MailRow>(
    `select m.organization_id, m.id, m.state, m.state_reason, m.to_address,
       (select count(*)::integer from mail_payments l where l.mail_id = m.id) as payments
     from mails m where m.organization_id = $1 and m.email_type = $2 order by m.created_at, m.to_address`,
    [organization_id, type],
  );
const states = async (type: EmailType) =>
  (await mailsOf(type)).map(({ state, payments }) => [state, payments]);

/** What a mail says when it leaves; else why it doesn't. */
async function leaving(key: MailKey) {
  await site.rows('update mails set send_after = now() where id = $1', [key.id]);
  return await asWorker(site.pools.system, async (tx) => {
    const claimed = await claimMail(tx, key, 60);
    if (!claimed) throw new Error('It does not leave.');
    const content = await paymentContent(tx, claimed, 'https://vpisnik.test');
    if (typeof content === 'string') return content;
    const data = typeof content.data === 'function' ? await content.data() : content.data;
    return renderMail(content.template, data);
  });
}
const said = async (key: MailKey) => {
  const mail = await leaving(key);
  if (typeof mail === 'string') throw new Error(mail);
  return { ...mail, text: mail.text.replaceAll('\u00a0', ' ') };
};

describe('what is asked for', () => {
  test('is one mail for all payments of an act, with data to copy and codes to scan', async () => {
    const { id } = await person({ name: 'Špela Žnidaršič', email: 'mama@example.com' });
    await add(id, { purpose: '1. obrok', expiration_date: '2099-10-15' }, { purpose: '2. obrok' });
    const [mail] = await mailsOf('payment_request');
    expect(mail).toMatchObject({ state: 'queued', to_address: 'mama@example.com', payments: 2 });
    const { subject, html, text, pictures } = await said(mail as MailRow);
    expect(subject).toBe('Podatki za plačilo: Špela Žnidaršič, Balet');
    for (const words of [
      'Za plačilo: 170,00 €.',
      '1. obrok',
      'Rok plačila: 15. 10. 2099',
      'Prejemnik: Plesno društvo Žar, Tržaška cesta 12, 1000 Ljubljana',
      'IBAN prejemnika: SI56 1910 0000 0123 438',
      'BIC: SZKBSI2X',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/\nSklic: SI12 \d/);
    expect(text).not.toMatch(/račun|položnic|undefined|null/);
    // both codes of both payments, each shown by the HTML
    expect(pictures).toHaveLength(4);
    for (const { cid, png } of pictures ?? []) {
      expect(html).toContain(`src="cid:${cid}"`);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    }
    // where pictures are blocked, their words are read on the same white, also in the dark
    for (const [picture] of html.matchAll(/<img [^>]*cid:[^>]*>/g))
      expect(picture).toContain('background:#ffffff;color:#555a4a');
    expect(html.length).toBeLessThan(100_000);
  });

  test('asks to scan a code where there is one: none pays in another currency', async () => {
    const scan = 'Poslikajte v mobilni banki v Sloveniji (UPN QR)';
    const { id } = await person({ email: 'mama@example.com' });
    await add(id, {});
    await site.rows(`update organizations set currency = 'CHF' where id = $1`, [organization_id]);
    await add(id, {});
    const [inEuros, inFrancs] = await mailsOf('payment_request');
    expect((await said(inEuros as MailRow)).html).toContain(scan);
    const { html, text, pictures } = await said(inFrancs as MailRow);
    expect(pictures).toEqual([]);
    expect(text).toContain('Če podatke prepišete, ne izpustite sklica');
    for (const words of [html, text]) expect(words).not.toMatch(/poslikajte|kod[aoe] QR/i);
  });

  test('names siblings with one address in one mail, if it is one act', async () => {
    const given = { email: 'mama@example.com' };
    const [ana, bor] = [await person({ ...given, name: 'Ana' }), await person({ ...given, name: 'Bor' })];
    await site.rows(
      `insert into payments (organization_id, participant_id, group_id, amount)
       select $1, id, group_id, 40 from participants where id = any ($2)`,
      [organization_id, [ana.id, bor.id]],
    );
    const [mail, ...more] = await mailsOf('payment_request');
    expect(more).toEqual([]);
    const { subject, text } = await said(mail as MailRow);
    expect(subject).toBe('Podatki za plačilo: Ana in Bor, Balet');
    expect(text).toContain('80,00 €');
    // it stands at both of them
    for (const { id } of [ana, bor]) {
      const { mails } = await staff.api.participants.get({ params: { id } });
      expect(mails).toMatchObject([{ email_type: 'payment_request' }]);
    }
    await add(ana.id, {});
    expect(await mailsOf('payment_request')).toHaveLength(2);
  });

  test('is not sent without an address, nor by a group or an organisation that does not', async () => {
    const [without, off] = [await person({ email: null }), await person()];
    await add(without.id, {});
    await site.factories.emailSetting({
      ...{ organization_id, group_id, email_type: 'payment_request', enabled: false },
    });
    await add(off.id, {});
    await site.rows('delete from group_email_settings where group_id = $1', [group_id]);
    await settings('mail_requests = false');
    await add(off.id, {});
    expect(await mailsOf('payment_request')).toEqual([]);
  });

  test('is asked for the rest alone where a part came before it left, and not once more after', async () => {
    const part = ({ id, version }: Payment) =>
      staff.api.payments.part({ params: { id }, body: { amount: '5', method: 'cash', version } });
    const { id } = await person();
    const [whole] = await add(id, {});
    await part(whole as Payment);
    const [before, mail] = await mailsOf('payment_request');
    expect(before).toMatchObject({ state: 'cancelled', state_reason: 'payment_changed' });
    expect((await said(mail as MailRow)).text).toContain('Za plačilo: 80,00 €.');
    // the mail names another payment too, therefore it waits and takes the rest in
    const [first] = await add(id, {}, {});
    await part(first as Payment);
    const [, , both] = await mailsOf('payment_request');
    expect((await said(both as MailRow)).text).toContain('Za plačilo: 165,00 €.');
    await site.rows(`update mails set state = 'sent' where organization_id = $1 and state = 'sending'`, [
      organization_id,
    ]);
    const { results } = await staff.api.payments.ofParticipant({ params: { id } });
    await part(results.find(({ amount }) => amount === '85.00') as Payment);
    expect(await mailsOf('payment_request')).toHaveLength(3);
  });

  test('leaves after all when what was marked as paid meanwhile is open again, unless somebody has asked', async () => {
    const { id } = await person();
    const [payment] = await add(id, {});
    const correct = (one: Payment) => change(one, { status: 'pending', status_reason: 'Pomota' });
    const open = await correct(await pay(payment as Payment));
    expect(await states('payment_request')).toEqual([['queued', 1]]);
    const paid = await pay(open);
    await site.rows(`update mails set state = 'sent' where email_type = 'payment_received'`);
    const reopened = await correct(paid);
    expect(await states('payment_request')).toEqual([['queued', 1]]);
    const again = await pay(reopened);
    await site.rows(
      `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state)
       select organization_id, group_id, id, 'payment_reminder', 'applicant', email, 'sl', 'sent' from participants where id = $1`,
      [id],
    );
    await site.rows(
      `insert into mail_payments (organization_id, mail_id, payment_id)
       select organization_id, id, $2 from mails where organization_id = $1 and email_type = 'payment_reminder'`,
      [organization_id, again.id],
    );
    await correct(again);
    expect(await states('payment_request')).toEqual([['cancelled', 1]]);
  });

  test('lets a reminder leave after all when its payment is open again, unless another one was written since', async () => {
    await settings('mail_requests = false');
    const { id } = await person();
    const [payment] = await add(id, {});
    const remind = () => staff.api.payments.remind({ params: { id }, body: { again: true } });
    const correct = (one: Payment) => change(one, { status: 'pending', status_reason: 'Pomota' });
    await remind();
    const paid = await pay(payment as Payment);
    expect(await states('payment_reminder')).toEqual([['cancelled', 1]]);
    const open = await correct(paid);
    expect(await states('payment_reminder')).toEqual([['queued', 1]]);
    const again = await pay(open);
    await site.rows(
      `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state)
       select organization_id, group_id, id, 'payment_reminder', 'applicant', email, 'sl', 'sent' from participants where id = $1`,
      [id],
    );
    const reopened = await correct(again);
    expect(await states('payment_reminder')).toEqual([
      ['cancelled', 1],
      ['sent', 0],
    ]);
    // nor weeks later
    await pay(reopened);
    await site.rows(
      `update mails set created_at = created_at - interval '8 days' where email_type = 'payment_reminder' and organization_id = $1`,
      [organization_id],
    );
    await site.rows(
      `delete from mails where email_type = 'payment_reminder' and state = 'sent' and organization_id = $1`,
      [organization_id],
    );
    const { results } = await staff.api.payments.ofParticipant({ params: { id } });
    await correct(results[0] as Payment);
    expect(await states('payment_reminder')).toEqual([['cancelled', 1]]);
  });

  test.each([
    ['again', (id: string) => staff.post(`/participant-mails/${id}/again`, {})],
    ['by the outbox', (id: string) => staff.post(`/mails/${id}/retry`)],
  ])('tells a sibling’s address nothing of the other, when it is sent %s', async (_, send) => {
    const given = { email: 'mama@example.com' };
    const [ana, bor] = [await person({ ...given, name: 'Ana' }), await person({ ...given, name: 'Bor' })];
    await site.rows(
      `insert into payments (organization_id, participant_id, group_id, amount)
       select $1, id, group_id, 40 from participants where id = any ($2)`,
      [organization_id, [ana.id, bor.id]],
    );
    const [mail] = await mailsOf('payment_request');
    await site.rows(`update mails set state = 'failed' where id = $1`, [mail?.id]);
    const [{ participant_id } = { participant_id: '' }] = await site.rows<{ participant_id: string }>(
      'select participant_id from mails where id = $1',
      [mail?.id],
    );
    await site.rows(`update participants set email = 'Oce@example.com' where id = $1`, [participant_id]);
    expect((await send(mail?.id ?? '')).status).toBe(200);
    const waiting = (await mailsOf('payment_request')).find(({ state }) => state === 'queued');
    expect((await said(waiting as MailRow)).text).toContain('Za plačilo: 40,00 €.');
    // the other one is not forgotten
    expect(await mailsOf('payment_request')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to_address: 'oce@example.com', payments: 1 }),
        expect.objectContaining({ state: 'queued', to_address: 'mama@example.com', payments: 1 }),
      ]),
    );
  });

  test('leaves to each of siblings who no longer share their address, and names nobody to the other', async () => {
    const given = { email: 'mama@example.com' };
    const [ana, bor] = [await person({ ...given, name: 'Ana' }), await person({ ...given, name: 'Bor' })];
    await site.rows(
      `insert into payments (organization_id, participant_id, group_id, amount)
       select $1, id, group_id, 40 from participants where id = any ($2)`,
      [organization_id, [ana.id, bor.id]],
    );
    await site.rows(`update participants set email = 'oce@example.com' where id = $1`, [bor.id]);
    const [mail] = await mailsOf('payment_request');
    const { text } = await said(mail as MailRow);
    expect(text).toContain('Za plačilo: 40,00 €.');
    expect(text).not.toContain('Bor');
    const own = (await mailsOf('payment_request')).find(({ id }) => id !== mail?.id);
    expect(own).toMatchObject({ state: 'queued', to_address: 'oce@example.com', payments: 1 });
    expect((await said(own as MailRow)).text).not.toContain('Ana');
  });

  test.each<[string, (payment: Payment) => Promise<unknown>]>([
    ['paid', pay],
    ['cancelled', (payment) => change(payment, { status: 'cancelled' })],
    ['deleted', ({ id }) => staff.api.payments.remove({ params: { id } })],
  ])('is called back when it is %s before it leaves', async (_, act) => {
    const { id } = await person();
    const [one, other] = await add(id, {}, {});
    await act(one as Payment);
    expect(await mailsOf('payment_request')).toMatchObject([{ state: 'queued' }]);
    await act(other as Payment);
    expect(await mailsOf('payment_request')).toMatchObject([
      { state: 'cancelled', state_reason: 'payment_changed' },
    ]);
  });

  test('does not leave to somebody who has left when a payment is corrected', async () => {
    const { id } = await person();
    const [payment] = await add(id, {});
    await pay(payment as Payment);
    await site.rows(`update participants set status = 'inactive' where id = $1`, [id]);
    const [{ version } = { version: 0 }] = (await staff.api.payments.ofParticipant({ params: { id } }))
      .results;
    await change({ ...(payment as Payment), version }, { status: 'pending', status_reason: 'Pomota' });
    expect(await mailsOf('payment_request')).toMatchObject([{ state: 'cancelled' }]);
  });

  test('says nothing when the organisation has turned it off meanwhile', async () => {
    const { id } = await person();
    await add(id, {});
    const [mail] = await mailsOf('payment_request');
    await settings('mail_requests = false');
    expect(await leaving(mail as MailRow)).toBe('turned_off');
  });
});

test('a mail in the name of a sibling who is deleted is left to the other, without words that were sent', async () => {
  const given = { email: 'mama@example.com' };
  const ids = [await person(given), await person(given)].map(({ id }) => id);
  await site.rows(
    `insert into payments (organization_id, participant_id, group_id, amount)
     select $1, id, group_id, 40 from participants where id = any ($2)`,
    [organization_id, ids],
  );
  const [mail] = await mailsOf('payment_request');
  await site.rows(
    `insert into mail_texts (organization_id, mail_id, subject, text) select organization_id, id, 'Ana', 'Ana' from mails where id = $1`,
    [mail?.id],
  );
  const [{ participant_id } = { participant_id: '' }] = await site.rows<{ participant_id: string }>(
    'select participant_id from mails where id = $1',
    [mail?.id],
  );
  const remove = async (people: string[]) => {
    await site.rows('delete from payments where participant_id = any ($1)', [people]);
    await site.rows('delete from participants where id = any ($1)', [people]);
  };
  await remove([participant_id]);
  expect(await site.rows('select from mail_texts where mail_id = $1', [mail?.id])).toEqual([]);
  expect((await said(mail as MailRow)).text).toContain('Za plačilo: 40,00 €.');
  await remove(ids);
  expect(await mailsOf('payment_request')).toEqual([]);
});

test('a mail that names a payment in another group is read by those alone who see both', async () => {
  const other = (await site.factories.group({ organization_id })).id;
  const given = { email: 'mama@example.com' };
  const ids = [await person(given), await person({ ...given, group_id: other })].map(({ id }) => id);
  await site.rows(
    `insert into payments (organization_id, participant_id, group_id, amount)
     select $1, id, group_id, 40 from participants where id = any ($2)`,
    [organization_id, ids],
  );
  const [mail] = await mailsOf('payment_request');
  expect(mail).toMatchObject({ payments: 2 });
  const path = `/participant-mails/${mail?.id}`;
  expect((await staff.get(path)).status).toBe(200);
  const of = (groups: string[]) =>
    site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups }).then((member) => site.as(member));
  expect((await (await of([group_id])).get(path)).status).toBe(403);
  expect((await (await of([group_id, other])).get(path)).status).toBe(200);
});

describe('what was received', () => {
  test('is told once, whichever way it came, and not of corrections', async () => {
    const { id } = await person({ name: 'Špela Žnidaršič' });
    const [first, second] = await add(id, { purpose: 'Oktober' }, {});
    const paid = await pay(first as Payment);
    await change(paid, { invoice_number: '26-114' });
    const [mail] = await mailsOf('payment_received');
    const { subject, text, pictures } = await said(mail as MailRow);
    expect(subject).toBe('Plačilo smo prejeli: Špela Žnidaršič, Balet');
    expect(text).toContain('Oktober\nIme in priimek: Špela Žnidaršič\nSkupina: Balet\nZnesek: 85,00 €');
    expect(pictures).toEqual([]);
    await staff.api.payments.part({
      params: { id: second?.id ?? '' },
      body: { amount: '5', method: 'cash', version: 1 },
    });
    await add(id, { status: 'completed', method: 'cash' });
    expect(await mailsOf('payment_received')).toHaveLength(3);
  });

  test('is called back by a correction; paid once more after it was told, it is not told again, but for another amount', async () => {
    const { id } = await person();
    const [payment] = await add(id, {});
    const correct = (one: Payment) => change(one, { status: 'pending', status_reason: 'Pomota' });
    const open = await correct(await pay(payment as Payment));
    expect(await states('payment_received')).toEqual([['cancelled', 1]]);
    const paid = await pay(open);
    expect(await states('payment_received')).toEqual([
      ['cancelled', 1],
      ['queued', 1],
    ]);
    await site.rows(`update mails set state = 'sent' where state = 'queued'`);
    const again = await correct(paid);
    await pay(again);
    expect(await mailsOf('payment_received')).toHaveLength(2);
    // unless what came was another amount than the payer was told
    const wrong = await correct((await staff.api.payments.get({ params: { id: again.id } })) as Payment);
    await pay(await change(wrong, { amount: '80' }));
    const told = await mailsOf('payment_received');
    expect(told).toHaveLength(3);
    expect((await said(told.at(-1) as MailRow)).text).toContain('prejeli smo vaše plačilo (Balet): 80,00 €');
  });
});

describe('staff', () => {
  const told = async () => [
    (await mailsOf('payment_request')).filter(({ state }) => state === 'queued').length,
    (await mailsOf('payment_received')).filter(({ state }) => state === 'queued').length,
  ];

  test('may make and settle payments without a mail', async () => {
    const { id } = await person();
    const amount = '85';
    const make = (notify: boolean, one: object = {}) =>
      staff.api.payments.create({ params: { id }, body: { payments: [{ amount, ...one }], notify } });
    const {
      results: [first, second],
    } = await staff.api.payments.create({
      params: { id },
      body: { payments: [{ amount }, { amount }], notify: false },
    });
    await make(false, { status: 'completed', method: 'cash' });
    await change(first as Payment, { status: 'completed', method: 'cash', notify: false });
    await staff.api.payments.part({
      params: { id: second?.id ?? '' },
      body: { amount: '5', method: 'cash', version: 1, notify: false },
    });
    expect(await told()).toEqual([0, 0]);
    // the next ones tell again
    await make(true, { status: 'completed', method: 'cash' });
    await make(true);
    expect(await told()).toEqual([1, 1]);
  });

  test('settle a part without a mail, and the rest is asked for by the mail that waits for the whole', async () => {
    const { id } = await person();
    const [whole] = await add(id, {});
    await staff.api.payments.part({
      params: { id: whole?.id ?? '' },
      body: { amount: '5', method: 'cash', version: 1, notify: false },
    });
    expect(await told()).toEqual([1, 0]);
    const mail = (await mailsOf('payment_request')).find(({ state }) => state === 'queued');
    expect((await said(mail as MailRow)).text).toContain('Za plačilo: 80,00 €.');
  });

  test('may make payments by the plan of a group without a mail', async () => {
    const plan = {
      ...{
        kind: 'tuition',
        rhythm: 'once',
        amount: '240.00',
        due_date: today,
        days_after: 0,
        day_of_month: 15,
      },
      ...{ first_month: null, last_month: null, free_months: [], instalments: [], joining_fee: null },
      ...{ late_start: 'whole', made_on: 'approved', days_ahead: 60, version: 0 },
    };
    expect((await staff.patch(`/groups/${group_id}/fee-plan`, plan)).status).toBe(200);
    const make = async (body: object) =>
      staff.post(`/participants/${(await person()).id}/fee-payments`, body);
    expect(await make({ notify: false })).toMatchObject({ body: { payments: 1 } });
    expect(await told()).toEqual([0, 0]);
    expect(await make({})).toMatchObject({ body: { payments: 1 } });
    expect(await told()).toEqual([1, 0]);
  });

  test('see which mails leave to a participant', async () => {
    const mailsTo = async ({ id }: { id: string }) =>
      (await staff.api.payments.ofParticipant({ params: { id } })).mails;
    const spela = await person({ email: 'Spela@example.com' });
    expect((await mailsTo(spela)).toSorted()).toEqual(['payment_received', 'payment_request']);
    expect(await mailsTo(await person({ email: null }))).toEqual([]);
    await settings('mail_requests = false');
    expect(await mailsTo(spela)).toEqual(['payment_received']);
    await site.factories.mail({
      ...{ organization_id, group_id, participant_id: spela.id, to_address: 'spela@example.com' },
      ...{ state: 'sent', bounce: 'hard' },
    });
    expect(await mailsTo(spela)).toEqual([]);
    await site.factories.emailSetting({
      ...{ organization_id, group_id, email_type: 'payment_received', enabled: false },
    });
    expect(await mailsTo(await person({ email: 'tim@example.com' }))).toEqual([]);
  });
});

test('an undo of bulk work asks and thanks for what it leaves so, also those who were not told yet', async () => {
  const people = [await person(), await person(), await person()];
  const made = await Promise.all(people.map(async ({ id }) => (await add(id, {}))[0] as Payment));
  const { body: job } = await staff.post<{ id: string }>('/payments/bulk/pay', {
    selection: { ids: made.map(({ id }) => id) },
    ...{ payment_date: '2026-01-05', method: 'bank_transfer', invoice_number: '' },
  });
  expect(await states('payment_request')).toEqual([1, 2, 3].map(() => ['cancelled', 1]));
  await change({ ...(made[0] as Payment), version: 2 }, { notes: 'Preverjeno' });
  expect((await staff.post(`/bulk-jobs/${job.id}/undo`)).body).toMatchObject({ undone_count: 2 });
  for (const [type, counts] of [
    ['payment_request', { queued: 2, cancelled: 1 }],
    ['payment_received', { queued: 1, cancelled: 2 }],
  ] as const) {
    const its = Map.groupBy(await mailsOf(type), ({ state }) => state);
    expect(Object.fromEntries([...its].map(([state, mails]) => [state, mails.length]))).toEqual(counts);
  }
});

describe('reminders of the day', () => {
  const remind = (now: string) => remindOfPayments(site.pools.system, new Date(now));
  /** A payment that was made long before the days of these tests. */
  const owed = async (id: string, expiration_date: string, status = 'pending') => {
    const payment = await site.factories.payment({
      ...{ organization_id, participant_id: id, expiration_date, status },
      created_at: '2020-01-02T08:00:00Z',
    });
    await site.rows(`delete from mails where email_type = 'payment_request'`);
    return payment;
  };
  const written = () =>
    site.rows<{ day: string }>(
      `select (created_at at time zone 'Europe/Ljubljana')::date::text as day from mails
       where organization_id = $1 and email_type = 'payment_reminder' order by 1`,
      [organization_id],
    );
  /** The days among these on which the job writes reminders. */
  async function daysOf(from: string, count: number): Promise<string[]> {
    for (let at = 0; at < count; at += 1) await remind(`${addDays(from, at)}T10:00:00Z`);
    return (await written()).map(({ day }) => day);
  }

  test.each([
    ['over the end of February in a leap year', '2028-02-29', ['2028-02-26', '2028-03-04', '2028-03-14']],
    ['over the day of 23 hours', '2027-03-28', ['2027-03-25', '2027-04-01', '2027-04-11']],
  ])('come before and twice after the day, a week apart at least: %s', async (_, due, days) => {
    await owed((await person()).id, due);
    expect(await daysOf(addDays(due, -5), 40)).toEqual(days);
  });

  test('are one for all that is late of an address, and none for who has paid, waits, has left or has no address', async () => {
    const [ana, bor] = [await person({ email: 'm@example.com' }), await person({ email: 'm@example.com' })];
    await owed(ana.id, '2026-10-01');
    await owed(ana.id, '2026-10-11', 'expired');
    await owed(bor.id, '2026-10-10', 'failed');
    await owed(bor.id, '2027-01-01');
    // due tomorrow, so it is not said to be late
    await owed(bor.id, '2026-10-15');
    for (const status of ['completed', 'cancelled', 'refunded'])
      await owed((await person()).id, '2026-10-10', status);
    for (const status of ['waitlisted', 'rejected', 'inactive'])
      await owed((await person({ status })).id, '2026-10-10');
    await owed((await person({ email: null })).id, '2026-10-10');
    expect(await remind('2026-10-14T10:00:00Z')).toBe(3);
    expect(await mailsOf('payment_reminder')).toMatchObject([{ to_address: 'm@example.com', payments: 3 }]);
  });

  test('are written once a day by however many processes, from nine o’clock on', async () => {
    await owed((await person()).id, '2026-10-10');
    expect(await remind('2026-10-14T06:59:00Z')).toBe(0);
    const now = '2026-10-14T07:00:00Z';
    const told = await Promise.all([remind(now), remind(now), remind(now)]);
    expect(told.toSorted()).toEqual([0, 0, 1]);
  });

  test('catch up with one after days without a worker, and say nothing of what was before they were on', async () => {
    const { id } = await person();
    await owed(id, '2026-10-10');
    expect(await remind('2026-12-24T10:00:00Z')).toBe(1);
    expect(await daysOf('2026-12-25', 20)).toEqual(['2026-12-24']);
    await site.rows('delete from mails where organization_id = $1', [organization_id]);
    await settings(`reminders_since = '2026-10-25', reminded_on = null`);
    expect(await remind('2027-01-24T10:00:00Z')).toBe(0);
  });

  test('leave out inactive organisations, those that have them off, and groups that do not send them', async () => {
    await owed((await person()).id, '2026-10-10');
    const off = async (text: string, back: string) => {
      await site.rows(text, [organization_id]);
      expect(await remind('2026-10-14T10:00:00Z')).toBe(0);
      await site.rows(back, [organization_id]);
    };
    await off(
      'update organizations set active = false where id = $1',
      'update organizations set active = true where id = $1',
    );
    const set = (on: boolean) =>
      `update payment_settings set mail_reminders = ${on} where organization_id = $1`;
    await off(set(false), set(true));
    await site.factories.emailSetting({
      ...{ organization_id, group_id, email_type: 'payment_reminder', enabled: false },
    });
    expect(await remind('2026-10-14T10:00:00Z')).toBe(0);
  });

  test('are worded by how it stands when they leave; who has paid or left meanwhile gets none', async () => {
    const soon = addDays(today, 2);
    const { id } = await person({ language: 'en', name: 'Ana' });
    const payment = await owed(id, soon);
    await remind(`${addDays(today, -1)}T10:00:00Z`);
    const [mail] = await mailsOf('payment_reminder');
    expect((await said(mail as MailRow)).subject).toBe('A payment is due soon: Ana, Ballet');
    const again = async (state: string) => {
      await site.rows(`update mails set state = $2, sent_at = now() where id = $1`, [mail?.id, state]);
    };
    await again('queued');
    await site.rows('update payments set expiration_date = $2 where id = $1', [
      payment.id,
      addDays(today, -20),
    ]);
    expect((await said(mail as MailRow)).subject).toBe('A payment is overdue: Ana, Ballet');
    await again('sent');
    expect(await staff.api.payments.remind({ params: { id }, body: { again: true } })).toEqual({
      payments: 1,
    });
    const [, second] = await mailsOf('payment_reminder');
    await site.rows(`update participants set status = 'inactive' where id = $1`, [id]);
    expect(await leaving(second as MailRow)).toBe('payment_changed');
    await site.rows(`update participants set status = 'approved' where id = $1`, [id]);
    await site.rows(`update mails set state = 'queued' where id = $1`, [second?.id]);
    expect((await said(second as MailRow)).subject).toBe('Second payment reminder: Ana, Ballet');
  });
});

describe('a reminder by hand', () => {
  const remind = (id: string, again = false) =>
    staff.post<{ payments?: number; code?: string }>(`/participants/${id}/payments/remind`, { again });

  test('goes once in seven days, unless it is asked for again; two at once send one', async () => {
    await settings('mail_reminders = false');
    const { id } = await person();
    await add(id, { expiration_date: addDays(today, -9) }, { expiration_date: addDays(today, 9) });
    const both = await Promise.all([remind(id), remind(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await remind(id)).body.code).toBe('reminded_recently');
    expect(await states('payment_reminder')).toEqual([['queued', 1]]);
    const { reminded_at } = await staff.api.payments.ofParticipant({ params: { id } });
    expect(localDay(new Date(reminded_at ?? 0), 'Europe/Ljubljana')).toBe(today);
    // the switch is for those that leave by themselves
    const [mail] = await mailsOf('payment_reminder');
    expect((await said(mail as MailRow)).subject).toContain('Rok plačila je potekel');
    expect((await remind(id, true)).body).toEqual({ payments: 1 });
    await site.rows(`update mails set created_at = now() - interval '8 days' where organization_id = $1`, [
      organization_id,
    ]);
    expect((await remind(id)).status).toBe(200);
  });

  test('goes once to an address, whichever of siblings it is for', async () => {
    const [ana, bor] = [await person({ email: 'm@example.com' }), await person({ email: 'm@example.com' })];
    for (const { id } of [ana, bor]) await add(id, { expiration_date: addDays(today, -9) });
    expect((await remind(ana.id)).status).toBe(200);
    expect((await remind(bor.id)).body.code).toBe('reminded_recently');
    const { reminded_at } = await staff.api.payments.ofParticipant({ params: { id: bor.id } });
    expect(reminded_at).not.toBeNull();
    expect((await remind(bor.id, true)).status).toBe(200);
  });

  test('tells of what is open where nothing is late, and is refused where nobody can be told', async () => {
    const { id } = await person();
    expect((await remind(id)).body.code).toBe('not_remindable');
    await add(id, {}, {});
    expect((await remind(id)).body).toEqual({ payments: 2 });
    // no day is near or over where none was set
    const [undated] = await mailsOf('payment_reminder');
    const { subject, text } = await said(undated as MailRow);
    expect(subject).toMatch(/^Odprto plačilo: /);
    expect(text).not.toMatch(/rok/i);
    for (const given of [{ email: null }, { status: 'waitlisted' }]) {
      const other = (await person(given)).id;
      await add(other, {});
      expect((await remind(other)).body.code).toBe('not_remindable');
    }
    await site.rows('delete from payment_settings where organization_id = $1', [organization_id]);
    expect((await remind(id, true)).body.code).toBe('payment_settings_missing');
  });

  test('is shown beforehand as it will leave, and shown alone sends nothing', async () => {
    const { id } = await person({ email: 'm@example.com', name: 'Ana Kos' });
    const [late, later] = await add(
      id,
      { expiration_date: addDays(today, -9), purpose: 'September' },
      { expiration_date: addDays(today, 9), purpose: 'Oktober' },
    );
    const { factories } = site;
    const template = await factories.template({
      ...{ organization_id, email_type: 'payment_reminder', is_default: true },
      translations: { sl: { subject: 'Še odprto: {{amount}}' } },
    });
    const admin = await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
    const show = (payment_ids: (string | undefined)[] = [], as = site.as(admin)) =>
      as.post<{ subject: string; text: string; template_id: string }>(
        `/participants/${id}/payments/remind/preview`,
        {
          payment_ids,
        },
      );
    const { status, body } = await show();
    expect([status, body]).toMatchObject([200, { to_address: 'm@example.com', language: 'sl' }]);
    expect(await mailsOf('payment_reminder')).toEqual([]);
    expect(body.template_id).toBe(template.id);
    await remind(id);
    const [mail] = await mailsOf('payment_reminder');
    const left = await said(mail as MailRow);
    // the foot names where each of them was made
    const words = ({ subject, text }: { subject: string; text: string }) =>
      [subject, text].map((part) => part.replaceAll('\u00a0', ' ').replaceAll(/http\S+/g, ''));
    expect(words(body)).toEqual(words(left));
    expect(body.text).toContain('September');
    // what was chosen goes with what is late, also within seven days
    expect((await show([later?.id])).body.text).toMatch(/September.*Oktober/s);
    await pay(late as Payment);
    expect((await show([late?.id])).body).toMatchObject({ code: 'not_remindable' });
    const stranger = site.as(await factories.member());
    expect((await show([], stranger)).status).toBe(404);
  });

  test('is for those who may see payments: others see no mail of it, nor send it again', async () => {
    const { id } = await person();
    await add(id, {});
    const [mail] = await mailsOf('payment_request');
    await site.rows(`update mails set state = 'failed' where id = $1`, [mail?.id]);
    const editor = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER', leads: [group_id] }),
    );
    expect((await editor.api.participants.get({ params: { id } })).mails).toEqual([]);
    const kinds = async (caller: Caller) =>
      (await caller.api.participant_history.list({ params: { id }, query: {} })).results.map(
        ({ kind }) => kind,
      );
    expect(await kinds(editor)).not.toContain('mail');
    expect(await kinds(staff)).toContain('mail');
    expect((await editor.post(`/participant-mails/${mail?.id}/again`, {})).status).toBe(404);
    expect((await staff.post(`/participant-mails/${mail?.id}/again`, {})).status).toBe(200);
    expect(await states('payment_request')).toEqual([
      ['failed', 1],
      ['queued', 1],
    ]);
  });
});
