import type { SavedView } from '@vpisnik/contract/saved-views';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../../test/fake-api.ts';
import { categoryOf, formFieldOf } from '../../../../../test/fixtures/catalogue.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { participantServer } from '../../../../../test/participant-server.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';

// fixed days: the fake API answers these days, and columns show them

const consent = formFieldOf({ id: idOf(41), type: 'checkbox', name: { sl: 'Objava fotografij' } });
const level = formFieldOf({
  id: idOf(42),
  type: 'single_choice',
  name: { sl: 'Izkušnje' },
  options: [
    { value: 'none', name: { sl: 'Brez izkušenj' } },
    { value: 'more', name: { sl: 'Več kot dve leti' } },
  ],
});
const health = formFieldOf({ id: idOf(43), type: 'text', name: { sl: 'Zdravje' }, sensitive: true });

const answerOf = (field: string, name: string, text: string, sensitive = false) => ({
  field_id: idOf(90),
  form_field_id: field,
  label: null,
  name,
  type: 'text',
  value: text,
  text,
  sensitive,
});

/** A list of one, whose views are kept. */
function school() {
  const spela = participantOf({
    birth_date: '2012-03-04',
    answers: [answerOf(level.id, 'Izkušnje', 'Brez izkušenj'), answerOf(health.id, 'Zdravje', 'Astma', true)],
  });
  const { server, answers } = participantServer(spela);
  const views: SavedView[] = [];
  const found = (id: string) => views.findIndex((view) => view.id === id);
  const all: Answers = {
    ...answers,
    categories: { list: () => listOf(categoryOf()) },
    locations: { list: () => listOf() },
    users: { leaders: () => ({ results: [] }) },
    form_fields: { list: () => listOf(consent, level, health) },
    participants: { ...answers.participants, questions: () => ({ results: [] }) },
    saved_views: {
      list: () => ({ results: views }),
      create: ({ body }) => {
        if (views.some(({ name }) => name === body.name))
          return new Refusal({ status: 409, code: 'name_taken' });
        const view = viewOf({ id: idOf(300 + views.length), ...(body as Partial<SavedView>) });
        views.push(view);
        return view;
      },
      update: ({ params: { id }, body: { version, ...change } }) => {
        const changed = { ...viewOf({ id }), ...views[found(id)], ...(change as Partial<SavedView>) };
        views[found(id)] = { ...changed, version: version + 1 };
        return { ...changed, version: version + 1 };
      },
      remove: ({ params: { id } }) => {
        views.splice(found(id), 1);
        return undefined;
      },
    },
  };
  return { server, answers: all, views };
}

