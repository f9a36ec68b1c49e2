import type { Session } from '@vpisnik/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { groupSessionOf } from '../../../../../test/fixtures/sessions.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import type { Answers } from '../../../../../test/servers/fake-api.ts';

type Asked = Record<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-09-14T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const sessionOn = (date: string, state: Session['state'] = 'regular', start_time = '17:30') =>
  groupSessionOf(date, { state, start_time, location_id: null, location_name: null });

/** The first one was added before the first day of the group. */
const meetings = [
  sessionOn('2026-09-14', 'added', '18:00'),
  { ...sessionOn('2026-09-24'), absent: [{ participant_id: idOf(51), name: 'Ajda Kos' }] },
  sessionOn('2026-09-17', 'regular', '19:00'),
  sessionOn('2026-09-17', 'regular', '09:00'),
  sessionOn('2026-09-20', 'cancelled'),
];

/** A roster of two pages. */
function answers(asked: Asked[]): Answers {
  const people = [
    participantOf({ id: idOf(51), name: 'Ajda Kos', phone: '031 123 456', birth_date: '2018-09-15' }),
    participantOf({ id: idOf(52), name: 'Žan Zupan', email: null, phone: null, status: 'pending' }),
  ];
  return {
    groups: { get: () => groupOf({ waiting: 2 }) },
    sessions: {
      list: ({ query: { from, to, group_id } }) => ({
        results: group_id === idOf(1) ? meetings.filter(({ date }) => date >= from && date <= to) : [],
      }),
    },
    participants: {
      ofGroup: ({ query }) => {
        asked.push(query as Asked);
        const second = query?.last_id !== undefined;
        return { results: people.slice(second ? 1 : 0, second ? 2 : 1), last_id: second ? null : 'next' };
      },
    },
  };
}

const path = `/groups/${idOf(1)}/roster`;

test('the sheet says which places are only offered, and until when', async () => {
  const given = answers([]);
  const waits = { id: idOf(53), name: 'Bor Kos', status: 'waitlisted' } as const;
  await renderApp({
    path: `${path}?status=waitlisted`,
    answers: {
      ...given,
      groups: { get: () => groupOf({ taken: 16, offered: 2, waiting: 1 }) },
      participants: {
        ofGroup: () => ({
          results: [
            participantOf({ ...waits, offer_until: '2026-09-16T15:00:00Z' }),
            participantOf({ ...waits, id: idOf(54), name: 'Cene Rak', offer_until: '2026-09-14T09:59:00Z' }),
          ],
          last_id: null,
        }),
      },
    },
  });
  const sheet = page.getByRole('article');
  await expect.element(sheet.getByText('zasedeno: 16 od 16 mest (2 ponujeni)')).toBeVisible();
  await expect.element(sheet.getByText('Ponujeno do 16. 9., 17:00')).toBeVisible();
  // over, though nothing has ended it yet
  expect(sheet.getByText(/Ponujeno do/).elements()).toHaveLength(1);
});

test('the sheet tells withdrawn applications from other inactive ones', async () => {
  const given = answers([]);
  await renderApp({
    path: `${path}?status=inactive`,
    answers: {
      ...given,
      participants: {
        ofGroup: () => ({
          results: [
            participantOf({ name: 'Bor Kos', status: 'inactive' }),
            participantOf({
              ...{ id: idOf(54), name: 'Cene Rak', status: 'inactive' },
              withdrawn_at: '2026-09-12T10:00:00Z',
            }),
          ],
          last_id: null,
        }),
      },
    },
  });
  const sheet = page.getByRole('article');
  await expect.element(sheet.getByRole('row', { name: /Bor Kos.*Neaktivna/ })).toBeVisible();
  await expect.element(sheet.getByRole('row', { name: /Cene Rak.*Umaknjena/ })).toBeVisible();
});

