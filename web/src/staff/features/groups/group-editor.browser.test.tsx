import type { Group } from '@vpisnik/contract/groups';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../test/fake-api.ts';
import { formFieldOf, groupOf, idOf, listOf, references } from '../../../../test/groups.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';

type Saves = { body: Record<string, unknown> }[];

/** One group on a server that keeps what it is sent. */
function answers(group: Group, saves: Saves = [], more: Answers['groups'] = {}): Answers {
  let now = group;
  return {
    ...references(
      formFieldOf(),
      formFieldOf({
        id: idOf(42),
        label: 'velikost',
        name: { sl: 'Velikost' },
        languages: ['sl'],
        type: 'text',
      }),
    ),
    groups: {
      list: () => listOf(now),
      get: () => now,
      update: ({ body }) => {
        saves.push({ body });
        now = { ...now, ...(body as Partial<Group>), version: now.version + 1 };
        return now;
      },
      ...more,
    },
  };
}

const path = `/groups/${idOf(1)}`;

test('a bilingual group is built; what lacks in English is named, jumped to, and then saved', async () => {
  const saves: Saves = [];
  const made = groupOf({ name: { sl: 'Šola salse', en: 'Salsa school' }, active: false });
  const { screen, router } = await renderApp({
    path: '/groups/new',
    answers: answers(made, saves, {
      create: ({ body }) => {
        saves.push({ body });
        return made;
      },
    }),
  });
  await screen.getByRole('textbox', { name: 'Ime skupine' }).fill('Šola salse');
  await expect.element(screen.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('sola-salse');
  await screen.getByRole('combobox', { name: 'Kategorija' }).click();
  await screen.getByRole('option', { name: 'Balet' }).click();
  await screen.getByRole('button', { name: 'Dodaj termin: torek' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'torek, začetek' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Dodaj termin: torek' }).click();
  await screen.getByRole('textbox', { name: 'torek, začetek' }).nth(1).fill('1730');

  await screen.getByRole('link', { name: 'Prijavni obrazec' }).click();
  await screen.getByRole('button', { name: 'Dodaj polje' }).click();
  // a field that lacks one of the group's languages is refused, and says which
  await screen.getByRole('option', { name: 'Velikost nima besedil: angleščina' }).click();
  await expect
    .element(screen.getByText(/^Polja »Velikost« ni mogoče dodati.* Manjka: angleščina/))
    .toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'Obvezno: Velikost' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Dodaj polje' }).click();
  await screen.getByRole('textbox', { name: 'Poiščite polje' }).fill('rojstva');
  await expect.element(screen.getByRole('option', { name: /^Velikost/ })).not.toBeInTheDocument();
  await expectAccessible(document);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Polja »Velikost« ni mogoče dodati/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('checkbox', { name: 'Obvezno: Datum rojstva' })).toBeChecked();
  await picture('group-editor-form');

  await userEvent.keyboard('{Control>}s{/Control}');
  const summary = screen.getByRole('region', { name: 'Obrazec ima napake: preverite vse jezike.' });
  await expect.element(summary).toHaveFocus();
  await expect.element(summary.getByRole('link', { name: /^torek – Termin se prekriva/ })).toBeVisible();
  await expectAccessible(document);
  await summary.getByRole('link', { name: 'Angleščina: ime skupine – Izpolnite to polje.' }).click();
  const name = screen.getByRole('textbox', { name: 'Ime skupine' });
  await expect.element(name).toHaveFocus();
  await expect
    .element(screen.getByRole('tab', { name: /Angleščina/ }))
    .toHaveAttribute('aria-selected', 'true');
  await picture('group-editor-errors');
  await name.fill('Salsa school');
  await screen.getByRole('button', { name: 'Odstrani termin: torek ob 17:30' }).click();
  await expect.element(summary).not.toBeInTheDocument();

  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Šola salse' })).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
  expect(saves).toHaveLength(1);
  expect(saves[0]?.body).toMatchObject({
    name: { sl: 'Šola salse', en: 'Salsa school' },
    label: 'sola-salse',
    category_id: idOf(12),
    schedule: [{ day: 'tuesday', start_time: '17:00', duration: 60 }],
    fields: [{ form_field_id: idOf(41), widget: 'date', required: true }],
  });
});

test('an own question gets its options in both languages', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path: `${path}?tab=form`, answers: answers(groupOf(), saves) });
  await screen.getByRole('button', { name: 'Dodaj svoje vprašanje' }).click();
  await screen.getByRole('combobox', { name: 'Vrsta odgovora' }).click();
  await screen.getByRole('option', { name: 'ena možnost' }).click();
  await screen.getByRole('textbox', { name: 'Vprašanje' }).fill('Velikost majice');
  await screen.getByRole('textbox', { name: 'Možnost 1' }).fill('mala');
  await screen.getByRole('textbox', { name: 'Možnost 2' }).fill('velika');
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen
    .getByRole('link', { name: 'Angleščina: vprašanje »Velikost majice« – Izpolnite to polje.' })
    .first()
    .click();
  await screen.getByRole('textbox', { name: 'Vprašanje' }).fill('T-shirt size');
  await screen.getByRole('textbox', { name: 'Možnost 1' }).fill('small');
  await screen.getByRole('textbox', { name: 'Možnost 2' }).fill('large');
  await expectAccessible(document);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.body.fields).toMatchObject([
    {
      form_field_id: null,
      widget: 'radio',
      question: {
        type: 'single_choice',
        name: { sl: 'Velikost majice', en: 'T-shirt size' },
        options: [{ name: { sl: 'mala', en: 'small' } }, { name: { sl: 'velika', en: 'large' } }],
      },
    },
  ]);
});

