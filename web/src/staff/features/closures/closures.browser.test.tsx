import type { ClosureDay } from '@vpisnik/contract/closures';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/axe.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { picture, renderUi } from '../../../../test/render.tsx';
import { type Answers, fakeApi, Refusal } from '../../../../test/servers/fake-api.ts';
import { ApiProvider } from '../../../lib/api.ts';
import { ClosureSection } from './ClosureSection.tsx';

// fixed days: the fake API answers these days, and the page shows them

const christmas: ClosureDay = {
  id: null,
  version: null,
  source: 'holiday:2026-12-25',
  kind: 'holiday',
  name: { sl: 'Božič', en: 'Christmas Day' },
  start_date: '2026-12-25',
  end_date: '2026-12-25',
  active: true,
  changed: false,
};

/** Opens the settings of an organisation and records its calls. */
async function open(more: Answers['organizations'] = {}, rows: ClosureDay[] = [christmas], people = 0) {
  const calls: [string, unknown][] = [];
  const asked: unknown[] = [];
  const note = <Result,>(name: string, body: unknown, result: Result): Result => {
    calls.push([name, body]);
    return result;
  };
  const answers: Answers = {
    closures: {
      list: () => ({ results: rows, breaks_known_until: '2027-08-31' }),
      create: ({ body }) => {
        const row: ClosureDay = {
          ...christmas,
          ...body,
          source: body.source ?? null,
          active: body.active ?? true,
          kind: body.source ? 'holiday' : 'own',
          id: idOf(70 + calls.length),
          version: 1,
        };
        const at = rows.findIndex(({ source }) => source !== null && source === row.source);
        rows.splice(at < 0 ? rows.length : at, at < 0 ? 0 : 1, row);
        return note('create', body, row);
      },
      update: ({ params, body }) => {
        const at = rows.findIndex(({ id }) => id === params.id);
        const row = { ...(rows[at] ?? christmas), ...body, version: Number(body.version) + 1 } as ClosureDay;
        rows[at] = row;
        return note('update', body, row);
      },
      remove: ({ params }) => {
        const at = rows.findIndex(({ id }) => id === params.id);
        if (rows[at]?.source) rows[at] = christmas;
        else rows.splice(at, 1);
        return note('remove', params.id, undefined);
      },
    },
    organizations: {
      update: ({ body }) =>
        note(
          'organization',
          body,
          organizationOf({ ...(body as object), version: Number(body.version) + 1 }),
        ),
      ...more,
    },
  };
  answers.session_notices = {
    audience: ({ query }) => {
      asked.push(query);
      return { participants: people, leaders: 0, without_email: 0, turned_off: 0 };
    },
  };
  const organization = organizationOf();
  const { screen } = await renderUi(
    <ApiProvider value={fakeApi(answers)}>
      <ClosureSection organization={organization} />
    </ApiProvider>,
  );
  return { screen, calls, asked };
}

type Screen = Awaited<ReturnType<typeof open>>['screen'];
const confirm = (screen: Screen, name: string) =>
  screen.getByRole('dialog').getByRole('button', { name }).click();

test('a known holiday is left out and put back, without a row of its own in the end', async () => {
  const { screen, calls } = await open();
  const menu = screen.getByRole('button', { name: 'Dejanja: Božič' });
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Ohrani termine' }).click();
  await confirm(screen, 'Ohrani termine');
  await expect.element(screen.getByText('Praznik, termini ostanejo')).toBeVisible();
  await expectAccessible(screen.container);
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Odpovej termine' }).click();
  await confirm(screen, 'Odpovej termine');
  await expect.element(screen.getByText('Praznik', { exact: true })).toBeVisible();
  expect(calls).toMatchObject([
    ['create', { source: 'holiday:2026-12-25', active: false }],
    ['remove', idOf(70)],
  ]);
});

test('a changed holiday keeps its changes when left out and put back', async () => {
  const eve = { name: { sl: 'Božič z večerom' }, start_date: '2026-12-24', changed: true };
  const { screen, calls } = await open({}, [{ ...christmas, ...eve, id: idOf(9), version: 3 }]);
  const menu = screen.getByRole('button', { name: 'Dejanja: Božič z večerom' });
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Ohrani termine' }).click();
  await confirm(screen, 'Ohrani termine');
  await expect.element(screen.getByText('Praznik, termini ostanejo, spremenjeno')).toBeVisible();
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Odpovej termine' }).click();
  await confirm(screen, 'Odpovej termine');
  await expect.element(screen.getByText('Praznik, spremenjeno', { exact: true })).toBeVisible();
  expect(calls).toEqual([
    ['update', { active: false, version: 3, notify: false }],
    ['update', { active: true, version: 4, notify: false }],
  ]);
});

test('a choice of school breaks says until when they are known', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText(/Zimske počitnice so v dveh terminih/)).toBeVisible();
  expect(screen.container.textContent).not.toContain('31. 8. 2027');
  await screen.getByRole('combobox', { name: 'Šolske počitnice' }).click();
  await screen.getByRole('option', { name: /^Vzhod/ }).click();
  await confirm(screen, 'Odpovej termine');
  await expect.element(screen.getByText(/znani do 31. 8. 2027; poznejše dodajte/)).toBeVisible();
});