test('the sheet lists pending and approved participants; its choices are in the address', async () => {
  const asked: Asked[] = [];
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { screen, router } = await renderApp({
    path,
    answers: answers(asked),
    session: sessionOf('GROUP_VIEWER_USER'),
  });
  const sheet = screen.getByRole('article');
  await expect.element(sheet.getByRole('heading', { name: 'Moderni ples' })).toBeVisible();
  await expect.element(sheet.getByText('torek in četrtek, 17:30–18:45')).toBeVisible();
  await expect.element(sheet.getByText('2 osebi · Stanje', { exact: false })).toBeVisible();
  await expect.element(sheet.getByRole('row', { name: /^2 Žan Zupan\s+V obravnavi/ })).toBeVisible();
  expect(asked).toMatchObject([
    { status: ['pending', 'approved'], sort: 'name', limit: '200' },
    { last_id: 'next' },
  ]);
  await expect.element(sheet.getByText('barbara@mail.test')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Stolpci za prisotnost' }).fill('4');
  await expect.element(sheet.getByText('Prisotnost', { exact: true })).toBeVisible();
  // with boxes the sheet is for the hall, where people are called
  await expect.element(sheet.getByText('031 123 456')).toBeVisible();
  await expect.element(sheet.getByText('barbara@mail.test')).not.toBeInTheDocument();
  // eight tomorrow: on the day that the sheet says
  await expect.element(sheet.getByRole('row', { name: /^1 Ajda Kos 7 / })).toBeVisible();
  await expect.element(sheet.getByText(/Stanje 14\. 9\. 2026.*starost na ta dan/)).toBeVisible();
  // over the boxes stand the days on which it meets, in their order; of two on one day the time as well
  const heads = () =>
    sheet
      .getByRole('columnheader')
      .elements()
      .slice(-4)
      .map((one) => one.textContent);
  await expect.poll(heads).toEqual(['14. 9.', '17. 9. 9:00', '17. 9. 19:00', '24. 9.']);
  await screen.getByRole('textbox', { name: 'Stolpci za prisotnost' }).fill('40');
  await expect.element(screen.getByText('Vpišite število, ki je največ 12.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Stolpci za prisotnost' }).fill('4');
  await screen.getByRole('checkbox', { name: 'Čakalna vrsta' }).click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ boxes: 4, status: ['pending', 'approved', 'waitlisted'] });
  await expectAccessible(document);
  await picture('group-roster');
  await screen.getByRole('button', { name: 'Natisni' }).click();
  expect(print).toHaveBeenCalledOnce();
});

test('it says when it was read, and below when it is printed', async () => {
  const { screen } = await renderApp({ path, answers: answers([]) });
  await expect.element(screen.getByText(/Stanje 14\. 9\. 2026, 12:00/)).toBeVisible();
  vi.setSystemTime(new Date('2026-09-14T13:30:00Z'));
  window.dispatchEvent(new Event('beforeprint'));
  const margins = document.adoptedStyleSheets.flatMap((one) => [...one.cssRules].map((rule) => rule.cssText));
  expect(margins.join()).toContain('14. 9. 2026, 15:30');
  await expect.element(screen.getByText(/Stanje 14\. 9\. 2026, 12:00/)).toBeVisible();
});

test('on a phone nothing sticks out', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderApp({ path: `${path}?boxes=12`, answers: answers([]) });
  await expect.element(screen.getByText('Ajda Kos')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await page.viewport(1440, 900);
});

test('telephones, a sheet to sign on and badges are lists of their own', async () => {
  const { screen, router } = await renderApp({ path, answers: answers([]) });
  const choose = (name: string) => screen.getByRole('radio', { name }).click();
  await choose('Telefoni');
  const phones = screen.getByRole('table', { name: 'Telefoni' });
  await expect.element(phones.getByRole('row', { name: /^1 Ajda Kos .*031 123 456/ })).toBeVisible();
  await choose('Podpisni list');
  const sheet = screen.getByRole('table', { name: 'Podpisni list' });
  await expect.element(sheet.getByRole('columnheader', { name: '24. 9.' })).toBeVisible();
  // she has said so on her page
  await expect.element(sheet.getByRole('row', { name: '1 Ajda Kos –' })).toBeVisible();
  // two people, and three lines for others
  await expect.element(sheet.getByRole('row', { name: '5' })).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Prazni dnevi, za vpis na roko' }).click();
  await expect.element(sheet.getByRole('columnheader', { name: '24. 9.' })).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ kind: 'sign_in', days: 'empty' });
  const margins = () =>
    document.adoptedStyleSheets.flatMap((one) => [...one.cssRules].map((rule) => rule.cssText)).join();
  expect(margins()).toContain('landscape');
  expect(margins()).toContain('vsebuje osebne podatke');
  await choose('Priponke z imeni');
  const badges = screen.getByRole('list', { name: 'Priponke z imeni' });
  await expect.element(badges.getByText('Žan Zupan')).toBeVisible();
  await expectAccessible(document);
  // the last list's margins have gone with it
  expect(margins()).not.toContain('landscape');
});
