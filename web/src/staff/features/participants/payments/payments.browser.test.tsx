import type { Payment, RemindedPayment } from '@vpisnik/contract/payments';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import type { PaymentMail } from '@vpisnik/contract/rules/payments';
import { expect, it, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { paymentOf } from '../../../../../test/fixtures/payments.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: the fake API answers these days; what is typed is a day that has long been over, or the one after

const spela = participantOf({ status: 'approved' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const acts = (name: string) => button(`Dejanja: ${name}`);
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
/** What stands there, with ordinary spaces. */
const said = (place: Locator) => place.element().textContent?.replaceAll('\u00a0', ' ');
const form = (name: string) => page.getByRole('form', { name });

/** A server with payments in memory; changes are counted as the real one does. */
function paymentServer(...rows: RemindedPayment[]) {
  const server = {
    rows,
    sent: [] as unknown[],
    ids: [] as (string | undefined)[],
    notified: [] as (boolean | undefined)[],
    isDown: false,
    remindedByOthers: '',
    reminders: { reminded_at: null as string | null, statement_day: null as string | null },
    isLost: false,
    mails: [] as PaymentMail[],
  };
  const sumOf = (...among: Payment['status'][]) =>
    wireOf(
      server.rows
        .filter(({ status }) => among.includes(status))
        .reduce((sum, { amount }) => sum + centsOf(amount), 0n),
    );
  const change = (id: string, fields: Partial<Payment>): RemindedPayment => {
    const row = server.rows.find((one) => one.id === id) ?? paymentOf();
    const now = { ...row, ...fields, version: row.version + 1 };
    server.rows = server.rows.map((one) => (one.id === id ? now : one));
    return now;
  };
  const next = (fields: Partial<Payment>) => {
    const row = paymentOf({ ...fields, id: idOf(700 + server.rows.length) });
    server.rows = [...server.rows, row];
    return row;
  };
  const payments: NonNullable<Answers['payments']> = {
    ofParticipant: () => {
      if (server.isDown) return new Refusal({ status: 400 });
      const overdue = wireOf(
        server.rows.filter((one) => one.overdue).reduce((sum, { amount }) => sum + centsOf(amount), 0n),
      );
      const sums = { open: sumOf('pending', 'expired', 'failed'), overdue, received: sumOf('completed') };
      return {
        ...listOf(...server.rows),
        ...server.reminders,
        mails: server.mails,
        balances: rows.length > 0 ? [{ currency: 'EUR', ...sums }] : [],
      };
    },
    create: ({ body }) => {
      server.sent.push(body.payments.map(({ id: _, ...one }) => one));
      server.notified.push(body.notify);
      server.ids.push(...body.payments.map(({ id }) => id));
      if (server.isLost) return new Refusal({ status: 503, code: 'unavailable' });
      return { results: body.payments.map((one) => next({ ...one, purpose: one.purpose ?? '' } as Payment)) };
    },
    update: ({ params: { id }, body: { version, ...fields } }) => {
      server.sent.push(fields);
      const row = server.rows.find((one) => one.id === id) ?? paymentOf();
      if (row.version !== version) return new Refusal({ status: 409, code: 'edit_conflict', current: row });
      return change(id, { ...(fields as Partial<Payment>), ...(fields.status && { overdue: false }) });
    },
    part: ({ params: { id }, body: { version: _, ...paid } }) => {
      server.sent.push(paid);
      const { amount } = server.rows.find((one) => one.id === id) ?? paymentOf();
      const rest = next({ amount: wireOf(centsOf(amount) - centsOf(paid.amount)), split_from: id });
      const done = { ...paid, status: 'completed', overdue: false } as Partial<Payment>;
      return { ...change(id, done), rest };
    },
    reminder: ({ body }) => {
      server.sent.push(body);
      return {
        ...{
          subject: 'Rok plačila je potekel: 85,00 €',
          text: 'Pozdravljeni,\n\nvadnina za oktober še ni plačana.',
        },
        ...{ language: 'sl', to_address: 'spela@example.com', template_id: idOf(900) },
      };
    },
    remind: ({ body: { again } }) => {
      server.sent.push({ again });
      const { remindedByOthers: at } = server;
      if (at && !again) {
        server.reminders = { ...server.reminders, reminded_at: at };
        return new Refusal({ status: 409, code: 'reminded_recently' });
      }
      server.reminders = { ...server.reminders, reminded_at: new Date().toISOString() };
      return { payments: 1 };
    },
    remove: ({ params: { id } }) => {
      server.rows = server.rows.filter((one) => one.id !== id);
      return undefined;
    },
  };
  return { server, payments };
}

const open = async (rows: RemindedPayment[], options: Partial<Parameters<typeof renderApp>[0]> = {}) => {
  const { server, payments } = paymentServer(...rows);
  const answers = { ...participantServer(spela).answers, payments };
  await renderApp({ path: `/participants/${spela.id}`, ...options, answers });
  return server;
};

const paid = paymentOf({
  ...{ id: idOf(602), status: 'completed', payment_date: '2026-09-08', method: 'bank_transfer' },
  purpose: 'September',
});
const late = paymentOf({
  ...{ id: idOf(603), status: 'expired', overdue: true, expiration_date: '2026-10-08', purpose: 'Oktober' },
});
const coming = paymentOf({ id: idOf(604), expiration_date: '2026-11-08', purpose: 'November' });

it('tell what is open and late in one sentence, by their day, and lead there from the name', async () => {
  await open([paid, late, coming]);
  const section = page.getByRole('region', { name: 'Plačila' });
  await expect.poll(() => said(section)).toContain('170,00 € odprto, od tega 85,00 € zapadlo');
  expect(said(section)).toContain('plačano 85,00 € od 255,00 €');
  const rows = section.getByRole('listitem').elements();
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/85,00 €SeptemberNakazilo, 8\. 9\. 2026Plačano/),
    expect.stringMatching(/Oktoberrok 8\. 10\. 2026Zapadlo/),
    expect.stringMatching(/Novemberrok 8\. 11\. 2026Čaka plačilo/),
  ]);
  await picture('payments-panel');
  await button('Plačila nekaj je zapadlo').click();
  await expect.element(page.getByRole('heading', { name: 'Plačila' })).toHaveFocus();
});

