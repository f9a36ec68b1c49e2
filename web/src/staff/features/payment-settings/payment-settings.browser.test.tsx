import type { PaymentSettings } from '@vpisnik/contract/payment-settings';
import { reminderDays } from '@vpisnik/contract/rules/reminders';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf, stamped } from '../../../../test/fixtures/rows.ts';
import { picture } from '../../../../test/render.tsx';

const off = {
  ...{ mail_requests: false, mail_reminders: false, mail_received: false, ...reminderDays },
  statement_months: 13,
};

const ofSettings = {
  organizations: { get: () => organizationOf(), ownerChange: () => null },
  closures: { list: () => ({ results: [], breaks_known_until: '2199-08-31' }) },
  users: { list: () => listOf<never>() },
};

test('reminders are turned on with the days that are chosen, and the second comes after the first', async () => {
  const sent: object[] = [];
  let saved = {
    ...{ ...stamped, ...off, id: idOf(1), version: 1, recipient: 'Plesno društvo Žar' },
    ...{ street: 'Tržaška cesta 12', town: '1000 Ljubljana', iban: 'SI56191000000123438', bic: 'SZKBSI2X' },
    ...{ purpose: '', purpose_code: 'OTHR', reference_model: 'SI12' },
  } as PaymentSettings;
  const { screen } = await renderApp({
    path: '/settings',
    answers: {
      ...ofSettings,
      payment_settings: {
        get: () => saved,
        save: ({ body: { version = 0, ...body } }) => {
          const { mail_requests, mail_reminders, remind_before, remind_after, remind_again } = body;
          sent.push({ mail_requests, mail_reminders, remind_before, remind_after, remind_again });
          saved = { ...saved, ...body, version: version + 1 } as PaymentSettings;
          return saved;
        },
      },
    },
  });
  const section = screen.getByRole('region', { name: 'Podatki za plačila' });
  const reminders = section.getByRole('switch', { name: /^Samodejni opomniki/ });
  await expect.element(reminders).not.toBeChecked();
  const field = (name: string) => section.getByRole('combobox', { name, exact: true });
  expect(field('Po roku').query()).toBeNull();
  await reminders.click();
  await expect.element(field('Pred rokom')).toHaveValue('3 dni pred rokom');
  const choose = async (name: string, option: string) => {
    await field(name).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Pred rokom', 'Brez opomnika');
  await choose('Po roku', '14 dni po roku');
  await choose('Znova po roku', '7 dni po roku');
  const save = section.getByRole('button', { name: 'Potrdi podatke za plačila' });
  await save.click();
  await expect.element(section.getByText('Drugi opomnik naj bo poznejši od prvega.')).toBeVisible();
  expect(sent).toEqual([]);
  await choose('Po roku', '1 dan po roku');
  await save.click();
  await expect.element(screen.getByText('Podatki za plačila so shranjeni')).toBeVisible();
  expect(sent).toEqual([
    { mail_requests: false, mail_reminders: true, remind_before: null, remind_after: 1, remind_again: 7 },
  ]);
  await expect.element(reminders).toBeChecked();
  await expect.element(field('Pred rokom')).toHaveValue('Brez opomnika');
});

test('an account is proposed, judged at its field, and asked about before another is saved', async () => {
  const sent: object[] = [];
  let saved: PaymentSettings | null = null;
  const { screen } = await renderApp({
    path: '/settings',
    answers: {
      ...ofSettings,
      payment_settings: {
        get: () => saved,
        save: ({ body: { version = 0, ...body } }) => {
          const plain = body.iban.replaceAll(' ', '').toUpperCase();
          sent.push({ iban: plain, bic: body.bic, version });
          const kept = {
            ...{ ...stamped, ...off, ...body, id: idOf(1) },
            ...{ iban: plain, version: version + 1 },
          } as PaymentSettings;
          saved = kept;
          return kept;
        },
      },
    },
  });
  const section = screen.getByRole('region', { name: 'Podatki za plačila' });
  await expect.element(section.getByRole('textbox', { name: 'Prejemnik' })).not.toHaveValue('');
  await section.getByRole('textbox', { name: 'Ulica in hišna številka' }).fill('Tržaška cesta 12');
  await section.getByRole('textbox', { name: 'Pošta in kraj' }).fill('1000 Ljubljana');
  const iban = section.getByRole('textbox', { name: /^IBAN/ });
  const save = section.getByRole('button', { name: 'Potrdi podatke za plačila' });
  await iban.fill('SI56 1910 0000 0123 439');
  await save.click();
  await expect.element(section.getByText(/^Vsaj ena števka IBAN-a je napačna/)).toBeVisible();
  await expectAccessible();
  await picture('settings-payments-error');
  await iban.fill('si56191000000123438');
  await expect.element(section.getByRole('textbox', { name: /^BIC/ })).toHaveValue('SZKBSI2X');
  await save.click();
  await expect.element(screen.getByText('Podatki za plačila so shranjeni')).toBeVisible();
  await expect.element(iban).toHaveValue('SI56 1910 0000 0123 438');

  await iban.fill('SI56 0201 7001 4356 205');
  await save.click();
  const question = page.getByRole('dialog', { name: 'Spremenim IBAN za plačila?' });
  await expect.element(question.getByText('SI56 1910 0000 0123 438')).toBeVisible();
  await expect.element(question.getByText('SI56 0201 7001 4356 205')).toBeVisible();
  await picture('settings-payments-question');
  await question.getByRole('button', { name: 'Prekliči' }).click();
  expect(sent).toHaveLength(1);
  await save.click();
  await question.getByRole('button', { name: 'Spremeni IBAN' }).click();
  await expect.element(iban).toHaveValue('SI56 0201 7001 4356 205');
  await expect
    .poll(() => sent)
    .toEqual([
      { iban: 'SI56191000000123438', bic: 'SZKBSI2X', version: 0 },
      { iban: 'SI56020170014356205', bic: 'LJBASI2X', version: 1 },
    ]);
});

test('what statements tell about payers is kept as long as the organisation says', async () => {
  const sent: (number | undefined)[] = [];
  const row = {
    ...{ ...stamped, ...off, id: idOf(1), version: 1, recipient: 'Plesno društvo Žar' },
    ...{ street: 'Tržaška cesta 12', town: '1000 Ljubljana', iban: 'SI56191000000123438', bic: 'SZKBSI2X' },
    ...{ purpose: '', purpose_code: 'OTHR', reference_model: 'SI12', statement_months: 18 },
  } as PaymentSettings;
  const { screen } = await renderApp({
    path: '/settings',
    answers: {
      ...ofSettings,
      payment_settings: {
        get: () => row,
        save: ({ body }) => {
          sent.push(body.statement_months);
          return { ...row, ...body, version: 2 } as PaymentSettings;
        },
      },
    },
  });
  const section = screen.getByRole('region', { name: 'Podatki za plačila' });
  await section.getByText('Več', { exact: true }).click();
  const months = section.getByRole('combobox', { name: 'Hramba podatkov z izpiskov' });
  await expect.element(months).toHaveValue('18 mesecev');
  await months.click();
  await page.getByRole('option', { name: '3 mesece' }).click();
  await picture('settings-payments-months');
  await section.getByRole('button', { name: 'Potrdi podatke za plačila' }).click();
  await expect.element(screen.getByText('Podatki za plačila so shranjeni')).toBeVisible();
  expect(sent).toEqual([3]);
});
