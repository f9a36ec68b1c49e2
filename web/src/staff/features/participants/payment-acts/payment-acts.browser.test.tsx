import type { PaymentActPreview } from '@vpisnik/contract/payment-acts';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { SavedView } from '@vpisnik/contract/saved-views';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { paymentOf } from '../../../../../test/fixtures/payments.ts';
import { idOf, listOf, stamped } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { asOf, jobOf, rowOf } from '../../../../../test/servers/bulk-server.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: until when an undo is possible, which nothing compares with today

const today = localDay(new Date(), 'Europe/Ljubljana');
const names = ['Ajda Bizjak', 'Borut Čeh', 'Cilka Dolinar'];

const rows = names.map(
  (participant_name, at): ListedPayment => ({
    ...paymentOf({
      ...{ id: idOf(601 + at), participant_id: idOf(101 + at), amount: '20.10', purpose: 'Vadnina' },
      ...{ instalment: at + 1, instalments: 3 },
    }),
    ...{ participant_name, participant_email: null, group_name: { sl: 'Balet' } },
  }),
);

/** Server of a list of `total` payments that shows three. */
function school(total = 3) {
  const { answers } = participantServer(participantOf({ id: idOf(101) }));
  const server = {
    started: [] as object[],
    undone: [] as string[],
    views: [] as SavedView[],
    preview: {
      ...{ total_count: 3, change_count: 2, totals: [{ amount: '40.20', currency: 'EUR' }] },
      skipped: [{ reason: 'payment_paid', count: 1 }],
      ...{ mail_count: 2, statement_day: null, sample: null },
      rows: [
        {
          ...{ ...rowOf({ name: 'Borut Čeh', reason: 'payment_paid' }) },
          payment: { id: idOf(602), purpose: 'Vadnina', amount: '20.10', currency: 'EUR' },
        },
      ],
    } as PaymentActPreview | Refusal,
  };
  const job = jobOf({
    ...{ kind: 'pay', parameters: {}, done_count: 2, skipped: [{ reason: 'payment_paid', count: 1 }] },
    undo_until: '2026-10-16T15:02:00.000000Z',
  });
  const done = rowOf({
    payment: { id: idOf(602), purpose: 'Vadnina', amount: '20.10', currency: 'EUR' },
    ...{ name: 'Borut Čeh', state: 'skipped', reason: 'payment_paid' },
  });
  const begin = ({ body }: { body: object }) => {
    server.started.push(body);
    return { ...job, rows: [] };
  };
  const all: Answers = {
    ...answers,
    payments: {
      list: () => ({ ...listOf(...rows), total, as_of: asOf }),
      summary: () => ({ results: [] }),
    },
    payment_acts: {
      preview: () => server.preview,
      pay: begin,
      cancel: begin,
      remind: begin,
    },
    bulk_jobs: {
      list: ({ query }) => listOf(...(query?.open ? [] : [job])),
      get: () => job,
      rows: () => listOf(done),
      undo: ({ params: { id } }) => {
        server.undone.push(id);
        return { ...job, state: 'undone', undone_count: 2 };
      },
    },
    saved_views: {
      list: () => ({ results: server.views }),
      create: ({ body }) => {
        const view = { ...stamped, id: idOf(300), missing: [], shared: false, columns: null, ...body };
        const saved = { filters: {}, sort: 'expiration_date', list: 'participants', ...view } as SavedView;
        server.views.push(saved);
        return saved;
      },
    },
  };
  return { server, answers: all };
}

const box = (name: string) => page.getByRole('checkbox', { name: `Izberi: ${name}, Vadnina` });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Izbrana plačila' });
const said = () => expect.poll(() => document.querySelector('main p[role="status"].vh')?.textContent);

