import type { Session } from '@vpisnik/contract/sessions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import type { Answers } from '../../../../test/fake-api.ts';
import { groupOf, idOf, listOf } from '../../../../test/groups.ts';
import { participantOf, participantServer } from '../../../../test/participants.ts';
import { sessionOf } from '../../../../test/render.tsx';

const sessionAt = (date: string, start_time: string, fields: Partial<Session> = {}): Session => ({
  group_id: idOf(1),
  group_name: { sl: 'Hip hop mladi' },
  background_color: '#2f7f79',
  category_id: idOf(11),
  location_id: idOf(21),
  state: 'regular',
  reason: {},
  exception_id: null,
  moved_from: null,
  date,
  start_time,
  duration: 60,
  location_name: 'Dvorana Šiška',
  leaders: [{ id: idOf(31), name: 'Rok Zupan' }],
  places: 20,
  taken: 13,
  waiting: 0,
  ...fields,
});

/** Wednesday, 17:22 in Ljubljana. */
const now = new Date('2026-09-16T15:22:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

function serverOf(...sessions: Session[]) {
  const asked: { from: string; to: string }[] = [];
  const { server, answers } = participantServer(participantOf());
  const all: Answers = {
    ...answers,
    sessions: {
      list: ({ query }) => {
        asked.push(query);
        return { results: sessions.filter(({ date }) => date >= query.from && date <= query.to) };
      },
    },
  };
  return { asked, server, answers: all };
}

const event = (name: RegExp) =>
  page.getByRole('region', { name: 'Tedenski koledar' }).getByRole('link', { name });

describe('the week', () => {
  it('is this one at first, and the arrows and "today" keep it in the address', async () => {
    const { asked, answers } = serverOf(sessionAt('2026-09-16', '17:00'));
    const { router } = await renderApp({ path: '/dashboard', answers });
    await expect.element(page.getByRole('heading', { name: '14.–20. september 2026' })).toBeVisible();
    expect(asked).toEqual([{ from: '2026-09-14', to: '2026-09-20' }]);
    await page.getByRole('button', { name: 'Naslednji teden' }).click();
    await expect.element(page.getByRole('heading', { name: '21.–27. september 2026' })).toBeVisible();
    expect(router.state.location.search).toEqual({ week: '2026-09-21' });
    await expect.element(page.getByText('V tem tednu ni terminov')).toBeVisible();
    await page.getByRole('button', { name: 'Danes' }).click();
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('goes from week to week over the change of clocks', async () => {
    const { asked, answers } = serverOf(sessionAt('2026-10-25', '17:00'), sessionAt('2026-10-26', '17:00'));
    const { router } = await renderApp({ path: '/dashboard?week=2026-10-21', answers });
    await expect.element(page.getByRole('heading', { name: '19.–25. oktober 2026' })).toBeVisible();
    await expect.element(event(/Hip hop mladi.*17:00–18:00/)).toBeVisible();
    await page.getByRole('button', { name: 'Naslednji teden' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ week: '2026-10-26' });
    await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-10-26', to: '2026-11-01' });
    await expect.element(event(/17:00–18:00/)).toBeVisible();
  });

  it('puts overlapping sessions side by side, marks what is over and today, and folds empty hours', async () => {
    const { answers } = serverOf(
      sessionAt('2026-09-16', '09:00', { group_name: { sl: 'Ples 60+' } }),
      sessionAt('2026-09-16', '16:30', { group_name: { sl: 'Otroški balet' } }),
      sessionAt('2026-09-16', '17:00', { duration: 75 }),
    );
    await renderApp({ path: '/dashboard', answers });
    const [ballet, hipHop] = [event(/Otroški balet/), event(/Hip hop/)];
    await expect.element(ballet).toBeVisible();
    const [left, right] = [
      ballet.element().getBoundingClientRect(),
      hipHop.element().getBoundingClientRect(),
    ];
    expect(left.right).toBeLessThanOrEqual(right.left);
    expect(right.top - left.top).toBe(33);
    expect(event(/Ples 60/).element()).toHaveAttribute('data-past');
    expect(ballet.element()).not.toHaveAttribute('data-past');
    await expect
      .element(page.getByRole('heading', { name: /sreda 16/ }))
      .toHaveAttribute('aria-current', 'date');
    await expectAccessible(document);
    await page.getByRole('button', { name: '10:00–16:00 brez terminov' }).click();
    await expect.element(page.getByText('12:00', { exact: true })).toBeInTheDocument();
  });

  it('is a list when asked, and day by day from today on where it is narrow', async () => {
    const { answers } = serverOf(sessionAt('2026-09-14', '17:00'), sessionAt('2026-09-17', '18:00'));
    const { router } = await renderApp({ path: '/dashboard?view=list', answers });
    await expect.element(page.getByRole('heading', { name: /Ponedeljek, 14\. 9\./ })).toBeVisible();
    await page.viewport(360, 780);
    await expect.element(page.getByRole('heading', { name: /Četrtek, 17\. 9\./ })).toBeVisible();
    expect(page.getByRole('heading', { name: /Ponedeljek/ }).query()).toBe(null);
    await expectAccessible(document);
    await page.getByRole('button', { name: /ponedeljek 14/ }).click();
    await expect.element(page.getByRole('heading', { name: /Ponedeljek, 14\. 9\./ })).toBeVisible();
    await page.getByRole('link', { name: /17:00.*Hip hop mladi/ }).click();
    await expect.poll(() => router.state.location.href).toBe(`/groups/${idOf(1)}?tab=participants`);
  });

  it('goes by the zone of the organisation, not of the device', async () => {
    vi.setSystemTime(new Date('2026-09-20T22:30:00Z'));
    const { asked, answers } = serverOf();
    await renderApp({ path: '/dashboard', answers });
    await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-09-21', to: '2026-09-27' });
  });
});

describe('what waits to be done', () => {
  it('leads an administrator to the oldest application and to who waits for a free place', async () => {
    const { server, answers } = serverOf();
    server.group = groupOf({ places: 16, taken: 14, waiting: 2 });
    await renderApp({ path: '/dashboard', answers });
    const pending = page.getByRole('link', { name: /1 nova prijava.*Najstarejša čaka 3 dni/ });
    await expect
      .element(pending)
      .toHaveAttribute('href', '/participants?status=%5B%22pending%22%5D&sort=application_date');
    const free = page.getByRole('link', { name: /Prosti sta 2 mesti, čakata 2 osebi.*Moderni ples/ });
    await expect.element(free).toHaveAttribute('href', expect.stringContaining('waitlisted'));
  });

  it('leads everybody else to their groups', async () => {
    const { server, answers } = serverOf();
    server.group = groupOf({ places: 16, taken: 14, waiting: 2 });
    await renderApp({ path: '/dashboard', answers, session: sessionOf('GROUP_VIEWER_USER') });
    await expect
      .element(page.getByRole('link', { name: /1 nova prijava/ }))
      .toHaveAttribute('href', '/groups');
    const free = page.getByRole('link', { name: /čakata 2 osebi/ });
    await expect.element(free).toHaveAttribute('href', expect.stringContaining(`/groups/${idOf(1)}?`));
  });

  it('says when nothing waits', async () => {
    const { server, answers } = serverOf();
    server.rows.clear();
    await renderApp({ path: '/dashboard', answers: { ...answers, groups: { list: () => listOf() } } });
    await expect.element(page.getByText('Nobena prijava ne čaka na odločitev')).toBeVisible();
  });
});
