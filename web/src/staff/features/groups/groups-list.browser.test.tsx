import type { GroupSummary } from '@vpisnik/contract/groups';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../test/fake-api.ts';
import { groupOf, idOf, references, summaryOf } from '../../../../test/groups.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';

const hipHop = summaryOf({ id: idOf(2), name: { sl: 'Hip hop mladi' }, pending: 0, leaders: [] });
const closed = summaryOf({ id: idOf(3), name: { sl: 'Stepanje' }, active: false, enrolment: 'closed' });

type Asked = Record<string, unknown>;

/** The list over some groups; the second page comes when it is asked for. */
function answers(groups: GroupSummary[], asked: Asked[] = []): Answers {
  return {
    ...references(),
    groups: {
      list: ({ query }) => {
        const query_ = query as Asked;
        if (query_.limit !== '1') asked.push(query_);
        const found = groups.filter(({ name }) => !query_.search || name.sl?.includes(String(query_.search)));
        const from = query_.last_id ? 1 : 0;
        const paged = found.length > 2;
        return {
          results: paged ? found.slice(from, from + 1) : found,
          last_id: paged && from === 0 ? 'next' : null,
          total: found.length,
        };
      },
    },
  };
}

test('search, filters and order are in the address, and a list of nothing says why', async () => {
  const asked: Asked[] = [];
  const { screen, router } = await renderApp({
    path: '/groups',
    answers: answers([summaryOf(), hipHop], asked),
  });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  await expect.element(screen.getByText('2 skupini, 2 objavljeni')).toBeVisible();
  await expectAccessible(document);
  await picture('groups-list');

  await screen.getByRole('button', { name: 'Skupina', exact: true }).click();
  await expect
    .element(screen.getByRole('columnheader', { name: 'Skupina' }))
    .toHaveAttribute('aria-sort', 'descending');
  await screen.getByRole('button', { name: 'Kategorija' }).click();
  await screen.getByRole('checkbox', { name: 'Balet' }).click();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('searchbox', { name: 'Ime skupine' }).fill('Salsa');

  await expect
    .element(screen.getByRole('heading', { name: 'Nobena skupina ne ustreza iskanju' }))
    .toBeVisible();
  expect(router.state.location.search).toEqual({ sort: '-name', category_id: [idOf(12)], search: 'Salsa' });
  expect(asked.at(-1)).toMatchObject({
    sort: '-name',
    category_id: idOf(12),
    search: 'Salsa',
    language: 'sl',
  });

  await screen.getByRole('button', { name: 'Počisti filtre' }).click();
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  expect(router.state.location.search).toEqual({ sort: '-name' });
});

test('a shared address shows the same list, and further pages follow on demand', async () => {
  const asked: Asked[] = [];
  const { screen } = await renderApp({
    path: `/groups?active=false&location_id=${encodeURIComponent(JSON.stringify([idOf(21)]))}`,
    answers: answers([closed, hipHop, summaryOf()], asked),
  });
  await expect.element(screen.getByRole('button', { name: 'Stanje: Neobjavljene' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Lokacija: Dvorana Šiška' })).toBeVisible();
  expect(asked[0]).toMatchObject({ active: 'false', location_id: idOf(21) });
  await expect.element(screen.getByText('Prikazano: 1 od 3')).toBeVisible();
  await screen.getByRole('button', { name: 'Pokaži več' }).click();
  await expect.element(screen.getByText('Prikazano: 2 od 3')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ last_id: 'next' });
});

test('what an address says and the list cannot read goes nowhere', async () => {
  const asked: Asked[] = [];
  const { screen } = await renderApp({
    path: '/groups?sort=email&active=perhaps&category_id=none&view=x',
    answers: answers([summaryOf(), hipHop], asked),
  });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  expect(asked).toEqual([{ sort: 'name', language: 'sl', limit: '25', with_total: 'true' }]);
});

test("a row's menu opens from the keyboard and gives the focus back", async () => {
  const { screen } = await renderApp({ path: '/groups', answers: answers([summaryOf(), hipHop]) });
  const more = screen.getByRole('button', { name: 'Dejanja: Hip hop mladi' });
  await expect.element(more).toHaveAttribute('aria-haspopup', 'menu');
  for (const _ of ['first opening', 'and again']) {
    (more.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menuitem', { name: 'Odpri', exact: true })).toHaveFocus();
    await expect.element(more).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(more).toHaveFocus();
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  }
});

test('no groups at all: an administrator is asked to make one, a viewer is not', async () => {
  const { screen } = await renderApp({ path: '/groups', answers: answers([]) });
  await expect.element(screen.getByRole('heading', { name: 'Tu še ni skupin' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nova skupina' }).elements()).toHaveLength(2);
  await screen.unmount();

  const viewer = await renderApp({
    path: '/groups',
    answers: answers([]),
    session: sessionOf('GROUP_VIEWER_USER'),
  });
  await expect.element(viewer.screen.getByRole('heading', { name: 'Tu še ni skupin' })).toBeVisible();
  expect(viewer.screen.getByRole('link', { name: 'Nova skupina' }).elements()).toHaveLength(0);
});

test('a group with participants is not deleted but hidden', async () => {
  const changes: unknown[] = [];
  const all = answers([hipHop]);
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: {
        ...all.groups,
        remove: () => new Refusal({ status: 409, code: 'in_use' }),
        setStatus: ({ body }) => {
          changes.push(body);
          return groupOf({ ...hipHop, active: false });
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Dejanja: Hip hop mladi' }).click();
  await screen.getByRole('menuitem', { name: 'Izbriši skupino' }).click();
  await expect
    .element(screen.getByRole('dialog', { name: 'Izbrišem skupino »Hip hop mladi«?' }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Izbriši skupino' }).click();
  await expect
    .element(screen.getByRole('dialog', { name: 'Skupine »Hip hop mladi« ni mogoče izbrisati' }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Umakni objavo' }).click();
  await expect.element(screen.getByText('Skupina ni več objavljena')).toBeVisible();
  expect(changes).toEqual([{ active: false }]);
});

test('on a phone the list is stacked and nothing sticks out', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderApp({ path: '/groups', answers: answers([summaryOf(), hipHop]) });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('groups-list');
  await page.viewport(1440, 900);
});
