import type { Category } from '@vpisnik/contract/categories';
import type { FormField } from '@vpisnik/contract/form-fields';
import type { Location } from '@vpisnik/contract/locations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { balletOf, formFieldOf, locationOf } from '../../../../test/fixtures/catalogue.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

type Sent = Record<string, unknown>;

const admin = sessionOf('ADMIN', organizationOf());

function categories(rows: Category[], more: Answers['categories'] = {}): Answers {
  return {
    categories: {
      list: ({ query }) => {
        const { search, active } = query as Sent;
        const found = rows.filter(
          (row) =>
            (!search || row.label.includes(String(search))) && (!active || String(row.active) === active),
        );
        return listOf(...found);
      },
      get: ({ params }) =>
        rows.find(({ id }) => id === params.id) ?? new Refusal({ status: 404, code: 'not_found' }),
      ...more,
    },
  };
}

test('a category in English alone gets its label from that name', async () => {
  const { screen } = await renderApp({
    path: '/categories?edit=new',
    answers: categories([]),
    locale: 'en',
  });
  const sheet = screen.getByRole('dialog', { name: 'New category' });
  await sheet.getByRole('tab', { name: /^English/ }).click();
  const name = sheet.getByRole('textbox', { name: 'Name' });
  await name.fill('School dance');
  await sheet.getByRole('checkbox', { name: 'Slovenian' }).click();
  await sheet.getByText('More', { exact: true }).click();
  const label = sheet.getByRole('textbox', { name: 'Label' });
  await expect.element(label).toHaveValue('school-dance');
  await label.fill('mine');
  await sheet.getByRole('checkbox', { name: 'Slovenian' }).click();
  await name.fill('Jazz');
  await expect.element(label).toHaveValue('mine');
});

