import { onlineManager } from '@tanstack/react-query';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { balletOf, categoryOf, references } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf, summaryOf } from '../../../../../test/fixtures/groups.ts';
import { organizationOf } from '../../../../../test/fixtures/organizations.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: days are filtered by, moved and shown, whenever that is

const hipHop = summaryOf({ id: idOf(2), name: { sl: 'Hip hop mladi' }, pending: 0, leaders: [] });
const closed = summaryOf({ id: idOf(3), name: { sl: 'Stepanje' }, active: false, enrolment: 'closed' });
const old = summaryOf({
  id: idOf(4),
  name: { sl: 'Lanska salsa' },
  active: false,
  archived_at: '2026-07-01T08:00:00Z',
});

const every = ['current', 'upcoming', 'past'];

type Asked = Record<string, unknown>;

/** The list over some groups; the second page comes when it is asked for. */
function answers(groups: GroupSummary[], asked: Asked[] = []): Answers {
  return {
    ...references(),
    groups: {
      list: ({ query }) => {
        const query_ = query as Asked;
        if (query_.limit !== '1') asked.push(query_);
        const found = groups.filter(
          ({ name, active, archived_at, end_date }) =>
            (!query_.search || name.sl?.includes(String(query_.search))) &&
            String(archived_at !== null) === query_.archived &&
            (query_.active === undefined || String(active) === query_.active) &&
            [query_.period ?? every]
              .flat()
              .includes(end_date && end_date < '2026-01-01' ? 'past' : 'current'),
        );
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

test.each([
  [1, '16 od 16 · 1 ponujeno + 2 čakata', '16 of 16 · 1 offered + 2 waiting'],
  [2, '16 od 16 · 2 ponujeni + 2 čakata', '16 of 16 · 2 offered + 2 waiting'],
  [3, '16 od 16 · 3 ponujena + 2 čakata', '16 of 16 · 3 offered + 2 waiting'],
  [5, '16 od 16 · 5 ponujenih + 2 čakata', '16 of 16 · 5 offered + 2 waiting'],
])('a row says how many of its places are only offered: %i', async (offered, sl, en) => {
  for (const [locale, words] of Object.entries({ sl, en })) {
    const { screen } = await renderApp({
      path: '/groups',
      answers: answers([summaryOf({ taken: 16, offered, waiting: 2 })]),
      locale: locale === 'en' ? 'en' : 'sl',
    });
    await expect.element(screen.getByRole('cell', { name: words })).toBeVisible();
    await screen.unmount();
  }
});

test('two ticks of a filter both count before the page shows the first', async () => {
  const { screen, router } = await renderApp({ path: '/groups', answers: answers([summaryOf()]) });
  await screen.getByRole('button', { name: 'Kategorija' }).click();
  const boxes = ['Balet', 'Moderni in jazz'].map((name) => screen.getByRole('checkbox', { name }));
  for (const box of boxes) await expect.element(box).toBeVisible();
  for (const box of boxes.map((one) => one.element() as HTMLInputElement)) box.click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ category_id: [balletOf().id, categoryOf().id] });
});

test('a shared address shows the same list, and further pages follow on demand', async () => {
  const asked: Asked[] = [];
  const { screen } = await renderApp({
    path: `/groups?active=false&location_id=${encodeURIComponent(JSON.stringify([idOf(21)]))}`,
    answers: answers([closed, { ...closed, id: idOf(5) }, { ...closed, id: idOf(6) }], asked),
  });
  await expect.element(screen.getByRole('button', { name: 'Stanje: Neobjavljene' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Lokacija: Dvorana Šiška' })).toBeVisible();
  expect(asked[0]).toMatchObject({ active: 'false', location_id: idOf(21) });
  await expect.element(screen.getByText('Prikazano: 1 od 3')).toBeVisible();
  await screen.getByRole('button', { name: 'Pokaži več' }).click();
  await expect.element(screen.getByText('Prikazano: 2 od 3')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ last_id: 'next' });
});

test('the groups of a leader who has left can still be found', async () => {
  const asked: Asked[] = [];
  const nina = { id: idOf(31), name: 'Nina Bergant', active: true };
  const left = { id: idOf(32), name: 'Ana Novak', active: false };
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...answers([summaryOf(), hipHop], asked),
      users: { leaders: ({ query }) => ({ results: (query as Asked)?.former ? [nina, left] : [nina] }) },
    },
  });
  await screen.getByRole('button', { name: 'Vodja' }).click();
  await screen.getByRole('checkbox', { name: 'Ana Novak (neaktivno)' }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ leader_id: left.id });
});

