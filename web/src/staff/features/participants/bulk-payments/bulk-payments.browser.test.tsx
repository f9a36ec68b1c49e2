import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { countsOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { bulkServer, jobOf, previewOf, rowOf } from '../../../../../test/servers/bulk-server.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: until when it is to be paid, which nothing compares with today

const dialog = page.getByRole('dialog', { name: 'Dodam plačilo 2 udeležencema?' });
const field = (name: string) => dialog.getByRole('textbox', { name });

/** Chooses two in the list and opens the form. */
async function openForm(answers: Answers) {
  await renderApp({ path: '/participants', answers });
  for (const name of ['Ajda Bizjak', 'Borut Čeh'])
    await page.getByRole('checkbox', { name: `Izberi: ${name}` }).click();
  await page.getByRole('button', { name: 'Več dejanj za izbrane' }).click();
  await page.getByRole('menuitem', { name: 'Dodaj plačila' }).click();
  await expect.element(field('Znesek za vsakega')).toHaveFocus();
}

it('adds a payment to those chosen, tells before how many and how much, and takes all of it back', async () => {
  const { bulk, answers } = bulkServer();
  bulk.preview = previewOf({
    ...{ total_count: 2, change_count: 1, total: { amount: '45.50', currency: 'EUR' } },
    skipped: [{ reason: 'same_purpose', count: 1 }],
    rows: [{ ...rowOf({ name: 'Borut Čeh', reason: 'same_purpose' }) }],
  });
  await openForm(answers);
  await dialog.getByRole('button', { name: 'Dodaj plačila' }).click();
  await expect.element(field('Znesek za vsakega')).toHaveAccessibleDescription('Izpolnite to polje.');
  await expect.element(field('Namen')).toHaveAccessibleDescription(/Izpolnite to polje/);
  expect(bulk.previewed).toEqual([]);

  await field('Znesek za vsakega').fill('12,345');
  await expect.element(dialog.getByText(/z največ dvema decimalnima mestoma/)).toBeVisible();
  await field('Znesek za vsakega').fill('45,5');
  await field('Rok plačila (neobvezno)').fill('15.10.2026');
  await field('Namen').fill('Vadnina, oktober');
  await expect.element(dialog.getByText(/^plačilo bo dodano, 45,50\s€$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Pokaži, koga' }).click();
  await expect.element(dialog.getByText('Borut Čeh')).toBeVisible();
  await expectAccessible();
  await picture('bulk-payments');
  await page.viewport(360, 780);
  await picture('bulk-payments');
  await page.viewport(1440, 900);

  bulk.preview = previewOf({
    ...{ total_count: 2, change_count: 2, total: { amount: '91.00', currency: 'EUR' } },
  });
  await dialog
    .getByRole('checkbox', { name: 'Dodaj tudi tistim, ki plačilo s tem namenom že imajo' })
    .click();
  await expect.element(dialog.getByText(/^plačili bosta dodani, skupaj 91,00\s€$/)).toBeVisible();
  const parameters = {
    ...{ price: { amount: '45.50' }, purpose: 'Vadnina, oktober', payment_kind: 'tuition' },
    ...{ expiration_date: '2026-10-15', notes: '', same_purpose: 'add', include: [], notify: true },
  };
  const done = { kind: 'payments', total_count: 2, done_count: 2, mail_count: 0 } as const;
  bulk.job = {
    ...jobOf({ ...done, parameters, undo_until: '2026-10-16T15:02:00.000000Z' }),
    rows: [rowOf(), rowOf({ participant_id: idOf(102) })],
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Dodaj 2 plačili' }));
  await expect.element(page.getByText('Dodani sta 2 plačili')).toBeVisible();
  expect(bulk.started).toEqual([
    { act: 'payments', body: { selection: { ids: [idOf(101), idOf(102)] }, ...parameters } },
  ]);
  await page.getByRole('button', { name: 'Razveljavi', exact: true }).click();
  await expect.element(page.getByText('Razveljavljeni sta 2 spremembi')).toBeVisible();
  expect(bulk.undone).toEqual([idOf(901)]);
});

it('adds a payment to all who are approved, from the list of payments', async () => {
  const { bulk, answers } = bulkServer();
  const participants = {
    ...answers.participants,
    counts: () => countsOf({ approved: 3, pending: 5 }),
    list: () => ({ results: [], last_id: null, total: 2 }),
  };
  const payments = {
    list: () => ({ results: [], last_id: null, total: 0 }),
    summary: () => ({ results: [] }),
  };
  await renderApp({ path: '/payments', answers: { ...answers, participants, payments } });
  await expect.element(page.getByRole('link', { name: '5 novih prijav' })).toBeVisible();
  await page.getByRole('button', { name: 'Ustvari plačila' }).first().click();
  bulk.preview = previewOf({
    ...{ total_count: 2, change_count: 2, total: { amount: '60.00', currency: 'EUR' } },
  });
  await field('Znesek za vsakega').fill('30');
  await field('Namen').fill('Članarina');
  await dialog.getByRole('button', { name: 'Dodaj 2 plačili' }).click();
  await expect
    .poll(() => bulk.started)
    .toMatchObject([
      {
        act: 'payments',
        body: {
          // of groups that are not over
          selection: {
            filter: { status: ['approved'], period: ['current', 'upcoming'] },
            ...{ exclude_ids: [], expected_count: 2 },
          },
          price: { amount: '30.00' },
        },
      },
    ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('keeps what was typed where it fails, and asks before that is lost', async () => {
  const { bulk, answers } = bulkServer();
  bulk.preview = previewOf({
    ...{ total_count: 2, change_count: 1, total: { amount: '20.00', currency: 'EUR' } },
    skipped: [{ reason: 'waitlisted', count: 1 }],
  });
  const payments = () => new Refusal({ status: 500, code: 'internal_error' });
  await openForm({ ...answers, bulk_jobs: { ...answers.bulk_jobs, payments } });
  await field('Znesek za vsakega').fill('20');
  await field('Namen').fill('Dres');
  await dialog.getByRole('checkbox', { name: 'Dodaj tudi prijavam v čakalni vrsti' }).click();
  await expect.poll(() => bulk.previewed.at(-1)).toMatchObject({ act: { include: ['waitlisted'] } });
  await field('Namen').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Plačila niso ustvarjena. Poskusite znova.')).toBeVisible();
  await expect.element(field('Znesek za vsakega')).toHaveValue('20');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Zapustim stran brez shranjevanja?' })).toBeVisible();
});