test('a category in two languages: the error in English is found, and its label follows the name', async () => {
  const created: Sent[] = [];
  const rows: Category[] = [];
  const { screen, router } = await renderApp({
    path: '/categories',
    answers: categories(rows, {
      create: ({ body }) => {
        created.push(body);
        const row = balletOf({ ...(body as Partial<Category>), id: idOf(13) });
        rows.push(row);
        return row;
      },
    }),
  });
  await expect.element(screen.getByRole('heading', { name: 'Tu še ni kategorij' })).toBeVisible();
  await screen.getByRole('button', { name: 'Nova kategorija' }).click();
  expect(router.state.location.search).toEqual({ edit: 'new' });
  const sheet = screen.getByRole('dialog', { name: 'Nova kategorija' });
  await sheet.getByRole('textbox', { name: 'Ime' }).fill('Šolski ples');
  await sheet.getByText('Več', { exact: true }).click();
  await expect.element(sheet.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('solski-ples');
  await expectAccessible(document);
  await sheet.getByRole('button', { name: 'Dodaj kategorijo' }).click();

  await expect
    .element(sheet.getByRole('region', { name: 'Obrazec ima napake: preverite vse jezike.' }))
    .toHaveFocus();
  await expectAccessible(document);
  await picture('category-errors');
  await sheet.getByRole('link', { name: 'Angleščina: ime – Izpolnite to polje.' }).click();
  await expect
    .element(sheet.getByRole('tab', { name: /Angleščina/ }))
    .toHaveAttribute('aria-selected', 'true');
  const english = sheet.getByRole('textbox', { name: 'Ime' });
  await expect.element(english).toHaveFocus();
  await english.fill('School dance');
  await sheet.getByRole('button', { name: 'Dodaj kategorijo' }).click();

  await expect.element(screen.getByText('Kategorija je shranjena')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Šolski ples' })).toBeVisible();
  expect(router.state.location.search).toEqual({});
  expect(created).toEqual([
    {
      label: 'solski-ples',
      languages: ['sl', 'en'],
      name: { sl: 'Šolski ples', en: 'School dance' },
      description: {},
    },
  ]);
});

test('search and state are in the address; nothing found says so', async () => {
  const { screen, router } = await renderApp({
    path: '/categories?active=true',
    answers: categories([balletOf(), balletOf({ id: idOf(14), label: 'stepanje', active: false })]),
  });
  await expect.element(screen.getByRole('link', { name: 'Balet' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Stanje: Aktivne', exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: '2 skupini' }))
    .toHaveAttribute('href', expect.stringContaining('category_id'));
  await expectAccessible(document);
  await picture('categories');
  await screen.getByRole('searchbox', { name: 'Ime ali oznaka' }).fill('salsa');
  await expect
    .element(screen.getByRole('heading', { name: 'Nobena kategorija ne ustreza iskanju' }))
    .toBeVisible();
  expect(router.state.location.search).toEqual({ active: true, search: 'salsa' });
  await expectAccessible(document);
  await screen.getByRole('button', { name: 'Počisti filtre' }).click();
  expect(router.state.location.search).toEqual({});
});

test('deleting a row known to be in use offers at once to deactivate it', async () => {
  const { screen } = await renderApp({ path: '/categories', answers: categories([balletOf()]) });
  await screen.getByRole('button', { name: 'Dejanja: Balet' }).click();
  await screen.getByRole('menuitem', { name: 'Izbriši kategorijo' }).click();
  const refusal = screen.getByRole('dialog', { name: 'Kategorije »Balet« ni mogoče izbrisati' });
  await expect.element(refusal.getByRole('button', { name: 'Deaktiviraj' })).toBeVisible();
});

test('deleting a row that came into use meanwhile deactivates it, with undo', async () => {
  const changes: unknown[] = [];
  const { screen } = await renderApp({
    path: '/categories',
    answers: categories([balletOf({ groups_count: 0 })], {
      remove: () => new Refusal({ status: 409, code: 'in_use' }),
      setStatus: ({ body }) => {
        changes.push(body);
        return balletOf({ active: body.active });
      },
    }),
  });
  await screen.getByRole('button', { name: 'Dejanja: Balet' }).click();
  await screen.getByRole('menuitem', { name: 'Izbriši kategorijo' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Izbrišem kategorijo »Balet«?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Izbriši kategorijo' }).click();
  const refusal = screen.getByRole('dialog', { name: 'Kategorije »Balet« ni mogoče izbrisati' });
  await expect.element(refusal).toBeVisible();
  await expectAccessible(document);
  await refusal.getByRole('button', { name: 'Deaktiviraj' }).click();
  await expect.element(screen.getByText('Kategorija ni več aktivna')).toBeVisible();
  await screen.getByRole('button', { name: 'Razveljavi' }).click();
  await expect.element(screen.getByText('Kategorija je spet aktivna')).toBeVisible();
  expect(changes).toEqual([{ active: false }, { active: true }]);
});

test('a shared link opens the sheet; leaving it with changes asks; one that is gone says so', async () => {
  const { screen, router } = await renderApp({
    path: `/categories?edit=${idOf(12)}`,
    answers: categories([balletOf()]),
  });
  const name = screen.getByRole('textbox', { name: 'Ime' });
  await expect.element(name).toHaveValue('Balet');
  await name.fill('Balet II');
  // a saved row keeps its label
  await screen.getByText('Več', { exact: true }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('balet');
  await screen.getByRole('button', { name: 'Prekliči' }).click();
  await screen.getByRole('button', { name: 'Ostani' }).click();
  await expect.element(name).toHaveValue('Balet II');
  await screen.getByRole('button', { name: 'Prekliči' }).click();
  await screen.getByRole('button', { name: 'Zavrzi spremembe' }).click();
  await expect.element(name).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
  await screen.unmount();

  const gone = await renderApp({ path: `/categories?edit=${idOf(99)}`, answers: categories([]) });
  await expect.element(gone.screen.getByText('Te kategorije ni več.')).toBeVisible();
});

test('the focus returns to the control that opened the sheet', async () => {
  const { screen } = await renderApp({ path: '/categories', answers: categories([balletOf()]) });
  const row = screen.getByRole('link', { name: 'Balet' });
  await row.click();
  await expect.element(screen.getByRole('textbox', { name: 'Ime' })).toBeVisible();
  await screen.getByRole('button', { name: 'Zapri' }).click();
  await expect.element(row).toHaveFocus();
  const menu = screen.getByRole('button', { name: 'Dejanja: Balet' });
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Uredi' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ime' })).toBeVisible();
  await screen.getByRole('button', { name: 'Prekliči' }).click();
  await expect.element(menu).toHaveFocus();
});

test('merges fields that others saved, and asks about those that both changed', async () => {
  const saves: Sent[] = [];
  const theirs = balletOf({
    version: 2,
    name: { sl: 'Balet za vse', en: 'Ballet' },
    description: { sl: 'Novo.' },
  });
  const { screen } = await renderApp({
    path: `/categories?edit=${idOf(12)}`,
    answers: categories([balletOf()], {
      update: ({ body }) => {
        saves.push(body);
        return body.version === 1
          ? new Refusal({ status: 409, code: 'edit_conflict', current: theirs })
          : balletOf({ ...theirs, ...(body as Partial<Category>), version: 3 });
      },
    }),
  });
  await screen.getByRole('textbox', { name: 'Ime' }).fill('Balet za mlade');
  await screen.getByRole('button', { name: 'Shrani kategorijo' }).click();
  const notice = screen.getByRole('alert');
  await expect.element(notice.getByText('Balet za vse')).toBeVisible();
  await expectAccessible(document);
  await picture('category-conflict');
  await notice.getByRole('button', { name: 'Obdrži moje' }).click();
  await expect.element(screen.getByText('Kategorija je shranjena')).toBeVisible();
  expect(saves).toEqual([
    { name: { sl: 'Balet za mlade', en: 'Ballet' }, version: 1 },
    { name: { sl: 'Balet za mlade', en: 'Ballet' }, version: 2 },
  ]);
});

test('what another user saved is taken over by a key, and the focus stays in the sheet', async () => {
  const theirs = balletOf({ version: 2, name: { sl: 'Balet za vse', en: 'Ballet' } });
  const { screen } = await renderApp({
    path: `/categories?edit=${idOf(12)}`,
    answers: categories([balletOf()], {
      update: () => new Refusal({ status: 409, code: 'edit_conflict', current: theirs }),
    }),
  });
  const name = screen.getByRole('textbox', { name: 'Ime' });
  await name.fill('Balet za mlade');
  await screen.getByRole('button', { name: 'Shrani kategorijo' }).click();
  const take = screen.getByRole('button', { name: 'Uporabi shranjeno' });
  await expect.element(take).toBeVisible();
  take.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveValue('Balet za vse');
  await expect.element(take).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.matches('[role="dialog"] h2')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a sheet that is left gives the focus to what opened it, also from a button that goes with it', async () => {
  const theirs = balletOf({ version: 2, name: { sl: 'Balet za vse', en: 'Ballet' } });
  let isDown = true;
  const { screen } = await renderApp({
    path: '/categories',
    answers: categories([balletOf()], {
      get: () => (isDown ? new Refusal({ status: 503 }) : balletOf()),
      update: ({ body }) =>
        body.version === 1
          ? new Refusal({ status: 409, code: 'edit_conflict', current: theirs })
          : balletOf({ ...theirs, ...(body as Partial<Category>), version: 3 }),
    }),
  });
  const menu = screen.getByRole('button', { name: /^Dejanja/ });
  const open = async () => {
    await menu.click();
    await screen.getByRole('menuitem', { name: 'Uredi' }).click();
  };
  await open();
  const retry = screen.getByRole('button', { name: 'Poskusi znova' });
  await expect.element(retry).toBeVisible();
  retry.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();

  isDown = false;
  await open();
  await screen.getByRole('textbox', { name: 'Ime' }).fill('Balet za mlade');
  await screen.getByRole('button', { name: 'Shrani kategorijo' }).click();
  const keep = screen.getByRole('button', { name: 'Obdrži moje' });
  await expect.element(keep).toBeVisible();
  keep.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
});

test('a location: places above zero, a link that is one, and the server’s word at its field', async () => {
  const rows: Location[] = [locationOf()];
  const saves: Sent[] = [];
  const { screen } = await renderApp({
    path: '/locations',
    answers: {
      locations: {
        list: () => listOf(...rows),
        get: () => locationOf(),
        update: ({ body }) => {
          saves.push(body);
          return saves.length === 1
            ? new Refusal({
                status: 422,
                code: 'invalid_fields',
                errors: [{ path: 'name', code: 'invalid_characters' }],
              })
            : locationOf({ ...(body as Partial<Location>), version: 2 });
        },
      },
    },
  });
  await expect
    .element(screen.getByRole('link', { name: /Odpri zemljevid/ }))
    .toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(document);
  await picture('locations');
  await screen.getByRole('link', { name: 'Dvorana Šiška' }).click();
  await screen.getByRole('textbox', { name: /^Največ udeležencev/ }).fill('0');
  const link = screen.getByRole('textbox', { name: /Povezava do zemljevida/ });
  await link.fill('javascript:alert(1)');
  await screen.getByRole('button', { name: 'Shrani lokacijo' }).click();
  const summary = screen.getByRole('region', { name: 'Obrazec ima 2 napaki' });
  await expect.element(summary.getByText(/Vpišite število, večje od 0/)).toBeVisible();
  await expect.element(summary.getByText(/Vpišite cel spletni naslov/)).toBeVisible();
  await expectAccessible(document);
  await screen.getByRole('textbox', { name: /^Največ udeležencev/ }).fill('10–12');
  await expect.element(summary.getByText(/Vpišite celo število/)).toBeVisible();
  await screen.getByRole('textbox', { name: /^Največ udeležencev/ }).fill(' 30 ');
  await link.fill('');
  await screen.getByRole('button', { name: 'Shrani lokacijo' }).click();
  await expect.element(screen.getByRole('link', { name: /Odstranite znake/ })).toBeVisible();
  // pasted text is not cut
  const name = screen.getByRole('textbox', { name: 'Ime lokacije' });
  await name.clear();
  document.execCommand('insertText', false, 'd'.repeat(230));
  await screen.getByRole('button', { name: 'Shrani lokacijo' }).click();
  await expect.element(name).toHaveAccessibleDescription(/skrajšajte ga na največ 200 znakov/);
  await expect.element(name).toHaveValue('d'.repeat(230));
  await name.fill('Dvorana');
  await screen.getByRole('button', { name: 'Shrani lokacijo' }).click();
  await expect.element(screen.getByText('Lokacija je shranjena')).toBeVisible();
  expect(saves[1]).toEqual({ name: 'Dvorana', max_participants: 30, google_maps_link: null, version: 1 });
});

test('a choice: options in both languages with values proposed, in an order of their own', async () => {
  const created: Sent[] = [];
  const rows: FormField[] = [];
  const { screen } = await renderApp({
    path: '/form-fields?edit=new',
    session: admin,
    answers: {
      form_fields: {
        list: () => listOf(...rows),
        create: ({ body }) => {
          created.push(body);
          const row = formFieldOf({ ...(body as Partial<FormField>), id: idOf(44) });
          rows.push(row);
          return row;
        },
      },
    },
  });
  const sheet = screen.getByRole('dialog', { name: 'Novo polje' });
  await sheet.getByRole('combobox', { name: 'Vrsta odgovora' }).click();
  await screen.getByRole('option', { name: 'Ena možnost' }).click();
  await sheet.getByRole('textbox', { name: 'Vprašanje' }).fill('Velikost majice');
  await sheet.getByRole('textbox', { name: 'Možnost 1' }).fill('Majhna');
  await expect.element(sheet.getByRole('textbox', { name: 'Vrednost 1' })).toHaveValue('majhna');
  await sheet.getByRole('textbox', { name: 'Možnost 2' }).fill('Velika');
  await sheet.getByRole('button', { name: 'Dodaj možnost' }).click();
  await expect.element(sheet.getByRole('textbox', { name: 'Možnost 3' })).toHaveFocus();
  await sheet.getByRole('textbox', { name: 'Možnost 3' }).fill('Velika');
  await expect.element(sheet.getByRole('textbox', { name: 'Vrednost 3' })).toHaveValue('velika-2');
  await sheet.getByRole('button', { name: 'Odstrani možnost 3' }).click();
  await sheet.getByRole('button', { name: 'Premakni višje: možnost 2' }).click();
  await expectAccessible(document);
  await picture('form-field-options');
  await sheet.getByRole('button', { name: 'Dodaj polje' }).click();

  await sheet.getByRole('link', { name: 'Angleščina: možnost 1 – Izpolnite to polje.' }).click();
  await sheet.getByRole('textbox', { name: 'Vprašanje' }).fill('T-shirt size');
  await sheet.getByRole('textbox', { name: 'Možnost 1' }).fill('Large');
  await sheet.getByRole('textbox', { name: 'Možnost 2' }).fill('Small');
  await sheet.getByRole('switch', { name: /^Praviloma obvezno/ }).click();
  await sheet.getByRole('button', { name: 'Dodaj polje' }).click();
  await expect.element(screen.getByText('Polje je shranjeno')).toBeVisible();
  expect(created).toEqual([
    {
      type: 'single_choice',
      label: 'velikost-majice',
      languages: ['sl', 'en'],
      name: { sl: 'Velikost majice', en: 'T-shirt size' },
      description: {},
      required: true,
      sensitive: false,
      applicant_edit: 'until_end',
      purpose: null,
      options: [
        { value: 'velika', name: { sl: 'Velika', en: 'Large' } },
        { value: 'majhna', name: { sl: 'Majhna', en: 'Small' } },
      ],
    },
  ]);
  await expect.element(screen.getByRole('link', { name: 'Velikost majice' })).toBeVisible();
  await expectAccessible(document);
  await picture('form-fields');
});

test('on a phone lists are stacked, the sheet takes the screen, and nothing sticks out', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderApp({ path: '/categories', answers: categories([balletOf()]) });
  await expect.element(screen.getByRole('link', { name: 'Balet' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('categories');
  await screen.getByRole('link', { name: 'Balet' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ime' })).toBeVisible();
  await expectAccessible(document);
  await picture('category');
  await page.viewport(1440, 900);
});

test('an active category is shared by its link and a code, an inactive one has neither', async () => {
  const { screen } = await renderApp({
    path: '/categories',
    answers: categories([
      balletOf(),
      balletOf({ id: idOf(14), label: 'stepanje', name: { sl: 'Step' }, active: false }),
    ]),
  });
  await screen.getByRole('button', { name: 'Dejanja: Step' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Uredi' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: /povezav/i })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Dejanja: Step' }).click();
  await screen.getByRole('button', { name: 'Dejanja: Balet' }).click();
  await screen.getByRole('menuitem', { name: 'Povezava in koda QR' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Povezava do kategorije' });
  const link = sheet.getByRole('textbox', { name: 'Javna stran kategorije' });
  await expect.element(link).toHaveAttribute('readonly');
  expect((link.element() as HTMLInputElement).value).toContain(`/categories/${idOf(12)}/groups`);
  await expect.element(sheet.getByRole('img', { name: 'Koda QR s povezavo do kategorije' })).toBeVisible();
  await expectAccessible(document);
  await picture('category-share');
});