test('a further page that does not come says so, and can be asked for again', async () => {
  const all = answers([closed, { ...closed, id: idOf(5) }, { ...closed, id: idOf(6) }]);
  const list = all.groups?.list;
  const down = Promise.withResolvers<Refusal>();
  let isDown = true;
  const { screen } = await renderApp({
    path: '/groups?active=false',
    answers: {
      ...all,
      groups: {
        list: (input) => (!list || (isDown && (input.query as Asked).last_id) ? down.promise : list(input)),
      },
    },
  });
  const more = screen.getByRole('button', { name: 'Pokaži več' });
  await more.click();
  await expect.element(more).toHaveAttribute('aria-disabled', 'true');
  await expect.element(more).toHaveFocus();
  down.resolve(new Refusal({ status: 0 }));
  await expect.element(screen.getByRole('alert').getByText(/^Ni povezave s strežnikom/)).toBeVisible();
  await expect.element(more).toHaveFocus();
  await expect.element(screen.getByText('Prikazano: 1 od 3')).toBeVisible();
  isDown = false;
  await more.click();
  await expect.element(screen.getByText('Prikazano: 2 od 3')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  // the last page takes the button away, and the focus stays among the rows that came
  await expect.element(more).not.toBeInTheDocument();
  await expect
    .poll(() => screen.getByRole('row').elements().at(-1)?.contains(document.activeElement))
    .toBe(true);
});

test('unknown parts of an address are not sent to the API', async () => {
  const asked: Asked[] = [];
  const { screen } = await renderApp({
    path: '/groups?sort=email&active=perhaps&category_id=none&view=x&from=2026-13-40&period=soon',
    answers: answers([summaryOf(), hipHop], asked),
  });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  expect(asked).toEqual([
    {
      period: ['current', 'upcoming'],
      archived: 'false',
      sort: 'name',
      language: 'sl',
      limit: '25',
      with_total: 'true',
    },
  ]);
});

test('without a connection a search says so, and is answered when it is back', async () => {
  const all = answers([summaryOf(), hipHop]);
  const list = all.groups?.list;
  let isDown = false;
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: { list: (input) => (isDown || !list ? new Refusal({ status: 0 }) : list(input)) },
    },
  });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  isDown = true;
  onlineManager.setOnline(false);
  try {
    const search = screen.getByRole('searchbox', { name: 'Ime skupine' });
    await search.click();
    await userEvent.keyboard('Hip');
    await expect.element(screen.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Poskusi znova' })).toBeVisible();
    await expect.element(search).toHaveFocus();
  } finally {
    isDown = false;
    onlineManager.setOnline(true);
  }
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
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
  // one way on, not a second one in the head
  expect(screen.getByRole('link', { name: 'Nova skupina' }).elements()).toHaveLength(1);
  await screen.unmount();

  const viewer = await renderApp({
    path: '/groups',
    answers: answers([]),
    session: sessionOf('GROUP_VIEWER_USER'),
  });
  await expect.element(viewer.screen.getByRole('heading', { name: 'Tu še ni skupin' })).toBeVisible();
  expect(viewer.screen.getByRole('link', { name: 'Nova skupina' }).elements()).toHaveLength(0);
});

test('a group with participants is not deleted but put away, which can be taken back', async () => {
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
          const archived_at = body.archived ? '2026-11-21T08:00:00Z' : null;
          return groupOf({ ...hipHop, active: body.active ?? false, archived_at });
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
  await screen.getByRole('button', { name: 'Arhiviraj skupino' }).click();
  await expect.element(screen.getByText('Skupina je arhivirana')).toBeVisible();
  await screen.getByRole('button', { name: 'Razveljavi' }).click();
  await expect.element(screen.getByText('Skupina je vrnjena iz arhiva')).toBeVisible();
  expect(changes).toEqual([{ archived: true }, { archived: false, active: true }]);
});

