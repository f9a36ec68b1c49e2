import type { Participant } from '@vpisnik/contract/participants';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { Refusal } from '../../../../../test/servers/fake-api.ts';
import { button, openPanel, said, spela, tim } from '../../../../../test/servers/participant-panel.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: the fake API answers this day, and the page shows it

/** A server that takes a decision about Špela only by the newest version of her application. */
function strictServer(...rows: Participant[]) {
  const its = participantServer(...rows);
  const { server, answers } = its;
  const { setStatus } = answers.participants;
  const conflict = () =>
    new Refusal({ status: 409, code: 'edit_conflict', current: server.rows.get(spela.id) });
  answers.participants.setStatus = (input) =>
    input.body.version === server.rows.get(spela.id)?.version ? setStatus(input) : conflict();
  return its;
}

describe('deciding', () => {
  it('approves, tells by mail and takes it back', async () => {
    const { server, answers } = participantServer(spela, tim);
    await openPanel(answers);
    await button('Odobri').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
    expect(server.decisions).toEqual([{ status: 'approved', notify: true, version: 1 }]);
    await expect.element(button('Odobri')).not.toBeInTheDocument();
    // The button that was pressed is gone; the focus is on what it changed.
    expect(document.activeElement?.textContent).toContain('Odobrena');
    await button('Razveljavi').click();
    await expect.element(page.getByText('Špela Žnidaršič: odločitev je razveljavljena')).toBeVisible();
    await expect.element(button('Odobri')).toBeVisible();
  });

  it('shows which payments an approval makes, and makes none when told so', async () => {
    const { server, answers } = participantServer(spela, tim);
    const line = { kind: 'tuition' as const, gross: '85.00', discounts: [], amount: '85.00', now: true };
    const lines = [1, 2, 3].map((at) => ({
      ...{ ...line, period: String(at), due_date: `2026-1${at - 1}-15`, instalment: at, instalments: 3 },
    }));
    const proposal = { currency: 'EUR', lines, total: '255.00', now_count: 3, now_total: '255.00' };
    await openPanel({ ...answers, fee_plans: { proposal: () => ({ ...proposal, can_pay_at_once: false }) } });
    await button('Odobri').click();
    const question = page.getByRole('dialog', { name: /^Odobrim prijavo/ });
    await expect.element(question.getByText('Nastala bodo 3 plačila, skupaj 255,00 €.')).toBeVisible();
    await expect.element(question.getByRole('radio', { name: 'V enem znesku' })).not.toBeInTheDocument();
    expect(server.decisions).toEqual([]);
    await question.getByRole('radio', { name: 'Brez plačil' }).click();
    await question.getByRole('button', { name: 'Odobri prijavo' }).click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
    expect(server.decisions).toEqual([{ status: 'approved', notify: true, payments: 'none', version: 1 }]);
  });

  it('approves nobody while the payments that go with it cannot be shown', async () => {
    const { server, answers } = participantServer(spela);
    let isDown = true;
    const proposal = () =>
      isDown
        ? new Refusal({ status: 0 })
        : {
            currency: 'EUR',
            lines: [],
            total: '0.00',
            now_count: 0,
            now_total: '0.00',
            can_pay_at_once: false,
          };
    await openPanel({ ...answers, fee_plans: { proposal } });
    await button('Odobri').click();
    await expect.element(page.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
    expect(server.decisions).toEqual([]);
    isDown = false;
    await button('Odobri').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
  });

  it('says kindly when it is too late to undo', async () => {
    const { answers } = participantServer(spela);
    answers.participants.undoStatus = () => new Refusal({ status: 409, code: 'undo_too_late' });
    await openPanel(answers);
    await button('Zavrni').click();
    await button('Razveljavi').click();
    await expect.element(page.getByText(/Za razveljavitev je prepozno/)).toBeVisible();
  });

  it('takes the message about a failure away when the next attempt succeeds', async () => {
    const { answers } = participantServer(spela);
    const { setStatus } = answers.participants;
    let isDown = true;
    answers.participants.setStatus = (input) => (isDown ? new Refusal({ status: 0 }) : setStatus(input));
    await openPanel(answers);
    await button('Odobri').click();
    const failure = page.getByText(/^Ni povezave/);
    await expect.element(failure).toBeVisible();
    isDown = false;
    await button('Odobri').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
    await expect.element(failure).not.toBeInTheDocument();
  });

  it('shows the words of every move whole, in English too', async () => {
    const { answers } = participantServer(spela);
    await renderApp({ path: `/participants/${spela.id}`, answers, locale: 'en' });
    await expect.element(page.getByRole('button', { name: 'To the waiting list' })).toBeVisible();
    const cut = [...document.querySelectorAll('[data-move] span')].filter(
      (word) => word.scrollWidth > word.clientWidth,
    );
    expect(cut.map((word) => word.textContent)).toEqual([]);
  });

  it('sends no mail when unticked, and explains that a participant without an address gets none', async () => {
    const { server, answers } = participantServer(spela, tim);
    await openPanel(answers);
    await page.getByLabelText('Obvesti po e-pošti v slovenščini').click();
    await button('V čakalno vrsto').click();
    await expect.poll(() => server.decisions).toEqual([{ status: 'waitlisted', notify: false, version: 1 }]);
    await button('Naslednji udeleženec').click();
    await expect.element(page.getByText(/Udeleženec nima e-naslova/)).toBeVisible();
    await expect.element(page.getByLabelText('Obvesti po e-pošti v slovenščini')).toBeDisabled();
  });

  it('asks before a group gets more participants than places, naming the numbers', async () => {
    const { server, answers } = participantServer(participantOf({ status: 'waitlisted' }));
    server.group = groupOf({ places: 16, taken: 16, waiting: 3 });
    const { setStatus } = answers.participants;
    answers.participants.setStatus = (input) =>
      input.body.allow_overbooking ? setStatus(input) : new Refusal({ status: 409, code: 'group_full' });
    await openPanel(answers);
    await button('Odobri').click();
    const dialog = page.getByRole('dialog', { name: 'Skupina »Moderni ples« je polna' });
    await said(dialog).toMatch(/Zasedeno: 16 od 16 mest.*čakajo 3 osebe.*zasedenih 17 mest/);
    await expectAccessible();
    await button('Vseeno odobri').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
    expect(server.decisions).toEqual([
      { status: 'approved', notify: true, version: 1, allow_overbooking: true },
    ]);
  });

  it('asks before giving a place out of turn', async () => {
    const { server, answers } = participantServer(
      participantOf({ status: 'waitlisted', waiting_position: 3 }),
    );
    await openPanel(answers);
    await button('Odobri').click();
    const dialog = page.getByRole('dialog', { name: 'Špela Žnidaršič ni na vrsti' });
    await said(dialog).toMatch(/v čakalni vrsti čakata 2 osebi/);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Prekliči' }).click();
    expect(server.decisions).toEqual([]);
    await button('Zavrni').click();
    await expect.poll(() => server.decisions).toMatchObject([{ status: 'rejected' }]);
  });

  it('says decisions that follow one another in one message, which undoes the last', async () => {
    const { server, answers } = participantServer(spela, tim);
    await openPanel(answers);
    await button('Odobri').click();
    await button('Naslednji udeleženec').click();
    await button('Zavrni').click();
    const message = page.getByText('Odločeno: 2. Zadnja: Tim Kovačič (Zavrnjena)');
    await expect.element(message).toBeVisible();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).not.toBeInTheDocument();
    const panelLeft = page
      .getByRole('complementary', { name: tim.name })
      .element()
      .getBoundingClientRect().left;
    expect(message.element().getBoundingClientRect().right).toBeLessThan(panelLeft);
    await button('Razveljavi zadnjo').click();
    await expect.element(page.getByText('Tim Kovačič: odločitev je razveljavljena')).toBeVisible();
    expect(server.rows.get(spela.id)?.status).toBe('approved');
  });

  it('repeats a decision over a conflict that kept the status, and stops over one that changed it', async () => {
    const { server, answers } = strictServer(spela);
    await openPanel(answers);
    server.change(spela.id, { notes: 'Kliče mama.' });
    await button('Odobri').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
    server.change(spela.id, { status: 'waitlisted' });
    await button('Zavrni').click();
    await expect.element(page.getByText(/stanje je medtem postalo »Čakalna vrsta«/)).toBeVisible();
    expect(server.decisions).toHaveLength(1);
  });

  it('decides by keys and opens the next one, but not while something is typed', async () => {
    const other = participantOf({ id: idOf(103), name: 'Žan Šuštaršič' });
    const { server, answers } = participantServer(spela, tim, other);
    const { router } = await openPanel(answers);
    await expect.element(button('Zavrni')).toHaveAttribute('aria-keyshortcuts', 'Z');
    await userEvent.keyboard('c');
    await expect.poll(() => router.state.location.pathname).toBe(`/participants/${tim.id}`);
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    await expect.element(page.getByText('2 od 3', { exact: true })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('heading', { name: 'Žan Šuštaršič' })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    // G and a letter is for going elsewhere, also where it leads nowhere
    await userEvent.keyboard('gz');
    await page.getByRole('searchbox').click();
    await userEvent.keyboard('a');
    expect(server.decisions).toEqual([{ status: 'waitlisted', notify: true, version: 1 }]);
  });

  it('decides by keys in the sheet of a narrow screen too, but not under what is open over it', async () => {
    await page.viewport(1100, 780);
    const { server, answers } = participantServer(spela, tim);
    await openPanel(answers);
    await button('Več dejanj').click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('z');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    expect(server.decisions).toEqual([]);
    await userEvent.keyboard('a');
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    expect(server.decisions).toEqual([{ status: 'approved', notify: true, version: 1 }]);
    await page.viewport(1440, 900);
  });

  it('comes back to the participant whose decision is undone after the review went on', async () => {
    const { answers } = participantServer(spela, tim);
    const { router } = await openPanel(answers);
    await userEvent.keyboard('z');
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    await button('Razveljavi').click();
    await expect.poll(() => router.state.location.pathname).toBe(`/participants/${spela.id}`);
    await expect.element(button('Odobri')).toBeVisible();
  });

  it('stays with the open participant when a decision about another one is undone', async () => {
    const { server, answers } = participantServer(spela, tim);
    const { router } = await openPanel(answers, tim.id);
    await page.getByRole('button', { name: /V obravnavi.*Špela/ }).click();
    await page.getByRole('menuitem', { name: 'Zavrni', exact: true }).click();
    await button('Razveljavi').click();
    await expect.element(page.getByText('Špela Žnidaršič: odločitev je razveljavljena')).toBeVisible();
    expect(server.rows.get(spela.id)?.status).toBe('pending');
    expect(router.state.location.pathname).toBe(`/participants/${tim.id}`);
  });

  it('tells what a click and a letter do, with the next application opened and without', async () => {
    const { answers } = participantServer(spela, tim);
    await openPanel(answers);
    await expect.element(page.getByText(/^Klik na gumb ostane pri tej prijavi, črka na njem/)).toBeVisible();
    await page.getByLabelText('Po odločitvi odpri naslednjo prijavo').click();
    await expect.element(page.getByText(/^Tudi črka na gumbu odloči in odpre naslednjo/)).toBeVisible();
    await page.getByLabelText('Po odločitvi odpri naslednjo prijavo').click();
  });

  it('says that the review is over, and leaves the last decision to the buttons', async () => {
    const { server, answers } = participantServer(spela);
    await openPanel(answers);
    await userEvent.keyboard('a');
    await expect.element(page.getByText(/^To je bila zadnja prijava na seznamu/)).toBeVisible();
    await userEvent.keyboard('zc');
    await userEvent.keyboard('{Shift>}z{/Shift}');
    await button('Zavrni').click();
    await expect.poll(() => server.decisions).toMatchObject([{ status: 'approved' }, { status: 'rejected' }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([1280, 1366, 1440, 1520])('shows whole rows beside the panel, %i px wide', async (width) => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(width, 900);
    const waiting = participantOf({ id: idOf(103), name: 'Brin Čuček', status: 'waitlisted' });
    const { answers } = participantServer(spela, tim, waiting);
    await openPanel(answers);
    const row = page.getByRole('row', { name: /Brin Čuček/ });
    const edge = page.getByRole('table').element().parentElement?.getBoundingClientRect().right;
    const menu = row.getByRole('button', { name: 'Dejanja: Brin Čuček' }).element();
    expect(menu.getBoundingClientRect().right).toBeLessThan(edge ?? 0);
    await expect.element(page.getByRole('columnheader', { name: 'Skupina' })).toBeVisible();
    const top = page.getByRole('searchbox').element().getBoundingClientRect().top;
    const last = page.getByRole('button', { name: 'Filter', exact: true }).element().getBoundingClientRect();
    // in the second row at most: rows are 36 px high and 8 apart
    expect(last.top - top).toBeLessThan(2 * 44);
  });

  it('keeps the focus in the sheet of a narrow screen when it goes on', async () => {
    await page.viewport(360, 780);
    const { answers } = participantServer(spela, tim);
    await openPanel(answers);
    await page.getByLabelText('Po odločitvi odpri naslednjo prijavo').click();
    await button('Odobri').click();
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toHaveFocus();
    await page.getByLabelText('Po odločitvi odpri naslednjo prijavo').click();
    await page.viewport(1440, 900);
  });

  it('rejects with a reason by keys alone, shows it first, and offers it for the next one', async () => {
    const other = participantOf({ id: idOf(103), name: 'Žan Šuštaršič', language: 'en' });
    const { server, answers } = participantServer(spela, other, tim);
    await openPanel(answers);
    await userEvent.keyboard('{Shift>}z{/Shift}');
    const dialog = page.getByRole('dialog', { name: 'Zavrnem prijavo na ime »Špela Žnidaršič«?' });
    const field = dialog.getByRole('textbox', { name: /^Razlog/ });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Skupina je za starejše.');
    await said(dialog).toMatch(/V sporočilu bo pisalo:Razlog: Skupina je za starejše\./);
    await expectAccessible();
    // closed by accident, nothing typed is lost
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await button('Zavrni z razlogom').click();
    await expect.element(field).toHaveValue('Skupina je za starejše.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const reason = 'Skupina je za starejše.';
    const rejected = { status: 'rejected', notify: true, version: 1 };
    await expect.poll(() => server.decisions).toEqual([{ ...rejected, reason }]);
    // by button it stays with the participant, as the tick says
    await button('Naslednji udeleženec').click();
    await expect.element(page.getByRole('heading', { name: other.name })).toBeVisible();
    await userEvent.keyboard('{Shift>}z{/Shift}');
    await button('Vstavi prejšnji razlog').click();
    await expect.element(page.getByText(`Reason: ${reason}`)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Zavrni' }).click();
    await expect.poll(() => server.decisions).toHaveLength(2);
    // without an address there is no mail, and no reason for it
    await expect.element(page.getByRole('heading', { name: tim.name })).toBeVisible();
    await expect.element(button('Zavrni z razlogom')).not.toBeInTheDocument();
  });

  it('keeps the typed reason when the rejection fails, and asks for none that the group would not send', async () => {
    const { server, answers } = participantServer(spela);
    answers.participants.setStatus = () => new Refusal({ status: 0 });
    const { screen } = await renderApp({ path: '/participants', answers });
    await page.getByRole('button', { name: /V obravnavi.*Špela/ }).click();
    await page.getByRole('menuitem', { name: 'Zavrni z razlogom' }).click();
    await page.getByRole('textbox', { name: /^Razlog/ }).fill('Polno.');
    await page.getByRole('dialog').getByRole('button', { name: 'Zavrni' }).click();
    await expect.element(page.getByText(/^Ni povezave/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Razlog/ })).toHaveValue('Polno.');
    await screen.unmount();
    const { email_settings: sent } = server.group;
    server.group = groupOf({
      email_settings: {
        ...sent,
        application_status_update: { ...sent.application_status_update, enabled: false },
      },
    });
    await renderApp({ path: '/participants', answers });
    await page.getByRole('button', { name: /V obravnavi.*Špela/ }).click();
    await page.getByRole('menuitem', { name: 'Zavrni z razlogom' }).click();
    await expect.element(page.getByText('Skupina ne pošilja sporočil o spremembi stanja.')).toBeVisible();
    const field = page.getByRole('textbox', { name: /^Razlog/ });
    await expect.element(field).toHaveAttribute('readonly');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('goes nowhere when a decision is saved after the participant was left', async () => {
    const other = participantOf({ id: idOf(103), name: 'Žan Šuštaršič' });
    const { server, answers } = participantServer(spela, tim, other);
    const { setStatus } = answers.participants;
    const saved = Promise.withResolvers<void>();
    answers.participants.setStatus = (input) => saved.promise.then(() => setStatus(input));
    const { router } = await openPanel(answers);
    await userEvent.keyboard('a');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('heading', { name: 'Žan Šuštaršič' })).toBeVisible();
    saved.resolve();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je odobrena')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/participants/${other.id}`);
    expect(server.decisions).toHaveLength(1);
  });

  it('goes on from one opened by a link whom the loaded rows do not have', async () => {
    const far = [1, 2, 3].map((at) => participantOf({ id: idOf(190 + at), name: `Zoja ${at}` }));
    const { server, answers } = participantServer(spela, tim);
    const { get, list } = answers.participants;
    answers.participants.get = (input) => far.find(({ id }) => id === input.params.id) ?? get(input);
    answers.participants.list = (input) => {
      list(input);
      const at = far.findIndex(({ id }) => id === input.query?.neighbours_of);
      const neighbours = { previous: far[at - 1]?.id ?? null, next: far[at + 1]?.id ?? null };
      return { ...listOf(spela, tim), ...(at >= 0 && { neighbours }) };
    };
    const { router } = await openPanel(answers, `${far[0]?.id}?sort=name`);
    await button('Naslednji udeleženec').click();
    await expect.poll(() => router.state.location.pathname).toContain(far[1]?.id);
    await expect.element(page.getByRole('heading', { name: 'Zoja 2' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('heading', { name: 'Zoja 3' })).toBeVisible();
    await expect.element(button('Naslednji udeleženec')).toHaveAttribute('aria-disabled', 'true');
    expect(server.asked.at(-1)).toMatchObject({ sort: 'name', limit: '1', neighbours_of: far[2]?.id });
  });

  it('opens the next one also when a decision by key was repeated over a conflict', async () => {
    const { server, answers } = strictServer(spela, tim);
    await openPanel(answers);
    server.change(spela.id, { notes: 'Kliče mama.' });
    await userEvent.keyboard('a');
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    expect(server.rows.get(spela.id)?.status).toBe('approved');
  });

  it('offers the moves from the row as well', async () => {
    const { server, answers } = participantServer(spela);
    await renderApp({ path: '/participants', answers });
    await page.getByRole('button', { name: /V obravnavi.*Špela/ }).click();
    await page.getByRole('menuitem', { name: 'Zavrni' }).click();
    await expect.element(page.getByRole('cell', { name: /Zavrnjena/ })).toBeVisible();
    expect(server.decisions).toEqual([{ status: 'rejected', notify: true, version: 1 }]);
  });
});