test('a day of one’s own needs a name and a first day; a single one has no last', async () => {
  const { screen, calls } = await open();
  await screen.getByRole('button', { name: 'Dodaj dan' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Nov prosti dan' });
  await sheet.getByRole('button', { name: 'Shrani' }).click();
  await expect.element(sheet.getByRole('link', { name: 'Prvi dan – Izpolnite to polje.' })).toBeVisible();
  await expectAccessible(screen.container);
  await sheet.getByRole('textbox', { name: 'Prvi dan' }).fill('28.12.2026');
  await sheet.getByRole('button', { name: 'Shrani' }).click();
  await sheet.getByRole('link', { name: /^Slovenščina: ime – / }).click();
  await sheet.getByRole('textbox', { name: 'Ime (slovenščina)' }).fill('Kolektivni dopust');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Ostani', exact: true }).click();
  await sheet.getByRole('button', { name: 'Shrani' }).click();
  await expect.element(screen.getByText('Kolektivni dopust')).toBeVisible();
  expect(calls).toMatchObject([
    [
      'create',
      { name: { sl: 'Kolektivni dopust' }, start_date: '2026-12-28', end_date: '2026-12-28', source: null },
    ],
  ]);
});

test('people of the groups that meet then are told of a closed day, unless that is unticked', async () => {
  const { screen, calls, asked } = await open({}, [], 12);
  await screen.getByRole('button', { name: 'Dodaj dan' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Nov prosti dan' });
  await sheet.getByRole('textbox', { name: 'Ime (slovenščina)' }).fill('Kolektivni dopust');
  await sheet.getByRole('textbox', { name: 'Prvi dan' }).fill('28.12.2099');
  const tell = screen.getByRole('checkbox', { name: 'Obvesti udeležence in vodje' });
  await expect.element(tell).toBeChecked();
  await expect.element(sheet.getByText(/^12 udeležencev/)).toBeVisible();
  await expectAccessible(screen.container);
  expect(asked).toMatchObject([{ from: '2099-12-28', to: '2099-12-28' }]);
  await sheet.getByRole('button', { name: 'Shrani' }).click();
  await screen.getByRole('button', { name: 'Dejanja: Kolektivni dopust' }).click();
  await screen.getByRole('menuitem', { name: 'Izbriši prosti dan' }).click();
  await expect.element(tell).toBeChecked();
  await tell.click();
  await confirm(screen, 'Izbriši prosti dan');
  await expect.element(screen.getByText('Kolektivni dopust')).not.toBeInTheDocument();
  expect(calls).toMatchObject([
    ['create', { notify: true }],
    ['remove', idOf(70)],
  ]);
});

test('several days are saved as they are typed, by Enter in the last field', async () => {
  const { screen, calls } = await open();
  await screen.getByRole('button', { name: 'Dodaj dan' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Nov prosti dan' });
  await sheet.getByRole('textbox', { name: 'Ime (slovenščina)' }).fill('Kolektivni dopust');
  await sheet.getByRole('textbox', { name: 'Prvi dan' }).fill('28. 12. 2026');
  await sheet.getByRole('textbox', { name: /^Zadnji dan/ }).fill('2. 1. 2027');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(calls).toMatchObject([['create', { start_date: '2026-12-28', end_date: '2027-01-02' }]]);
});

test('a choice asks before it changes dates and tells people, and is saved over an edit conflict', async () => {
  let refused = false;
  const saved: unknown[] = [];
  const more: Answers['organizations'] = {
    get: () => organizationOf({ version: 5 }),
    update: ({ body }) => {
      if (!refused) {
        refused = true;
        return new Refusal({ status: 409, code: 'edit_conflict', current: organizationOf({ version: 5 }) });
      }
      saved.push(body);
      return organizationOf({ ...(body as object), version: 6 });
    },
  };
  const { screen, asked } = await open(more, [christmas], 12);
  const holidays = screen.getByRole('switch', { name: /Dela prosti dnevi/ });
  await holidays.click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Prekliči' }).click();
  await expect.element(holidays).toBeChecked();
  await holidays.click();
  const dialog = screen.getByRole('dialog', { name: 'Ohranim termine ob praznikih?' });
  const tell = screen.getByRole('checkbox', { name: 'Obvesti udeležence in vodje' });
  await expect.element(dialog).toBeVisible();
  await expect.element(tell).toBeChecked();
  await picture('closure-choice');
  await confirm(screen, 'Ohrani termine');
  await expect.poll(() => saved).toEqual([{ public_holidays: false, notify: true, version: 5 }]);
  await expect.element(holidays).not.toBeChecked();
  await screen.getByRole('combobox', { name: 'Šolske počitnice' }).click();
  await page.getByRole('option', { name: /^Vzhod/ }).click();
  await expect.element(tell).toBeChecked();
  await tell.click();
  await confirm(screen, 'Odpovej termine');
  await expect
    .poll(() => saved)
    .toMatchObject([{ public_holidays: false }, { school_breaks: 'east', notify: false, version: 6 }]);
  expect(asked).toMatchObject([
    { public_holidays: 'false' },
    { public_holidays: 'false' },
    { school_breaks: 'east' },
  ]);
});