test('a group with people in it that is put away can tell them that it is cancelled, and does not by itself', async () => {
  const changes: unknown[] = [];
  const all = answers([hipHop]);
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      session_notices: {
        audience: () => ({ participants: 12, leaders: 1, without_email: 0, turned_off: 0 }),
      },
      groups: {
        ...all.groups,
        setStatus: ({ body }) => {
          changes.push(body);
          return groupOf({ ...hipHop, active: false, archived_at: '2026-11-21T08:00:00Z' });
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Dejanja: Hip hop mladi' }).click();
  await screen.getByRole('menuitem', { name: 'Arhiviraj skupino' }).click();
  const question = screen.getByRole('dialog', { name: 'Arhiviram skupino »Hip hop mladi«?' });
  const tell = question.getByRole('checkbox', { name: /^Skupina odpade/ });
  await expect.element(question.getByText(/^12 udeležencev, 1 vodja/)).toBeVisible();
  await expect.element(tell).not.toBeChecked();
  await tell.click();
  await question.getByRole('textbox', { name: /^Vaše besedilo.*slov/ }).fill('Premalo prijav.');
  await expectAccessible(document);
  await question.getByRole('button', { name: 'Arhiviraj skupino' }).click();
  await expect.element(screen.getByText('Skupina je arhivirana')).toBeVisible();
  expect(changes).toEqual([{ archived: true, notice: { note: { sl: 'Premalo prijav.' } } }]);
});

test('publishing out of the archive, taken back, puts the group back there', async () => {
  const changes: unknown[] = [];
  const all = answers([old]);
  const { screen } = await renderApp({
    path: '/groups?archived=true',
    answers: {
      ...all,
      groups: {
        ...all.groups,
        setStatus: ({ body }) => {
          changes.push(body);
          return groupOf({ ...old, active: body.active ?? false, archived_at: null });
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Dejanja: Lanska salsa' }).click();
  await screen.getByRole('menuitem', { name: 'Objavi skupino' }).click();
  await expect.element(screen.getByText('Skupina je objavljena')).toBeVisible();
  await screen.getByRole('button', { name: 'Razveljavi' }).click();
  await expect.element(screen.getByText('Skupina je arhivirana')).toBeVisible();
  expect(changes).toEqual([{ active: true }, { archived: true }]);
});

test('archived groups are counted, and listed by their filter', async () => {
  const { screen, router } = await renderApp({ path: '/groups', answers: answers([hipHop, old]) });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Lanska salsa' })).not.toBeInTheDocument();
  await screen.getByRole('link', { name: '1 arhivirana' }).click();
  await expect.element(screen.getByRole('link', { name: 'Lanska salsa' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Stanje: Arhivirane' })).toBeVisible();
  expect(router.state.location.search).toEqual({ archived: true });
});

test('a group is published and closed in its row, and an incomplete one says where to go', async () => {
  const changes: unknown[] = [];
  const all = answers([closed]);
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: {
        ...all.groups,
        setStatus: ({ body }) => {
          changes.push(body);
          return changes.length > 1
            ? new Refusal({ status: 422, code: 'invalid_fields' })
            : groupOf({ ...closed, active: true });
        },
      },
    },
  });
  const state = screen.getByRole('button', { name: /spremeni stanje: Stepanje/ });
  await state.click();
  await screen.getByRole('menuitem', { name: 'Objavi skupino' }).click();
  await expect.element(screen.getByText('Skupina je objavljena')).toBeVisible();
  await state.click();
  await screen.getByRole('menuitem', { name: 'Objavi skupino' }).click();
  await expect.element(screen.getByText(/Skupina še ni popolna/)).toBeVisible();
  expect(changes).toEqual([{ active: true }, { active: true }]);
});

test('time, places and leaders narrow the list, and the order may follow the calendar', async () => {
  const asked: Asked[] = [];
  const { screen, router } = await renderApp({ path: '/groups', answers: answers([hipHop], asked) });
  await screen.getByRole('button', { name: 'Obdobje: Potekajo in prihodnje' }).click();
  await screen.getByRole('checkbox', { name: 'Še se niso začele' }).click();
  await screen.getByRole('textbox', { name: 'Od dne' }).fill('01.09.2026');
  await userEvent.keyboard('{Tab}');
  await expectAccessible(document);
  await picture('groups-period');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Mesta', exact: true }).click();
  await screen.getByRole('radio', { name: 'S prostimi mesti' }).click();
  await screen.getByRole('button', { name: 'Vodja' }).click();
  await screen.getByRole('checkbox', { name: 'Nina Bergant' }).click();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Izberi stolpce' }).click();
  await screen.getByRole('checkbox', { name: 'Začetek in konec' }).click();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Začetek in konec' }).click();
  await expect
    .element(screen.getByRole('columnheader', { name: 'Začetek in konec' }))
    .toHaveAttribute('aria-sort', 'ascending');
  expect(router.state.location.search).toEqual({
    period: ['current'],
    from: '2026-09-01',
    free_places: true,
    leader_id: [idOf(31)],
    sort: 'start_date',
  });
  expect(asked.at(-1)).toMatchObject({
    period: 'current',
    from: '2026-09-01',
    free_places: 'true',
    leader_id: idOf(31),
    sort: 'start_date',
    archived: 'false',
  });
});

test('a viewer is offered no change and no list of leaders', async () => {
  const { screen } = await renderApp({
    path: '/groups',
    answers: answers([hipHop]),
    session: sessionOf('GROUP_VIEWER_USER'),
  });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /spremeni stanje/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Vodja' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Dejanja: Hip hop mladi' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Kopiraj povezavo' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Kopiraj skupino' })).not.toBeInTheDocument();
});

test('weeks that lead to no date are refused at their field', async () => {
  const source = summaryOf({ languages: ['sl'], name: { sl: 'Moderni ples' } });
  const all = answers([source]);
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: {
        ...all.groups,
        copy: () =>
          new Refusal({
            status: 422,
            code: 'invalid_fields',
            errors: [{ path: 'shift_days', code: 'invalid_date' }],
          }),
      },
    },
  });
  await screen.getByRole('button', { name: 'Dejanja: Moderni ples' }).click();
  await screen.getByRole('menuitem', { name: 'Kopiraj skupino' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Kopija skupine »Moderni ples«' });
  await expect.element(sheet.getByRole('radio', { checked: true })).toHaveFocus();
  await sheet.getByRole('button', { name: 'Ustvari kopijo' }).click();
  await sheet.getByRole('link', { name: /^Zamik v tednih – / }).click();
  const weeks = sheet.getByRole('textbox', { name: /^Zamik v tednih/ });
  await expect.element(weeks).toHaveFocus();
  await expect.element(weeks).toBeInvalid();
});

test('a copy for the next season proposes name, label and dates, and is opened', async () => {
  const sent: unknown[] = [];
  const made = groupOf({ id: idOf(9), name: { sl: 'Moderni ples' }, languages: ['sl'], active: false });
  const source = summaryOf({ languages: ['sl'], name: { sl: 'Moderni ples' } });
  const all = answers([source]);
  const { screen, router } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: {
        ...all.groups,
        get: () => made,
        copy: ({ body }) => {
          sent.push(body);
          return sent.length > 1
            ? made
            : new Refusal({
                status: 409,
                code: 'label_taken',
                errors: [{ path: 'label', code: 'label_taken' }],
              });
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Dejanja: Moderni ples' }).click();
  await screen.getByRole('menuitem', { name: 'Kopiraj skupino' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Kopija skupine »Moderni ples«' });
  await expect
    .element(sheet.getByText(/15\. 9\. 2026 – 17\. 6\. 2027 postane 14\. 9\. 2027 – 15\. 6\. 2028/))
    .toBeVisible();
  await expect.element(sheet.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('moderni-ples-2027');
  await sheet.getByRole('textbox', { name: 'Ime skupine' }).fill('');
  await sheet.getByRole('button', { name: 'Ustvari kopijo' }).click();
  await expect.element(sheet.getByRole('link', { name: /ime skupine – Izpolnite to polje/ })).toBeVisible();
  await expectAccessible(document);
  await picture('group-copy');
  // a key beside the fields loses nothing
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Ostani' }).click();
  await sheet.getByRole('textbox', { name: 'Ime skupine' }).fill('Moderni ples 2027');
  await sheet.getByRole('button', { name: 'Ustvari kopijo' }).click();
  await expect
    .element(sheet.getByRole('link', { name: /Oznaka – Ta oznaka je že uporabljena/ }))
    .toBeVisible();
  await sheet.getByRole('textbox', { name: 'Oznaka' }).fill('moderni-27');
  await sheet.getByRole('button', { name: 'Ustvari kopijo' }).click();
  await expect.element(screen.getByText(/Kopija je ustvarjena/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Moderni ples' })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/groups/${idOf(9)}`);
  expect(sent.at(-1)).toEqual({ name: { sl: 'Moderni ples 2027' }, label: 'moderni-27', shift_days: 364 });
});

test('the link is shared as a code to scan, and as a frame where sites may embed it', async () => {
  const { screen } = await renderApp({
    path: '/groups',
    answers: answers([hipHop]),
    session: sessionOf('ORGANIZATION_ADMIN', organizationOf({ embed_origins: ['https://www.primer.si'] })),
  });
  await screen.getByRole('button', { name: 'Dejanja: Hip hop mladi' }).click();
  await screen.getByRole('menuitem', { name: 'Koda QR in vgradnja' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Povezava do obrazca' });
  await expect.element(sheet.getByRole('img', { name: 'Koda QR s povezavo do obrazca' })).toBeVisible();
  await expect.element(sheet.getByText(/Koda deluje na: www.primer.si/)).toBeVisible();
  await expect
    .element(sheet.getByRole('textbox', { name: 'Koda za vgradnjo' }))
    .toHaveValue(expect.stringContaining('<iframe data-vpisnik'));
  await expectAccessible(document);
  await picture('group-share');
  await screen.unmount();

  const unset = await renderApp({ path: '/groups', answers: answers([hipHop]) });
  await unset.screen.getByRole('button', { name: 'Dejanja: Hip hop mladi' }).click();
  await unset.screen.getByRole('menuitem', { name: 'Koda QR in vgradnja' }).click();
  await expect
    .element(unset.screen.getByRole('link', { name: 'Dodaj spletno mesto v nastavitvah' }))
    .toHaveAttribute('href', '/settings');
  await expect
    .element(unset.screen.getByRole('textbox', { name: 'Koda za vgradnjo' }))
    .not.toBeInTheDocument();
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

test('on a phone a row has its whole menu, at its end', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderApp({ path: '/groups', answers: answers([summaryOf(), closed, old]) });
  const more = screen.getByRole('button', { name: 'Dejanja: Stepanje' });
  await expect.element(more).toBeVisible();
  const box = more.element().getBoundingClientRect();
  expect([box.width, box.height]).toEqual([44, 44]);
  const row = more.element().closest('tr')?.getBoundingClientRect();
  expect(row && box.bottom <= row.bottom && box.right <= 360).toBe(true);
  await more.click();
  const items = screen.getByRole('menuitem').elements();
  for (const item of items) item.scrollIntoView({ block: 'nearest' });
  await expect.element(screen.getByRole('menuitem', { name: 'Izbriši skupino' })).toBeVisible();
  expect(items.length).toBeGreaterThan(6);
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('groups-row-menu');
  await page.viewport(1440, 900);
});

test.each([640, 1280])(
  'the page is no wider than a screen of %i px, whatever groups are called',
  async (width) => {
    await page.viewport(width, 800);
    const long = 'Besedabrezpresledkov'.repeat(9);
    const wordy = summaryOf({ name: { sl: long }, location_name: long, pending: 3 });
    const { screen } = await renderApp({ path: '/groups', answers: answers([wordy, hipHop]) });
    await expect.element(screen.getByRole('link', { name: long })).toBeVisible();
    expect(document.scrollingElement?.scrollWidth).toBe(width);
    await page.viewport(1440, 900);
  },
);

test('groups that are over stay out of the list until they are asked for or searched', async () => {
  const over = summaryOf({
    id: idOf(5),
    name: { sl: 'Jazz' },
    start_date: '2024-09-03',
    end_date: '2025-06-19',
  });
  const { screen, router } = await renderApp({ path: '/groups', answers: answers([hipHop, over]) });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  await expect.element(screen.getByText('· 2026/27')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Obdobje: Potekajo in prihodnje' })).toBeVisible();
  const jazz = screen.getByRole('link', { name: 'Jazz' });
  await expect.element(jazz).not.toBeInTheDocument();
  await screen.getByRole('link', { name: '1 je končana' }).click();
  await expect.element(jazz).toBeVisible();
  await expect.element(screen.getByText('· 2024/25')).toBeVisible();
  expect(router.state.location.search).toEqual({ period: ['past'] });
  await screen.getByRole('button', { name: 'Odstrani filter: Obdobje' }).click();
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).toBeVisible();
  await expect.element(jazz).toBeVisible();
  expect(router.state.location.search).toEqual({ every_period: true });
  await router.navigate({ to: '/groups', search: { search: 'Jazz' } });
  await expect.element(screen.getByRole('link', { name: 'Hip hop mladi' })).not.toBeInTheDocument();
  await expect.element(jazz).toBeVisible();
});

test('the groups of a new season are copied in one sheet, and those that could not be are left to try again', async () => {
  const sent: Asked[] = [];
  const endless = summaryOf({ id: idOf(6), name: { sl: 'Vadba' }, start_date: null, end_date: null });
  const all = answers([hipHop, endless, summaryOf({ id: idOf(7), name: { sl: 'Jazz' }, label: 'jazz' })]);
  let isDown = true;
  const reached = Promise.withResolvers<void>();
  const originals = [hipHop, endless, summaryOf({ id: idOf(7), name: { sl: 'Jazz' }, label: 'jazz' })];
  const present = [...originals];
  const { screen } = await renderApp({
    path: '/groups',
    answers: {
      ...all,
      groups: {
        list: () => ({ results: present, last_id: null, total: present.length }),
        copy: ({ params, body }) => {
          if (params.id === idOf(7) && isDown) return reached.promise.then(() => new Refusal({ status: 0 }));
          if (body.label === `${hipHop.label}-2027`) return new Refusal({ status: 409, code: 'label_taken' });
          sent.push(body);
          present.push(summaryOf({ id: idOf(8), name: { sl: 'Hip hop mladi, kopija' } }));
          return groupOf({ id: idOf(8) });
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Nova sezona' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Skupine nove sezone' });
  // the groups come after the sheet
  await expect.element(sheet.getByRole('textbox', { name: 'Zamik v tednih' })).toHaveFocus();
  await expect.element(sheet.getByRole('checkbox', { name: 'Hip hop mladi' })).toBeChecked();
  // one that never ends goes on by itself
  await expect.element(sheet.getByRole('checkbox', { name: 'Vadba' })).not.toBeChecked();
  await expect
    .element(sheet.getByText('15. 9. 2026 – 17. 6. 2027 postane 14. 9. 2027 – 15. 6. 2028').first())
    .toBeVisible();
  await expectAccessible(document);
  await picture('copy-season');
  // an earlier season, or none, is no next one
  const weeks = sheet.getByRole('textbox', { name: 'Zamik v tednih' });
  for (const [typed, problem] of [
    ['0', 'Vpišite število, ki je vsaj 1.'],
    ['-52', 'Vpišite število, ki je vsaj 1.'],
    ['529', 'Vpišite število, ki je največ 528.'],
  ] as const) {
    await weeks.fill(typed);
    await sheet.getByRole('button', { name: 'Ustvari 2 kopiji' }).click();
    await expect.element(sheet.getByText(problem, { exact: true })).toBeVisible();
  }
  expect(sent).toEqual([]);
  await weeks.fill('52');
  await sheet.getByRole('button', { name: 'Ustvari 2 kopiji' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Ustvarjam: 2 od 2' })).toBeVisible();
  reached.resolve();
  await expect
    .element(sheet.getByText(/^1 kopija je ustvarjena\. 1 skupine ni bilo mogoče kopirati/))
    .toBeVisible();
  await expect.element(sheet.getByRole('checkbox', { name: 'Hip hop mladi', exact: true })).not.toBeChecked();
  // the copy is in the list behind the sheet by now, but is no original
  await expect
    .poll(() => screen.getByRole('link', { name: 'Hip hop mladi, kopija', includeHidden: true }).query())
    .not.toBe(null);
  await expect.element(sheet.getByRole('checkbox', { name: /kopija/ })).not.toBeInTheDocument();
  // one that is gone by now is still counted: it fails by name
  present.splice(0, present.length);
  isDown = false;
  await sheet.getByRole('button', { name: 'Ustvari 1 kopijo' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toMatchObject([
    { label: `${hipHop.label}-2027-2`, shift_days: 364, name: hipHop.name },
    { label: 'jazz-2027', shift_days: 364 },
  ]);
});