test('what somebody else saved is merged in silence, and what both changed is asked about', async () => {
  const saves: Saves = [];
  const theirs = groupOf({ version: 4, capacity: 20, name: { sl: 'Moderni ples', en: 'Modern' } });
  const { screen } = await renderApp({
    path,
    answers: answers(groupOf(), saves, {
      update: ({ body }) => {
        saves.push({ body });
        if (body.version < theirs.version)
          return new Refusal({ status: 409, code: 'edit_conflict', current: theirs });
        return { ...theirs, ...(body as Partial<Group>), version: 5 };
      },
    }),
  });
  await screen.getByRole('textbox', { name: /^Cena/ }).fill('54 € na mesec');
  await screen.getByRole('textbox', { name: /^Število mest/ }).fill('18');
  await expect.element(screen.getByText('Cena in število mest')).toBeVisible();
  const places = screen.getByRole('textbox', { name: /^Število mest/ });
  (places.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}s{/Control}');

  const dialog = screen.getByRole('dialog', { name: 'Skupina je bila medtem spremenjena' });
  await expect.element(dialog.getByRole('radio', { name: 'Število mest, Vaše: 18' })).toBeChecked();
  expect(dialog.getByRole('row').elements()).toHaveLength(2);
  await expectAccessible(document);
  await picture('group-editor-conflict');
  await dialog.getByRole('radio', { name: 'Število mest, Shranjeno: 20' }).click();
  await dialog.getByRole('button', { name: 'Shrani izbrano' }).click();

  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  await expect.element(places).toHaveValue('20');
  await expect.element(places).toHaveFocus();
  expect(saves.map(({ body }) => body)).toEqual([
    { price_text: { sl: '54 € na mesec' }, capacity: 18, version: 1 },
    { price_text: { sl: '54 € na mesec' }, version: 4 },
  ]);
});

test('a save that fails loses nothing, and leaving asks', async () => {
  const { screen, router } = await renderApp({
    path,
    answers: answers(groupOf(), [], { update: () => new Refusal({ status: 0 }) }),
  });
  const name = screen.getByRole('textbox', { name: 'Ime skupine' });
  await name.fill('Moderni ples II');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText(/Ni povezave s strežnikom/).first()).toBeVisible();
  await expect.element(name).toHaveValue('Moderni ples II');
  await screen.getByRole('main').getByRole('link', { name: 'Skupine' }).click();
  await screen.getByRole('button', { name: 'Ostani' }).click();
  expect(router.state.location.pathname).toBe(path);
  await screen.getByRole('button', { name: 'Zavrzi' }).click();
  await expect.element(name).toHaveValue('Moderni ples');
});

