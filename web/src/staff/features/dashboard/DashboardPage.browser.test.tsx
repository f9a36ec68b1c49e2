import type { CalendarFeed } from '@vpisnik/contract/calendar-feeds';
import type { DashboardFacts } from '@vpisnik/contract/dashboard';
import type { SessionExceptionRow } from '@vpisnik/contract/session-exceptions';
import type { Session } from '@vpisnik/contract/sessions';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { references } from '../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { participantOf } from '../../../../test/fixtures/participants.ts';
import { idOf, stamped } from '../../../../test/fixtures/rows.ts';
import { groupSessionOf } from '../../../../test/fixtures/sessions.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../test/servers/participant-server.ts';

const sessionAt = (date: string, start_time: string, fields: Partial<Session> = {}) =>
  groupSessionOf(date, {
    group_name: { sl: 'Hip hop mladi' },
    start_time,
    duration: 60,
    leaders: [{ id: idOf(31), name: 'Rok Zupan' }],
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
  const { answers } = participantServer(participantOf());
  const facts: DashboardFacts = {
    pending: 0,
    oldest_pending: null,
    offering: [],
    undelivered: 0,
    overdue: null,
  };
  const all: Answers = {
    ...answers,
    ...references(),
    dashboard: { facts: () => facts },
    calendar_feeds: { list: () => ({ results: [] }) },
    sessions: {
      list: ({ query }) => {
        asked.push(query);
        return { results: sessions.filter(({ date }) => date >= query.from && date <= query.to) };
      },
    },
  };
  return { asked, facts, answers: all };
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

  it('puts overlapping sessions side by side, marks past ones and today, and folds empty hours', async () => {
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

  it('names and shows on focus the details that have no room beside other sessions', async () => {
    const long = { sl: 'Latinskoameriški plesi za začetnike' };
    const { answers } = serverOf(
      sessionAt('2026-09-16', '16:30', { group_name: long, location_name: 'Dvorana Šiška' }),
      sessionAt('2026-09-16', '17:00', { duration: 75 }),
    );
    await renderApp({ path: '/dashboard', answers });
    const narrow = event(/^Latinskoameriški plesi za začetnike 16:30–17:30 Dvorana Šiška \d+ od \d+ mest$/);
    await expect.element(narrow).toBeVisible();
    const element = narrow.element() as HTMLElement;
    const before = element.getBoundingClientRect();
    await picture('week-narrow');
    await userEvent.keyboard('{Shift}');
    element.focus();
    const after = element.getBoundingClientRect();
    expect(after.width).toBeGreaterThan(before.width * 1.8);
    const name = narrow.getByText(long.sl).element();
    expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight);
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
    expect(narrow.getByText('Dvorana Šiška').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      after.bottom,
    );
    await picture('week-narrow-focus');
    await expectAccessible(document);
  });

  it('is a list when asked, and day by day from today on where it is narrow', async () => {
    const { answers } = serverOf(sessionAt('2026-09-14', '17:00'), sessionAt('2026-09-17', '18:00'));
    const { router } = await renderApp({ path: '/dashboard?view=list', answers });
    await expect.element(page.getByRole('heading', { name: /Ponedeljek, 14\. 9\./ })).toBeVisible();
    await page.viewport(360, 780);
    await expect.element(page.getByRole('heading', { name: /Četrtek, 17\. 9\./ })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /Ponedeljek/ })).not.toBeInTheDocument();
    await expectAccessible(document);
    await page.getByRole('button', { name: /ponedeljek 14/ }).click();
    await expect.element(page.getByRole('heading', { name: /Ponedeljek, 14\. 9\./ })).toBeVisible();
    await page.getByRole('link', { name: /17:00.*Hip hop mladi/ }).click();
    await expect.poll(() => router.state.location.href).toBe(`/groups/${idOf(1)}?tab=participants`);
  });

  it('has the sessions above the filters on a phone, and the next one when the week is over', async () => {
    await page.viewport(360, 780);
    const { asked, answers } = serverOf(
      sessionAt('2026-09-15', '17:00'),
      sessionAt('2026-09-17', '18:00', { state: 'cancelled' }),
      sessionAt('2026-09-29', '18:00', { state: 'cancelled' }),
      sessionAt('2026-10-01', '18:30', { group_name: { sl: 'Jazz' } }),
      sessionAt('2026-10-05', '17:00', { group_name: { sl: 'Balet' } }),
    );
    await renderApp({ path: '/dashboard', answers });
    const next = page.getByRole('link', { name: /18:30.*Jazz/ });
    await expect.element(next).toBeVisible();
    await expect.element(page.getByText('Ta teden je za vami. Naslednji termin:')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /Četrtek, 1\. 10\./ })).toBeVisible();
    await expect.element(page.getByText('Balet')).not.toBeInTheDocument();
    expect(asked.at(-1)).toEqual({ from: '2026-09-21', to: '2026-10-11' });
    const filter = page.getByRole('button', { name: 'Lokacija' }).element();
    expect(filter.getBoundingClientRect().top).toBeGreaterThan(next.element().getBoundingClientRect().bottom);
    await expectAccessible(document);
    await picture('agenda-next');
  });

  it('draws all sessions of a full week on a phone, where only the first ones come at once', async () => {
    await page.viewport(360, 780);
    const times = Array.from(
      { length: 40 },
      (_, at) => `${String(8 + (at >> 2)).padStart(2, '0')}:${15 * (at % 4)}`,
    );
    const { answers } = serverOf(
      ...times.map((time) =>
        sessionAt('2026-09-18', time.replace(/:0$/, ':00'), { group_name: { sl: 'Jazz' } }),
      ),
    );
    await renderApp({ path: '/dashboard', answers });
    await expect.element(page.getByText('40 terminov')).toBeVisible();
    await expect.poll(() => page.getByRole('link', { name: /Jazz/ }).elements().length).toBe(40);
  });

  it('says that the week is over where nothing is near', async () => {
    await page.viewport(360, 780);
    const { answers } = serverOf(sessionAt('2026-09-15', '17:00'));
    await renderApp({ path: '/dashboard', answers });
    await expect.element(page.getByText('Do konca tedna ni več terminov.')).toBeVisible();
  });

  it('goes by the zone of the organisation, not of the device', async () => {
    vi.setSystemTime(new Date('2026-09-20T22:30:00Z'));
    const { asked, answers } = serverOf();
    await renderApp({ path: '/dashboard', answers });
    await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-09-21', to: '2026-09-27' });
  });
});

