import type { Group } from '@vpisnik/contract/groups';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { type SessionException, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import type { SessionExceptionRow } from '@vpisnik/contract/session-exceptions';
import type { Session } from '@vpisnik/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { locationOf, references } from '../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-26T09:00:00Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

const closures = [{ start_date: '2026-10-29', end_date: '2026-10-29', name: { sl: 'Kolektivni dopust' } }];

/** A group on a server that goes by the same rules as the real one. */
function serverOf(given: Partial<Group> = {}) {
  const group = groupOf({ languages: ['sl'], ...given });
  const exceptions: SessionExceptionRow[] = [];
  const saves: object[] = [];
  const asked: object[] = [];
  const refusals: Refusal[] = [];
  const told: unknown[] = [];
  const people = { count: 24 };
  const stamps = { created_at: '2026-10-26T09:00:00Z', updated_at: '2026-10-26T09:00:00Z', version: 1 };
  const answers: Answers = {
    ...references(),
    calendar_feeds: { list: () => ({ results: [] }) },
    session_notices: {
      audience: () => ({ participants: people.count, leaders: 1, without_email: 2, turned_off: 0 }),
    },
    groups: {
      list: () => listOf(group),
      get: () => group,
      update: ({ body }) => {
        saves.push(body);
        return { ...group, ...(body as Partial<Group>), version: 2 };
      },
    },
    sessions: {
      list: ({ query: { from, to } }) => ({
        results: sessionsBetween({ ...group, schedule: group.schedule as Slot[] }, from, to, {
          exceptions: exceptions as SessionException[],
          closures,
        }).map(
          (session): Session => ({
            ...session,
            group_id: group.id,
            group_name: group.name,
            category_id: idOf(11),
            background_color: '#798736',
            location_id: session.other_location_id ?? idOf(21),
            location_name: session.other_location_id === null ? 'Dvorana Šiška' : 'Oder na trgu',
            leaders: [],
            absent: [],
            places: null,
            taken: 0,
            waiting: 0,
          }),
        ),
      }),
      clashes: ({ body }) => {
        asked.push(body);
        return {
          results: [
            {
              slot: 0,
              group_id: idOf(2),
              group_name: { sl: 'Hip hop' },
              date: '2026-10-27',
              start_time: '17:00',
              count: 12,
              location: true,
              leaders: [],
            },
            {
              slot: 0,
              group_id: null,
              group_name: null,
              date: '2026-11-03',
              start_time: '17:00',
              count: 1,
              location: true,
              leaders: [{ id: idOf(31), name: 'Nina Bergant' }],
            },
          ],
        };
      },
    },
    session_exceptions: {
      create: ({ body }) => {
        const refusal = refusals.pop();
        if (refusal) return refusal;
        told.push(body.notify);
        const { date = null, start_time = null, reason = {} } = body;
        const { new_date = null, new_start_time = null, new_duration = null, location_id = null } = body;
        const id = idOf(60 + exceptions.length);
        const about = { id, group_id: group.id, kind: body.kind, date, start_time, reason };
        const row = { ...stamps, ...about, new_date, new_start_time, new_duration, location_id };
        exceptions.push(row);
        return row;
      },
      get: ({ params }) => exceptions.find(({ id }) => id === params.id) ?? new Refusal({ status: 404 }),
      update: ({ params, body }) => {
        const row = exceptions.find(({ id }) => id === params.id);
        return Object.assign(row ?? {}, body, { version: 2 }) as SessionExceptionRow;
      },
      remove: ({ params, query }) => {
        told.push(query?.notify);
        const refusal = refusals.pop();
        if (refusal) return refusal;
        exceptions.splice(
          exceptions.findIndex(({ id }) => id === params.id),
          1,
        );
        return undefined;
      },
    },
  };
  return { answers, exceptions, saves, asked, refusals, told };
}

const path = `/groups/${idOf(1)}?tab=schedule`;
const dates = () => page.getByRole('list', { name: 'Datumi' });
const row = (name: RegExp) => dates().getByRole('listitem').filter({ hasText: name });
const choose = async (name: RegExp, item: string) => {
  await row(name)
    .getByRole('button', { name: /Dejanja|Več|…/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a single date is cancelled with a reason, and put back when no other one has its time', async () => {
  const { answers, exceptions, refusals, told } = serverOf();
  await renderApp({ path, answers });
  await expect.element(row(/tor\. 27\. 10\. 2026/)).toBeVisible();
  await expect.element(row(/čet\. 29\. 10\. 2026/).getByText(/Odpovedano: Kolektivni dopust/)).toBeVisible();
  await choose(/27\. 10\./, 'Odpovej termin');
  await page.getByRole('textbox', { name: /^Razlog/ }).fill('Nastop v Celju');
  const tell = page.getByRole('checkbox', { name: 'Obvesti udeležence in vodje' });
  await expect.element(tell).toBeChecked();
  await expect.element(page.getByText(/^24 udeležencev, 1 vodja, brez e-naslova: 2\. /)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Ostani', exact: true }).click();
  await expectAccessible(document);
  await page.getByRole('dialog').getByRole('button', { name: 'Odpovej termin' }).click();
  await expect.element(row(/27\. 10\./).getByText(/Odpovedano: Nastop v Celju/)).toBeVisible();
  expect(exceptions).toMatchObject([{ kind: 'cancelled', date: '2026-10-27', start_time: '17:30' }]);
  await expectAccessible(document);
  refusals.push(
    new Refusal({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'date', code: 'slots_overlap' }],
    }),
  );
  await choose(/27\. 10\./, 'Vrni v redni urnik');
  const sheet = page.getByRole('dialog', { name: 'Vrni v redni urnik' });
  await expect.element(tell).toBeChecked();
  await tell.click();
  await sheet.getByRole('button', { name: 'Vrni v redni urnik' }).click();
  await expect.element(sheet.getByText(/Najprej ga prestavite ali odstranite/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Vrni v redni urnik' }).click();
  await expect.element(row(/27\. 10\./).getByText(/Odpovedano/)).not.toBeInTheDocument();
  expect(told).toEqual([true, 'false', 'false']);
});

test('several dates are moved alike and cancelled with one reason; one that could not be is left', async () => {
  const { answers, exceptions, refusals, asked } = serverOf();
  const { screen } = await renderApp({ path, answers });
  const pick = (day: RegExp) => screen.getByRole('checkbox', { name: day });
  await pick(/^Izberi tor\. 27\. 10\. 2026/).click();
  await pick(/^Izberi tor\. 3\. 11\. 2026/).click();
  const bar = screen.getByRole('region', { name: 'Izbrani termini' });
  await expect.element(bar.getByText('Izbrana sta 2 termina')).toBeVisible();
  await expectAccessible(document);
  await bar.getByRole('button', { name: 'Prestavi' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Prestavi 2 termina' });
  await expect.element(sheet.getByRole('textbox', { name: 'Zamik v dneh' })).toHaveFocus();
  const move = sheet.getByRole('button', { name: 'Prestavi 2 termina' });
  await move.click();
  await sheet.getByRole('link', { name: 'Spremenite datum, uro, trajanje ali lokacijo.' }).click();
  const askedOfDates = () => asked.filter((one) => 'dates' in one);
  expect(askedOfDates()).toEqual([]);
  await sheet.getByRole('textbox', { name: 'Zamik v dneh' }).fill('1');
  // what each would clash with is said before they are moved
  await expect.element(sheet.getByText(/Nina Bergant takrat vodi drugo skupino/)).toBeVisible();
  await expect.element(sheet.getByText(/Prostor Dvorana Šiška je takrat zaseden/).first()).toBeVisible();
  // in one call, however many they are
  expect(askedOfDates()).toMatchObject([
    { dates: [{ date: '2026-10-28', start_time: '17:30', duration: 75 }, { date: '2026-11-04' }] },
  ]);
  await expectAccessible(document);
  await move.click();
  await expect.element(screen.getByText('Spremenjena sta 2 termina')).toBeVisible();
  // the last one first: it makes room for the one before it
  expect(exceptions).toMatchObject([
    { kind: 'moved', date: '2026-11-03', new_date: '2026-11-04' },
    { kind: 'moved', date: '2026-10-27', new_date: '2026-10-28', new_start_time: '17:30', new_duration: 75 },
  ]);
  await expect.element(bar).not.toBeInTheDocument();

  refusals.push(new Refusal({ status: 0 }));
  await pick(/^Izberi čet\. 5\. 11\. 2026/).click();
  await pick(/^Izberi tor\. 10\. 11\. 2026/).click();
  await bar.getByRole('button', { name: 'Odpovej' }).click();
  await expect.element(screen.getByRole('textbox', { name: /^Razlog/ })).toHaveFocus();
  await screen.getByRole('textbox', { name: /^Razlog/ }).fill('Nastop v Celju');
  await screen.getByRole('button', { name: 'Odpovej 2 termina' }).click();
  await expect
    .element(
      screen.getByRole('alert').getByText(/^Spremenjen je 1 termin\. čet\. 5\. 11\. 2026: Ni povezave/),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: 'Odpovej 1 termin' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(exceptions.slice(2)).toMatchObject([
    { kind: 'cancelled', date: '2026-11-10', reason: { sl: 'Nastop v Celju' } },
    { kind: 'cancelled', date: '2026-11-05', reason: { sl: 'Nastop v Celju' } },
  ]);
});

test('going to another tab asks before it discards changes to a date', async () => {
  const { answers, exceptions } = serverOf();
  const { router } = await renderApp({ path, answers });
  const leave = () => void router.navigate({ to: '.', search: { tab: 'form' } });
  await choose(/27\. 10\./, 'Odpovej termin');
  const reason = page.getByRole('textbox', { name: /^Razlog/ });
  await reason.fill('Nastop v Celju');
  leave();
  await page.getByRole('button', { name: 'Ostani', exact: true }).click();
  await expect.element(reason).toHaveValue('Nastop v Celju');
  expect(router.state.location.search).toMatchObject({ tab: 'schedule' });
  leave();
  await page.getByRole('button', { name: 'Zavrzi spremembe', exact: true }).click();
  await expect.element(reason).not.toBeInTheDocument();
  expect(router.state.location.search).toMatchObject({ tab: 'form' });
  expect(exceptions).toEqual([]);
});

test('a date is moved after an error at its field, and moved again', async () => {
  const { answers, exceptions, refusals } = serverOf();
  await renderApp({ path, answers });
  await choose(/27\. 10\./, 'Prestavi');
  const [date, time] = [
    page.getByRole('textbox', { name: 'Datum' }),
    page.getByRole('textbox', { name: 'Začetek' }),
  ];
  await expect.element(date.last()).toHaveValue('27.10.2026');
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Prestavi termin' });
  await expect.element(page.getByRole('textbox', { name: 'Datum', exact: true })).toHaveFocus();
  await submit.click();
  await expect.element(page.getByRole('link', { name: /^Datum – Spremenite datum, uro/ })).toBeVisible();
  await time.last().fill('');
  await submit.click();
  await expect.element(page.getByRole('link', { name: /^Začetek – / })).toBeVisible();
  await time.last().fill('1830');
  await date.last().fill('28.10.2026');
  refusals.push(
    new Refusal({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'new_start_time', code: 'slots_overlap' }],
    }),
  );
  await submit.click();
  await expect
    .element(page.getByRole('link', { name: /^Začetek – Takrat ima skupina že drug termin/ }))
    .toBeVisible();
  await submit.click();
  await expect
    .element(row(/sre\. 28\. 10\. 2026.*18:30/).getByText(/Namesto tor\. 27\. 10\. 2026/))
    .toBeVisible();
  await choose(/28\. 10\./, 'Spremeni');
  await expect.element(time.last()).toHaveValue('18:30');
  await time.last().fill('19:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Shrani' }).click();
  await expect.element(row(/28\. 10\..*19:00/)).toBeVisible();
  expect(exceptions).toMatchObject([{ kind: 'moved', new_start_time: '19:00' }]);
});

test('a date is moved to another location, with a warning about its clash', async () => {
  const { answers, asked, exceptions } = serverOf();
  const hall = locationOf({ name: 'Dvorana Šiška' });
  const stage = locationOf({ id: idOf(22), name: 'Oder na trgu' });
  const gone = locationOf({ id: idOf(23), name: 'Nekdanja dvorana', active: false });
  await renderApp({ path, answers: { ...answers, locations: { list: () => listOf(hall, stage, gone) } } });
  await choose(/27\. 10\./, 'Prestavi');
  const place = page.getByRole('combobox', { name: /^Druga lokacija/ });
  await expect.element(place).toHaveAttribute('placeholder', 'Kot običajno: Dvorana Šiška');
  await place.click();
  await expect.element(page.getByRole('option', { name: 'Nekdanja dvorana' })).not.toBeInTheDocument();
  await page.getByRole('option', { name: 'Oder na trgu' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Prostor Oder na trgu je takrat zaseden: »Hip hop«/)).toBeVisible();
  expect(asked.at(-1)).toMatchObject({
    location_id: idOf(22),
    dates: [{ date: '2026-10-27' }],
  });
  await expectAccessible(document);
  await dialog.getByRole('button', { name: 'Prestavi termin' }).click();
  await expect.element(row(/27\. 10\./).getByText('Oder na trgu', { exact: true })).toBeVisible();
  expect(exceptions).toMatchObject([{ kind: 'moved', location_id: idOf(22) }]);
});

test('a session is kept on a closed day, and a date is added', async () => {
  const { answers, exceptions } = serverOf();
  await renderApp({ path, answers });
  await choose(/29\. 10\./, 'Izvedi kljub prostemu dnevu');
  await page.getByRole('dialog').getByRole('button', { name: 'Izvedi kljub prostemu dnevu' }).click();
  await expect.element(row(/29\. 10\./).getByText(/Kljub prostemu dnevu/)).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj datum' }).click();
  await page.getByRole('textbox', { name: 'Datum' }).last().fill('31.10.2026');
  await page.getByRole('textbox', { name: 'Začetek' }).last().fill('10');
  await page.getByRole('dialog').getByRole('button', { name: 'Dodaj datum' }).click();
  await expect.element(row(/sob\. 31\. 10\. 2026.*10:00–11:00/).getByText(/Dodatni termin/)).toBeVisible();
  expect(exceptions.map(({ kind }) => kind)).toEqual(['held', 'added']);
});

test('every date that was added is there: long before the first day, and long after the last one', async () => {
  const { answers, exceptions } = serverOf({ start_date: '2027-05-11', end_date: '2027-05-20' });
  const about = { id: idOf(60), group_id: idOf(1), kind: 'added' as const, date: null, start_time: null };
  const stamps = { created_at: '2026-10-26T09:00:00Z', updated_at: '2026-10-26T09:00:00Z', version: 1 };
  const at = { new_start_time: '10:00', new_duration: 60, location_id: null, reason: {} };
  exceptions.push(
    { ...about, ...stamps, ...at, new_date: '2027-02-13' },
    { ...about, ...stamps, ...at, id: idOf(61), new_date: '2027-07-31' },
  );
  await renderApp({ path, answers });
  await expect.element(row(/11\. 5\. 2027/)).toBeVisible();
  await expect.element(row(/13\. 2\. 2027/)).toBeVisible();
  await page.getByRole('button', { name: /^Pokaži do/ }).click();
  await expect.element(row(/31\. 7\. 2027/)).toBeVisible();
});

test('slots are copied to other days, and overlaps are shown at once', async () => {
  const { answers, saves } = serverOf({ schedule: [{ day: 'tuesday', start_time: '17:30', duration: 75 }] });
  await renderApp({ path, answers });
  const copy = page.getByRole('button', { name: 'Kopiraj termin torek, 17:30' });
  await copy.click();
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
  const choice = page.getByRole('dialog', { name: 'Kopiraj termin torek, 17:30' });
  await expect.poll(() => Math.abs(boxOf(choice).right - boxOf(copy).right)).toBeLessThan(4);
  await expect.element(copy).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('checkbox', { name: 'petek' }).click();
  await page.getByRole('checkbox', { name: 'nedelja' }).click();
  await expectAccessible(document);
  await page.getByRole('dialog').getByRole('button', { name: 'Kopiraj', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'nedelja, začetek' })).toHaveValue('17:30');
  await page.getByRole('button', { name: 'Dodaj termin: petek' }).click();
  await page.getByRole('textbox', { name: 'petek, začetek' }).last().fill('1800');
  await expect.element(page.getByText(/^Termin se prekriva/).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'petek, začetek' }).last().fill('2330');
  await expect.element(page.getByText('do 0:45 naslednji dan')).toBeVisible();
  await page.getByRole('button', { name: /^Shrani/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Shrani spremembe' }).click();
  await expect.poll(() => saves.length).toBe(1);
  expect(saves[0]).toMatchObject({
    schedule: [
      { day: 'tuesday', start_time: '17:30' },
      { day: 'friday', start_time: '17:30' },
      { day: 'sunday', start_time: '17:30' },
      { day: 'friday', start_time: '23:30' },
    ],
  });
});

test('people with places are told of another timetable when that is wanted, in words of one’s own', async () => {
  const { answers, saves } = serverOf({ schedule: [{ day: 'tuesday', start_time: '17:30', duration: 75 }] });
  await renderApp({ path, answers });
  const start = page.getByRole('textbox', { name: 'torek, začetek' });
  await start.fill('1800');
  const save = page.getByRole('button', { name: /^Shrani/ });
  await save.click();
  const question = page.getByRole('dialog', { name: 'Spremenim termine?' });
  await expect.element(question.getByRole('checkbox', { name: 'Obvesti udeležence in vodje' })).toBeChecked();
  await expectAccessible(document);
  await question.getByRole('button', { name: 'Prekliči' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(saves).toEqual([]);
  await save.click();
  await question.getByRole('textbox', { name: /^Vaše besedilo/ }).fill('Dvorana je prej zasedena.');
  await question.getByRole('button', { name: 'Shrani spremembe' }).click();
  await expect.poll(() => saves).toHaveLength(1);
  expect(saves).toMatchObject([
    { schedule: [{ start_time: '18:00' }], notice: { note: { sl: 'Dvorana je prej zasedena.' } } },
  ]);
});

test('a place that is taken is a warning, and no wall', async () => {
  const { answers, asked } = serverOf();
  await renderApp({ path, answers });
  await expect
    .element(
      page.getByText(
        /Prostor Dvorana Šiška je takrat zaseden: »Hip hop«, prvič 27\. 10\. 2026, skupaj 12-krat/,
      ),
    )
    .toBeVisible();
  // whose group it is may not be theirs to know
  await expect.element(page.getByText('Prostor Dvorana Šiška je takrat zaseden, 3. 11. 2026.')).toBeVisible();
  await expect.element(page.getByText('Nina Bergant takrat vodi drugo skupino, 3. 11. 2026.')).toBeVisible();
  expect(asked[0]).toMatchObject({ group_id: idOf(1), location_id: idOf(21) });
});

test('a viewer sees the dates without buttons or advice, on a phone too', async () => {
  await page.viewport(360, 780);
  const { answers } = serverOf();
  await renderApp({ path, answers, session: sessionOf('GROUP_VIEWER_USER') });
  await expect.element(row(/27\. 10\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Dodaj datum' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Tu so posamezni termini/)).toBeVisible();
  await expect.element(page.getByText(/odpoveste, prestavite ali dodate/)).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
});