test('a date typed wrong is neither saved nor forgotten, whichever tab is open', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path, answers: answers(groupOf(), saves) });
  const end = screen.getByRole('textbox', { name: /^Konec/ });
  await end.fill('31.02.2027');
  await screen.getByRole('link', { name: 'E-pošta' }).click();
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.getByRole('link', { name: /^Konec – Vpišite datum v obliki/ }).click();
  await expect.element(end).toHaveFocus();
  await expect.element(end).toHaveValue('31.02.2027');
  expect(saves).toEqual([]);
  await screen.getByRole('button', { name: 'Zavrzi' }).click();
  await expect.element(end).toHaveValue('17.06.2027');
});

test("the server's word is shown at its field", async () => {
  const refused = new Refusal({ status: 409, code: 'label_taken' });
  const { screen } = await renderApp({ path, answers: answers(groupOf(), [], { update: () => refused }) });
  const label = screen.getByRole('textbox', { name: 'Oznaka' });
  await label.fill('jazz');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await screen.getByRole('link', { name: 'Oznaka – Ta oznaka je že uporabljena. Vpišite drugo.' }).click();
  await expect.element(label).toHaveFocus();
  await label.fill('jazz-2');
  await expect
    .element(screen.getByRole('link', { name: /Ta oznaka je že uporabljena/ }))
    .not.toBeInTheDocument();
});

test('an editor changes texts and the order of the form; the rest is locked, a viewer changes nothing', async () => {
  const saves: Saves = [];
  const field = { question: null, required: true, widget: 'date' as const };
  const group = groupOf({
    fields: [
      { ...field, id: idOf(51), form_field_id: idOf(41) },
      { ...field, id: idOf(52), form_field_id: idOf(42), widget: 'text' },
    ],
    languages: ['sl'],
  });
  const { screen } = await renderApp({
    path,
    answers: answers(group, saves),
    session: sessionOf('GROUP_EDITOR_USER'),
  });
  await expect.element(screen.getByText(/lahko spreminja le skrbnik skupin/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: /^Število mest/ })).toHaveAttribute('readonly');
  await expect.element(screen.getByRole('textbox', { name: 'Oznaka' })).toHaveAttribute('readonly');
  await expect.element(screen.getByRole('switch', { name: 'Objavljena' })).toBeDisabled();
  await screen.getByRole('textbox', { name: /^Opis/ }).fill('Za vse.');
  await expectAccessible(document);
  await screen.getByRole('link', { name: 'Prijavni obrazec' }).click();
  expect(screen.getByRole('button', { name: 'Dodaj polje' }).elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'Premakni nižje: Datum rojstva' }).click();
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(Object.keys(saves[0]?.body ?? {}).toSorted()).toEqual(['description', 'fields', 'version']);
  await screen.unmount();

  const viewer = await renderApp({
    path,
    answers: answers(group),
    session: sessionOf('GROUP_VIEWER_USER'),
  });
  await expect.element(viewer.screen.getByText(/Skupino lahko pregledujete/)).toBeVisible();
  await expect.element(viewer.screen.getByRole('textbox', { name: /^Opis/ })).toHaveAttribute('readonly');
});

test('switches act at once and leave what is unsaved alone', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({
    path,
    answers: answers(groupOf(), saves, {
      setStatus: () => groupOf({ version: 2, accept_applications: false, enrolment: 'closed' }),
      update: ({ body }) => {
        saves.push({ body });
        return groupOf({ ...(body as Partial<Group>), version: 3, enrolment: 'closed' });
      },
    }),
  });
  const name = screen.getByRole('textbox', { name: 'Ime skupine' });
  await name.fill('Moderni ples II');
  await screen.getByRole('switch', { name: 'Sprejemaj prijave' }).click();
  await expect.element(screen.getByText('Prijave so zaprte.', { exact: true })).toBeVisible();
  await expect.element(name).toHaveValue('Moderni ples II');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.body).toEqual({ name: { sl: 'Moderni ples II', en: 'Modern dance' }, version: 2 });
});

test('fewer places than are taken are asked about', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path, answers: answers(groupOf(), saves) });
  await screen.getByRole('textbox', { name: /^Število mest/ }).fill('10');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Nova omejitev: 10. Shranim?' })).toBeVisible();
  expect(saves).toEqual([]);
  await screen.getByRole('button', { name: 'Shrani omejitev' }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.body).toEqual({ capacity: 10, version: 1 });
});