describe('a session that is not as planned', () => {
  it('is struck through when it does not take place, and says why', async () => {
    const { answers } = serverOf(
      sessionAt('2026-09-16', '17:00', { state: 'cancelled', reason: { sl: 'Nastop v Celju' } }),
      sessionAt('2026-09-17', '17:00', { state: 'closed', reason: { sl: 'Dan reformacije' } }),
      sessionAt('2026-09-18', '17:00', {
        state: 'moved',
        moved_from: { date: '2026-09-15', start_time: '17:00' },
      }),
    );
    await renderApp({ path: '/dashboard', answers });
    await expect.element(event(/Odpovedano: Nastop v Celju/)).toBeVisible();
    expect(
      event(/Nastop/)
        .element()
        .querySelector('s')?.textContent,
    ).toBe('Hip hop mladi');
    await expect.element(event(/Odpovedano: Dan reformacije/)).toBeVisible();
    const moved = event(/Namesto tor\. 15\. 9\. 2026, 17:00/);
    await expect.element(moved).toBeVisible();
    expect(moved.element().querySelector('s')).toBe(null);
    await expectAccessible(document);
  });

  it('names those who have said that they will not come, where it takes place', async () => {
    const absent = [
      { participant_id: idOf(51), name: 'Ajda Kos' },
      { participant_id: idOf(52), name: 'Žan Zupan' },
    ];
    const { answers } = serverOf(
      sessionAt('2026-09-16', '17:00', { absent }),
      sessionAt('2026-09-17', '17:00', { absent, state: 'cancelled' }),
    );
    await renderApp({ path: '/dashboard?view=list', answers });
    await expect.element(page.getByText('Ne prideta: Ajda Kos, Žan Zupan')).toBeVisible();
  });

  it('warns at both that share a place or a leader', async () => {
    const { answers } = serverOf(
      sessionAt('2026-09-16', '17:00'),
      sessionAt('2026-09-16', '17:30', { group_id: idOf(2), group_name: { sl: 'Jazz' } }),
    );
    await renderApp({ path: '/dashboard?view=list', answers });
    const row = page.getByRole('link', { name: /17:30.*Jazz/ });
    await expect
      .element(row.getByText(/Prostor Dvorana Šiška je takrat zaseden: »Hip hop mladi«/))
      .toBeVisible();
    await expect.element(row.getByText(/Rok Zupan takrat vodi »Hip hop mladi«/)).toBeVisible();
  });
});

