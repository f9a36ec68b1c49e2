import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { button, header, item, school, viewOf } from '../../../../../test/servers/participant-list.ts';

describe('views', () => {
  it('are saved under a name, changed, renamed, shared and deleted', async () => {
    const { answers, views } = school();
    const { router } = await renderApp({ path: '/participants?status=["pending"]', answers });
    await button('Pogledi').click();
    await item('Shrani kot nov pogled').click();
    const dialog = page.getByRole('dialog', { name: 'Nov pogled' });
    await dialog.getByRole('button', { name: 'Shrani pogled' }).click();
    await expect.element(dialog.getByText('Izpolnite to polje.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Ime' }).fill('Septembrske');
    await expectAccessible(document);
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Septembrske')).toBeVisible();
    expect(views).toMatchObject([{ name: 'Septembrske', filters: { status: ['pending'] }, shared: false }]);
    expect(router.state.location.search).toMatchObject({ view: idOf(300), status: ['pending'] });

    await button('Odstrani filter: Stanje').click();
    await button('Septembrske (spremenjen)').click();
    await picture('participants-views');
    await item('Posodobi pogled »Septembrske«').click();
    await expect.poll(() => views[0]?.filters).toEqual({});

    await button('Septembrske').click();
    await item('Preimenuj ali deli pogled').click();
    await page.getByRole('textbox', { name: 'Ime' }).fill('Vse');
    await page.getByRole('radio', { name: 'Vsi skrbniki organizacije' }).click();
    await button('Shrani ime').click();
    await expect.element(button('Vse')).toBeVisible();
    expect(views).toMatchObject([{ name: 'Vse', shared: true }]);

    await button('Vse').click();
    await item('Izbriši pogled').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Izbriši pogled' }).click();
    await expect.element(button('Pogledi')).toBeVisible();
    expect(views).toEqual([]);
  });

  it('are opened by their link, and say what they name that is gone', async () => {
    const { server, answers, views } = school();
    views.push(
      viewOf({
        shared: true,
        filters: { status: ['waitlisted'], group_id: [idOf(77)] },
        sort: 'waiting_position',
        columns: ['waiting_position'],
        missing: ['group_id'],
      }),
    );
    await renderApp({ path: `/participants?view=${idOf(300)}`, answers });
    await expect.element(header('Mesto v vrsti')).toBeVisible();
    await expect.element(header('Telefon')).not.toBeInTheDocument();
    await expect
      .poll(() => server.asked.at(-1))
      .toMatchObject({ status: 'waitlisted', group_id: idOf(77), sort: 'waiting_position' });
    await expect.element(page.getByText(/navedeno nekaj, česar ni več: skupina/)).toBeVisible();
    await expect.element(button('Skupina: 1 ne obstaja več')).toBeVisible();
  });

  it('without columns show none, whatever the account shows; without a choice the usual ones', async () => {
    const { answers, views } = school();
    const status = ['pending' as const];
    views.push(
      viewOf({ name: 'Imena', filters: { status }, columns: [] }),
      viewOf({ id: idOf(301), name: 'Vse', filters: { status }, columns: null }),
    );
    const { router } = await renderApp({ path: `/participants?view=${idOf(300)}`, answers });
    await expect.poll(() => router.state.location.search).toMatchObject({ columns: [], status });
    await expect.element(header('Udeleženec')).toBeVisible();
    for (const name of ['Telefon', 'Prijava']) expect(header(name).query()).toBe(null);
    // the link was applied once: what the user takes away stays away
    await button('Odstrani filter: Stanje').click();
    await expect.poll(() => router.state.location.search).toEqual({ view: idOf(300), columns: [] });
    await button('Imena (spremenjen)').click();
    await item('Vse').click();
    await expect.element(header('Telefon')).toBeVisible();
    await button('Odstrani filter: Stanje').click();
    await expect.poll(() => router.state.location.search).toMatchObject({ view: idOf(301) });
    await expect.element(button('Vse (spremenjen)')).toBeVisible();
    expect(router.state.location.search).not.toHaveProperty('status');
  });

  it('that are gone or private say so', async () => {
    const { answers } = school();
    await renderApp({ path: `/participants?view=${idOf(399)}`, answers });
    await expect.element(page.getByText(/Tega pogleda ni več/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Špela Žnidaršič' })).toBeVisible();
  });

  it('come with some to start with, also in the palette', async () => {
    const { server, answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Pogledi').click();
    await item('Čakalne vrste').click();
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ sort: 'waiting_position' });
    const groups = { ...answers.groups, list: () => listOf() };
    // the palette looks for people of that name as well
    const participants = { ...answers.participants, find: () => ({ results: [] }) };
    Object.assign(answers, { groups, participants });
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox').fill('nepopolne');
    await page.getByRole('option', { name: /Nepopolne prijave/ }).click();
    await expect.poll(() => router.state.location.search).toEqual({ look: ['incomplete'] });
  });
});
