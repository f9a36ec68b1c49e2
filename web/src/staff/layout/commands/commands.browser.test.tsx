import type { Role } from '@vpisnik/contract/rules/roles';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';
import { singleKeys } from '../../../lib/single-keys.ts';

// fixed days: the fake API answers this day, which nothing shows

const person = {
  id: idOf(5),
  name: 'Modra Žnidaršič',
  status: 'approved' as const,
  group_id: idOf(1),
  group_name: { sl: 'Jazz za odrasle' },
};

function answers(asked: string[] = []): Answers {
  return {
    groups: {
      list: ({ query }) => {
        const { search = '' } = query as { search?: string };
        if (search) asked.push(`groups ${search}`);
        return listOf(...[groupOf()].filter(({ name }) => name.sl?.toLowerCase().includes(search)));
      },
      get: () => new Refusal({ status: 404 }),
    },
    participants: {
      find: ({ query: { search } }) => {
        asked.push(`people ${search}`);
        return { results: [participantOf(person)].filter(({ name }) => name.toLowerCase().includes(search)) };
      },
    },
    categories: { list: () => listOf() },
    saved_views: { list: () => ({ results: [] }) },
    locations: { list: () => listOf() },
    users: { leaders: () => ({ results: [] }) },
    sessions: { list: () => new Refusal({ status: 404 }) },
    organizations: { get: () => new Refusal({ status: 404 }) },
    form_fields: { list: () => listOf() },
  };
}

const open = (role: Role = 'ORGANIZATION_ADMIN', asked: string[] = [], path = '/locations') =>
  renderApp({ path, answers: answers(asked), session: sessionOf(role) });
const field = () => page.getByRole('combobox', { name: 'Skupina, oseba, stran ali dejanje' });
const option = (name: string | RegExp) => page.getByRole('option', { name });

afterEach(() => {
  singleKeys.set(true);
  return page.viewport(1440, 900);
});

