import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import type { PersonImport, PersonOutcome, PersonRow } from '@vpisnik/contract/participant-imports';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { fileInput } from '../../../../../test/file-input.ts';
import { summaryOf } from '../../../../../test/fixtures/groups.ts';
import { countsOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { jobOf } from '../../../../../test/servers/bulk-server.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { bulkStore } from '../bulk/store.ts';

// fixed days: days are shown, whenever that is

const birth = `answer:${idOf(41)}`;
const sheet: PersonImport = {
  id: idOf(80),
  file_name: 'prijave.csv',
  columns: [
    { name: 'Časovni žig', samples: ['8/21/2026 17:03:22'] },
    { name: 'Priimek in ime otroka', samples: ['Kos Ana', 'Žagar Bor'] },
    { name: 'Rojstvo', samples: ['3. 4. 2015'] },
    { name: '', samples: ['x'] },
  ],
  rows: 312,
  questions: [
    { column: birth, name: { sl: 'Datum rojstva', en: 'Date of birth' }, type: 'date', group_count: null },
  ],
  mapping: { application_date: 0, surname_first: 1 },
  report: null,
  created_at: '2026-09-01T08:00:00Z',
};
const row = (given: Partial<PersonRow>): PersonRow => ({
  ...{ row: 2, title: 'Ana Kos', status: 'ready', can_include: false, problems: [] },
  ...given,
});
const outcome: PersonOutcome = {
  ...{ ready_count: 309, duplicate_count: 1, error_count: 1, waitlisted_count: 1, mail_count: 280 },
  full_groups: [{ id: idOf(1), name: { sl: 'Jazz' }, places: 300, taken: 0, wanted: 301, lacking: 1 }],
  day_orders: [{ column: 'application_date', order: 'month_first' }],
  rows: [
    row({ problems: [{ column: null, code: 'to_waiting_list', value: '' }] }),
    row({
      ...{ row: 3, title: 'Bor Žagar', status: 'duplicate', can_include: true },
      problems: [{ column: null, code: 'already_there', value: '' }],
    }),
    row({
      ...{ row: 4, title: 'Cene Kos', status: 'error' },
      problems: [
        { column: 'group', code: 'group_not_found', value: 'Balet' },
        { column: birth, code: 'invalid_date', value: '32. 1. 2015' },
      ],
    }),
  ],
};

type Asked = { previews: unknown[]; runs: unknown[]; undone: string[] };

function answers(asked: Asked): Answers {
  let job: BulkJob | undefined;
  let now = sheet;
  return {
    groups: { list: () => listOf(summaryOf({ name: { sl: 'Jazz', en: 'Jazz' } })) },
    participants: { list: () => listOf(), counts: () => countsOf() },
    participant_imports: {
      upload: () => sheet,
      get: () => now,
      preview: ({ body }) => {
        asked.previews.push(body);
        return outcome;
      },
      run: ({ body }) => {
        asked.runs.push(body);
        job = jobOf({
          ...{ kind: 'import', parameters: { import_id: sheet.id, notify: false }, mail_count: 0 },
          ...{ total_count: 310, done_count: 310, undo_until: '2026-10-16T15:02:01.000000Z' },
        });
        now = { ...sheet, report: { job_id: job.id, outcome } };
        return job;
      },
    },
    bulk_jobs: {
      get: () => job ?? jobOf(),
      list: () => ({ results: [], last_id: null }),
      events: () => job ?? jobOf(),
      undo: ({ params }) => {
        asked.undone.push(params.id);
        job = { ...jobOf({ ...job, state: 'undone', undone_count: 308, undo_until: null }) };
        return { ...job, not_undone: [{ reason: 'changed_since', count: 2 }] };
      },
    },
  };
}

/** Leaves pictures at a desk and on a phone. */
async function look(name: string) {
  await picture(name);
  await page.viewport(360, 780);
  await picture(name);
  await page.viewport(1440, 900);
}

test('a sheet of participants is mapped, looked at, brought in and taken away again', async () => {
  onTestFinished(bulkStore.clear);
  const asked: Asked = { previews: [], runs: [], undone: [] };
  const served = answers(asked);
  const { screen } = await renderApp({ path: '/imports/participants', answers: served });
  await expect.element(screen.getByRole('heading', { name: 'Uvoz udeležencev' })).toBeVisible();
  await expect.element(screen.getByText(/do 6 MB in največ 10.?000 vrstic/)).toBeVisible();
  await look('import-people-file');
  await userEvent.upload(await fileInput(), new File(['Ime'], 'prijave.csv', { type: 'text/csv' }));

  await expect.element(screen.getByRole('heading', { name: 'Kaj je v stolpcih' })).toHaveFocus();
  const next = screen.getByRole('button', { name: 'Naprej na pregled' });
  await expect.element(screen.getByText('Izberite še: Skupina.')).toBeVisible();
  await expect.element(next).toBeDisabled();
  await expect.element(screen.getByText(/prestavimo na konec/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Rojstvo«' }).selectOptions('Datum rojstva');
  await screen.getByRole('combobox', { name: 'Stanje za vse vrstice' }).selectOptions('Odobrena');
  await screen.getByRole('combobox', { name: 'Skupina za vse vrstice' }).click();
  await screen.getByRole('option', { name: /Jazz/ }).click();
  await look('import-people-columns');
  await expectAccessible(document);
  await next.click();

  await expect.element(screen.getByRole('heading', { name: 'Kaj bo nastalo' })).toHaveFocus();
  await expect
    .element(screen.getByText('Datum prijave: datume s poševnicami smo prebrali kot mesec/dan/leto.'))
    .toBeVisible();
  await expect
    .element(screen.getByText('Skupina »Balet«: Te skupine ni ali do nje nimate dostopa.'))
    .toBeVisible();
  await expect.element(screen.getByText(/^Datum rojstva »32. 1. 2015«/)).toBeVisible();
  await expect.element(screen.getByText('Še 308 vrstic je brez opomb.')).toBeVisible();
  await look('import-people-preview');
  await expectAccessible(document);
  await screen.getByRole('radio', { name: 'Uvozi vse, tudi čez število mest' }).click();
  await screen.getByRole('checkbox', { name: 'Vseeno uvozi: Bor Žagar' }).click();
  await expect.element(screen.getByRole('checkbox', { name: 'Uvozi tudi 1 možnega dvojnika' })).toBeChecked();
  const mapping = { application_date: 0, surname_first: 1, [birth]: 2 };
  const chosen = { status: 'approved', language: null, group_id: idOf(1), notify: false };
  const wanted = { mapping, ...chosen, full: 'overbook', include: [3] };
  await expect.poll(() => asked.previews.at(-1)).toEqual(wanted);
  expect(asked.previews[0]).toEqual({ mapping, ...chosen, full: 'waitlist', include: [] });
  // a reload keeps what was chosen
  await screen.unmount();
  const seen = asked.previews.length;
  await renderApp({ path: `/imports/participants?id=${sheet.id}&step=preview`, answers: served });
  await expect.element(page.getByRole('checkbox', { name: 'Vseeno uvozi: Bor Žagar' })).toBeChecked();
  expect(asked.previews.slice(seen)).toEqual([wanted]);
  await page.getByRole('button', { name: 'Uvozi 309 udeležencev' }).click();

  await expect.element(page.getByText('Uvoženih je 310 udeležencev').first()).toBeVisible();
  expect(asked.runs).toEqual([wanted]);
  await expect.element(page.getByText('2 vrstici nista bili uvoženi').first()).toBeVisible();
  await look('import-people-result');
  await expectAccessible(document);
  await page.getByRole('button', { name: 'Razveljavi vse' }).click();
  await page.getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await expect.poll(() => asked.undone).toEqual([jobOf().id]);
  await expect.element(page.getByText(/Razveljavljen.*308/).first()).toBeVisible();
});

test('nothing is chosen anew while participants are imported', async () => {
  const refused = Promise.withResolvers<Refusal>();
  const served = answers({ previews: [], runs: [], undone: [] });
  const { screen } = await renderApp({
    path: `/imports/participants?id=${sheet.id}&step=preview`,
    answers: {
      ...served,
      participant_imports: { ...served.participant_imports, run: () => refused.promise },
    },
  });
  await screen.getByRole('button', { name: 'Uvozi 309 udeležencev' }).click();
  const choices = [
    screen.getByRole('radio', { name: 'Uvozi vse, tudi čez število mest' }),
    screen.getByRole('checkbox', { name: 'Uvozi tudi 1 možnega dvojnika' }),
    screen.getByRole('checkbox', { name: 'Vseeno uvozi: Bor Žagar' }),
  ];
  for (const choice of choices) await expect.element(choice).toBeDisabled();
  refused.resolve(new Refusal({ status: 503 }));
  for (const choice of choices) await expect.element(choice).toBeEnabled();
});
