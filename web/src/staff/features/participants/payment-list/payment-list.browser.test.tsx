import type { ListedPayment, PaymentSums } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { formatShortDay } from '@vpisnik/contract/rules/format';
import { addMonths } from '@vpisnik/contract/rules/payment-filter';
import type { PaymentMail } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { paymentOf } from '../../../../../test/fixtures/payments.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

const today = localDay(new Date(), 'Europe/Ljubljana');
const month = today.slice(0, 7);

const listed = (given: Partial<ListedPayment> = {}): ListedPayment => ({
  ...paymentOf({ expiration_date: addDays(today, -2), overdue: true, purpose: 'Oktober', ...given }),
  participant_name: 'Špela Žnidaršič',
  participant_email: 'spela@mail.test',
  group_name: { sl: 'Balet' },
  split_total: null,
  ...given,
});

const counted = (count: number, sum: string) => ({ count, sum });
const sums: PaymentSums = {
  currency: 'EUR',
  expected: counted(3, '100.00'),
  received: counted(1, '64.50'),
  due: counted(1, '20.00'),
  overdue: counted(1, '15.50'),
  older_overdue: counted(2, '9.00'),
  cancelled: counted(0, '0.00'),
  refunded: counted(0, '0.00'),
};

function school(row: ListedPayment) {
  const { answers } = participantServer(
    participantOf({ id: row.participant_id, name: row.participant_name }),
  );
  const server = {
    row,
    asked: [] as Record<string, unknown>[],
    sent: [] as object[],
    refuse: undefined as Refusal | undefined,
    mails: [] as PaymentMail[],
  };
  const all: Answers = {
    ...answers,
    payments: {
      ofParticipant: () => ({
        results: [],
        last_id: null,
        balances: [],
        reminded_at: null,
        statement_day: null,
        mails: server.mails,
      }),
      list: ({ query }) => {
        if (query?.limit !== '1') server.asked.push({ ...query });
        return listOf(server.row);
      },
      summary: () => ({ results: [sums] }),
      update: ({ body }) => {
        server.sent.push(body);
        if (server.refuse) return server.refuse;
        const { version: _, ...change } = body;
        server.row = { ...server.row, ...(change as Partial<ListedPayment>), overdue: false, version: 2 };
        return server.row;
      },
    },
  };
  return { server, answers: all };
}

it('sums a month up, leads to what is late, and goes on to the next month', async () => {
  const { server, answers } = school(listed({ split_total: '120.00' }));
  const { router } = await renderApp({ path: `/payments?due_month=${month}`, answers });
  await expect.element(page.getByText('po roku, prejeto 64 %')).toBeVisible();
  expect(document.title).toBe('Plačila · Udeleženci · Plesna šola Zvezda · Vpisnik');
  await expect.element(page.getByText('2 dni zamude')).toBeVisible();
  await expect.element(page.getByText('preostanek od 120,00 €')).toBeVisible();
  await expectAccessible();
  const late = page.getByRole('link', { name: 'Zapadlo 15,50 € 1 plačilo, starejših še 2' });
  await late.click();
  await expect.poll(() => router.state.location.search).toEqual({ due_month: month, status: ['overdue'] });
  await expect.poll(() => server.asked.at(-1)).toMatchObject({ due_month: month, status: 'overdue' });
  await page.getByRole('button', { name: 'Naslednji mesec' }).click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ due_month: addMonths(month, 1), status: ['overdue'] });
  await page.getByRole('button', { name: 'Vsi roki' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ status: ['overdue'] });
  await expect.element(page.getByRole('button', { name: /^Samo \p{L}+ \d{4}$/u })).toBeVisible();
  await page.getByRole('button', { name: 'Prejšnji mesec' }).click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ due_month: addMonths(month, -1), status: ['overdue'] });
});

it('marks a payment as paid on a day, with the number of a receipt for cash', async () => {
  const { server, answers } = school(listed());
  await renderApp({ path: '/payments', answers });
  const more = page.getByRole('button', { name: /Dejanja.*Špela Žnidaršič/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Označi kot plačano' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Dan plačila' })).toHaveFocus();
  await page.getByRole('combobox', { name: 'Način' }).click();
  await page.getByRole('option', { name: 'Gotovina' }).click();
  await page.getByRole('textbox', { name: /Številka potrdila/ }).fill('P-12');
  const submit = page.getByRole('button', { name: 'Označi kot plačano' });
  // what is typed stays where it is refused, and is asked about before it goes
  server.refuse = new Refusal({ status: 500, code: 'internal_error' });
  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Označi kot plačano' });
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Ostani' }).click();
  server.refuse = undefined;
  await submit.click();
  await expect
    .poll(() => server.sent[1])
    .toEqual({
      ...{ status: 'completed', payment_date: today, method: 'cash', invoice_number: 'P-12', version: 1 },
      notify: true,
    });
  await expect.element(page.getByRole('cell', { name: /Plačano/ })).toBeVisible();
});