const viewOf = (given: Partial<SavedView> = {}): SavedView => ({
  id: idOf(300),
  version: 1,
  list: 'participants',
  created_at: '2026-09-01T08:00:00.000000Z',
  updated_at: '2026-09-01T08:00:00.000000Z',
  name: 'Septembrske',
  shared: false,
  filters: {},
  sort: '-application_date',
  columns: null,
  missing: [],
  ...given,
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
const header = (name: string) => page.getByRole('columnheader', { name });
/** Names of the columns from the first to the last that people choose. */
const headers = () => {
  const all = page.getByRole('columnheader').elements();
  return all.slice(1, -1).map((one) => one.textContent);
};

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

describe('columns', () => {
  it('tell ages and answers, and are asked for with the rows', async () => {
    const { server, answers } = school();
    await renderApp({ path: '/participants', answers });
    await button('Izberi stolpce').click();
    await box('Starost').click();
    await box('Izkušnje').click();
    await box(/^Zdravje/).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(header('Starost')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Brez izkušenj' })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /občutljivo.*Astma/ })).toBeVisible();
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ with_answers: [level.id, health.id] });
    await expectAccessible();
    await picture('participants-columns');
  });

  it('are put in an order that exports, views and links have too', async () => {
    const { answers, views } = school();
    const asked: unknown[] = [];
    const { router } = await renderApp({
      path: '/participants',
      answers: {
        ...answers,
        exports: {
          xlsx: ({ body }) => {
            asked.push(body.columns);
            return 'a workbook';
          },
        },
      },
    });
    await button('Izberi stolpce').click();
    await box('Izkušnje').click();
    await expect.element(header('Izkušnje')).toBeVisible();
    expect(headers()).toEqual(['Udeleženec', 'Skupina', 'Telefon', 'Stanje', 'Prijava', 'Izkušnje']);
    for (const _ of Array(4)) await button('Premakni višje: Izkušnje').click();
    await button('Premakni višje: Stanje').click();
    const order = ['Udeleženec', 'Izkušnje', 'Skupina', 'Stanje', 'Telefon', 'Prijava'];
    await expect.poll(headers).toEqual(order);
    await expectAccessible(document);
    await picture('participants-column-order');
    // what is found among many is not moved among them
    await page.getByRole('textbox', { name: 'Poiščite stolpec' }).fill('stan');
    await expect.element(button('Premakni višje: Stanje')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');

    await box('Izberi: Špela Žnidaršič').click();
    await button('Izvozi').click();
    await button('Izvozi 1 udeleženca').click();
    const facts = ['group', 'status', 'phone', 'guardian_phone', 'application_date'];
    await expect.poll(() => asked).toEqual([['name', 'email', level.id, ...facts]]);

    await button('Pogledi').click();
    await item('Shrani kot nov pogled').click();
    await page.getByRole('textbox', { name: 'Ime' }).fill('Po stanju');
    await button('Shrani pogled').click();
    const columns = ['name', level.id, 'group', 'status', 'contact', 'application_date'];
    await expect.poll(() => views).toMatchObject([{ name: 'Po stanju', columns }]);
    await expect.poll(() => router.state.location.search).toEqual({ view: idOf(300), columns });
    expect(headers()).toEqual(order);

    // what is moved now is the view's, and says so
    await button('Izberi stolpce').click();
    await button('Premakni nižje: Skupina').click();
    await box('Starost').click();
    await expect
      .poll(headers)
      .toEqual(['Udeleženec', 'Izkušnje', 'Stanje', 'Skupina', 'Telefon', 'Prijava', 'Starost']);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Po stanju (spremenjen)')).toBeVisible();
    await button('Izberi stolpce').click();
    await box('Starost').click();
    await button('Premakni višje: Skupina').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Po stanju')).toBeVisible();
    await button('Izberi stolpce').click();
    await button('Privzeti vrstni red').click();
    await expect.poll(headers).toEqual(['Udeleženec', 'Skupina', 'Telefon', 'Stanje', 'Prijava', 'Izkušnje']);
    expect(router.state.location.search).toMatchObject({
      columns: ['group', 'contact', 'status', 'application_date', level.id],
    });
  });

  it('of a view that tells no order stand in that of the list, whatever the account’s', async () => {
    const { answers, views } = school();
    views.push(viewOf({ columns: [level.id, 'status', 'group'] }));
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Izberi stolpce').click();
    await button('Premakni višje: Stanje').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(headers).toEqual(['Udeleženec', 'Skupina', 'Stanje', 'Telefon', 'Prijava']);
    await button('Pogledi').click();
    await item('Septembrske').click();
    await expect.poll(headers).toEqual(['Udeleženec', 'Skupina', 'Stanje', 'Izkušnje']);
    await expect.element(button('Septembrske')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ columns: [level.id, 'status', 'group'] });
  });

  it('may all be hidden: the name stands beside its box and takes the room', async () => {
    await page.viewport(1360, 900);
    const { answers } = school();
    await renderApp({ path: '/participants', answers });
    const widths = () => [...document.querySelectorAll('thead th')].map((one) => one.clientWidth);
    await expect.element(header('Stanje')).toBeVisible();
    await button('Izberi stolpce').click();
    for (const name of ['Prijava', 'Stanje', 'Telefon', 'Skupina']) {
      await box(name).click();
      // the boxes, with and without other columns
      await expect.element(header(name)).not.toBeInTheDocument();
      expect(widths()[0]).toBe(46);
    }
    await userEvent.keyboard('{Escape}');
    const [, name = 0, acts = 0] = widths();
    expect(name).toBeGreaterThan(800);
    expect(acts).toBeLessThan(80);
    await picture('participants-no-columns');
  });

  it('sort by age, group and status', async () => {
    const { server, answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Skupina').last().click();
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ sort: 'group' });
    await expect.element(header('Skupina')).toHaveAttribute('aria-sort', 'ascending');
    await button('Stanje').last().click();
    await button('Stanje').last().click();
    await expect.poll(() => router.state.location.search).toEqual({ sort: '-status' });
    await expect.element(page.getByRole('table', { name: /nerešene nazadnje/ })).toBeVisible();
  });
});

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
