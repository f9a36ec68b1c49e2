import type { Group } from '@vpisnik/contract/groups';
import type { Role } from '@vpisnik/contract/rules/roles';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { categoryOf } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { forceColors } from '../../../../../test/forced-colors.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { Refusal } from '../../../../../test/servers/fake-api.ts';
import { answers, path, type Saves } from '../../../../../test/servers/group-editor.ts';

// fixed days: the field takes any day there is

test('a bilingual group is built; the summary leads to missing English texts, and it is saved', async () => {
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
  await screen.getByText('Več', { exact: true }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('sola-salse');
  await screen.getByRole('combobox', { name: 'Kategorija' }).click();
  await screen.getByRole('option', { name: 'Balet' }).click();
  await screen.getByRole('link', { name: 'Urnik' }).click();
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
  await screen.getByRole('link', { name: /^Urnik/ }).click();
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

test('the label of a new group is proposed from the languages that are left, unless it was typed', async () => {
  const { screen } = await renderApp({ path: '/groups/new', answers: answers(groupOf()), locale: 'en' });
  const name = screen.getByRole('textbox', { name: 'Group name' });
  const label = screen.getByRole('textbox', { name: 'Label' });
  const slovenian = screen.getByRole('checkbox', { name: 'Slovenian' });
  await screen.getByRole('tab', { name: /^English/ }).click();
  await name.fill('Modern dance');
  await slovenian.click();
  await screen.getByText('More', { exact: true }).click();
  await expect.element(label).toHaveValue('modern-dance');
  await slovenian.click();
  await screen.getByRole('tab', { name: /^Slovenian/ }).click();
  await name.fill('Šolski ples');
  await expect.element(label).toHaveValue('solski-ples');
  await slovenian.click();
  await expect.element(label).toHaveValue('modern-dance');
  await label.fill('mine');
  await name.fill('Jazz');
  await slovenian.click();
  await expect.element(label).toHaveValue('mine');
});

test('a list that cannot be read again takes nothing away from the editor', async () => {
  const saves: Saves = [];
  let isDown = false;
  let refused = 0;
  const all = answers(groupOf(), saves);
  const { screen } = await renderApp({
    path,
    answers: {
      ...all,
      categories: {
        list: (input) => {
          const answer = all.categories?.list?.(input);
          if (!isDown && answer) return answer;
          refused += 1;
          return new Refusal({ status: 502 });
        },
      },
    },
  });
  await screen.getByRole('textbox', { name: /^Opis/ }).fill('Za mlade po srcu.');
  isDown = true;
  // as when one comes back to the tab
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => refused).toBeGreaterThan(0);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves).toMatchObject([{ body: { description: { sl: 'Za mlade po srcu.' } } }]);
});

test.each([
  ['Control+S', '{Control>}s{/Control}'],
  ['Enter', '{Enter}'],
])('%s in a date field saves the day as it is typed', async (_, keys) => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path: `${path}?tab=schedule`, answers: answers(groupOf(), saves) });
  await screen.getByRole('textbox', { name: /^Začetek/ }).fill('1. 10. 2026');
  await userEvent.keyboard(keys);
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves).toMatchObject([{ body: { start_date: '2026-10-01' } }]);
});

test('the time stands beside its day, whatever is said above or below it', async () => {
  const { screen } = await renderApp({ path, answers: answers(groupOf({ apply_from: null })) });
  const day = screen.getByRole('textbox', { name: 'Prijave do (neobvezno)' });
  const time = screen.getByRole('textbox', { name: 'Prijave do, ura' });
  const middles = () =>
    [day, time].map((field) => {
      const { top, bottom } = field.element().getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    });
  await expect.element(time).toHaveValue('23:59');
  // without a day there is no time to be asked for
  await expect.element(screen.getByRole('textbox', { name: 'Prijave od, ura' })).not.toBeInTheDocument();
  expect(middles()[0]).toBe(middles()[1]);
  await time.fill('ob osmih');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(time).toBeInvalid();
  await expect.element(time).toHaveAccessibleDescription('Vpišite uro v obliki 17:30.');
  expect(middles()[0]).toBe(middles()[1]);
});

test('applications end on no day before they begin', async () => {
  const given = { apply_from: '2026-10-05T22:00:00Z', apply_until: '2026-10-20T21:59:00Z' };
  const saves: Saves = [];
  const { screen } = await renderApp({ path, answers: answers(groupOf(given), saves) });
  const until = screen.getByRole('textbox', { name: 'Prijave do (neobvezno)' });
  await until.fill('1. 10. 2026');
  await userEvent.keyboard('{Tab}');
  await expect.element(until).toBeInvalid();
  await picture('applications-until');
  await until.fill('6. 10. 2026');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves).toMatchObject([{ body: { apply_until: '2026-10-06T21:59:00.000Z' } }]);
});