it('exports what matches the filter, in the form that is chosen', async () => {
  const { answers } = school(listed());
  const asked: unknown[] = [];
  const csv = ({ query }: { query?: object }) => {
    asked.push({ ...query });
    return 'a table';
  };
  await renderApp({ path: '/payments?status=overdue', answers: { ...answers, payment_exports: { csv } } });
  await page.getByRole('button', { name: 'Izvozi plačila, ki ustrezajo filtrom' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect.element(page.getByText(/^Datoteka .+ je prenesena$/)).toBeVisible();
  expect(asked).toEqual([{ status: 'overdue' }]);
});

it('keeps the number of a receipt whole in a column that is narrow', async () => {
  const { answers } = school(listed({ status: 'completed', invoice_number: '2026-0012' }));
  await renderApp({ path: '/payments', answers });
  await page.getByRole('button', { name: 'Izberi stolpce' }).click();
  await page.getByRole('checkbox', { name: 'Potrdilo' }).click();
  const number = page.getByText('2026-0012', { exact: true });
  await expect.element(number).toBeVisible();
  await page.viewport(1000, 800);
  onTestFinished(() => page.viewport(1440, 900));
  expect(number.element().getClientRects()).toHaveLength(1);
  expect(number.element().getBoundingClientRect().height).toBeLessThan(30);
});

it('says below the state how often the payer was reminded, while it is open', async () => {
  const day = addDays(today, -3);
  const told = { reminder_count: 2, reminded_at: `${day}T08:00:00.000000Z` };
  const { server, answers } = school(listed(told));
  const gone = listed({ ...told, id: idOf(802), status: 'cancelled', overdue: false });
  const list = () => listOf(server.row, gone);
  await renderApp({ path: '/payments', answers: { ...answers, payments: { ...answers.payments, list } } });
  const words = new RegExp(`2 opomnika, zadnji ${formatShortDay(day, 'sl')}`);
  await expect.element(page.getByRole('cell', { name: words })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Preklicano', exact: true })).toBeVisible();
});

it('writes references as mails do', async () => {
  const { answers } = school(listed({ reference_number: 'SI129102682925823' }));
  await renderApp({ path: '/payments', answers });
  await expect.element(page.getByRole('cell', { name: 'SI12 9102 6829 2582 3' })).toBeVisible();
});

it('names the group of a payment by its plan once', async () => {
  const { answers } = school(listed({ purpose: 'Balet, vpisnina' }));
  await renderApp({ path: '/payments', answers });
  await expect.element(page.getByRole('cell', { name: 'Balet vpisnina', exact: true })).toBeVisible();
});

it('says before a payment is marked as paid that a mail leaves, and leaves none without the tick', async () => {
  const { server, answers } = school(listed());
  server.mails = ['payment_received'];
  await renderApp({ path: '/payments', answers });
  await page.getByRole('button', { name: /Dejanja.*Špela Žnidaršič/ }).click();
  await page.getByRole('menuitem', { name: 'Označi kot plačano' }).click();
  const tick = page.getByRole('checkbox', { name: 'Pošlji potrditev o prejetem plačilu po e-pošti' });
  await expect.element(tick).toBeChecked();
  await expectAccessible();
  await tick.click();
  await page.getByRole('button', { name: 'Označi kot plačano' }).click();
  await expect.poll(() => server.sent[0]).toMatchObject({ status: 'completed', notify: false });
});

it('shows a payment as it is now where somebody else has changed it meanwhile', async () => {
  const { server, answers } = school(listed());
  await renderApp({ path: '/payments', answers });
  server.refuse = new Refusal({ status: 409, code: 'edit_conflict', current: server.row });
  await page.getByRole('button', { name: /Dejanja.*Špela Žnidaršič/ }).click();
  await page.getByRole('menuitem', { name: 'Prekliči plačilo' }).click();
  server.row = { ...server.row, status: 'refunded', overdue: false };
  await page.getByRole('button', { name: 'Prekliči plačilo' }).click();
  await expect.element(page.getByText(/medtem spremenil nekdo drug/)).toBeVisible();
  await expect.element(page.getByRole('cell', { name: /Vrnjeno/ })).toBeVisible();
});

it('opens a payment again that was settled by mistake', async () => {
  const { server, answers } = school(listed());
  await renderApp({ path: '/payments', answers });
  await page.getByRole('button', { name: /Dejanja.*Špela Žnidaršič/ }).click();
  await page.getByRole('menuitem', { name: 'Prekliči plačilo' }).click();
  await page.getByRole('button', { name: 'Prekliči plačilo' }).click();
  await page.getByRole('button', { name: 'Razveljavi' }).click();
  await expect.element(page.getByText('Plačilo je spet odprto')).toBeVisible();
  expect(server.sent.at(-1)).toEqual({
    ...{ status: 'pending', status_reason: 'Razveljavljeno takoj', version: 2 },
  });
});

it('gives the focus to the next row when one is settled and leaves the list', async () => {
  const { server, answers } = school(listed());
  const other = listed({ id: idOf(802), participant_name: 'Tim Kovačič' });
  const list = () => (server.sent.length > 0 ? listOf(other) : listOf(server.row, other));
  await renderApp({ path: '/payments', answers: { ...answers, payments: { ...answers.payments, list } } });
  await page.getByRole('button', { name: /Dejanja.*Špela Žnidaršič/ }).click();
  await page.getByRole('menuitem', { name: 'Prekliči plačilo' }).click();
  await page.getByRole('button', { name: 'Prekliči plačilo' }).click();
  await expect.element(page.getByRole('button', { name: /Dejanja.*Tim Kovačič/ })).toHaveFocus();
});

it("opens a payment's participant beside the list", async () => {
  const { answers } = school(listed({ participant_id: idOf(101) }));
  const { router } = await renderApp({ path: '/payments', answers });
  await page.getByRole('link', { name: 'Špela Žnidaršič' }).click();
  await expect.element(page.getByRole('complementary', { name: 'Špela Žnidaršič' })).toBeVisible();
  expect(router.state.location.search).toEqual({ participant: idOf(101) });
});