it('that are open say how often their payer was reminded, and when last', async () => {
  const at = { reminded_at: '2026-11-13T22:30:00.000000Z' };
  const rows = [1, 2, 3, 5].map((reminder_count, place) => ({
    ...late,
    ...{ id: idOf(620 + place), reminder_count, ...at },
  }));
  await open([...rows, { ...paid, reminder_count: 2, ...at }]);
  const section = page.getByRole('region', { name: 'Plačila' });
  await expect.poll(() => said(section)).toContain('rok 8. 10. 2026, 1 opomnik, 13. 11.');
  for (const words of [
    '2 opomnika, zadnji 13. 11.',
    '3 opomniki, zadnji 13. 11.',
    '5 opomnikov, zadnji 13. 11.',
  ])
    expect(said(section)).toContain(`rok 8. 10. 2026, ${words}`);
  expect(said(section)).toContain('Nakazilo, 8. 9. 2026Plačano');
  await picture('payments-reminded');
});

const topOf = (input: Locator) => input.element().getBoundingClientRect().top;

it('keep the focus on the button that has failed to save them, so that Escape closes the form', async () => {
  const server = await open([]);
  server.isLost = true;
  await button('Dodaj plačilo').click();
  await field('Znesek').fill('12,50');
  const submit = form('Novo plačilo').getByRole('button', { name: /^(Dodaj|Shranjujem)/ });
  submit.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form('Novo plačilo').getByRole('alert')).toBeVisible();
  await expect.element(submit).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Ostani')).toBeVisible();
});