test('the palette says whose application was withdrawn', async () => {
  const given = answers();
  const withdrawn = { status: 'inactive', withdrawn_at: '2026-09-12T10:00:00Z' } as const;
  const people = [participantOf({ ...person, ...withdrawn }), participantOf({ name: 'Modest Kos' })];
  await renderApp({
    path: '/locations',
    answers: { ...given, participants: { find: () => ({ results: people }) } },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Lokacije' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('mod');
  await expect.element(option(/^Modra Žnidaršič Jazz za odrasle · Umaknjena · 031/)).toBeVisible();
  await expect.element(option(/^Modest Kos Moderni ples · 031/)).toBeVisible();
});

test('the palette finds groups, people, screens and actions, by keyboard alone', async () => {
  const asked: string[] = [];
  const { screen, router } = await open('ORGANIZATION_ADMIN', asked);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Lokacije' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
  await expect.element(option('Pregled')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(document);
  await picture('palette');
  await field().fill('mod');
  await expect.element(option('Moderni ples Moderni in jazz')).toHaveAttribute('aria-selected', 'true');
  await expect.element(option(/^Modra Žnidaršič/)).toBeVisible();
  await expect.element(option('Pregled')).not.toBeInTheDocument();
  await expect.element(page.getByRole('status').getByText('2 zadetka')).toBeVisible();
  expect(asked).toEqual(['groups mod', 'people mod']);
  await expectAccessible(document);
  await picture('palette-found');
  await userEvent.keyboard('{ArrowDown}');
  const selected = option(/^Modra Žnidaršič/);
  await expect.element(selected).toHaveAttribute('aria-selected', 'true');
  await expect.element(field()).toHaveAttribute('aria-activedescendant', selected.element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option(/^Moderni ples/)).toHaveAttribute('aria-selected', 'true');
  await field().fill('nova lok');
  await expect.element(option('Nova lokacija')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Nova lokacija' })).toBeVisible();
  expect(router.state.location.search).toEqual({ edit: 'new' });
});

test('pages and sections of the settings are found by what people call them', async () => {
  const { router } = await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('trenerji');
  await expect.element(option('Uporabniki')).toHaveAttribute('aria-selected', 'true');
  await field().fill('valuta');
  await expect.element(option('Jezik in čas Nastavitve')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.href).toBe('/settings#locale');
});

test.each([
  ['plačila', 'Plačila'],
  ['opomniki', 'Plačila'],
  ['sporočila', 'Sporočila'],
  ['poročilo', 'Poročilo o plačilih'],
  ['izpis', 'Bančni izpiski'],
  ['družine', 'Udeleženci'],
  ['dnevnik', 'Dnevnik dejavnosti'],
  ['2fa', 'Geslo in varnost'],
  ['uvoz udel', 'Uvoz udeležencev'],
  ['uvoz skup', 'Uvoz skupin'],
])('»%s« leads to »%s«', async (typed, name) => {
  await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill(typed);
  await expect.element(option(name).first()).toHaveAttribute('aria-selected', 'true');
  await expect.element(option('Predloge obvestil')).not.toBeInTheDocument();
});

test('an import is opened by its name, by those who may import', async () => {
  const { router } = await open('GROUP_ADMIN', [], '/groups');
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('uvoz');
  await expect.element(option('Uvoz skupin')).toBeVisible();
  for (const name of ['Uvoz lokacij', 'Bančni izpiski'])
    await expect.element(option(name)).not.toBeInTheDocument();
  await option('Uvoz udeležencev').click();
  await expect.poll(() => router.state.location.pathname).toBe('/imports/participants');
});

test('it says when nothing is found, closes with Escape, and gives the focus back', async () => {
  const { screen } = await open();
  const button = screen.getByRole('button', { name: 'Iskanje', exact: true });
  await button.click();
  await field().fill('xyzzy');
  await expect.element(page.getByText('Za »xyzzy« ni zadetkov.')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('text typed before the palette has loaded goes into it, not into the page beneath', async () => {
  const { screen, router } = await open('ORGANIZATION_ADMIN', [], '/groups');
  const search = screen.getByRole('searchbox');
  await search.click();
  for (const _ of ['while it is fetched', 'and again']) {
    await userEvent.keyboard('{Control>}k{/Control}gsx{Backspace} ka');
    await expect.element(field()).toHaveValue('gs ka');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).not.toBeInTheDocument();
  }
  await expect.element(search).toHaveValue('');
  expect(router.state.location.pathname).toBe('/groups');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveValue('');
});

test('groups that are called as one types come before those that only have it somewhere', async () => {
  const named = (at: number, sl: string) => groupOf({ id: idOf(100 + at), name: { sl } });
  const many = Array.from({ length: 8 }, (_, at) => named(at, `Družabni ples ${at + 1}`));
  const found = [...many, named(8, 'Plés'), named(9, 'Ples 60+')];
  const all = answers();
  await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: {
        ...all.groups,
        list: ({ query }) =>
          listOf(...found.slice(0, Number((query as { limit?: string }).limit ?? found.length))),
      },
    },
  });
  await userEvent.keyboard('{Control>}k{/Control}ples');
  const groups = () =>
    page
      .getByRole('group', { name: 'Skupine' })
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent?.replace('Moderni in jazz', ''));
  await expect.poll(groups).toEqual(['Plés', 'Ples 60+', ...many.slice(0, 4).map(({ name }) => name.sl)]);
});

test('offers nothing above the user’s rank, and opens participants in their group', async () => {
  const { router } = await open('GROUP_VIEWER_USER', [], '/groups');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(option('Skupine')).toBeVisible();
  for (const name of ['Udeleženci', 'Nastavitve', 'Nova skupina', 'Nova lokacija', 'Povabi v ekipo'])
    await expect.element(option(name)).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}?');
  const shortcuts = page.getByRole('dialog', { name: 'Bližnjice na tipkovnici' });
  await expect.element(shortcuts).toBeVisible();
  await expect.element(shortcuts.getByText('Prejšnji ali naslednji udeleženec')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('mod');
  await expect.element(option(/^Moderni ples/)).toBeVisible();
  await option(/^Modra Žnidaršič/).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/groups/${idOf(1)}`);
  expect(router.state.location.search).toEqual({ tab: 'participants', participant: person.id });
});

test('single keys work outside text fields, and can be switched off', async () => {
  const { screen, router } = await open();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Lokacije' })).toBeVisible();
  await userEvent.keyboard('?');
  const dialog = screen.getByRole('dialog', { name: 'Bližnjice na tipkovnici' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText('Prejšnji ali naslednji udeleženec')).toBeVisible();
  await expectAccessible(document);
  await picture('shortcuts');
  await userEvent.keyboard('gs');
  expect(router.state.location.pathname).toBe('/locations');
  await dialog.getByRole('switch', { name: /^Bližnjice z eno tipko/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('gs?');
  expect(router.state.location.pathname).toBe('/locations');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('bližnjice');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('switch', { name: /^Bližnjice z eno tipko/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('gs');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Skupine' })).toBeVisible();
  await userEvent.keyboard('/');
  const search = screen.getByRole('searchbox');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('gu?');
  await expect.element(search).toHaveValue('gu?');
  expect(router.state.location.pathname).toBe('/groups');
});

test('on a phone it opens from the top bar', async () => {
  await page.viewport(360, 740);
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Iskanje' }).click();
  await expect.element(field()).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('palette');
});
