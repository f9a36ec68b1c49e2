import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { references } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { messageOf } from '../../../../../test/fixtures/messages.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { asOf, bulkServer, jobOf, previewOf, rowOf } from '../../../../../test/servers/bulk-server.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: until when an undo is possible is counted from the end of the work, not from today

const box = (name: string) => page.getByRole('checkbox', { name: `Izberi: ${name}` });
const all = () => page.getByRole('checkbox', { name: 'Izberi vse na strani' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Izbrane prijave' });
const said = () => expect.poll(() => document.querySelector('main p[role="status"].vh')?.textContent);
const link = (name: string) => page.getByRole('link', { name, exact: true });

async function openList(answers: Answers, path = '/participants', role?: Parameters<typeof sessionOf>[0]) {
  const app = await renderApp({ path, answers, ...(role && { session: sessionOf(role) }) });
  await expect.element(link('Ajda Bizjak')).toBeVisible();
  return app;
}

/** The items of the open menu, in their order. */
async function items() {
  await expect.element(page.getByRole('menu')).toBeVisible();
  return page.getByRole('menuitem').all();
}

/** Leaves pictures at a desk and on a phone. */
async function look(name: string) {
  await picture(name);
  await page.viewport(360, 780);
  await picture(name);
  await page.viewport(1440, 900);
}

describe('choosing', () => {
  it('ticks one, a range and the page, says how many, and takes all that match without those unticked', async () => {
    const { bulk, answers } = bulkServer({ total: 12_480 });
    await openList(answers, '/participants?status=pending');
    await box('Ajda Bizjak').click();
    await said().toBe('Izbrana 1 prijava');
    await box('Cilka Dolinar').click({ modifiers: ['Shift'] });
    await said().toBe('Izbrane 3 prijave');
    await all().click();
    await expect.element(page.getByText('Izbranih je vseh 5 prikazanih prijav.')).toBeVisible();
    await button('Izberi vseh 12.480').click();
    await expect
      .element(page.getByText('Izbranih je vseh 12.480 prijav, ki ustrezajo filtrom.'))
      .toBeVisible();
    await expectAccessible();
    await look('bulk-all');
    await box('Borut Čeh').click();
    await expect.element(page.getByText('Izbrano: 12.479 od 12.480.')).toBeVisible();
    await bar().getByRole('button', { name: 'Odobri' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Odobrim 12.479 prijav?' })).toBeVisible();
    expect(bulk.previewed).toEqual([
      {
        selection: {
          filter: { status: ['pending'] },
          exclude_ids: [idOf(102)],
          expected_count: 12_479,
          as_of: asOf,
        },
        act: { kind: 'status', status: 'approved', notify: true, allow_overbooking: false, payments: 'plan' },
      },
    ]);
    await button('Prekliči').click();
    await button('Izberi samo 5 na strani').click();
    await said().toBe('Izbranih 5 prijav');
  });

  it.each([640, 480])('shows each item of its menu on a phone %i px high', async (height) => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(360, height);
    const { answers } = bulkServer({ total: 40 });
    await openList(answers);
    await box('Ajda Bizjak').click();
    await bar().getByRole('button', { name: 'Več dejanj za izbrane' }).click();
    await items();
    await picture(`bulk-menu-${height}`);
    const names = ['Čakalna vrsta', 'Izberi vse, ki ustrezajo', 'Izbriši'];
    for (const name of names) {
      const item = page.getByRole('menuitem', { name }).element();
      item.scrollIntoView({ block: 'nearest' });
      const { top, bottom } = item.getBoundingClientRect();
      expect(top, name).toBeGreaterThanOrEqual(0);
      expect(bottom, name).toBeLessThanOrEqual(height);
    }
  });

  it('reaches each item of its menu by arrows, and leaves it by Escape', async () => {
    const { answers } = bulkServer({ total: 40 });
    await openList(answers);
    await box('Ajda Bizjak').click();
    const more = bar().getByRole('button', { name: 'Več dejanj za izbrane' });
    await expect.element(more).toBeVisible();
    more.element().focus();
    await userEvent.keyboard('{Enter}');
    for (const item of await items()) {
      await expect.element(item).toHaveFocus();
      await userEvent.keyboard('{ArrowDown}');
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(more).toHaveFocus();
  });

  it('works by keyboard alone: Space, Shift and arrows, Ctrl+A for the page and then for all', async () => {
    const { answers } = bulkServer({ total: 40 });
    await openList(answers);
    link('Ajda Bizjak').element().focus();
    // the keys come a little after the list
    await expect
      .poll(async () => {
        if (bar().query()) return true;
        await userEvent.keyboard(' ');
        return false;
      })
      .toBe(true);
    await said().toBe('Izbrana 1 prijava');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Borut Čeh');
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await said().toBe('Izbrane 4 prijave');
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await said().toBe('Izbrane 3 prijave');
    await userEvent.keyboard('{Control>}a{/Control}');
    await said().toBe('Izbranih 5 prijav');
    await userEvent.keyboard('{Control>}a{/Control}');
    await said().toBe('Izbranih 40 prijav');
    await userEvent.keyboard('z');
    await expect.element(page.getByRole('dialog', { name: 'Zavrnem 40 prijav?' })).toBeVisible();
  });

  it('forgets the choice when the filter changes, and keeps it when the order does', async () => {
    const { answers } = bulkServer();
    await openList(answers);
    await box('Eva Fras').click();
    await button('Udeleženec').click();
    await expect.element(box('Eva Fras')).toBeChecked();
    await page.getByRole('searchbox', { name: 'Ime, e-pošta ali telefon' }).fill('ajda');
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(box('Eva Fras')).not.toBeChecked();
  });

  it.each(['GROUP_VIEWER_USER', 'GROUP_EDITOR_USER'] as const)(
    'is not for a %s of the roster',
    async (role) => {
      const { answers } = bulkServer();

      const path = `/groups/${idOf(1)}?tab=participants`;
      await openList(answers, path, role);
      await expect.element(all()).not.toBeInTheDocument();
    },
  );

  it('in the roster asks about its group alone, and a group admin may not delete', async () => {
    const { bulk, answers } = bulkServer({ total: 40 });

    await openList(
      { ...answers, ...references() },
      `/groups/${idOf(1)}?tab=participants&status=pending`,
      'GROUP_ADMIN',
    );
    await all().click();
    await button('Izberi vseh 40').click();
    await button('Več dejanj za izbrane').click();
    await expect.element(page.getByRole('menuitem', { name: 'Premakni v drugo skupino' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Izbriši' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await bar().getByRole('button', { name: 'Odobri' }).click();
    await expect
      .poll(() => bulk.previewed)
      .toMatchObject([{ selection: { filter: { status: ['pending'], group_id: [idOf(1)] } } }]);
  });
});

describe('doing', () => {
  async function choose(...names: string[]) {
    for (const name of names) await box(name).click();
  }

  it('tells before what will happen, sends no mail when unticked, and takes the whole back', async () => {
    const { bulk, answers } = bulkServer();
    bulk.preview = previewOf({ change_count: 2, mail_count: 1, without_email_count: 1, total_count: 2 });
    bulk.job = { ...jobOf({ done_count: 2, undo_until: '2026-09-16T15:02:31.000000Z' }), rows: [] };
    await openList(answers);
    await choose('Ajda Bizjak', 'Borut Čeh');
    await bar().getByRole('button', { name: 'Odobri' }).click();
    const dialog = page.getByRole('dialog', { name: 'Odobrim 2 prijavi?' });
    await expect.element(dialog.getByText('prijavi bosta odobreni')).toBeVisible();
    await expect.element(dialog.getByText('Obveščen bo 1 udeleženec. 1 nima e-naslova.')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('checkbox', { name: 'Obvesti po e-pošti' }).click();
    await button('Odobri 2 prijavi').click();
    await expect.element(page.getByText('Odobreni sta 2 prijavi')).toBeVisible();
    expect(bulk.started).toEqual([
      {
        act: 'status',
        body: {
          selection: { ids: [idOf(101), idOf(102)] },
          status: 'approved',
          notify: false,
          allow_overbooking: false,
        },
      },
    ]);
    await expect.element(bar()).not.toBeInTheDocument();
    expect(document.activeElement).toBe(all().element());
    await button('Razveljavi').click();
    await expect.element(page.getByText('Razveljavljeni sta 2 spremembi')).toBeVisible();
    expect(bulk.undone).toEqual([bulk.job.id]);
  });

  it('shows the payments that approvals make, and makes those shown unless they are unticked', async () => {
    const { bulk, answers } = bulkServer();
    const fees = { count: 24, amount: '1920.00', currency: 'EUR', later: true };
    bulk.preview = previewOf({ fees });
    await openList(answers);
    const approve = async () => {
      await choose('Ajda Bizjak');
      await bar().getByRole('button', { name: 'Odobri' }).click();
    };
    const said = 'Ustvari plačila po načrtu: 24 plačil, 1.920,00\u00a0€';
    await approve();
    const tick = page.getByRole('checkbox', { name: said });
    await expect.element(tick).toBeChecked();
    await expect.element(page.getByText('Druga nastanejo pred svojimi roki.')).toBeVisible();
    await button('Odobri 3 prijave').click();
    await expect.poll(() => bulk.started).toMatchObject([{ body: { payments: 'plan' } }]);
    await approve();
    await tick.click();
    await button('Odobri 3 prijave').click();
    await expect.poll(() => bulk.started).toMatchObject([{}, { body: { payments: 'none' } }]);
    // what would come of many is not counted beforehand
    bulk.preview = previewOf({ fees: { count: null, amount: null, currency: null, later: false } });
    await approve();
    await expect
      .element(page.getByRole('checkbox', { name: 'Ustvari plačila po načrtih skupin' }))
      .toBeChecked();
    await expect.element(page.getByText(/^Pri več kot 5000 izbranih/)).toBeVisible();
    await expect.poll(() => bulk.previewed.length).toBe(3);
  });

  it('names the groups that are full, and gives places beyond the limit only when that is ticked', async () => {
    const { bulk, answers } = bulkServer();
    bulk.preview = previewOf({
      change_count: 1,
      skipped: [
        { reason: 'group_full', count: 1 },
        { reason: 'same_status', count: 1 },
      ],
      full_groups: [
        { id: idOf(1), name: { sl: 'Moderni ples' }, places: 16, taken: 15, wanted: 2, lacking: 1 },
      ],
      rows: [{ ...rowOf({ name: 'Eva Fras' }), reason: 'same_status' }],
    });
    await openList(answers);
    await all().click();
    await bar().getByRole('button', { name: 'Odobri' }).click();
    const dialog = page.getByRole('dialog', { name: 'Odobrim 5 prijav?' });
    await expect.element(dialog.getByText('preskočena: skupina je polna')).toBeVisible();
    await button('Pokaži skupine').click();
    await expect.element(dialog.getByText('prostih mest: 1, potrebnih: 2')).toBeVisible();
    await button('Pokaži, koga').click();
    await expect.element(dialog.getByText('Eva Fras')).toBeVisible();
    await expectAccessible();
    await look('bulk-ask');
    await dialog.getByRole('checkbox', { name: 'Tudi čez število mest' }).click();
    await expect.poll(() => bulk.previewed.length).toBe(2);
    expect(bulk.previewed[1]).toMatchObject({ act: { allow_overbooking: true } });
  });

  it('shows who was skipped and why, and chooses them again', async () => {
    const { bulk, answers } = bulkServer();
    bulk.job = { ...jobOf({ done_count: 4, skipped: [{ reason: 'group_full', count: 1 }] }), rows: [] };
    bulk.rows = [
      rowOf({ participant_id: idOf(105), name: 'Eva Fras', state: 'skipped', reason: 'group_full' }),
    ];
    await openList(answers);
    await all().click();
    await bar().getByRole('button', { name: 'Odobri' }).click();
    await button('Odobri 3 prijave').click();
    const result = page.getByRole('dialog', { name: 'Odobrene so 4 prijave' });
    await expect.element(result.getByText('1 je preskočena in ostaja, kot je bila.')).toBeVisible();
    await expect.element(result.getByRole('cell', { name: 'Eva Fras' })).toBeVisible();
    await expectAccessible();
    await look('bulk-result');
    await result.getByRole('button', { name: 'Izberi preskočene' }).click();
    await said().toBe('Izbrana 1 prijava');
    await expect.element(box('Eva Fras')).toBeChecked();
  });

  it('gives those who were skipped a place beyond the limit', async () => {
    const { bulk, answers } = bulkServer();
    bulk.job = { ...jobOf({ done_count: 4, skipped: [{ reason: 'group_full', count: 1 }] }), rows: [] };
    bulk.rows = [
      rowOf({ participant_id: idOf(105), name: 'Eva Fras', state: 'skipped', reason: 'group_full' }),
    ];
    await openList(answers);
    await all().click();
    await bar().getByRole('button', { name: 'Odobri' }).click();
    await button('Odobri 3 prijave').click();
    await button('Vseeno, čez število mest').click();
    await expect.element(page.getByRole('dialog', { name: 'Odobrim 1 prijavo?' })).toBeVisible();
    await expect
      .poll(() => bulk.previewed.at(-1))
      .toMatchObject({ selection: { ids: [idOf(105)] }, act: { allow_overbooking: true } });
  });

  it('asks in English too, and tells a reason with rejections', async () => {
    const { bulk, answers } = bulkServer();
    const app = await renderApp({ path: '/participants', answers, locale: 'en' });
    await page.getByRole('checkbox', { name: 'Select: Ajda Bizjak' }).click();
    await page.getByRole('region', { name: 'Selected applications' }).getByText('Reject').click();
    const dialog = page.getByRole('dialog', { name: 'Reject 1 application?' });
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('The group is for adults.');
    await look('bulk-reject-en');
    await dialog.getByRole('button', { name: 'Reject 3 applications' }).click();
    await expect
      .poll(() => bulk.started)
      .toMatchObject([{ body: { status: 'rejected', reason: 'The group is for adults.', notify: true } }]);
    expect(app.router.state.location.pathname).toBe('/participants');
  });

  it('asks anew when the selection has changed meanwhile', async () => {
    const { bulk, answers } = bulkServer({ total: 120 });
    const { status } = answers.bulk_jobs;
    let isNews = true;
    const changing: Answers = {
      ...answers,
      bulk_jobs: {
        ...answers.bulk_jobs,
        status: (input) => {
          if (!isNews) return status(input);
          isNews = false;
          return new Refusal({ status: 409, code: 'selection_changed', count: 118 });
        },
      },
    };
    await openList(changing);
    await all().click();
    await button('Izberi vseh 120').click();
    await bar().getByRole('button', { name: 'Odobri' }).click();
    await button('Odobri 3 prijave').click();
    await expect
      .element(page.getByText(/Izbor se je medtem spremenil: zdaj je v njem 118 prijav/))
      .toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Odobrim 118 prijav?' })).toBeVisible();
    expect(bulk.started).toEqual([]);
    await button('Odobri 3 prijave').click();
    await expect.poll(() => bulk.started).toMatchObject([{ body: { selection: { expected_count: 118 } } }]);
  });

  it('moves to another group, and says that one has to be chosen', async () => {
    const { bulk, answers } = bulkServer();
    bulk.preview = previewOf({
      move_fees: {
        ...{ currency: 'EUR', keeps: 2, later: true },
        ...{ makes: { count: 3, total: '180.00' }, cancels: { count: 2, total: '80.00' } },
        credit: { total: '85.00', left: '25.00' },
      },
    });
    const other = groupOf({ id: idOf(2), name: { sl: 'Balet' } });
    await openList({ ...answers, groups: { list: () => listOf(groupOf(), other), get: () => other } });
    await choose('Ajda Bizjak');
    const more = button('Več dejanj za izbrane');
    await more.click();
    await expect.element(more).toHaveAttribute('aria-expanded', 'true');
    await more.click();
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    await more.click();
    await page.getByRole('menuitem', { name: 'Premakni v drugo skupino' }).click();
    await button('Premakni 1 udeleženca').click();
    await expect.element(page.getByText('Izberite skupino.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Nova skupina' }).click();
    await page.getByRole('option', { name: /Balet/ }).click();
    await expect.poll(() => bulk.previewed).toMatchObject([{ act: { kind: 'move', group_id: idOf(2) } }]);
    await expect.element(page.getByRole('radio', { name: 'Obdrži dosedanjo ceno' })).toBeChecked();
    await page.getByRole('radio', { name: 'Uporabi ceno nove skupine' }).click();
    await expect
      .element(
        page.getByText(
          'Nastala bodo 3 plačila, skupaj 180,00\u00a0€. Druga nastanejo pred svojimi roki. Preklicani bosta 2 čakajoči plačili, skupaj 80,00\u00a0€. Od nove cene je odšteto 85,00\u00a0€ za čas po premiku, ki je po prejšnji ceni že plačan ali zapadel. 25,00\u00a0€ od tega bo odšteto pri naslednjih plačilih. Plačana, zapadla in ročno spremenjena plačila ostanejo. Mesečni načrt izpusti mesece, ki jih že pokrivajo.',
        ),
      )
      .toBeVisible();
    await button('Premakni 3 udeležence').click();
    await expect
      .poll(() => bulk.started)
      .toMatchObject([{ act: 'move', body: { group_id: idOf(2), fees: 'take', notify: false } }]);
    // what the price means is not asked again when it is chosen
    expect(bulk.previewed).toHaveLength(1);
  });

  it('tells of a move where that is asked for, and says how many or why none', async () => {
    const { bulk, answers } = bulkServer();
    bulk.preview = previewOf({ change_count: 3, mail_count: 2, without_email_count: 1 });
    const other = groupOf({ id: idOf(2), name: { sl: 'Balet' } });
    await openList({ ...answers, groups: { list: () => listOf(groupOf(), other), get: () => other } });
    const ask = async () => {
      await button('Več dejanj za izbrane').click();
      await page.getByRole('menuitem', { name: 'Premakni v drugo skupino' }).click();
      await page.getByRole('combobox', { name: 'Nova skupina' }).click();
      await page.getByRole('option', { name: /Balet/ }).click();
    };
    const tick = page.getByRole('checkbox', { name: 'Obvesti po e-pošti' });
    await choose('Ajda Bizjak');
    await ask();
    await expect.element(tick).not.toBeChecked();
    await expect
      .element(page.getByText('Obveščenih bo 0 udeležencev. 1 nima e-naslova.', { exact: true }))
      .toBeVisible();
    await tick.click();
    await expect
      .element(page.getByText('Obveščena bosta 2 udeleženca. 1 nima e-naslova.', { exact: true }))
      .toBeVisible();
    await expectAccessible();
    await look('bulk-move');
    await button('Prekliči').click();
    // the group chosen now sends none
    bulk.preview = previewOf({ change_count: 3, mail_count: 0, without_email_count: 1 });
    await ask();
    await expect
      .element(page.getByText(/^Nova skupina ne pošilja sporočil o spremembi stanja/))
      .toBeVisible();
    await expect.element(tick).toBeDisabled();
    bulk.preview = previewOf({ change_count: 3, mail_count: 2 });
    await button('Prekliči').click();
    await ask();
    await tick.click();
    await button('Premakni 3 udeležence').click();
    await expect
      .poll(() => bulk.started)
      .toMatchObject([{ act: 'move', body: { group_id: idOf(2), notify: true } }]);
    expect(bulk.previewed.at(-1)).toMatchObject({ act: { kind: 'move', notify: true } });
  });

  it('adds a note, and keeps it when that fails', async () => {
    const { bulk, answers } = bulkServer();
    const { note } = answers.bulk_jobs;
    let isDown = true;
    const failing: Answers = {
      ...answers,
      bulk_jobs: {
        ...answers.bulk_jobs,
        note: (input) => (isDown ? new Refusal({ status: 0 }) : note(input)),
      },
    };
    bulk.job = { ...jobOf({ kind: 'note', parameters: {}, done_count: 1 }), rows: [] };
    bulk.preview = previewOf({ change_count: 1 });
    await openList(failing);
    await choose('Ajda Bizjak');
    await button('Več dejanj za izbrane').click();
    await page.getByRole('menuitem', { name: 'Dodaj interni zapisek' }).click();
    await button('Dodaj 1 udeležencu').click();
    await expect.element(page.getByText('Vpišite zapisek.')).toBeVisible();
    expect(bulk.previewed).toEqual([]);
    await page.getByRole('textbox', { name: 'Interni zapisek' }).fill('Pride na preizkus.');
    await expect.element(page.getByText('udeleženec bo dobil zapisek')).toBeVisible();
    expect(bulk.previewed).toMatchObject([{ act: { kind: 'note', text: 'Pride na preizkus.' } }]);
    await button('Dodaj 1 udeležencu').click();
    await expect.element(page.getByText(/^Ni povezave/)).toBeVisible();
    isDown = false;
    await button('Dodaj 1 udeležencu').click();
    await expect.element(page.getByText('Zapisek je dodan 1 udeležencu')).toBeVisible();
    expect(bulk.started).toMatchObject([{ act: 'note', body: { text: 'Pride na preizkus.' } }]);
  });

  it('deletes only after it has said what goes and who is kept', async () => {
    const { bulk, answers } = bulkServer();
    bulk.preview = previewOf({
      change_count: 3,
      skipped: [{ reason: 'in_use', count: 2 }],
      rows: [{ ...rowOf({ name: 'Eva Fras' }), reason: 'in_use' }],
    });
    await openList(answers);
    await all().click();
    await button('Več dejanj za izbrane').click();
    await page.getByRole('menuitem', { name: 'Izbriši' }).click();
    const dialog = page.getByRole('dialog', { name: 'Izbrišem 5 udeležencev?' });
    await expect.element(dialog.getByText(/Tega ni mogoče razveljaviti/)).toBeVisible();
    await expect
      .element(dialog.getByText('preskočeni: zabeležena so zaključena ali vrnjena plačila'))
      .toBeVisible();
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
    await button('Izbriši 3 udeležence').click();
    await expect.poll(() => bulk.started).toMatchObject([{ act: 'delete' }]);
  });

  it('begins a message to all that match, whom the server counts', async () => {
    const { answers } = bulkServer({ total: 12_480 });
    const asked: unknown[] = [];
    const messages: Answers['messages'] = {
      create: ({ body }) => {
        asked.push(body.audience);
        return messageOf();
      },
      get: () => new Promise(() => {}),
    };
    const { router } = await openList({ ...answers, messages }, '/participants?status=pending');
    await all().click();
    await button('Izberi vseh 12.480').click();
    await bar().getByRole('button', { name: 'Napiši e-pošto' }).click();
    await expect.poll(() => router.state.location.pathname).toBe(`/messages/${messageOf().id}`);
    const audience = { filter: { status: ['pending'] }, exclude_ids: [], as_of: asOf };
    expect(asked).toEqual([audience]);
  });

  it('copies each address once, in lots, and shows them where copying fails', async () => {
    const { bulk, answers } = bulkServer();
    const results = ['ana', 'bor', 'eva'].map((name) => ({ email: `${name}@mail.test`, name }));
    const asked: unknown[] = [];
    const emails: Answers = {
      ...answers,
      bulk_jobs: {
        ...answers.bulk_jobs,
        emails: ({ body }) => {
          asked.push(body);
          return {
            ...{ results, total_count: 7, left_out_count: 1, without_email_count: 1, bounced_count: 2 },
            without_email: [{ id: idOf(104), name: 'Drago Erjavec' }],
            bounced: ['gal', 'hana'].map((name) => ({ email: `${name}@mail.test`, name })),
          };
        },
      },
    };
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openList(emails);
    await all().click();
    await button('Kopiraj e-naslove').click();
    const dialog = page.getByRole('dialog', { name: 'Kopiraj e-naslove' });
    await expect.element(dialog.getByText('nima e-naslova')).toBeVisible();
    await button('Pokaži, koga').click();
    await expect.element(dialog.getByText('Drago Erjavec')).toBeVisible();
    await expect.element(dialog.getByText('e-naslova sta izpuščena, ker zavračata pošto')).toBeVisible();
    await button('Pokaži, katere').click();
    await expect.element(dialog.getByText('gal, gal@mail.test')).toBeVisible();
    await expectAccessible();
    await look('bulk-emails');
    await button('Kopiraj 3 naslove').click();
    await expect.element(dialog.getByText('Kopirano: 1–3 od 3.')).toBeVisible();
    expect(write.mock.calls).toEqual([['ana@mail.test; bor@mail.test; eva@mail.test']]);
    await dialog.getByRole('checkbox', { name: 'Tudi zavrnjene in neaktivne' }).click();
    await expect.poll(() => asked.at(-1)).toMatchObject({ with_left_out: true });
    write.mockRejectedValue(new Error('not allowed'));
    await button('Kopiraj 3 naslove').click();
    await expect.element(dialog.getByText(/E-poštni naslovi niso kopirani/)).toBeVisible();
    await expect
      .element(dialog.getByRole('textbox', { name: 'E-naslovi' }))
      .toHaveValue('ana@mail.test; bor@mail.test; eva@mail.test');
    expect(bulk.started).toEqual([]);
  });

  it('goes on in the background above the list and on other screens, and tells the end', async () => {
    const { bulk, answers } = bulkServer({ total: 300 });
    bulk.job = {
      ...jobOf({ state: 'running', total_count: 300, done_count: 100, finished_at: null }),
      rows: [],
    };
    const { router } = await openList(answers);
    await all().click();
    await button('Izberi vseh 300').click();
    await bar().getByRole('button', { name: 'Odobri' }).click();
    await button('Odobri 3 prijave').click();
    const card = page.getByRole('region', { name: 'Množična obdelava' });
    await expect.element(card.getByText('Odobravanje prijav: 100 od 300')).toBeVisible();
    await expectAccessible();
    await look('bulk-job');
    await router.navigate({ to: '/groups' });
    await expect.element(page.getByText('Odobravanje prijav poteka v ozadju.')).toBeVisible();
    await look('bulk-notice');
    bulk.now = jobOf({ total_count: 300, done_count: 299, skipped: [{ reason: 'same_status', count: 1 }] });
    await expect.element(page.getByText('Odobrenih je 299 prijav')).toBeVisible();
    await button('Pokaži izid').click();
    await expect.element(page.getByRole('dialog', { name: 'Odobrenih je 299 prijav' })).toBeVisible();
  });
});