it('are added as they are typed, or in instalments that are seen before', async () => {
  const server = await open([]);
  await button('Dodaj plačilo').click();
  await expect.element(field('Znesek')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Dodaj plačilo')).toHaveFocus();
  await button('Dodaj plačilo').click();
  for (const [typed, problem] of [
    ['0', 'Vpišite znesek, večji od 0.'],
    ['12.345', 'Vpišite znesek z največ dvema decimalnima mestoma in brez pike za tisočice.'],
    ['1e3', 'Vpišite znesek, na primer 12,50.'],
  ] as const) {
    await field('Znesek').fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(problem)).toBeVisible();
    await expect.element(field('Znesek')).toHaveFocus();
    // an input of days stands inside its border of 1 px
    expect(Math.abs(topOf(field('Znesek')) - topOf(field(/^Rok plačila/)))).toBeLessThanOrEqual(1);
  }
  await field('Znesek').fill('12,5');
  await field(/^Namen/).fill('Kostum');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Dodano je 1 plačilo')).toBeVisible();
  await expect.element(button('Dodaj plačilo')).toHaveFocus();
  await button('Dodaj plačilo').click();
  await field('Znesek').fill('100');
  await page.getByRole('switch', { name: 'Razdeli na obroke' }).click();
  await field('Rok prvega obroka').fill('31.01.2027');
  await userEvent.keyboard('{Tab}');
  const preview = page.getByRole('list', { name: 'Obroki, ki bodo dodani' });
  for (const row of ['31. 1. 2027 33,33', '28. 2. 2027 33,33', '31. 3. 2027 33,34'])
    await expect.poll(() => said(preview)).toContain(row);
  await picture('payments-instalments');
  await button('Dodaj obroke').click();
  await expect.element(page.getByText('Dodana so 3 plačila')).toBeVisible();
  expect(server.sent).toEqual([
    [{ amount: '12.50', purpose: 'Kostum', kind: 'tuition', expiration_date: null }],
    ['2027-01-31', '2027-02-28', '2027-03-31'].map((expiration_date, at) => ({
      ...{ amount: at === 2 ? '33.34' : '33.33', purpose: '', kind: 'tuition', expiration_date },
    })),
  ]);
});

it('are sent again as the same ones when no answer came, and the next are others', async () => {
  const server = await open([]);
  await button('Dodaj plačilo').click();
  await field('Znesek').fill('12,5');
  server.isLost = true;
  await userEvent.keyboard('{Enter}');
  await expect.element(form('Novo plačilo').getByRole('alert')).toBeVisible();
  server.isLost = false;
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Dodano je 1 plačilo')).toBeVisible();
  await button('Dodaj plačilo').click();
  await field('Znesek').fill('12,5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.ids.length).toBe(3);
  const [first, again, next] = server.ids;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([again, next === first]).toEqual([first, false]);
});

it('are paid in whole or in part; of cash a receipt is asked for', async () => {
  const server = await open([late, coming]);
  await acts('85,00 €, Oktober').click();
  await item('Označi kot plačano ali delno plačano').click();
  await field('Dan plačila').fill('10.10.2026');
  await field('Plačani znesek').fill('50');
  await expect.element(page.getByText('Preostanek 35,00 € ostane odprt kot ločeno plačilo.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Način plačila' }).click();
  await page.getByRole('option', { name: 'Gotovina' }).click();
  await expect
    .element(page.getByText('Potrdilo o plačilu izdate drugje: Vpisnik ni blagajna.'))
    .toBeVisible();
  await field(/Številka potrdila/).fill('R-7');
  await picture('payments-part');
  await button('Zabeleži delno plačilo').click();
  await expect.element(page.getByText('preostanek od 85,00 €')).toBeVisible();
  // another person was quicker: what is to be done now is a new decision
  server.rows = server.rows.map((one) =>
    one.id === coming.id ? { ...one, version: 2, amount: '80.00' } : one,
  );
  await acts('85,00 €, November').click();
  await item('Označi kot plačano ali delno plačano').click();
  await field('Dan plačila').fill('10.10.2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Prikazano je sedanje stanje\.$/)).toBeVisible();
  await expect.element(acts('80,00 €, November')).toHaveFocus();
  expect(server.sent).toEqual([
    { amount: '50.00', payment_date: '2026-10-10', method: 'cash', invoice_number: 'R-7', notify: true },
    {
      ...{ status: 'completed', payment_date: '2026-10-10', method: 'bank_transfer', invoice_number: '' },
      notify: true,
    },
  ]);
});

const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
const asks = tick('Pošlji podatke za plačilo po e-pošti');
const confirms = tick('Pošlji potrditev o prejetem plačilu po e-pošti');

it('say before they are added or paid that a mail leaves, and leave none without the tick', async () => {
  const server = await open([late]);
  await acts('85,00 €, Oktober').click();
  await item('Označi kot plačano ali delno plačano').click();
  // the server sends none
  await expect.element(confirms).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await button('Dodaj plačilo').click();
  await field('Znesek').fill('12,5');
  await expect.element(asks).not.toBeInTheDocument();
  server.mails = ['payment_request', 'payment_received'];
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Dodano je 1 plačilo')).toBeVisible();
  // read anew after that, the server sends both
  await button('Dodaj plačilo').click();
  await expect.element(asks).toBeChecked();
  await picture('payments-notify');
  await field('Znesek').fill('10');
  await asks.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.notified).toEqual([true, false]);
  await acts('85,00 €, Oktober').click();
  await item('Označi kot plačano ali delno plačano').click();
  await confirms.click();
  await field('Dan plačila').fill('10.10.2026');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.sent.at(-1)).toMatchObject({ status: 'completed', notify: false });
});

