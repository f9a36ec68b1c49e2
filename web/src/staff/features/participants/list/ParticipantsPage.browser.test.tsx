import type { SentMail } from '@vpisnik/contract/participant-mails';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../../test/fake-api.ts';
import { formFieldOf } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { historyOf, mailOf, noteOf, participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { participantServer } from '../../../../../test/participant-server.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';

// fixed days: the fake API answers this day, and the page shows it

const spela = participantOf();
const tim = participantOf({ id: idOf(102), name: 'Tim Kovačič', email: null, phone: null });

const panel = () => page.getByRole('complementary', { name: spela.name });
const said = (part: Locator) => expect.poll(() => part.element().textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function openPanel(answers: Answers, id = spela.id) {
  const { router } = await renderApp({ path: `/participants/${id}`, answers });
  await expect.element(button('Odobri')).toBeVisible();
  return { router };
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
    const { server, answers } = participantServer(spela);
    const { setStatus } = answers.participants;
    const conflict = () =>
      new Refusal({ status: 409, code: 'edit_conflict', current: server.rows.get(spela.id) });
    answers.participants.setStatus = (input) =>
      input.body.version === server.rows.get(spela.id)?.version ? setStatus(input) : conflict();
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
    const { server, answers } = participantServer(spela, tim);
    const { setStatus } = answers.participants;
    const conflict = () =>
      new Refusal({ status: 409, code: 'edit_conflict', current: server.rows.get(spela.id) });
    answers.participants.setStatus = (input) =>
      input.body.version === server.rows.get(spela.id)?.version ? setStatus(input) : conflict();
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

describe('the list', () => {
  it('keeps search, filters and order in the address, and asks by them', async () => {
    const { server, answers } = participantServer(spela, tim);
    const { router } = await renderApp({ path: '/participants', answers });
    await page.getByRole('searchbox').fill('žnid');
    await expect.poll(() => router.state.location.search).toEqual({ search: 'žnid' });
    // the header that sorts has the same name
    await button('Stanje').first().click();
    await page.getByRole('checkbox', { name: 'V obravnavi' }).click();
    await page.getByRole('checkbox', { name: 'Čakalna vrsta' }).click();
    await userEvent.keyboard('{Escape}');
    await button('Prijava').click();
    const search = { search: 'žnid', status: ['pending', 'waitlisted'], sort: 'application_date' };
    await expect.poll(() => router.state.location.search).toEqual(search);
    await expect.poll(() => server.asked.at(-1)).toMatchObject(search);
    await expect.element(page.getByRole('button', { name: /^Stanje: V obravnavi/ })).toBeVisible();
    await page.getByRole('link', { name: 'Tim Kovačič' }).click();
    await expect.poll(() => router.state.location.pathname).toBe(`/participants/${tim.id}`);
    expect(router.state.location.search).toEqual(search);
  });

  it('reads several values from a shared address, and drops unknown ones', async () => {
    const { server, answers } = participantServer(spela);
    const path = `/participants?status=["pending","secret"]&group_id=["${idOf(1)}"]&sort=email`;
    await renderApp({ path, answers });
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ status: 'pending', group_id: idOf(1) });
    expect(server.asked.at(-1)).not.toHaveProperty('sort');
  });

  it('reviews one after another, closes with Escape and gives the focus back', async () => {
    const { answers } = participantServer(spela, tim);
    const { router } = await renderApp({ path: '/participants', answers });
    await page.getByRole('link', { name: spela.name }).click();
    await expect.element(panel()).toHaveFocus();
    await button('Naslednji udeleženec').click();
    await expect.poll(() => router.state.location.pathname).toBe(`/participants/${tim.id}`);
    await expect.element(button('Naslednji udeleženec')).toHaveFocus();
    await expect.element(button('Naslednji udeleženec')).toHaveAttribute('aria-disabled', 'true');
    await button('Naslednji udeleženec').hover();
    await expect.element(page.getByRole('tooltip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.pathname).toBe('/participants');
    await expect.element(page.getByRole('link', { name: tim.name })).toHaveFocus();

    // also when the focus is no longer inside
    await page.getByRole('link', { name: spela.name }).click();
    await expect.element(panel()).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.pathname).toBe('/participants');
  });

  it('tells nothing here from nothing found', async () => {
    const { answers } = participantServer();
    const { router } = await renderApp({ path: '/participants', answers });
    await expect.element(page.getByText('Tu še ni udeležencev')).toBeVisible();
    await router.navigate({ to: '/participants', search: { search: 'šuš' } });
    await expect.element(page.getByText('Noben udeleženec ne ustreza iskanju')).toBeVisible();
    await router.navigate({ to: '/participants', search: { status: ['pending'] } });
    await expect.element(page.getByText('Ni novih prijav')).toBeVisible();
    await expect.element(page.getByText('Vse prijave so že obravnavane.')).toBeVisible();
    await button('Počisti filtre').click();
    await expect.poll(() => router.state.location.search).toEqual({});
  });
});

describe('an application that was withdrawn', () => {
  const withdrawn = { status: 'inactive', withdrawn_at: '2026-09-18T12:20:00.000000Z' } as const;

  it('says so in the list and in the panel, with when and why', async () => {
    const { answers } = participantServer(
      participantOf({ ...withdrawn, withdrawal_reason: 'moving' }),
      participantOf({ ...withdrawn, id: idOf(103), name: 'Zala Rus', withdrawal_reason: 'declined_offer' }),
      participantOf({ ...withdrawn, id: idOf(104), name: 'Oto Rus' }),
      { ...tim, status: 'inactive' },
    );
    await openPanel(answers);
    const table = page.getByRole('table');
    await expect.element(table.getByRole('row', { name: /Špela.*Umaknjena/ })).toBeVisible();
    await expect.element(table.getByRole('row', { name: /Tim.*Neaktivna/ })).toBeVisible();
    await said(panel()).toMatch(/Umaknjenaprijava 16\. 9\. 2026umik 18\. 9\. 2026razlog: selitev/);
    await expectAccessible(document);
    await picture('participant-withdrawn');
    const next = button('Naslednji udeleženec');
    await next.click();
    const zala = page.getByRole('complementary', { name: 'Zala Rus' });
    await said(zala).toMatch(/umik 18\. 9\. 2026razlog: ponujenega mesta ne želi/);
    await next.click();
    const oto = page.getByRole('complementary', { name: 'Oto Rus' });
    await said(oto).toMatch(/umik 18\. 9\. 2026(?!razlog)/);
    // whom staff approve after all has not withdrawn any more
    await button('Odobri').click();
    await said(oto).toMatch(/Odobrena/);
  });

  it('says so in English and is found by that status', async () => {
    onTestFinished(() => page.viewport(1440, 900));
    const { server, answers } = participantServer(
      participantOf({ ...withdrawn, withdrawal_reason: 'timetable' }),
    );
    const { router } = await renderApp({ path: '/participants', answers, locale: 'en' });
    const row = page.getByRole('row', { name: /Špela/ });
    await expect.element(row.getByRole('button', { name: /^Withdrawn/ })).toBeVisible();
    await page.getByRole('button', { name: 'Status', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Withdrawn' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ status: ['withdrawn'] });
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ status: 'withdrawn' });
    await userEvent.keyboard('{Escape}');
    await router.navigate({ to: '/participants/$participant_id', params: { participant_id: spela.id } });
    await said(panel()).toMatch(/withdrawn 18 Sep 2026reason: the timetable doesn’t suit/);
    await page.viewport(360, 780);
    await picture('participant-withdrawn');
  });
});

describe('the detail', () => {
  it('shows answers with their original questions, marks sensitive ones, and gives each mail’s state and reason', async () => {
    const answer = {
      field_id: idOf(51),
      label: null,
      type: 'text',
      value: 'x',
      sensitive: false,
      purpose: null,
    };
    const { answers } = participantServer(
      participantOf({
        answers: [
          { ...answer, purpose: 'date_of_birth', name: 'Datum rojstva', type: 'date', text: '2012-03-04' },
          { ...answer, field_id: idOf(52), name: 'Zdravje', text: 'Alergija na arašide.', sensitive: true },
        ],
        mails: [
          mailOf(),
          mailOf({ id: idOf(202), state: 'failed', state_reason: 'refused: 550 No such user' }),
          mailOf({
            id: idOf(203),
            state: 'cancelled',
            state_reason: 'undone',
            status_at: 'rejected',
            decision_reason: 'Skupina je za starejše.',
          }),
        ],
        elsewhere: [
          {
            id: tim.id,
            group_id: idOf(2),
            group_name: { sl: 'Balet' },
            status: 'approved',
            withdrawn_at: null,
          },
        ],
        notes: 'Ob četrtkih pride pozneje.',
      }),
    );
    await openPanel(answers);
    await expect.element(page.getByRole('blockquote')).toHaveTextContent('Ob četrtkih pride pozneje.');
    await said(panel()).toMatch(/Datum rojstva4\. 3\. 2012/);
    await said(panel()).toMatch(/ZdravjeobčutljivoAlergija na arašide\./);
    await said(panel()).toMatch(/poštni strežnik prejemnika ga je zavrnil.*550 No such user/);
    await said(panel()).toMatch(/Zavrnjena.*sprememba je bila razveljavljena.*Skupina je za starejše\./);
    await expect.element(page.getByRole('link', { name: 'Balet' })).toBeVisible();
    await expectAccessible(document);
  });

  it('shows the answers that differ in a repeated application, with dates in the reader’s format', async () => {
    const again = { id: idOf(71), created_at: '2026-09-18T09:30:00.000000Z', name: null, notes: null };
    const answer = { field_id: idOf(52), label: null, name: 'Zdravje', type: 'text', value: 'x' };
    const { answers } = participantServer(
      participantOf({
        reapplications: [
          { ...again, phone: '041 333 444', answers: [{ ...answer, text: 'Astma', sensitive: true }] },
        ],
      }),
    );
    const entry = historyOf({ changes: [{ field: 'status', from: 'pending', to: 'approved' }], bulk: true });
    const participant_history = { list: () => listOf(entry) };
    await openPanel({ ...answers, participant_history });
    await said(panel()).toMatch(
      /Prijava je bila oddana znova.*18\. 9\. 2026, 11:30.*Telefon041 333 444.*Zdravjeobčutljivo.*Astma/,
    );
    await said(panel()).toMatch(
      /Zgodovina.*Stanje: V obravnavi → Odobrena.*17\. 9\. 2026, 10:00, Nina Bergant, množična sprememba/,
    );
    await expectAccessible(document);
  });

  it('sends a failed mail again to a corrected address, once', async () => {
    const failed = mailOf({ status_at: 'pending', state: 'failed', state_reason: 'refused' });
    const { server, answers } = participantServer(participantOf({ mails: [failed] }));
    await openPanel(answers);
    await button('Popravi naslov in pošlji').click();
    const address = page.getByRole('textbox', { name: 'Pravi e-naslov' });
    await address.fill('barbara@');
    await button('Shrani naslov in pošlji').click();
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    await address.fill('barbara.prava@mail.test');
    await button('Shrani naslov in pošlji').click();
    await expect.element(page.getByText('Sporočilo bo poslano na barbara.prava@mail.test')).toBeVisible();
    expect(server.rows.get(spela.id)).toMatchObject({ email: 'barbara.prava@mail.test' });
    await expect.element(button('Pošlji znova')).not.toBeInTheDocument();
    // so that none of the controls is cut by the head
    await button('Obvestila').click();
    await expectAccessible();
  });

  it('shows a mail as it was sent, by whose template, and says when its words are not kept', async () => {
    const bounced = mailOf({ id: idOf(202), state: 'failed', state_reason: 'mailbox_missing' });
    const waiting = mailOf({ id: idOf(203), state: 'queued', sent_at: null });
    const { answers } = participantServer(participantOf({ mails: [waiting, bounced, mailOf()] }));
    const sent: SentMail = {
      ...{ id: idOf(201), email_type: 'application_status_update', to_address: 'barbara@mail.test' },
      ...{ language: 'en', sent_at: '2026-09-16T15:03:00.000000Z', template_missed: false },
      words: { subject: 'You are in', text: 'Hello Barbara,\n\nsee you on Tuesday.' },
      template: { id: idOf(50), name: 'Tabori', number: 3 },
    };
    const old = { ...sent, id: bounced.id, words: null, template: null, template_missed: true };
    const participant_mails: Answers['participant_mails'] = {
      get: ({ params: { id } }) =>
        [sent, old].find((one) => one.id === id) ?? new Refusal({ status: 404, code: 'not_found' }),
    };
    await openPanel({ ...answers, participant_mails });
    const shows = page.getByRole('button', { name: 'Pokaži sporočilo: Sprememba stanja prijave: Odobrena' });
    await expect.poll(() => shows.elements().length).toBe(2);
    await shows.nth(1).click();
    const dialog = page.getByRole('dialog', { name: 'Sprememba stanja prijave: Odobrena' });
    await expect.element(dialog.getByRole('heading', { name: 'You are in' })).toBeVisible();
    await expect.element(dialog.getByText('Tabori, različica 3')).toBeVisible();
    await expect.element(dialog.getByText('16. 9. 2026, 17:03')).toBeVisible();
    const words = dialog.getByRole('article').element();
    expect(words).toHaveProperty('lang', 'en');
    expect(words.textContent).toContain(sent.words?.text);
    await expectAccessible(document);
    await userEvent.keyboard('{Escape}');
    await expect.element(shows.nth(1)).toHaveFocus();
    await shows.nth(0).click();
    await expect.element(dialog.getByText(/^Besedilo tega sporočila ni shranjeno/)).toBeVisible();
    await expect.element(dialog.getByText(/zato je odšlo privzeto besedilo\.$/)).toBeVisible();
    await expect.element(dialog.getByRole('article')).not.toBeInTheDocument();
  });

  it('marks an address that rejects mail, and leads to where it is corrected', async () => {
    const { answers } = participantServer(participantOf({ address_bounced: true }));
    await openPanel(answers);
    const warning = page.getByText('Ta naslov zavrača pošto, zato se sporočila nanj ne pošiljajo več.');
    await expect.element(warning).toBeVisible();
    const mail = panel().getByRole('link', { name: /^Piši: .*barbara@mail.test$/ });
    await expect.element(mail).toHaveAccessibleDescription(/zavrača pošto/);
    await expectAccessible(document);
    await button('Popravi naslov').click();
    await expect.element(page.getByRole('dialog', { name: 'Podatki: Špela Žnidaršič' })).toBeVisible();
  });

  it('notes once and for all that a person wants no news', async () => {
    const { server, answers } = participantServer(spela);
    const declined_news = { since: '2026-09-16T15:03:00Z', how: 'staff', noted_by: 'Nina Bergant' } as const;
    const declineNews = () => server.change(spela.id, { declined_news });
    await openPanel({ ...answers, participants: { ...answers.participants, declineNews } });
    await button('Odjavi novice').click();
    const question = page.getByRole('dialog', { name: 'Odjavim novice za naslov barbara@mail.test?' });
    await expectAccessible(document);
    await question.getByRole('button', { name: 'Odjavi novice' }).click();
    await expect
      .poll(() => document.activeElement?.textContent)
      .toMatch(/^Ne želi novic \(od 16\. 9\. 2026.*\) Povedano ekipi; zapis: Nina Bergant\.$/);
    await expect.element(button('Odjavi novice')).not.toBeInTheDocument();
  });

  it('shows when the page of the applicant was opened, sends its link and ends it', async () => {
    const { answers } = participantServer(spela);
    const state = {
      ...{ address: 'barbara@mail.test', available: true, may_look: false },
      ...{ created_at: '2026-09-10T08:00:00Z', last_used_at: '2026-09-16T15:03:00Z' },
    };
    const sent: string[] = [];
    const end = () => ({ ...state, created_at: null, last_used_at: null });
    const send = ({ params }: { params: { id: string } }) => {
      sent.push(params.id);
      return state;
    };
    await openPanel({ ...answers, applicant_links: { get: () => state, send, end } });
    await expect.element(page.getByText(/Nazadnje odprta 16\. 9\. 2026\.$/)).toBeVisible();
    // who has not all groups in scope doesn't see the siblings in others
    await expect.element(button('Poglej stran')).not.toBeInTheDocument();
    await button('Pošlji povezavo').click();
    await expect.element(page.getByText('Povezava bo poslana na barbara@mail.test')).toBeVisible();
    expect(sent).toEqual([spela.id]);
    await button('Končaj povezavo').click();
    const question = page.getByRole('dialog', { name: 'Končam povezavo za barbara@mail.test?' });
    await question.getByRole('button', { name: 'Končaj povezavo' }).click();
    await expect.element(page.getByText(/Ni še bila odprta\.$/)).toBeVisible();
    await expect.element(button('Končaj povezavo')).not.toBeInTheDocument();
  });

  it('repeats a mail over a change meanwhile, and brings the history up to date', async () => {
    const failed = mailOf({ status_at: 'pending', state: 'failed', state_reason: 'refused' });
    const { server, answers } = participantServer(participantOf({ mails: [failed] }));
    const { sendMailAgain } = answers.participants;
    answers.participants.sendMailAgain = (input) =>
      input.body.version === server.rows.get(spela.id)?.version
        ? sendMailAgain(input)
        : new Refusal({ status: 409, code: 'edit_conflict', current: server.rows.get(spela.id) });
    let entry = historyOf({ changes: [{ field: 'status', from: 'pending', to: 'approved' }] });
    const participant_history = { list: () => listOf(entry) };
    await openPanel({ ...answers, participant_history });
    await said(panel()).toMatch(/Stanje: V obravnavi → Odobrena/);
    await button('Popravi naslov in pošlji').click();
    await page.getByRole('textbox', { name: 'Pravi e-naslov' }).fill('barbara.prava@mail.test');
    const other = mailOf({ id: idOf(204), status_at: 'pending', state: 'cancelled' });
    server.change(spela.id, { mails: [other, failed] });
    entry = historyOf({ changes: [{ field: 'status', from: 'pending', to: 'waitlisted' }] });
    await button('Shrani naslov in pošlji').click();
    await said(panel()).toMatch(/Stanje: V obravnavi → Čakalna vrsta/);
    await button('Shrani naslov in pošlji').click();
    await expect.element(page.getByText('Sporočilo bo poslano na barbara.prava@mail.test')).toBeVisible();
  });

  it('keeps a note until saved, and offers a choice when another user saved a different text', async () => {
    const { server, answers } = participantServer(spela);
    const { router } = await openPanel(answers);
    const field = page.getByRole('textbox', { name: 'Nov zapisek' });
    await field.fill('Plača oče.');
    await button('Shrani zapisek').click();
    await expect.element(field).toHaveValue('');
    await said(panel()).toMatch(/Nina Bergant, 17\. 9\. 2026, 10:00.*Plača oče\./);

    const acts = page.getByRole('button', { name: /Dejanja zapiska/ });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    const text = page.getByRole('textbox', { name: 'Besedilo zapiska' });
    await text.fill('Plača teta.');
    server.notes = server.notes.map((note) => ({ ...note, text: 'Plača mama.', version: 2 }));
    await button('Shrani zapisek').click();
    await said(page.getByRole('alert')).toMatch(/Plača teta\..*Plača mama\./);
    await expectAccessible();
    await button('Obdrži moje').click();
    await expect.element(text).not.toBeInTheDocument();
    expect(server.notes).toMatchObject([{ text: 'Plača teta.', version: 3 }]);

    await acts.click();
    await page.getByRole('menuitem', { name: 'Pripni na vrh' }).click();
    await said(panel()).toMatch(/pripeto.*Plača teta\./);
    await field.fill('Drugo');
    await button('Zapri podrobnosti').click();
    await expect
      .element(page.getByRole('dialog', { name: 'Zapustim stran brez shranjevanja?' }))
      .toBeVisible();
    await button('Ostani').click();
    expect(router.state.location.pathname).toBe(`/participants/${spela.id}`);
    await expect.element(field).toHaveValue('Drugo');
  });

  it('keeps the words of notes that others deleted, and saves them as new ones', async () => {
    const { server, answers } = participantServer(spela);
    server.notes = [noteOf(), noteOf({ id: idOf(302), text: 'Ima ključ.' })];
    const { update } = answers.participant_notes;
    const participant_notes: Answers['participant_notes'] = {
      ...answers.participant_notes,
      update: (input) =>
        server.notes.some(({ id }) => id === input.params.id)
          ? update(input)
          : new Refusal({ status: 404, code: 'not_found' }),
    };
    await openPanel({ ...answers, participant_notes });
    const text = page.getByRole('textbox', { name: 'Besedilo zapiska' });
    for (const words of ['Plača teta.', 'Ključ je vrnil.']) {
      await page
        .getByRole('button', { name: /Dejanja zapiska/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
      await text.last().fill(words);
    }
    server.notes = [];
    // one save tells of its own note, and the list then of the other one
    await button('Shrani zapisek').last().click();
    const gone = page.getByText(/Ta zapisek je bil medtem izbrisan/);
    await expect.poll(() => gone.elements().length).toBe(2);
    await expect.element(text.first()).toHaveValue('Plača teta.');
    await expectAccessible();
    await button('Shrani kot nov zapisek').last().click();
    await expect.poll(() => text.elements().length).toBe(1);
    await button('Shrani kot nov zapisek').click();
    await expect.element(text).not.toBeInTheDocument();
    expect(server.notes).toMatchObject([{ text: 'Plača teta.' }, { text: 'Ključ je vrnil.' }]);
  });

  it('keeps what is typed into notes that are edited at once, and takes nothing while one is saved', async () => {
    const { server, answers } = participantServer(spela);
    server.notes = [
      noteOf(),
      noteOf({ id: idOf(302), text: 'Ima ključ.', created_at: '2026-09-16T08:00:00.000000Z' }),
    ];
    const { create } = answers.participant_notes;
    const saved = Promise.withResolvers<void>();
    const participant_notes: Answers['participant_notes'] = {
      ...answers.participant_notes,
      create: (input) => saved.promise.then(() => create(input)),
    };
    await openPanel({ ...answers, participant_notes });
    const acts = page.getByRole('button', { name: /Dejanja zapiska/ });
    await acts.first().click();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    const text = page.getByRole('textbox', { name: 'Besedilo zapiska' });
    await text.fill('Plača teta.');
    await acts.click();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    await expect.element(text.nth(1)).toHaveValue('Ima ključ.');
    await expect.element(text.nth(0)).toHaveValue('Plača teta.');

    const field = page.getByRole('textbox', { name: 'Nov zapisek' });
    await field.fill('Pride kasneje.');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(field).toHaveAttribute('readonly');
    saved.resolve();
    await expect.element(field).toHaveValue('');
    await expect.element(field).not.toHaveAttribute('readonly');
  });

  it('is a full-screen sheet where there is no room beside the list', async () => {
    await page.viewport(360, 780);
    const { answers } = participantServer(spela);
    await openPanel(answers);
    const sheet = page.getByRole('dialog', { name: spela.name });
    await expect.element(sheet).toBeVisible();
    await expectAccessible(document);
    await button('Odobri').click();
    await button('Razveljavi').click();
    await expect.element(page.getByText(/odločitev je razveljavljena/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await page.viewport(1440, 900);
  });
});

describe('the contact', () => {
  const answer = { field_id: idOf(51), label: null, type: 'text', value: 'x', sensitive: false };
  const child = participantOf({
    email: 'barbara@mail.test',
    phone: null,
    guardian_name: 'Barbara Žnidaršič',
    guardian_phone: '+386 (0)40 111 222',
    answers: [
      { ...answer, name: 'Starš', text: 'Barbara Žnidaršič', purpose: 'guardian_name' },
      { ...answer, field_id: idOf(52), name: 'Šola', text: 'OŠ Poljane', purpose: null },
    ],
  });
  const call = 'Pokliči: Barbara Žnidaršič, +386 (0)40 111 222';

  it('of a child is the guardian: called from the row and from the panel by a thumb', async () => {
    // the row has it beside the panel on wide screens alone
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(1600, 900);
    const { answers } = participantServer(child, tim);
    await openPanel(answers);
    for (const part of [panel(), page.getByRole('row', { name: /Špela/ })]) {
      const link = part.getByRole('link', { name: call });
      await expect.element(link).toHaveAttribute('href', 'tel:+38640111222');
      expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    await said(panel()).toMatch(/Barbara Žnidaršič starš ali skrbnik/);
    await said(page.getByRole('row', { name: /Špela/ })).toMatch(/Barbara Žnidaršič/);
    await expect
      .element(panel().getByRole('link', { name: /^Piši/ }))
      .toHaveAttribute('href', 'mailto:barbara@mail.test');
    // the contact stands once, what else was answered below
    await said(panel()).toMatch(/OŠ Poljane/);
    await expect.element(panel().getByText('Starš', { exact: true })).not.toBeInTheDocument();
    await expectAccessible(document);
  });

  it('of an adult is the person; a child’s own telephone is told apart, and none is said', async () => {
    const { answers } = participantServer(
      participantOf({ guardian_name: 'Barbara Žnidaršič', guardian_phone: '040 111 222' }),
      tim,
    );
    const { router } = await openPanel(answers);
    await said(panel()).toMatch(/Telefon udeleženca.*031 777 188/);
    await router.navigate({ to: '/participants/$participant_id', params: { participant_id: tim.id } });
    await expect.element(page.getByText('Brez telefona in e-pošte.')).toBeVisible();
  });

  it('is asked of the guardian where the group’s form does so', async () => {
    const { server, answers } = participantServer(tim);
    const ask = { type: 'phone_number', purpose: 'guardian_phone', name: { sl: 'Telefon starša' } };
    server.group = groupOf({
      fields: [{ id: idOf(71), form_field_id: idOf(72), widget: 'phone', required: true, question: null }],
    });
    const bodies: unknown[] = [];
    await renderApp({
      path: '/participants',
      answers: {
        ...answers,
        form_fields: { list: () => listOf(formFieldOf({ id: idOf(72), ...ask })) },
        participants: {
          ...answers.participants,
          create: ({ body }) => {
            bodies.push(body);
            return participantOf({ id: tim.id, name: body.name });
          },
        },
      },
    });
    await button('Dodaj udeleženca').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('textbox', { name: /^Telefon/ })).toBeVisible();
    await page.getByRole('combobox', { name: 'Skupina' }).click();
    await page.getByRole('option', { name: /Moderni ples/ }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Telefon starša' })).toBeVisible();
    await expect
      .element(dialog.getByRole('textbox', { name: /^Telefon(?! starša)/ }))
      .not.toBeInTheDocument();
    await page.getByLabelText('Ime in priimek').fill('Ana Novak');
    await dialog.getByLabelText('Telefon starša').fill('040 111 222');
    await dialog.getByRole('button', { name: 'Dodaj udeleženca' }).click();
    await expect.poll(() => bodies).toMatchObject([{ phone: null, answers: { [idOf(71)]: '040 111 222' } }]);
  });
});

describe('editing and adding', () => {
  it('sends only changed fields, and shows refusals at their fields', async () => {
    const { server, answers } = participantServer(spela);
    await openPanel(answers);
    await panel().getByRole('button', { name: 'Več dejanj' }).click();
    await page.getByRole('menuitem', { name: 'Uredi podatke' }).click();
    await page.getByLabelText('Ime in priimek').fill('');
    await button('Shrani podatke').click();
    await expect.element(page.getByRole('heading', { name: 'Obrazec ima 1 napako' })).toBeVisible();
    await page.getByLabelText('Ime in priimek').fill('Špela Žnidaršič Novak');
    await button('Shrani podatke').click();
    await expect.element(page.getByText('Špela Žnidaršič Novak: podatki so shranjeni')).toBeVisible();
    expect(server.rows.get(spela.id)).toEqual({ ...spela, name: 'Špela Žnidaršič Novak', version: 2 });
  });

  it('asks before typed text is lost', async () => {
    const { answers } = participantServer(spela);
    await openPanel(answers);
    await panel().getByRole('button', { name: 'Več dejanj' }).click();
    await page.getByRole('menuitem', { name: 'Uredi podatke' }).click();
    await page.getByLabelText('Ime in priimek').fill('Ana');
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('dialog', { name: 'Zapustim stran brez shranjevanja?' }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByLabelText('Ime in priimek')).toHaveValue('Ana');
    await button('Prekliči').click();
    await button('Zavrzi spremembe').click();
    await expect.element(page.getByLabelText('Ime in priimek')).not.toBeInTheDocument();
  });

  it('adds a participant without an address, who gets no mail', async () => {
    const { answers } = participantServer(tim);
    const bodies: unknown[] = [];
    const create: NonNullable<Answers['participants']>['create'] = ({ body }) => {
      bodies.push(body);
      return participantOf({ id: tim.id, name: body.name });
    };
    const { router } = await renderApp({
      path: '/participants',
      answers: { ...answers, participants: { ...answers.participants, create } },
    });
    await button('Dodaj udeleženca').click();
    await page.getByRole('combobox', { name: 'Skupina' }).click();
    await page.getByRole('option', { name: /Moderni ples/ }).click();
    await page.getByLabelText('Ime in priimek').fill('Ana Novak');
    await expect.element(page.getByLabelText('Pošlji potrdilo o prijavi po e-pošti')).toBeDisabled();
    await expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Dodaj udeleženca' }).click();
    await expect.element(page.getByText('Ana Novak: dodano na seznam')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toBe(`/participants/${tim.id}`);
    expect(bodies).toEqual([
      {
        group_id: idOf(1),
        name: 'Ana Novak',
        email: null,
        phone: null,
        language: 'sl',
        status: 'approved',
        notify: false,
        allow_overbooking: false,
        answers: {},
      },
    ]);
  });

  it('offers to deactivate a participant with payments instead of deleting them', async () => {
    const { server, answers } = participantServer(spela);
    const remove = () => new Refusal({ status: 409, code: 'in_use' });
    await openPanel({ ...answers, participants: { ...answers.participants, remove } });
    await panel().getByRole('button', { name: 'Več dejanj' }).click();
    await page.getByRole('menuitem', { name: 'Izbriši udeleženca' }).click();
    await button('Izbriši udeleženca').click();
    const dialog = page.getByRole('dialog', { name: /ni mogoče izbrisati/ });
    await dialog.getByRole('button', { name: 'Označi kot neaktivno' }).click();
    await expect.poll(() => server.decisions).toEqual([{ status: 'inactive', notify: false, version: 1 }]);
  });
});

describe('the roster of a group', () => {
  const path = `/groups/${idOf(1)}?tab=participants&participant=${spela.id}`;
  const references: Answers = {
    categories: { list: () => ({ results: [], last_id: null }) },
    locations: { list: () => ({ results: [], last_id: null }) },
  };

  it('shows a viewer the participants, without controls to decide, write or change', async () => {
    const { server, answers } = participantServer(spela, tim);
    server.notes = [noteOf()];
    const session = sessionOf('GROUP_VIEWER_USER');
    await renderApp({ path, answers: { ...answers, ...references }, session });
    await expect.element(page.getByText('1 od 2', { exact: true })).toBeVisible();
    await expect.element(panel().getByText('Plača oče.')).not.toBeInTheDocument();
    await expect.element(panel().getByRole('textbox')).not.toBeInTheDocument();
    for (const name of ['Odobri', 'Zavrni', 'Dodaj udeleženca', 'Dejanja: Špela Žnidaršič'])
      await expect.element(button(name)).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /V obravnavi/ })).not.toBeInTheDocument();
  });

  it('lets an editor decide and note, but not change the person', async () => {
    const { server, answers } = participantServer(spela);
    const session = sessionOf('GROUP_EDITOR_USER');
    const { router } = await renderApp({ path, answers: { ...answers, ...references }, session });
    await button('Odobri').click();
    await expect.poll(() => server.decisions).toHaveLength(1);
    await expect.element(page.getByRole('textbox', { name: 'Nov zapisek' })).toBeVisible();
    await expect.element(panel().getByRole('button', { name: 'Več dejanj' })).not.toBeInTheDocument();
    await button('Zapri podrobnosti').click();
    await expect.poll(() => router.state.location.search).toEqual({ tab: 'participants' });
  });
});
