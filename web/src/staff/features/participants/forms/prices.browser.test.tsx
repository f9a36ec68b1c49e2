import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: the fake API answers them

const spela = participantOf();
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a move asks for the price, and keeps the present one unless the new one is chosen', async () => {
  const { answers } = participantServer(spela);
  const other = groupOf({ id: idOf(2), name: { sl: 'Balet' } });
  const asked: unknown[] = [];
  const sent: unknown[] = [];
  const { update } = answers.participants;
  await renderApp({
    path: `/participants/${spela.id}`,
    answers: {
      ...answers,
      groups: { list: () => listOf(groupOf(), other), get: () => other },
      fee_proposals: {
        move: ({ body }) => {
          asked.push(body);
          const [makes, cancels] = [
            { count: 2, total: '180.00' },
            { count: 1, total: '85.00' },
          ];
          return { fees: { currency: 'EUR', keeps: 1, later: false, makes, cancels, credit: null } };
        },
      },
      participants: {
        ...answers.participants,
        update: (input) => {
          sent.push(input.body);
          return update(input);
        },
      },
    },
  });
  await button('Več dejanj').click();
  await page.getByRole('menuitem', { name: 'Premakni v drugo skupino' }).click();
  await page.getByRole('combobox', { name: 'Nova skupina' }).click();
  await page.getByRole('option', { name: /Balet/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Premaknem udeleženca/ });
  await expect.element(dialog.getByText(/premaknejo stanje, odgovori, plačila, zapiski in/)).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'Obdrži dosedanjo ceno' })).toBeChecked();
  await expect
    .element(dialog.getByText(/^Nastali bosta 2 plačili, skupaj 180,00\s€\. Preklicano bo 1 čakajoče/))
    .toBeVisible();
  await dialog.getByRole('radio', { name: 'Uporabi ceno nove skupine' }).click();
  await dialog.getByRole('button', { name: 'Premakni v drugo skupino' }).click();
  await expect.poll(() => sent).toEqual([{ group_id: idOf(2), fees: 'take', version: 1 }]);
  expect(asked).toEqual([{ group_id: idOf(2) }]);
});

test('who is added as approved is added with the payments that were shown, or nobody is added', async () => {
  const { answers } = participantServer(spela);
  const sent: object[] = [];
  let isDown = true;
  const line = { kind: 'tuition' as const, gross: '85.00', discounts: [], amount: '85.00', now: true };
  const lines = [1, 2].map((at) => ({
    ...{ ...line, period: String(at), due_date: `2026-1${at}-15`, instalment: at, instalments: 2 },
  }));
  await renderApp({
    path: '/participants',
    answers: {
      ...answers,
      fee_proposals: {
        adding: ({ body }) => {
          if (isDown) return new Refusal({ status: 500 });
          const whole = { ...line, period: 'all', due_date: '2026-11-15', instalment: 1, instalments: 1 };
          const owed = body.at_once ? [{ ...whole, amount: '150.00' }] : lines;
          const total = body.at_once ? '150.00' : '170.00';
          const sums = { total, now_count: owed.length, now_total: total };
          return { currency: 'EUR', lines: owed, ...sums, can_pay_at_once: true };
        },
      },
      participants: {
        ...answers.participants,
        create: ({ body }) => {
          sent.push(body);
          return participantOf({ id: spela.id, name: body.name });
        },
      },
    },
  });
  await button('Dodaj udeleženca').click();
  const sheet = page.getByRole('dialog', { name: 'Dodaj udeleženca' });
  await expect.element(sheet.getByRole('combobox', { name: 'Skupina' })).toHaveFocus();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await sheet.getByRole('combobox', { name: 'Skupina' }).click();
  await page.getByRole('option', { name: /Moderni ples/ }).click();
  await page.getByLabelText('Ime in priimek').fill('Ana Novak');
  await sheet.getByRole('combobox', { name: 'Stanje' }).click();
  await page.getByRole('option', { name: 'Odobrena' }).click();
  const question = page.getByRole('dialog', { name: 'Dodam udeleženca »Ana Novak«?' });
  await sheet.getByRole('button', { name: 'Dodaj udeleženca' }).click();
  await expect.element(page.getByText(/^Podatki udeleženca niso shranjeni/)).toBeVisible();
  expect(sent).toEqual([]);
  isDown = false;
  await sheet.getByRole('button', { name: 'Dodaj udeleženca' }).click();
  await expect.element(question.getByText('Nastali bosta 2 plačili, skupaj 170,00 €.')).toBeVisible();
  await question.getByRole('button', { name: 'Prekliči' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await sheet.getByRole('button', { name: 'Dodaj udeleženca' }).click();
  await question.getByRole('radio', { name: 'V enem znesku' }).click();
  await expect.element(question.getByText('Nastalo bo 1 plačilo, 150,00 €.')).toBeVisible();
  await question.getByRole('button', { name: 'Dodaj udeleženca' }).click();
  await expect.element(page.getByText('Ana Novak: dodano na seznam')).toBeVisible();
  expect(sent).toMatchObject([{ name: 'Ana Novak', status: 'approved', payments: 'at_once' }]);
});