it('that were booked by mistake go back with a reason; refunds are asked about, deletions too', async () => {
  const server = await open([paid, coming]);
  await acts('85,00 €, September').click();
  await item('Popravi napako').click();
  const correction = form('Označim plačilo 85,00 € kot neprejeto?');
  await expect.element(correction).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
  await field('Razlog').fill('Zamenjan otrok');
  await picture('payments-correction');
  // what was typed is not lost by one key
  await userEvent.keyboard('{Escape}');
  await button('Ostani').click();
  await button('Označi kot neprejeto').click();
  await expect.element(page.getByText('Plačilo je spet odprto')).toBeVisible();
  await expect.element(page.getByText('Razlog: Zamenjan otrok')).toBeVisible();
  await acts('85,00 €, November').click();
  await item('Izbriši plačilo').click();
  await button('Izbriši plačilo').click();
  await expect.element(page.getByText('Plačilo je izbrisano')).toBeVisible();
  expect(server.sent).toEqual([
    { status: 'pending', status_reason: 'Zamenjan otrok', expiration_date: null },
  ]);
  expect(server.rows).toHaveLength(1);
});

it('are made by the plan of the group where they are missing, after they were seen', async () => {
  const { server, payments } = paymentServer();
  const made: unknown[] = [];
  const line = { kind: 'tuition' as const, discounts: [], instalment: 1, instalments: 1, now: true };
  const proposalOf = (amount: string) => ({
    ...{ currency: 'EUR', total: amount, now_count: 1, now_total: amount, can_pay_at_once: true },
    lines: [{ ...line, period: '1', due_date: '2026-11-08', gross: '85.00', amount }],
  });
  const fee_plans: Answers['fee_plans'] = {
    proposal: ({ query }) =>
      made.length > 0
        ? { ...proposalOf('85.00'), lines: [] }
        : proposalOf(String(query?.at_once) === 'true' ? '76.50' : '85.00'),
    make: ({ body }) => {
      made.push(body);
      server.rows = [coming];
      return { payments: 1 };
    },
  };
  await renderApp({
    path: `/participants/${spela.id}`,
    answers: { ...participantServer(spela).answers, payments, fee_plans },
  });
  await button('Ustvari po načrtu').click();
  const question = page.getByRole('dialog', { name: 'Ustvarim plačila po načrtu skupine?' });
  await expect.poll(() => said(question)).toContain('Nastalo bo 1 plačilo, 85,00 €.');
  await question.getByRole('checkbox', { name: 'V enem znesku' }).click();
  await expect.poll(() => said(question)).toContain('Nastalo bo 1 plačilo, 76,50 €.');
  await question.getByRole('button', { name: 'Ustvari plačila' }).click();
  await expect.element(page.getByText('Ustvarjeno je 1 plačilo')).toBeVisible();
  await expect.element(button('Ustvari po načrtu')).not.toBeInTheDocument();
  expect(made).toEqual([{ at_once: true, notify: true }]);
});

