import type { PaymentAccount } from '@vpisnik/contract/payments';
import type { Slip } from '@vpisnik/contract/slips';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { paymentOf } from '../../../../../test/fixtures/payments.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers them, and the sheet shows them

const paymentAs = (given: Parameters<typeof paymentOf>[0]) => {
  const { notes: _, status_reason: __, ...payment } = paymentOf(given);
  return payment;
};
const person = (at: number, name: string, payments: PaymentAccount['people'][number]['payments']) => ({
  ...{ id: idOf(at), name, reference: 'K7RM3W2P', group_id: idOf(1), group_name: { sl: 'Balet' }, payments },
});

const account: PaymentAccount = {
  organization: { name: 'Plesna šola Zvezda', lines: ['Tržaška cesta 12, 1000 Ljubljana'] },
  ...{ today: '2026-11-23', language: 'sl', has_family: true },
  people: [
    person(5, 'Tinkara Drnovšek', [
      paymentAs({
        id: idOf(21),
        amount: '85.00',
        status: 'completed',
        payment_date: '2026-10-08',
        method: 'cash',
      }),
      paymentAs({
        ...{ id: idOf(22), amount: '85.00', status: 'pending', overdue: true, expiration_date: '2026-11-10' },
        ...{ purpose: '2. obrok', reference_number: 'SI121003842574531' },
      }),
      paymentAs({ id: idOf(23), amount: '40.00', status: 'pending', expiration_date: '2026-12-10' }),
    ]),
  ],
  balances: [{ currency: 'EUR', open: '125.00', overdue: '85.00', received: '85.00' }],
  payee: {
    ...{ recipient: 'Plesna šola Zvezda', street: 'Tržaška cesta 12', town: '1000 Ljubljana' },
    ...{ iban: 'SI56191000000123438', bic: 'SZKBSI2X' },
  },
};

/** The payment data of a payment of the account. */
function slipOf(payment_id: string): Slip {
  const payment = account.people[0]?.payments.find(({ id }) => id === payment_id);
  return {
    ...{
      payment_id,
      language: 'sl',
      participant_name: 'Tinkara Drnovšek',
      participant_reference: 'K7RM3W2P',
    },
    ...{ group_name: 'Balet', payer_name: 'Matej Drnovšek', amount: payment?.amount ?? '', currency: 'EUR' },
    ...{
      due_date: payment?.expiration_date ?? null,
      purpose: payment?.purpose || 'Vadnina',
      purpose_code: 'OTHR',
    },
    recipient: { name: 'Plesna šola Zvezda', street: 'Tržaška cesta 12', town: '1000 Ljubljana' },
    ...{ iban: 'SI56191000000123438', bic: 'SZKBSI2X', reference: 'SI121003842574531', rf_reference: null },
    ...{ upn: { size: 3, path: 'M0 0h3v1h-3zM0 2h1v1h-1z' }, epc: null },
  };
}

const path = `/participants/${idOf(5)}/account`;

it("says the balance in a sentence, prints, and changes to the payer's language and to the family", async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const answers: Answers = {
    slips: { get: ({ params }) => slipOf(params.id) },
    payments: {
      account: ({ query }) =>
        String(query?.family) === 'true'
          ? { ...account, people: [...account.people, person(6, 'Maks Drnovšek', [])] }
          : account,
    },
  };
  const { router } = await renderApp({ path, answers });
  await expect
    .element(page.getByText('Odprto je 125,00 €, od tega je zapadlo 85,00 €. Prejeto je 85,00 €.'))
    .toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'SI12 1003 8425 7453 1' })).toBeVisible();
  await expect.element(page.getByText('SI56 1910 0000 0123 438')).toBeVisible();
  expect(document.querySelector('article')?.textContent).not.toMatch(/račun/i);
  // what is open can be scanned off the paper, that which is due first before the others
  await expect.element(page.getByRole('img', { name: 'Koda UPN QR: 2. obrok' })).toBeVisible();
  expect(page.getByRole('img', { name: /^Koda UPN QR/ }).elements()).toHaveLength(2);
  await expectAccessible();
  await picture('payment-account');
  await page.getByRole('button', { name: 'Natisni' }).click();
  expect(print).toHaveBeenCalledOnce();
  await page.getByText('English').click();
  await expect
    .element(page.getByText('€125.00 is outstanding, €85.00 of it overdue. €85.00 has been received.'))
    .toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Reference' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tudi drugi iz družine' }).click();
  await expect.element(page.getByRole('heading', { name: 'Maks Drnovšek' })).toBeVisible();
  expect(router.state.location.search).toEqual({ family: true, language: 'en' });
  await page.viewport(360, 780);
  await picture('payment-account-phone');
  await page.viewport(1440, 900);
  print.mockRestore();
});

it('says that everything is paid, and what is missing for paying', async () => {
  const balances = [{ currency: 'EUR', open: '0.00', overdue: '0.00', received: '85.00' }];
  await renderApp({
    path,
    answers: { payments: { account: () => ({ ...account, balances, payee: null }) } },
  });
  await expect.element(page.getByText('Vse je plačano. Prejeto je 85,00 €.')).toBeVisible();
  await expect.element(page.getByText(/Prejemnik in IBAN še nista vpisana/)).toBeVisible();
});

it('says that a participant is not there', async () => {
  const answers: Answers = { payments: { account: () => new Refusal({ status: 404, code: 'not_found' }) } };
  await renderApp({ path, answers });
  await expect.element(page.getByText(/Tega zapisa ni več/)).toBeVisible();
});
