import type { Group } from '@vpisnik/contract/groups';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../../test/axe.ts';
import { categoryOf, locationOf } from '../../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../../test/fixtures/groups.ts';
import { idOf, listOf } from '../../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../../test/render.tsx';
import { Refusal } from '../../../../../../test/servers/fake-api.ts';
import { answers, path, type Saves } from '../../../../../../test/servers/group-editor.ts';

test('merges fields that another user saved, and asks about those that both changed', async () => {
  const saves: Saves = [];
  const theirs = groupOf({
    version: 4,
    updated_by: 'Nina Bergant',
    capacity: 20,
    name: { sl: 'Moderni ples', en: 'Modern' },
  });
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
  await screen.getByRole('textbox', { name: /^Opis/ }).fill('Za mlade od 12. leta.');
  await screen.getByRole('textbox', { name: /^Število mest/ }).fill('18');
  await expect.element(screen.getByText('Opis in število mest')).toBeVisible();
  const places = screen.getByRole('textbox', { name: /^Število mest/ });
  (places.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}s{/Control}');

  const dialog = screen.getByRole('dialog', { name: 'Skupina je bila medtem spremenjena' });
  await expect.element(dialog.getByRole('radio', { name: 'Število mest, Vaše: 18' })).toBeChecked();
  expect(dialog.getByRole('row').elements()).toHaveLength(2);
  await expect.element(dialog.getByText(/^Shranjeno .*, Nina Bergant\. Izberite/)).toBeVisible();
  await expect
    .element(dialog.getByText('Drugo, kar je bilo medtem shranjeno, je že vključeno: ime.'))
    .toBeVisible();
  await expectAccessible(document);
  await picture('group-editor-conflict');
  await dialog.getByRole('radio', { name: 'Število mest, Shranjeno: 20' }).click();
  await dialog.getByRole('button', { name: 'Shrani izbrano' }).click();

  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  await expect.element(places).toHaveValue('20');
  await expect.element(places).toHaveFocus();
  const description = { sl: 'Za mlade od 12. leta.', en: 'For young people.' };
  expect(saves.map(({ body }) => body)).toEqual([
    { description, capacity: 18, version: 1 },
    { description, version: 4 },
  ]);
});

