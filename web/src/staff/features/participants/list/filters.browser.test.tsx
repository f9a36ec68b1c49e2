import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { categoryOf } from '../../../../../test/fixtures/catalogue.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { Refusal } from '../../../../../test/servers/fake-api.ts';
import {
  box,
  button,
  consent,
  health,
  item,
  level,
  school,
} from '../../../../../test/servers/participant-list.ts';

// fixed days: the fake API answers these days, and columns show them

/** Adds a filter by keyboard. */
async function add(name: string) {
  await button('Filter').click();
  await page.getByRole('textbox', { name: 'Poiščite filter' }).fill(name);
  await userEvent.keyboard('{Enter}');
}

afterEach(() => page.viewport(1440, 900));

describe('filters', () => {
  it('are added by name, stand in the address, and are taken away one by one or all at once', async () => {
    const { server, answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await add('jezik');
    await box('angleščina').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.search).toEqual({ language: ['en'] });
    await add('kategor');
    await box('Moderni in jazz').click();
    await userEvent.keyboard('{Escape}');
    await add('star');
    await page.getByRole('textbox', { name: 'Najmanj let' }).fill('7');
    await userEvent.keyboard('{Escape}');
    const asked = { language: ['en'], category_id: [categoryOf().id], age_from: 7 };
    await expect.poll(() => router.state.location.search).toEqual(asked);
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ language: 'en', age_from: '7' });
    await expect.element(button('Starost: od 7 let')).toBeVisible();
    await expectAccessible();
    await picture('participants-filters');
    await button('Odstrani filter: Jezik prijave').click();
    await expect.poll(() => router.state.location.search).not.toHaveProperty('language');
    await button('Počisti').click();
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('stay open while they are emptied to choose anew', async () => {
    const { answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await add('jezik');
    await box('angleščina').click();
    await expect.poll(() => router.state.location.search).toEqual({ language: ['en'] });
    await box('angleščina').click();
    await expect.poll(() => router.state.location.search).toEqual({});
    await box('slovenščina').click();
    await expect.poll(() => router.state.location.search).toEqual({ language: ['sl'] });
    await userEvent.keyboard('{Escape}');
    await button('Jezik prijave: slovenščina').click();
    await box('slovenščina').click();
    await expect.poll(() => router.state.location.search).toEqual({});
    await box('angleščina').click();
    await expect.poll(() => router.state.location.search).toEqual({ language: ['en'] });
  });

  it('ask for answers to any field, sensitive ones of those who may read them', async () => {
    const { server, answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await add('fotograf');
    await box('Vprašanja ni bilo').click();
    await userEvent.keyboard('{Escape}');
    await add('izkuš');
    await box('Brez izkušenj').click();
    await box('Brez odgovora').click();
    await userEvent.keyboard('{Escape}');
    const answer = [`${consent.id}:!`, `${level.id}:none`, `${level.id}:!`];
    await expect.poll(() => router.state.location.search).toEqual({ answer });
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ answer });
    await expect.element(button('Izkušnje: Brez izkušenj +1')).toBeVisible();
    await button('Filter').click();
    await expect.element(button('Zdravje')).toBeVisible();
  });

  it('leave sensitive fields out below rank 3', async () => {
    const { answers } = school();
    const session = sessionOf('GROUP_VIEWER_USER');
    await renderApp({ path: `/groups/${idOf(1)}?tab=participants`, answers, session });
    await button('Filter').click();
    await expect.element(button('Izkušnje')).toBeVisible();
    for (const name of ['Zdravje', 'Kategorija']) expect(button(name).query()).toBe(null);
  });

  it('on sensitive answers are not applied below rank 3, and say so', async () => {
    const { server, answers } = school();
    const session = sessionOf('GROUP_VIEWER_USER');
    const answer = [`${health.id}:!`, `${level.id}:none`];
    const path = `/groups/${idOf(1)}?tab=participants&answer=${JSON.stringify(answer)}`;
    const { router } = await renderApp({ path, answers, session });
    const hidden = button('Polje, ki vam ni vidno: se ne upošteva');
    await expect.element(hidden).toBeVisible();
    await expect.poll(() => server.asked.map((query) => query.answer)).toEqual([`${level.id}:none`]);
    await button('Odstrani filter: Polje, ki vam ni vidno').click();
    await expect.poll(() => router.state.location.search).toMatchObject({ answer: [`${level.id}:none`] });
    // the chip is gone with the button that had the focus
    await expect.element(button('Filter')).toHaveFocus();
  });

  it('on answers apply to nobody while it is not known which are sensitive', async () => {
    const { server, answers } = school();
    let isBroken = true;
    const list = () =>
      isBroken ? new Refusal({ status: 500, code: 'internal_error' }) : listOf(consent, level, health);
    const form_fields = { list };
    const path = `/groups/${idOf(1)}?tab=participants&answer=${JSON.stringify([`${level.id}:none`])}`;
    const session = sessionOf('GROUP_VIEWER_USER');
    await renderApp({ path, answers: { ...answers, form_fields }, session });
    await expect.element(button('Poskusi znova')).toBeVisible();
    expect(server.asked).toEqual([]);
    isBroken = false;
    await button('Poskusi znova').click();
    await expect.poll(() => server.asked.map((query) => query.answer)).toEqual([`${level.id}:none`]);
  });

  it('name their groups once these are read', async () => {
    const { answers } = school();
    const arrived = Promise.withResolvers<void>();
    const list = async () => {
      await arrived.promise;
      return answers.groups?.list?.({} as never) as never;
    };
    const groups = { ...answers.groups, list };
    const path = `/participants?group_id=["${idOf(1)}"]`;
    await renderApp({ path, answers: { ...answers, groups } });
    await expect.element(button('Skupina: se nalaga')).toBeVisible();
    arrived.resolve();
    await expect.element(button(/^Skupina: (?!se nalaga|1 ne)/)).toBeVisible();
  });

  it('offer groups by their names in the language of the page', async () => {
    const { answers } = school();
    const asked: unknown[] = [];
    const list: NonNullable<NonNullable<typeof answers.groups>['list']> = (call) => {
      asked.push(call.query?.language);
      return answers.groups?.list?.(call) as never;
    };
    const groups = { ...answers.groups, list };
    await renderApp({ path: '/participants', answers: { ...answers, groups }, locale: 'en' });
    await expect.poll(() => asked).toEqual(['en']);
  });

  it('keep both of two changes that follow at once', async () => {
    const { answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Stanje').first().click();
    await expect.element(box('V obravnavi')).toBeVisible();
    const [pending, approved] = [box('V obravnavi'), box('Odobrena')].map((one) => one.element());
    for (const one of [pending, approved]) (one as HTMLElement).click();
    await expect.poll(() => router.state.location.search).toEqual({ status: ['pending', 'approved'] });
  });

  it('refuse ends in the wrong order at their field, and forget what was typed when they are cleared', async () => {
    await page.viewport(360, 740);
    const { answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Filtri').click();
    const sheet = page.getByRole('dialog', { name: 'Filtri' });
    await sheet.getByRole('button', { name: 'Starost' }).click();
    const ages = sheet.getByRole('group', { name: 'Starost' });
    const [lowest, highest] = [ages.getByLabelText('Najmanj let'), ages.getByLabelText('Največ let')];
    await lowest.fill('7');
    await highest.fill('3');
    await userEvent.keyboard('{Tab}');
    await expect.element(highest).toHaveAccessibleDescription(/ne sme biti višja/);
    await sheet.getByRole('button', { name: 'Dan prijave' }).click();
    const days = sheet.getByRole('group', { name: 'Dan prijave' });
    await days.getByLabelText('Od', { exact: true }).fill('10.09.2026');
    await days.getByLabelText('Do', { exact: true }).fill('01.09.2026');
    await userEvent.keyboard('{Tab}');
    await expect
      .element(days.getByLabelText('Do', { exact: true }))
      .toHaveAccessibleDescription('Vpišite datum 10. 9. 2026 ali poznejši.');
    await expect
      .poll(() => router.state.location.search)
      .toEqual({ age_from: 7, applied_from: '2026-09-10' });
    await sheet.getByRole('button', { name: 'Počisti', exact: true }).click();
    await expect.poll(() => router.state.location.search).toEqual({});
    for (const field of [lowest, highest, days.getByLabelText('Do', { exact: true })])
      await expect.element(field).toHaveValue('');
  });

  it('apply no part of an age that is refused', async () => {
    const { answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await add('star');
    const lowest = page.getByRole('textbox', { name: 'Najmanj let' });
    await page.getByRole('textbox', { name: 'Največ let' }).fill('5');
    await lowest.click();
    await userEvent.keyboard('1');
    await expect.poll(() => router.state.location.search).toEqual({ age_from: 1, age_to: 5 });
    await userEvent.keyboard('0');
    await expect.poll(() => router.state.location.search).toEqual({ age_to: 5 });
    await expect.element(lowest).toHaveValue('10');
  });

  it('forget the day that a refused one replaces, and apply both once they are in order', async () => {
    const { answers } = school();
    const range = { applied_from: '2026-09-01', applied_to: '2026-09-10' };
    const { router } = await renderApp({ path: `/participants?${new URLSearchParams(range)}`, answers });
    await button(/^Dan prijave: /).click();
    const days = page.getByRole('group', { name: 'Dan prijave' });
    const first = days.getByLabelText('Od', { exact: true });
    await first.fill('20.09.2026');
    await expect.poll(() => router.state.location.search).toEqual({ applied_to: '2026-09-10' });
    await userEvent.keyboard('{Tab}');
    await expect.element(first).toHaveAccessibleDescription('Vpišite datum 10. 9. 2026 ali zgodnejši.');
    await expect.element(first).toHaveValue('20.09.2026');
    await days.getByLabelText('Do', { exact: true }).fill('30.09.2026');
    await expect
      .poll(() => router.state.location.search)
      .toEqual({ applied_from: '2026-09-20', applied_to: '2026-09-30' });
    await expect.element(first).not.toHaveAttribute('aria-invalid');
  });

  it('emptied and closed at once leave the focus where filters are added', async () => {
    const { answers } = school();
    await renderApp({ path: '/participants?language=["en"]', answers });
    await button('Jezik prijave: angleščina').click();
    await expect.element(box('angleščina')).toBeVisible();
    const english = box('angleščina').element() as HTMLElement;
    english.click();
    english.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.element(button('Jezik prijave')).not.toBeInTheDocument();
    await expect.element(button('Filter')).toHaveFocus();
  });

  it('that leave nobody say which of them to drop', async () => {
    const { answers } = school();
    const list = ({ query }: { query?: object }) => {
      const isNarrow = 'language' in (query ?? {});
      return isNarrow ? listOf() : listOf(participantOf(), participantOf({ id: idOf(102) }));
    };
    const path = `/participants?language=["en"]&status=["pending"]`;
    const participants = { ...answers.participants, list: list as never };
    const { router } = await renderApp({ path, answers: { ...answers, participants } });
    await button('Odstrani »Jezik prijave«: 2').click();
    await expect.poll(() => router.state.location.search).toEqual({ status: ['pending'] });
    // the counts that were asked for are no lists to put a decided row into
    await page
      .getByRole('button', { name: /V obravnavi.*Špela/ })
      .first()
      .click();
    await item('Zavrni').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je zavrnjena')).toBeVisible();
  });

  it('let a decision be saved after the roster was shown for paper', async () => {
    const { server, answers } = school();
    const { router } = await renderApp({ path: `/groups/${idOf(1)}/roster`, answers });
    await expect.element(page.getByText('Špela Žnidaršič')).toBeVisible();
    await router.navigate({ to: '/participants' });
    await page.getByRole('button', { name: /V obravnavi.*Špela/ }).click();
    await item('Zavrni').click();
    await expect.element(page.getByText('Špela Žnidaršič: prijava je zavrnjena')).toBeVisible();
    expect(server.decisions).toHaveLength(1);
  });

  it('are a sheet on a phone', async () => {
    await page.viewport(360, 740);
    const { answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Filtri').click();
    const sheet = page.getByRole('dialog', { name: 'Filtri' });
    await expect.element(sheet.getByRole('button', { name: 'Pokaži zadetke' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(button('Filtri')).toHaveFocus();
    await button('Filtri').click();
    await sheet.getByRole('button', { name: 'Potrebuje pregled' }).click();
    await sheet.getByRole('checkbox', { name: 'Sporočilo ni prispelo' }).click();
    await expectAccessible(document);
    await picture('participants-filters-sheet');
    await sheet.getByRole('button', { name: 'Pokaži zadetke' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ look: ['mail_failed'] });
    await expect.element(button('Odstrani filter: Potrebuje pregled')).toBeVisible();
    // columns are chosen here as well, and named in the rows
    await button('Izberi stolpce').click();
    await box('Številka prijave').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Številka prijave:')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(360);
  });
});
