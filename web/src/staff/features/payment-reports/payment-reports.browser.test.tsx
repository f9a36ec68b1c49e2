import type { PaymentReport } from '@vpisnik/contract/payment-reports';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { picture } from '../../../../test/render.tsx';
import type { Answers } from '../../../../test/servers/fake-api.ts';

const year = localDay(new Date(), 'Europe/Ljubljana').slice(0, 4);

const line = (key: string | null, name: string | null, expected: string, overdue = '0.00') => ({
  key,
  name: name === null ? null : { sl: name },
  ...{ expected, received: '1200.00', due: '0.00', overdue, came: '85.50', credit: key ? '0.00' : '22.00' },
});
const sums = { ...line(null, null, '1640.10', '440.10') };
const results: PaymentReport['results'] = [
  {
    currency: 'EUR',
    lines: [
      line(idOf(1), 'Moderni ples za najstnike in najstnice', '1640.10', '440.10'),
      line(null, null, '0.00'),
    ],
    total: sums,
  },
];

function office(answer = results) {
  const asked: object[] = [];
  const files: object[] = [];
  const answers: Answers = {
    payment_reports: {
      get: ({ query }) => {
        asked.push({ ...query });
        return { results: answer };
      },
      csv: ({ query }) => {
        files.push({ ...query });
        return 'Skupina\r\nBalet';
      },
      ledger: ({ query }) => {
        files.push({ ...query });
        return 'Dan\r\n1. 1.';
      },
    },
  };
  return { asked, files, answers };
}

it('adds up the present year by groups, and what is chosen stays in the address', async () => {
  const { asked, answers } = office();
  const { router } = await renderApp({ path: '/payments/report', answers });
  const row = page.getByRole('row', { name: /Moderni ples/ });
  await expect.element(row.getByText('1.640,10 €')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Brez skupine/ }).getByText('22,00 €')).toBeVisible();
  expect(asked[0]).toEqual({ from: `${year}-01-01`, to: `${year}-12-31` });
  await expectAccessible();
  await picture('payment-report');
  await page.getByText('Mesec', { exact: true }).click();
  await page.getByRole('button', { name: 'Vse', exact: true }).click();
  await expect.poll(() => router.state.location.search).toEqual({ by: 'month', span: 'all' });
  await expect.poll(() => asked.at(-1)).toEqual({ by: 'month' });
  await page.getByRole('textbox', { name: 'Od dne' }).fill('01.02.2025');
  await expect.poll(() => asked.at(-1)).toEqual({ by: 'month', from: '2025-02-01' });
  await page.getByRole('textbox', { name: 'Do dne' }).fill('31.01.2025');
  await expect.poll(() => asked.at(-1)).toEqual({ by: 'month', to: '2025-01-31' });
  await page.viewport(360, 780);
  await picture('payment-report-phone');
  await page.viewport(1440, 900);
});

it('gives the accountant a file of the period', async () => {
  const { files, answers } = office();
  await renderApp({ path: '/payments/report?by=method&from=2025-01-01&to=2025-03-31', answers });
  await page.getByRole('button', { name: 'Prenesi knjigo plačil (CSV)' }).click();
  await expect.element(page.getByText(/Datoteka .* je prenesena/)).toBeVisible();
  await page.getByRole('button', { name: 'Prenesi poročilo (CSV)' }).click();
  await expect
    .poll(() => files)
    .toEqual([
      { from: '2025-01-01', to: '2025-03-31' },
      { by: 'method', from: '2025-01-01', to: '2025-03-31' },
    ]);
});

it('says that there is nothing in a period', async () => {
  await renderApp({ path: '/payments/report', answers: office([]).answers });
  await expect.element(page.getByText('V tem obdobju ni plačil')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Prenesi poročilo (CSV)' })).toBeDisabled();
});