test('a save whose answer got lost is found when it is sent again, and is not said to have failed', async () => {
  const name = { sl: 'Moderni ples II', en: 'Modern dance' };
  let version = 1;
  const { screen } = await renderApp({
    path,
    answers: answers(groupOf({ name: { ...name, sl: 'Moderni ples' } }), [], {
      update: () => {
        version += 1;
        return version === 2
          ? new Refusal({ status: 0 })
          : new Refusal({ status: 409, code: 'edit_conflict', current: groupOf({ name, version: 2 }) });
      },
    }),
  });
  await screen.getByRole('textbox', { name: 'Ime skupine' }).fill(name.sl);
  const save = screen.getByRole('button', { name: /^Shrani/ });
  await save.click();
  await expect.element(screen.getByText(/Ni povezave s strežnikom/).first()).toBeVisible();
  await save.click();
  await expect.element(screen.getByText(/^Vključeno je tudi, kar je bilo shranjeno medtem/)).toBeVisible();
  await expect.element(screen.getByText(/Ni povezave s strežnikom/)).not.toBeInTheDocument();
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

test("the server's word is shown at its field", async () => {
  const refused = new Refusal({ status: 409, code: 'label_taken' });
  const { screen } = await renderApp({ path, answers: answers(groupOf(), [], { update: () => refused }) });
  await screen.getByText('Več', { exact: true }).click();
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

test('fewer places than are taken are asked about', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path, answers: answers(groupOf(), saves) });
  await screen.getByRole('textbox', { name: /^Število mest/ }).fill('10');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Zmanjšam število mest na 10?' })).toBeVisible();
  expect(saves).toEqual([]);
  await screen.getByRole('button', { name: 'Zmanjšaj število mest' }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.body).toEqual({ capacity: 10, version: 1 });
});

test('a choice that was deleted meanwhile is refused at its field and marked there, and nothing else is lost', async () => {
  const hall = locationOf({ id: idOf(22), name: 'Mala dvorana' });
  const ballet = categoryOf({ id: idOf(12), name: { sl: 'Balet' } });
  const ana = { id: idOf(32), name: 'Ana Novak', active: true };
  const offered = {
    categories: [categoryOf(), ballet],
    locations: [locationOf({ name: 'Dvorana Šiška' }), hall],
    leaders: [{ id: idOf(31), name: 'Nina Bergant', active: true }, ana],
  };
  const { screen } = await renderApp({
    path,
    answers: {
      ...answers(groupOf(), [], {
        update: () => {
          for (const list of Object.values(offered)) list.pop();
          const paths = ['category_id', 'location_id', 'leader_ids.1'];
          const errors = paths.map((at) => ({ path: at, code: 'unknown_id' }));
          return new Refusal({ status: 422, code: 'invalid_fields', errors });
        },
      }),
      categories: { list: () => listOf(...offered.categories) },
      locations: { list: () => listOf(...offered.locations) },
      users: { leaders: () => ({ results: offered.leaders }) },
    },
  });
  const choose = async (field: string | RegExp, option: string) => {
    await screen.getByRole('combobox', { name: field }).click();
    await screen.getByRole('option', { name: option }).click();
  };
  await screen.getByRole('textbox', { name: 'Ime skupine' }).fill('Tango');
  await choose('Kategorija', 'Balet');
  await choose(/^Lokacija/, 'Mala dvorana');
  await choose(/^Vodje/, 'Ana Novak');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  const category = screen.getByRole('combobox', { name: 'Kategorija' });
  const location = screen.getByRole('combobox', { name: /^Lokacija/ });
  await expect.element(location).toHaveValue('Mala dvorana (izbrisano)');
  await expect.element(location).toHaveAccessibleDescription('Te izbire ni več. Izberite drugo.');
  await expect.element(category).toHaveValue('Balet (izbrisano)');
  await expect.element(category).toHaveAccessibleDescription('Te izbire ni več. Izberite drugo.');
  await expect.element(screen.getByText('Ana Novak (neaktivno)')).toBeVisible();
  await expectAccessible(document);
  await choose('Kategorija', 'Moderni in jazz');
  await choose(/^Lokacija/, 'Dvorana Šiška');
  await location.click();
  await expect.element(screen.getByRole('option', { name: /izbrisano/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('textbox', { name: 'Ime skupine' })).toHaveValue('Tango');
});

test('a group that is deleted while it is edited becomes another one, if one wants', async () => {
  const saves: Saves = [];
  const made = groupOf({ id: idOf(8), name: { sl: 'Moderni ples II', en: 'Modern dance' }, active: false });
  const { screen, router } = await renderApp({
    path,
    answers: answers(groupOf(), [], {
      get: ({ params }) => (params.id === idOf(8) ? made : groupOf()),
      update: () => new Refusal({ status: 404, code: 'not_found' }),
      create: ({ body }) => {
        saves.push({ body });
        return made;
      },
    }),
  });
  await screen.getByRole('textbox', { name: 'Ime skupine' }).fill('Moderni ples II');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect
    .element(screen.getByText(/^Skupina je bila izbrisana ali pa do nje nimate več dostopa/))
    .toBeVisible();
  await expectAccessible(document);
  await screen.getByRole('button', { name: 'Shrani kot novo skupino' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Moderni ples II' })).toBeVisible();
  await expect.poll(() => router.state.location.pathname).toBe(`/groups/${idOf(8)}`);
  expect(saves[0]?.body).toMatchObject({ name: { sl: 'Moderni ples II' }, label: 'moderni-ples' });
});