it('remind of what is late, saying how old the last statement is, and again only knowingly', async () => {
  const server = await open([late, coming]);
  server.reminders.statement_day = '2026-09-30';
  const question = page.getByRole('dialog', { name: /^Pošljem opomnik za 85,00/ });
  // another one was quicker
  server.remindedByOthers = new Date().toISOString();
  await button('Opomni').click();
  await question.getByRole('button', { name: 'Pokaži sporočilo' }).click();
  const mail = question.getByRole('region', { name: 'Sporočilo' });
  await expect.element(mail.getByRole('heading', { name: /^Rok plačila je potekel/ })).toBeVisible();
  await expect
    .element(question.getByRole('link', { name: 'Odpri predlogo opomnika' }))
    .toHaveAttribute('href', `/notifications/${idOf(900)}`);
  await picture('payments-remind-shown');
  expect(server.sent.splice(0)).toEqual([{ payment_ids: [] }]);
  await question.getByRole('button', { name: 'Opomni' }).click();
  await expect.element(page.getByText('Opomnik je bil v zadnjih sedmih dneh že poslan.')).toBeVisible();
  await expect.element(page.getByText(/^Zadnji opomnik: danes/)).toBeVisible();
  await button('Opomni').click();
  await expect.element(question.getByText(/pred manj kot sedmimi dnevi/)).toBeVisible();
  await expect.element(question.getByText(/^Zadnji uvoženi bančni izpisek je do 30. 9. 2026/)).toBeVisible();
  await picture('payments-remind');
  await question.getByRole('button', { name: 'Vseeno opomni' }).click();
  await expect.element(page.getByText('Opomnik bo poslan')).toBeVisible();
  expect(server.sent).toEqual([{ again: false }, { again: true }]);
});

it('are reminded of by a finger too: on a phone even small buttons are large enough', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(360, 740);
  await open([late]);
  await button('Opomni').click();
  const show = page.getByRole('dialog').getByRole('button', { name: 'Pokaži sporočilo' });
  await expect.element(show).toBeVisible();
  expect(show.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

it('offer no reminder of people without an address or a place', async () => {
  const { payments } = paymentServer(late);
  const nobody = participantOf({ status: 'approved', email: null });
  await renderApp({
    path: `/participants/${nobody.id}`,
    answers: { ...participantServer(nobody).answers, payments },
  });
  await expect.element(button('Dodaj plačilo')).toBeVisible();
  await expect.element(button('Opomni')).not.toBeInTheDocument();
});

it('say when they do not come, and come on the second try', async () => {
  const { server, payments } = paymentServer(coming);
  server.isDown = true;
  await renderApp({
    path: `/participants/${spela.id}`,
    answers: { ...participantServer(spela).answers, payments },
  });
  const section = page.getByRole('region', { name: 'Plačila' });
  await expect.element(section.getByText(/^Podatkov ni bilo mogoče naložiti/)).toBeVisible();
  server.isDown = false;
  await section.getByRole('button', { name: 'Poskusi znova' }).click();
  await expect.poll(() => said(section)).toContain('85,00 € odprto');
});

it('are nothing for editors, who do not even ask for them', async () => {
  const { answers } = participantServer(spela);
  const payments = { ofParticipant: () => new Refusal({ status: 403, code: 'forbidden' }) };
  await renderApp({
    path: `/groups/${idOf(1)}?tab=participants&participant=${spela.id}`,
    session: sessionOf('GROUP_EDITOR_USER'),
    answers: { ...answers, payments } as Answers,
  });
  await expect.element(page.getByRole('heading', { name: spela.name })).toBeVisible();
  await expect.element(page.getByText('Obvestila').first()).toBeVisible();
  await expect.element(page.getByText('Plačila')).not.toBeInTheDocument();
});

it('keep what is typed when the window gets too narrow for the panel, and wide again', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await open([]);
  await button('Dodaj plačilo').click();
  await field('Znesek').fill('100');
  await page.viewport(1100, 780);
  const sheet = page.getByRole('dialog', { name: spela.name });
  await expect.element(sheet.getByRole('textbox', { name: 'Znesek' })).toHaveValue('100');
  await expect.element(field('Znesek')).toHaveFocus();
  await page.viewport(1440, 900);
  await expect.element(page.getByRole('complementary', { name: spela.name })).toBeVisible();
  await expect.element(field('Znesek')).toHaveValue('100');
});