it('marks all that match as paid without those unticked, tells how much before, and which were skipped', async () => {
  const { server, answers } = school(121);
  await renderApp({ path: '/payments?status=due', answers });
  await expect.element(page.getByText('2. obrok od 3')).toBeVisible();
  await box('Ajda Bizjak').click();
  await said().toBe('Izbrano 1 plačilo');
  await box('Cilka Dolinar').click({ modifiers: ['Shift'] });
  await said().toBe('Izbrana 3 plačila');
  await expect.element(bar().getByText(/^60,30\s€$/)).toBeVisible();
  await button('Izberi vseh 121').click();
  await expect.element(page.getByText('Izbranih je vseh 121 plačil, ki ustrezajo filtrom.')).toBeVisible();
  await box('Borut Čeh').click();
  await bar().getByRole('button', { name: 'Označi kot plačano' }).click();
  const dialog = page.getByRole('dialog', { name: 'Označim 120 plačil kot plačana?' });
  await expect.element(dialog.getByRole('textbox', { name: 'Dan plačila' })).toHaveFocus();
  await expect
    .element(dialog.getByText(/^plačili bosta označeni kot plačani, skupaj 40,20\s€$/))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Pokaži, katera' }).click();
  await expect.element(dialog.getByText(/^20,10\s€, Vadnina$/)).toBeVisible();
  await expectAccessible();
  await picture('payments-pay-many');
  await page.viewport(360, 780);
  await picture('payments-pay-many');
  await page.viewport(1440, 900);
  await dialog.getByRole('combobox', { name: 'Način plačila' }).click();
  await page.getByRole('option', { name: 'Gotovina' }).click();
  await dialog.getByRole('textbox', { name: /Številka potrdila/ }).fill('P-7');
  await expect.element(dialog.getByText('Odšli bosta 2 sporočili.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Obvesti po e-pošti' }).click();
  await dialog.getByRole('button', { name: 'Označi 2 plačili' }).click();
  const selection = {
    filter: { status: ['due'] },
    ...{ exclude_ids: [idOf(602)], expected_count: 120, as_of: asOf },
  };
  await expect
    .poll(() => server.started)
    .toEqual([{ selection, payment_date: today, method: 'cash', invoice_number: 'P-7', notify: false }]);
  // some were skipped, so the result is shown at once
  const result = page.getByRole('dialog', { name: 'Kot plačani sta označeni 2 plačili' });
  await expect.element(result.getByText('1 je preskočeno in ostaja, kot je bilo.')).toBeVisible();
  await expect.element(result.getByRole('cell', { name: /plačilo je že plačano/ })).toBeVisible();
  await result.getByRole('button', { name: 'Izberi preskočena' }).click();
  await said().toBe('Izbrano 1 plačilo');
  // it can be looked at and taken back also when its notice has gone
  await button('Množične spremembe').click();
  await button('Pokaži izid: Kot plačani sta označeni 2 plačili').click();
  await result.getByRole('button', { name: 'Razveljavi vse' }).click();
  await expect.poll(() => server.undone).toEqual([idOf(901)]);
});

it('asks anew when the selection has changed meanwhile, and cancels with a reason', async () => {
  const { server, answers } = school(121);
  const preview = server.preview;
  server.preview = new Refusal({ status: 409, code: 'selection_changed', count: 2 });
  await renderApp({ path: '/payments', answers });
  await page.getByRole('checkbox', { name: 'Izberi vse na strani' }).click();
  await button('Izberi vseh 121').click();
  await expect.element(page.getByText('Izbranih je vseh 121 plačil.')).toBeVisible();
  await button('Prekliči plačila').click();
  server.preview = preview;
  const dialog = page.getByRole('dialog', { name: 'Prekličem 2 plačili?' });
  await expect.element(dialog.getByText(/zdaj sta v njem 2 plačili/)).toBeVisible();
  await dialog.getByRole('textbox', { name: /Razlog/ }).fill(' Dvojni vpis ');
  await dialog.getByRole('button', { name: 'Prekliči 2 plačili' }).click();
  await expect
    .poll(() => server.started)
    .toEqual([
      {
        selection: { filter: {}, exclude_ids: [], expected_count: 2, as_of: asOf },
        reason: 'Dvojni vpis',
      },
    ]);
});