describe('a session of the calendar', () => {
  const path = { week: '/dashboard', list: '/dashboard?view=list' };
  const stamps = { ...stamped, id: idOf(61), group_id: idOf(1) };

  it.each(['week', 'list'] as const)('is cancelled from its menu, and moved (%s)', async (view) => {
    const { answers } = serverOf(sessionAt('2026-09-15', '17:00'), sessionAt('2026-09-17', '17:00'));
    const bodies: object[] = [];
    const group = groupOf({ languages: ['sl'], name: { sl: 'Hip hop mladi' } });
    await renderApp({
      path: path[view],
      answers: {
        ...answers,
        groups: { ...answers.groups, get: () => group },
        sessions: { ...answers.sessions, clashes: () => ({ results: [] }) },
        session_exceptions: {
          create: ({ body }) => {
            bodies.push(body);
            return { ...stamps, ...body } as SessionExceptionRow;
          },
        },
      },
    });
    const menu = page.getByRole('button', { name: 'Dejanja: Hip hop mladi, četrtek 17:00' });
    await expect.element(menu).toBeInTheDocument();
    // what is past stays as it was
    await expect.element(page.getByRole('button', { name: /torek 17:00/ })).not.toBeInTheDocument();
    for (const [act, submit] of [
      ['Odpovej termin', 'Odpovej termin'],
      ['Prestavi', 'Prestavi termin'],
    ] as const) {
      (menu.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await page.getByRole('menuitem', { name: act, exact: true }).click();
      const sheet = page.getByRole('dialog');
      await expect.element(sheet.getByText('Hip hop mladi')).toBeVisible();
      await expect.element(sheet.getByText(/^četrtek, 17\. 9\. 2026/)).toBeVisible();
      await expectAccessible();
      if (act === 'Prestavi') await sheet.getByRole('textbox', { name: 'Začetek' }).fill('18:00');
      await sheet.getByRole('button', { name: submit }).click();
      await expect.element(sheet).not.toBeInTheDocument();
    }
    expect(bodies).toMatchObject([
      { kind: 'cancelled', date: '2026-09-17', start_time: '17:00' },
      { kind: 'moved', date: '2026-09-17', new_date: '2026-09-17', new_start_time: '18:00' },
    ]);
  });

  it('keeps what is typed in its sheet when the window gets narrower', async () => {
    onTestFinished(() => page.viewport(1440, 900));
    const { answers } = serverOf(sessionAt('2026-09-17', '17:00'));
    await renderApp({
      path: '/dashboard',
      answers: {
        ...answers,
        groups: { ...answers.groups, get: () => groupOf({ languages: ['sl'] }) },
        sessions: { ...answers.sessions, clashes: () => ({ results: [] }) },
      },
    });
    const menu = page.getByRole('button', { name: 'Dejanja: Hip hop mladi, četrtek 17:00' });
    await expect.element(menu).toBeInTheDocument();
    (menu.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('menuitem', { name: 'Odpovej termin' }).click();
    const reason = page.getByRole('dialog').getByRole('textbox', { name: /^Razlog/ });
    await reason.fill('Nastop v Celju');
    await page.viewport(820, 1180);
    await expect
      .element(page.getByRole('navigation', { name: 'Dnevi v tednu', includeHidden: true }))
      .toBeInTheDocument();
    await expect.element(reason).toHaveValue('Nastop v Celju');
  });

  it('keeps the focus when it is cancelled and when it comes to another day', async () => {
    const { answers } = serverOf();
    const week = [sessionAt('2026-09-16', '19:00'), sessionAt('2026-09-17', '17:00')];
    const [other, session] = week as [Session, Session];
    const sessions = [
      week,
      [other, { ...session, state: 'cancelled' as const, exception_id: idOf(61) }],
      [
        other,
        {
          ...session,
          date: '2026-09-18',
          state: 'moved' as const,
          exception_id: idOf(62),
          moved_from: { date: '2026-09-17', start_time: '17:00' },
        },
      ],
      [other],
    ];
    await renderApp({
      path: '/dashboard',
      answers: {
        ...answers,
        groups: { ...answers.groups, get: () => groupOf({ languages: ['sl'] }) },
        sessions: { list: () => ({ results: sessions[0] ?? [] }), clashes: () => ({ results: [] }) },
        session_exceptions: {
          create: ({ body }) => {
            sessions.shift();
            return { ...stamps, ...body } as SessionExceptionRow;
          },
          remove: () => {
            sessions.shift();
            return undefined;
          },
        },
      },
    });
    const menuOn = (day: string) =>
      page.getByRole('button', { name: `Dejanja: Hip hop mladi, ${day} 17:00` });
    const open = async (day: string, act: string) => {
      (menuOn(day).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await page.getByRole('menuitem', { name: act, exact: true }).click();
    };
    await expect.element(menuOn('četrtek')).toBeInTheDocument();
    await open('četrtek', 'Odpovej termin');
    await page.getByRole('dialog').getByRole('button', { name: 'Odpovej termin' }).click();
    await expect.element(event(/Hip hop mladi 17:00–18:00.*Odpovedano/)).toBeVisible();
    await expect.element(menuOn('četrtek')).toHaveFocus();
    const putBack = page.getByRole('dialog').getByRole('button', { name: 'Vrni v redni urnik' });
    await open('četrtek', 'Vrni v redni urnik');
    await putBack.click();
    await expect.element(menuOn('petek')).toHaveFocus();
    await open('petek', 'Vrni v redni urnik');
    await putBack.click();
    // it is in another week now
    await expect.element(menuOn('petek')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('says why its sheet is empty, and tries again', async () => {
    const { answers } = serverOf(sessionAt('2026-09-17', '17:00'));
    let isUp = false;
    const get = () => (isUp ? groupOf({ languages: ['sl'] }) : new Refusal({ status: 503 }));
    await renderApp({
      path: '/dashboard',
      answers: {
        ...answers,
        groups: { ...answers.groups, get },
        sessions: { ...answers.sessions, clashes: () => ({ results: [] }) },
      },
    });
    const menu = page.getByRole('button', { name: 'Dejanja: Hip hop mladi, četrtek 17:00' });
    await expect.element(menu).toBeInTheDocument();
    (menu.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('menuitem', { name: 'Odpovej termin' }).click();
    const sheet = page.getByRole('dialog');
    await expect.element(sheet.getByText('Podatkov ni mogoče prikazati')).toBeVisible();
    isUp = true;
    await sheet.getByRole('button', { name: 'Poskusi znova' }).click();
    await expect.element(sheet.getByText(/^četrtek, 17\. 9\. 2026/)).toBeVisible();
  });

  it('has no menu for those who may not change it', async () => {
    const { answers } = serverOf(sessionAt('2026-09-17', '17:00'));
    await renderApp({ path: '/dashboard', answers, session: sessionOf('GROUP_VIEWER_USER') });
    await expect.element(event(/Hip hop/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Dejanja:/ })).not.toBeInTheDocument();
  });
});

describe('the week on paper', () => {
  afterEach(() => window.dispatchEvent(new Event('afterprint')));
  const print = () => window.dispatchEvent(new Event('beforeprint'));
  const list = page.getByRole('region', { name: 'Termini po dnevih' });

  it('says whose it is, and tells below where those are that stand side by side', async () => {
    const { answers } = serverOf(
      sessionAt('2026-09-16', '17:00'),
      sessionAt('2026-09-16', '17:30', { group_id: idOf(2), location_name: 'Mala dvorana' }),
    );
    const organization = organizationOf({ name: 'Plesna šola Zvezda' });
    await renderApp({ path: '/dashboard', answers, session: sessionOf('ORGANIZATION_ADMIN', organization) });
    await expect.element(page.getByText('Ta teden')).toBeVisible();
    print();
    await expect.element(page.getByRole('main').getByText('Plesna šola Zvezda')).toBeVisible();
    await expect.element(page.getByText('Ta teden')).not.toBeInTheDocument();
    await expect.element(list.getByText(/^Mala dvorana/)).toBeVisible();
    window.dispatchEvent(new Event('afterprint'));
    await expect.element(page.getByText('Ta teden')).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
  });

  it('needs no list where every session has its day’s width', async () => {
    const { answers } = serverOf(sessionAt('2026-09-16', '17:00'), sessionAt('2026-09-16', '18:00'));
    await renderApp({ path: '/dashboard', answers });
    await expect.element(event(/17:00/)).toBeVisible();
    print();
    await expect.element(page.getByText('Ta teden')).not.toBeInTheDocument();
    await expect.element(list).not.toBeInTheDocument();
  });
});

describe('the week narrowed', () => {
  it('to places, leaders and categories stays so in the address, and is widened again', async () => {
    const { answers } = serverOf(
      sessionAt('2026-09-16', '17:00'),
      sessionAt('2026-09-16', '19:00', {
        group_id: idOf(2),
        group_name: { sl: 'Jazz' },
        leaders: [{ id: idOf(32), name: 'Nina Bergant' }],
      }),
    );
    const { router } = await renderApp({ path: '/dashboard', answers });
    await page.getByRole('button', { name: 'Vodja' }).click();
    await page.getByRole('checkbox', { name: 'Nina Bergant' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ leader_id: [idOf(32)] });
    await expect.element(event(/Jazz/)).toBeVisible();
    await expect.element(event(/Hip hop/)).not.toBeInTheDocument();
    await router.navigate({ to: '/dashboard', search: { leader_id: [idOf(32)], location_id: [idOf(22)] } });
    await expect.element(page.getByText('Noben termin ne ustreza filtrom')).toBeVisible();
    await page.getByRole('button', { name: 'Počisti filtre' }).click();
    await expect.element(event(/Hip hop/)).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  it('goes on and back with the arrow keys, except where they are used for something else', async () => {
    const { answers } = serverOf(sessionAt('2026-09-16', '17:00'));
    const { router } = await renderApp({ path: '/dashboard', answers });
    await expect.element(event(/Hip hop/)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => router.state.location.search).toEqual({ week: '2026-09-21' });
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(() => router.state.location.search).toEqual({ week: '2026-09-07' });
    await page.getByRole('radio', { name: 'Teden' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => router.state.location.search).toEqual({ week: '2026-09-07', view: 'list' });
  });

  it('names the organisation’s time zone if it differs from the device’s', async () => {
    const { answers } = serverOf(sessionAt('2026-09-16', '17:00'));
    const organization = organizationOf({ time_zone: 'America/New_York' });
    await renderApp({ path: '/dashboard', answers, session: sessionOf('ORGANIZATION_ADMIN', organization) });
    await expect.element(page.getByText('Ta teden · ure v časovnem pasu America/New York')).toBeVisible();
    await expect.element(event(/17:00–18:00/)).toBeVisible();
  });
});

describe('the pending work', () => {
  it('links an administrator to the oldest application, to payments due and to the waiting list', async () => {
    const { facts, answers } = serverOf();
    Object.assign(facts, {
      pending: 1,
      oldest_pending: '2026-09-13T08:00:00Z',
      offering: [
        {
          id: idOf(1),
          name: { sl: 'Moderni ples' },
          free: 2,
          waiting: 2,
          in_turn: 2,
          in_turn_ids: [idOf(2), idOf(3)],
          unheard: 1,
          offer_mode: 'automatic',
        },
      ],
      undelivered: 2,
      overdue: {
        ...{ count: 3, amount: '1298.00', currency: 'EUR', group_id: null },
        statement_day: '2026-11-19',
      },
    });
    await renderApp({ path: '/dashboard', answers });
    const pending = page.getByRole('link', { name: /1 nova prijava.*Najstarejša čaka 3 dni/ });
    await expect
      .element(pending)
      .toHaveAttribute('href', '/participants?status=%5B%22pending%22%5D&sort=application_date');
    await expect.element(page.getByText(/^Skupaj 1\.298,00/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: /zapadla plačila/ }))
      .toHaveAttribute('href', '/payments?status=%5B%22overdue%22%5D');
    await expect
      .element(page.getByRole('link', { name: /ni doseglo 2 oseb/ }))
      .toHaveAttribute('href', '/participants?look=%5B%22mail_failed%22%5D');
    const free = page.getByRole('link', {
      name: /Prosti sta 2 mesti, čakata 2 osebi.*Moderni ples, po e-pošti ponudba ne doseže 1 osebe na vrsti/,
    });
    await expect.element(free).toHaveAttribute('href', expect.stringContaining('waitlisted'));
    await expectAccessible(document);
  });

  it('offers free places to the first at one press where the group proposes it', async () => {
    const { facts, answers } = serverOf();
    const of = {
      id: idOf(1),
      name: { sl: 'Moderni ples' },
      free: 2,
      waiting: 5,
      in_turn: 2,
      in_turn_ids: [idOf(2), idOf(3)],
      unheard: 0,
    };
    facts.offering = [{ ...of, offer_mode: 'proposed' }];
    const asked: unknown[] = [];
    const until = '2026-09-18T15:00:00Z';
    const now = {
      ...({ offer_mode: 'proposed', offer_hours: 48, free: 0 } as const),
      waiting: 3,
      paused: 0,
      unheard: 0,
      offered: 2,
      until,
    };
    const offers: Answers['offers'] = {
      offerFirst: ({ params, body }) => {
        asked.push([params.id, body]);
        facts.offering = [];
        return { ...now, first_id: null, in_turn: [], passed_over: [], offered_ids: [idOf(2), idOf(3)] };
      },
    };
    await renderApp({ path: '/dashboard', answers: { ...answers, offers } });
    await expect.element(page.getByText('Prosti sta 2 mesti, čaka 5 oseb')).toBeVisible();
    await expectAccessible(document);
    await page.getByRole('button', { name: 'Ponudi prvima dvema' }).click();
    await expect
      .element(page.getByText('Mesti sta ponujeni 2 osebama, rok za odgovor je 18. 9., 17:00'))
      .toBeVisible();
    expect(asked).toEqual([[idOf(1), { count: 2, ids: [idOf(2), idOf(3)] }]]);
    await expect.element(page.getByText('Prosti sta 2 mesti', { exact: false })).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('keeps the focus on the button whose offer was refused', async () => {
    const { facts, answers } = serverOf();
    const of = { id: idOf(1), name: { sl: 'Moderni ples' }, free: 1, waiting: 2, unheard: 0 };
    facts.offering = [{ ...of, in_turn: 2, in_turn_ids: [idOf(2)], offer_mode: 'proposed' }];
    const offers: Answers['offers'] = {
      offerFirst: () => new Refusal({ status: 409, code: 'queue_changed' }),
    };
    await renderApp({ path: '/dashboard', answers: { ...answers, offers } });
    const offer = page.getByRole('button', { name: 'Ponudi prvi osebi' });
    await expect.element(offer).toBeVisible();
    offer.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Čakalna vrsta se je medtem spremenila/)).toBeVisible();
    await expect.element(offer).toHaveFocus();
  });

  it('proposes as many offers as will be made, fewer than there are places', async () => {
    const { facts, answers } = serverOf();
    const of = { id: idOf(1), name: { sl: 'Moderni ples' }, free: 2, waiting: 3, unheard: 0 };
    facts.offering = [{ ...of, in_turn: 1, in_turn_ids: [idOf(2)], offer_mode: 'proposed' }];
    await renderApp({ path: '/dashboard', answers });
    await expect.element(page.getByRole('button', { name: 'Ponudi prvi osebi' })).toBeVisible();
  });

  it('proposes no offer where nobody can get one', async () => {
    const { facts, answers } = serverOf();
    const of = { id: idOf(1), name: { sl: 'Moderni ples' }, free: 1, waiting: 2, unheard: 0 };
    facts.offering = [{ ...of, in_turn: 0, in_turn_ids: [], offer_mode: 'proposed' }];
    await renderApp({ path: '/dashboard', answers });
    await expect.element(page.getByRole('link', { name: /Prosto je 1 mesto, čakata 2 osebi/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Ponudi/ })).not.toBeInTheDocument();
  });

  it('links other roles to their groups', async () => {
    const { facts, answers } = serverOf();
    const offering = [
      {
        id: idOf(1),
        name: { sl: 'Moderni ples' },
        free: 1,
        waiting: 2,
        in_turn: 2,
        in_turn_ids: [idOf(2), idOf(3)],
        unheard: 0,
        offer_mode: 'by_hand',
      },
    ];
    Object.assign(facts, { pending: 1, oldest_pending: '2026-09-16T08:00:00Z', offering });
    await renderApp({ path: '/dashboard', answers, session: sessionOf('GROUP_VIEWER_USER') });
    await expect
      .element(page.getByRole('link', { name: /1 nova prijava/ }))
      .toHaveAttribute('href', '/groups');
    const free = page.getByRole('link', { name: /čakata 2 osebi/ });
    await expect.element(free).toHaveAttribute('href', expect.stringContaining(`/groups/${idOf(1)}?`));
    await expect.element(page.getByText(/zapadl/)).not.toBeInTheDocument();
  });

  it('leads those who see one group to what is overdue there', async () => {
    const { facts, answers } = serverOf();
    facts.overdue = {
      ...{ count: 2, amount: '85.00', currency: 'EUR', group_id: idOf(1), statement_day: null },
    };
    await renderApp({ path: '/dashboard', answers, session: sessionOf('GROUP_ADMIN') });
    await expect
      .element(page.getByRole('link', { name: /2 zapadli plačili/ }))
      .toHaveAttribute('href', `/groups/${idOf(1)}?tab=payments&status=%5B%22overdue%22%5D`);
  });

  it('says when nothing waits', async () => {
    const { answers } = serverOf();
    await renderApp({ path: '/dashboard', answers });
    await expect.element(page.getByText('Nobena prijava ne čaka na odločitev')).toBeVisible();
  });
});

describe('a calendar address', () => {
  it('is made, copied, renewed and revoked', async () => {
    const { answers } = serverOf();
    const calls: string[] = [];
    let feeds: CalendarFeed[] = [];
    const feed: CalendarFeed = {
      id: idOf(51),
      kind: 'mine',
      group_id: null,
      group_name: null,
      created_at: '2026-09-16T15:00:00Z',
      fetched_at: null,
    };
    answers.calendar_feeds = {
      list: () => ({ results: feeds }),
      create: ({ body }) => {
        calls.push(`create ${body.kind} ${body.language}`);
        feeds = [feed];
        return { ...feed, url: `https://vpisnik.test/api/feeds/${calls.length}.ics` };
      },
      remove: ({ params }) => {
        calls.push(`remove ${params.id}`);
        feeds = [];
        return undefined;
      },
    };
    await renderApp({ path: '/dashboard', answers });
    await page.getByRole('button', { name: 'Povezava s koledarjem' }).click();
    const mine = page.getByRole('region', { name: 'Moje skupine' });
    await mine.getByRole('button', { name: 'Ustvari naslov' }).click();
    const address = mine.getByRole('textbox', { name: 'Naslov koledarja' });
    await expect.element(address).toHaveValue('https://vpisnik.test/api/feeds/1.ics');
    await expect
      .element(mine.getByRole('link', { name: 'Odpri v koledarju' }))
      .toHaveAttribute('href', 'webcal://vpisnik.test/api/feeds/1.ics');
    await expectAccessible(document);
    await mine.getByRole('button', { name: 'Ustvari nov naslov' }).click();
    await page
      .getByRole('dialog', { name: /Ustvarim nov naslov/ })
      .getByRole('button', { name: 'Ustvari nov naslov' })
      .click();
    await expect.element(address).toHaveValue('https://vpisnik.test/api/feeds/2.ics');
    await mine.getByRole('button', { name: 'Prekliči naslov' }).click();
    await page
      .getByRole('dialog', { name: /Prekličem naslov/ })
      .getByRole('button', { name: 'Prekliči naslov' })
      .click();
    await expect.element(mine.getByRole('button', { name: 'Ustvari naslov' })).toBeVisible();
    await expect.element(address).not.toBeInTheDocument();
    expect(calls).toEqual(['create mine sl', 'create mine sl', `remove ${idOf(51)}`]);
  });
});
