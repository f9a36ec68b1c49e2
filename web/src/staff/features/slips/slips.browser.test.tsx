import type { Slip } from '@vpisnik/contract/slips';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { picture, renderUi } from '../../../../test/render.tsx';
import { type Answers, fakeApi, Refusal } from '../../../../test/servers/fake-api.ts';
import { ApiProvider } from '../../../lib/api.ts';
import { SlipDialog } from './SlipDialog.tsx';

// fixed days: the fake API answers this day, and the dialog shows it

const drawing = (size: number) => ({
  size,
  path: Array.from({ length: size }, (_, y) => `M${y % 7} ${y}h${size - 9}v1h-${size - 9}z`).join(''),
});

const slip: Slip = {
  payment_id: idOf(5),
  language: 'sl',
  participant_name: 'Tinkara Drnovšek',
  participant_reference: 'K7RM3W2P',
  group_name: 'Moderni ples za najstnike',
  payer_name: 'Matej Drnovšek',
  amount: '85.00',
  currency: 'EUR',
  due_date: '2026-12-10',
  purpose: '2. obrok, november',
  purpose_code: 'OTHR',
  recipient: { name: 'Plesna šola Zvezda, d. o. o.', street: 'Tržaška cesta 12', town: '1000 Ljubljana' },
  iban: 'SI56191000000123438',
  bic: 'SZKBSI2X',
  reference: 'SI121003842574531',
  rf_reference: 'RF52100384257453',
  upn: drawing(77),
  epc: drawing(45),
};

async function open(slips: Answers['slips']) {
  await renderUi(
    <ApiProvider value={fakeApi({ slips: slips ?? {} })}>
      <SlipDialog paymentId={slip.payment_id} onClose={() => {}} />
    </ApiProvider>,
  );
}

test('shows what a payer copies and scans, also at a bank elsewhere, and what goes on paper', async () => {
  const fetched: string[] = [];
  await open({
    get: () => slip,
    pdf: ({ params }) => {
      fetched.push(params.id);
      return '%PDF-';
    },
  });
  const dialog = page.getByRole('dialog', { name: 'Podatki za plačilo' });
  await expect.element(dialog.getByText('SI12 1003 8425 7453 1')).toBeVisible();
  await expect.element(dialog.getByText('SI56 1910 0000 0123 438')).toBeVisible();
  await expect.element(dialog.getByRole('img', { name: 'Koda UPN QR s temi podatki' })).toBeVisible();
  await expectAccessible();
  await picture('slip');
  await dialog.getByText('Tuja banka').click();
  await expect.element(dialog.getByText('RF52 1003 8425 7453')).toBeVisible();
  await expect.element(dialog.getByText('SZKBSI2X')).toBeVisible();
  await expect.element(dialog.getByRole('img', { name: 'Koda EPC QR s temi podatki' })).toBeVisible();
  await page.viewport(360, 780);
  await picture('slip-abroad');
  await dialog.getByRole('button', { name: 'Prenesi PDF za tisk' }).click();
  await expect.element(page.getByText('Datoteka PDF je prenesena')).toBeVisible();
  expect(fetched).toEqual([slip.payment_id]);
});

test('leads to the settings that are missing', async () => {
  await open({ get: () => new Refusal({ status: 409, code: 'payment_settings_missing' }) });
  await expect.element(page.getByRole('link', { name: 'Vpiši podatke za plačila' })).toBeVisible();
  await picture('slip-missing');
});