test('a leader who has left is still named, and marked for those who could choose another', async () => {
  const left = { id: idOf(32), name: 'Aleš Hribar' };
  const group = groupOf({
    leaders: [{ id: idOf(31), name: 'Nina Bergant' }, left],
    leader_ids: [idOf(31), left.id],
  });
  const { screen } = await renderApp({ path, answers: answers(group) });
  await expect.element(screen.getByText('Aleš Hribar (neaktivno)')).toBeVisible();
  await expect.element(screen.getByText('Nina Bergant', { exact: true })).toBeVisible();
  await screen.unmount();
  const { screen: editors } = await renderApp({
    path,
    answers: answers(group),
    session: sessionOf('GROUP_EDITOR_USER'),
  });
  await expect.element(editors.getByText('Aleš Hribar', { exact: true })).toBeVisible();
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

test('a date typed wrong is neither saved nor forgotten, whichever tab is open', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path: `${path}?tab=schedule`, answers: answers(groupOf(), saves) });
  const end = screen.getByRole('textbox', { name: /^Konec/ });
  await end.fill('31.02.2027');
  await screen.getByRole('link', { name: 'E-pošta' }).click();
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.getByRole('link', { name: /^Konec – Tega dne ni v koledarju/ }).click();
  await expect.element(end).toHaveFocus();
  await expect.element(end).toHaveValue('31.02.2027');
  expect(saves).toEqual([]);
  await screen.getByRole('button', { name: 'Zavrzi' }).click();
  await expect.element(end).toHaveValue('17.06.2027');
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
  await screen.getByText('Več', { exact: true }).click();
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
    // a tab that viewers are not offered
    path: `${path}?tab=payments`,
    answers: answers(group),
    session: sessionOf('GROUP_VIEWER_USER'),
  });
  await expect.element(viewer.screen.getByText(/Skupino lahko pregledujete/)).toBeVisible();
  await expect.element(viewer.screen.getByRole('textbox', { name: /^Opis/ })).toHaveAttribute('readonly');
});

