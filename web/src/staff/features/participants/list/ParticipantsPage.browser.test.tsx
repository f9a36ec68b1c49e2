import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { noteOf, participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { button, openPanel, panel, said, spela, tim } from '../../../../../test/servers/participant-panel.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: the fake API answers this day, and the page shows it

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

  it('gives the focus to the heading when the list has no row of the detail that is closed', async () => {
    const { answers } = participantServer(tim);
    const list = () => ({ ...listOf(tim), neighbours: { previous: null, next: null } });
    const { router } = await renderApp({
      path: `/participants/${spela.id}`,
      answers: { ...answers, participants: { ...answers.participants, list } },
    });
    await expect.element(page.getByRole('link', { name: tim.name })).toBeVisible();
    const detail = page.getByRole('complementary', { name: 'Udeleženec' });
    await expect.element(detail).toBeVisible();
    detail.element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.pathname).toBe('/participants');
    await expect
      .element(page.getByRole('heading', { name: 'Udeleženci', exact: true, level: 1 }))
      .toHaveFocus();
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

describe('a telephone', () => {
  it('is whole on a phone, however long it is', async () => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(360, 780);
    const { answers } = participantServer(participantOf({ phone: '(+386) 31 222 333, int. 12' }));
    await renderApp({ path: '/participants', answers });
    const way = page.getByRole('link', { name: /^Pokliči.*222 333/ });
    await expect.element(way).toBeVisible();
    const { scrollWidth, clientWidth } = way.element().querySelector('span') ?? document.body;
    expect(scrollWidth).toBe(clientWidth);
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
    await said(panel()).toMatch(/withdrawn 18 Sep 2026reason: the times don’t suit/);
    await page.viewport(360, 780);
    await picture('participant-withdrawn');
  });
});

describe('editing and adding', () => {
  it('sends only changed fields, and shows refusals at their fields', async () => {
    const { server, answers } = participantServer(spela);
    await openPanel(answers);
    await panel().getByRole('button', { name: 'Več dejanj' }).click();
    await page.getByRole('menuitem', { name: 'Uredi podatke' }).click();
    await expect.element(page.getByLabelText('Ime in priimek')).toHaveFocus();
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
      // the first answer is lost on its way
      return bodies.length === 1
        ? new Refusal({ status: 0 })
        : participantOf({ id: tim.id, name: body.name });
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
    const add = page.getByRole('dialog').getByRole('button', { name: 'Dodaj udeleženca' });
    await add.click();
    await expect.element(page.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
    await add.click();
    await expect.element(page.getByText('Ana Novak: dodano na seznam')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toBe(`/participants/${tim.id}`);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies.slice(1)).toEqual([
      {
        id: expect.any(String),
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