it('reminds of many: tells the mails before, who was reminded lately, and what a statement may have paid by now', async () => {
  const { server, answers } = school();
  const recent = { ...rowOf({ name: 'Borut Čeh', reason: 'reminded_recently' }), payment: null };
  server.preview = {
    ...{ total_count: 3, change_count: 2, totals: [{ amount: '40.20', currency: 'EUR' }], mail_count: 1 },
    ...{ skipped: [{ reason: 'reminded_recently', count: 1 }], rows: [recent] },
    statement_day: addDays(today, -4),
    sample: { participant_id: idOf(101), payment_ids: [idOf(601)] },
  };
  await renderApp({ path: '/payments', answers });
  await page.getByRole('checkbox', { name: 'Izberi vse na strani' }).click();
  await bar().getByRole('button', { name: 'Pošlji opomnik' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pošljem opomnik za 3 plačila?' });
  await expect.element(dialog.getByText('opomnik odide po e-pošti')).toBeVisible();
  await expect.element(dialog.getByText(/Zadnji uvoženi bančni izpisek je do/)).toBeVisible();
  await expect
    .element(dialog.getByText('preskočeno: opomnik je bil poslan pred manj kot 7 dnevi'))
    .toBeVisible();
  await picture('payments-remind-many');
  await page.viewport(360, 780);
  await picture('payments-remind-many');
  await page.viewport(1440, 900);
  server.preview = { ...server.preview, change_count: 3, mail_count: 2, skipped: [], rows: [] };
  await dialog.getByRole('checkbox', { name: /v zadnjih 7 dneh/ }).click();
  await dialog.getByRole('button', { name: 'Pošlji 2 opomnika' }).click();
  const selection = { ids: [idOf(601), idOf(602), idOf(603)] };
  await expect.poll(() => server.started).toEqual([{ selection, again: true }]);
});

it('reminds chosen participants of what is due until a day', async () => {
  const { server, answers } = school();
  server.preview = {
    ...{ total_count: 2, change_count: 2, totals: [{ amount: '40.20', currency: 'EUR' }], mail_count: 2 },
    ...{ skipped: [{ reason: 'nothing_open', count: 1 }], rows: [], statement_day: null, sample: null },
  };
  await renderApp({ path: '/participants', answers });
  await page
    .getByRole('checkbox', { name: /^Izberi: / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Več dejanj za izbrane' }).click();
  await page.getByRole('menuitem', { name: 'Opomni na plačila' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pošljem opomnik za 2 plačili?' });
  await expect.element(dialog.getByText('udeleženec nima takih odprtih plačil')).toBeVisible();
  await expectAccessible();
  await picture('participants-remind-many');
  // what can't be read is no day, and doesn't stand for all
  const field = dialog.getByRole('textbox', { name: /Z rokom do/ });
  await field.fill('32. 13.');
  await dialog.getByRole('heading').click();
  await expect.element(dialog.getByRole('button', { name: 'Pošlji 2 opomnika' })).toBeDisabled();
  await field.fill('');
  await dialog.getByRole('button', { name: 'Pošlji 2 opomnika' }).click();
  const selection = { people: { ids: [idOf(101)] }, due_to: null };
  await expect.poll(() => server.started).toEqual([{ selection, again: false }]);
});

it('saves a view of payments with its columns, and shows those of the list alone', async () => {
  const { server, answers } = school();
  server.views.push({
    ...{ ...stamped, id: idOf(301), list: 'participants', name: 'Čakajo', shared: true, missing: [] },
    ...{ filters: {}, sort: 'name', columns: null },
  });
  const { router } = await renderApp({ path: '/payments', answers });
  await button('Pogledi').click();
  await page.getByRole('menuitem', { name: 'Neplačano' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ status: ['overdue', 'due'] });
  await button('Izberi stolpce').click();
  await page.getByRole('checkbox', { name: 'Obrok' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('columnheader', { name: 'Obrok' })).toBeVisible();
  await button('Pogledi').click();
  await expect.element(page.getByRole('menuitem', { name: 'Čakajo' })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Shrani kot nov pogled' }).click();
  await page.getByRole('textbox', { name: 'Ime' }).fill('Za blagajno');
  await button('Shrani pogled').click();
  const columns = ['group', 'instalment', 'state', 'expiration_date', 'method', 'reference'];
  await expect
    .poll(() => server.views[1])
    .toMatchObject({
      ...{ list: 'payments', name: 'Za blagajno', filters: { status: ['overdue', 'due'] }, columns },
    });
  await expect.element(button('Za blagajno')).toBeVisible();
  expect(router.state.location.search).toMatchObject({ view: idOf(300), columns });
  // the amount is always there, and can be moved
  await button('Izberi stolpce').click();
  await expect.element(page.getByRole('checkbox', { name: 'Znesek' })).toBeDisabled();
  await button('Premakni višje: Znesek').click();
  const moved = ['name', 'group', 'amount', ...columns.slice(1)];
  await expect.poll(() => router.state.location.search).toMatchObject({ view: idOf(300), columns: moved });
  await expect.element(page.getByRole('columnheader').nth(3)).toHaveTextContent('Znesek');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Za blagajno (spremenjen)')).toBeVisible();
});