test('switches act at once and leave unsaved changes alone', async () => {
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

test('text that is no whole number stays as typed, shows an error, and is not sent', async () => {
  const saves: Saves = [];
  const first = await renderApp({ path, answers: answers(groupOf({ capacity: 20 }), saves) });
  const keptDrafts = () => Object.keys(localStorage).filter((key) => key.includes('draft'));
  await first.screen.getByRole('textbox', { name: /^Število mest/ }).fill('12,5');
  await userEvent.tab();
  await expect
    .element(first.screen.getByText('Vpišite celo število, brez pik, vejic in presledkov.'))
    .toBeVisible();
  await expect.poll(keptDrafts).toHaveLength(1);
  await first.screen.unmount();

  const { screen } = await renderApp({ path, answers: answers(groupOf({ capacity: 20 }), saves) });
  const capacity = screen.getByRole('textbox', { name: /^Število mest/ });
  await expect.element(capacity).toHaveValue('12,5');
  await screen.getByRole('link', { name: 'Urnik' }).click();
  const duration = screen.getByRole('textbox', { name: /^torek, trajanje/ });
  await duration.fill('1 h');
  await userEvent.tab();
  await expect.element(duration).toHaveAccessibleDescription(/^Vpišite celo število/);
  await expect.element(duration).toHaveValue('1 h');
  await expectAccessible(document);
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  const summary = screen.getByRole('region', { name: 'Obrazec ima napake: preverite vse jezike.' });
  await expect.element(summary.getByText(/^Število mest – Vpišite celo število/)).toBeVisible();
  expect(saves).toEqual([]);
  await duration.fill('90');
  await screen.getByRole('link', { name: /^Podatki/ }).click();
  await capacity.fill(' 25 ');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  await expect.element(capacity).toHaveValue('25');
  expect(saves.at(-1)?.body).toMatchObject({ capacity: 25, schedule: [{ duration: 90 }, { duration: 75 }] });
});

test('without an active category, an administrator is led to add one and back; others read whom to ask', async () => {
  const offered = [categoryOf({ active: false })];
  const open = async (role: Role) => {
    const { screen } = await renderApp({
      path: '/groups/new',
      answers: { ...answers(groupOf()), categories: { list: () => listOf(...offered) } },
      session: sessionOf(role),
    });
    const category = screen.getByRole('combobox', { name: 'Kategorija' });
    await expect.element(category).toBeVisible();
    return { screen, category };
  };
  const asking = await open('GROUP_ADMIN');
  await expect
    .element(asking.category)
    .toHaveAccessibleDescription('Najprej mora skrbnik organizacije dodati aktivno kategorijo.');
  await expect.element(asking.screen.getByRole('link', { name: /v novem zavihku/ })).not.toBeInTheDocument();
  await asking.screen.unmount();

  const { screen, category } = await open('ORGANIZATION_ADMIN');
  const link = screen.getByRole('link', { name: 'Kategorije (v novem zavihku)' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('href', '/categories');
  await expectAccessible(document);
  await screen.getByRole('textbox', { name: 'Ime skupine' }).fill('Tango');
  offered[0] = categoryOf();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(link).not.toBeInTheDocument();
  await category.click();
  await screen.getByRole('option', { name: 'Moderni in jazz' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ime skupine' })).toHaveValue('Tango');
});

test('the preview tells visitors of places in the language that is edited', async () => {
  const group = groupOf({ capacity: 16, places: 16, taken: 14 });
  const { screen } = await renderApp({ path, answers: answers(group) });
  const preview = screen.getByRole('complementary', { name: 'Javna stran skupine' });
  await expect.element(preview.getByText('2 prosti mesti')).toHaveAttribute('lang', 'sl');
  await screen.getByRole('tab', { name: /Angleščina/ }).click();
  await expect.element(preview.getByText('2 places left')).toHaveAttribute('lang', 'en');
});

test('a group with missing texts in a language is not published, and the summary leads to them', async () => {
  const draft = groupOf({ active: false, description: { sl: 'Za mlade.' } });
  const { screen } = await renderApp({
    path,
    answers: answers(draft, [], {
      setStatus: () =>
        new Refusal({
          status: 422,
          code: 'invalid_fields',
          errors: [{ path: 'description.en', code: 'untranslated' }],
        }),
    }),
  });
  await expect.element(screen.getByRole('tab', { name: 'Angleščina manjka opis' })).toBeVisible();
  await screen.getByRole('switch', { name: 'Objavljena' }).click();
  const summary = screen.getByRole('region', { name: 'Obrazec ima napake: preverite vse jezike.' });
  await expect.element(summary).toHaveFocus();
  await summary.getByRole('link', { name: /^Angleščina: opis – Za objavo dodajte besedilo/ }).click();
  const description = screen.getByRole('textbox', { name: /^Opis/ });
  await expect.element(description).toHaveFocus();
  await description.fill('For young people.');
  await expect.element(summary).not.toBeInTheDocument();
  await expect.element(screen.getByRole('tab', { name: 'Angleščina izpolnjeno' })).toBeVisible();
  // publishes only saved texts
  await screen.getByRole('switch', { name: 'Objavljena' }).click();
  await expect.element(screen.getByText(/Shranite spremembe in jo nato objavite/)).toBeVisible();
});

test('a switch that publishes keeps the focus', async () => {
  const draft = groupOf({ active: false });
  const { screen } = await renderApp({
    path,
    answers: answers(draft, [], { setStatus: () => ({ ...draft, active: true, version: 2 }) }),
  });
  const published = screen.getByRole('switch', { name: 'Objavljena' });
  await expect.element(published).not.toBeChecked();
  published.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(published).toBeChecked();
  await expect.element(published).toHaveFocus();
});

test('a published group stays complete in every language', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path, answers: answers(groupOf(), saves) });
  await screen.getByRole('textbox', { name: /^Cena/ }).fill('54 €');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await screen.getByRole('link', { name: /^Angleščina: cena – Za objavo/ }).click();
  await screen.getByRole('textbox', { name: /^Cena/ }).fill('€54');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves).toHaveLength(1);
});

test('the colours to choose from can be told apart in forced colours', async () => {
  const { screen } = await renderApp({ path, answers: answers(groupOf(), []) });
  await forceColors();
  const swatches = screen.getByRole('group', { name: 'Barva' }).getByRole('radio');
  const [first, second] = [1, 2].map((at) => getComputedStyle(swatches.nth(at).element()));
  expect(first?.backgroundColor).not.toBe(second?.backgroundColor);
});

test('the colour says how well it stands out, whichever it is', async () => {
  const saves: Saves = [];
  const { screen } = await renderApp({ path, answers: answers(groupOf(), saves) });
  await expect
    .element(screen.getByText('Barva se dobro loči od ozadja: kontrast 3,9 na svetlem, 7 na temnem.'))
    .toBeVisible();
  await screen.getByLabelText('Lastna barva').fill('#ffee00');
  await expect
    .element(screen.getByText(/^Barva se slabo loči od ozadja: kontrast 1,2 na svetlem/))
    .toBeVisible();
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.body).toEqual({ background_color: '#ffee00', version: 1 });
});
