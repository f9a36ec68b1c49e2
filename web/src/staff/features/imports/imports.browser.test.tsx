import type { Import, ImportOutcome, ImportRow } from '@vpisnik/contract/imports';
import { importLimits } from '@vpisnik/contract/imports';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../test/fake-api.ts';
import { idOf, listOf } from '../../../../test/groups.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { createTranslate } from '../../../lib/translate.ts';
import { sl } from '../../../locales/sl.ts';
import { reportFile } from './report.ts';

const sheet: Import = {
  id: idOf(80),
  kind: 'groups',
  file_name: 'skupine.csv',
  columns: [
    { name: 'Ime skupine', samples: ['Plesni vrtec', 'Jazz'] },
    { name: 'Program', samples: ['Balet'] },
    { name: 'Interno', samples: [] },
  ],
  rows: 3,
  mapping: { name_sl: 0 },
  report: null,
  created_at: '2026-09-01T08:00:00Z',
};
const row = (given: Partial<ImportRow>): ImportRow => ({
  row: 2,
  title: 'Plesni vrtec',
  status: 'ready',
  problems: [],
  id: null,
  ...given,
});
const problems: ImportRow[] = [
  row({
    row: 3,
    title: 'Jazz',
    status: 'duplicate',
    problems: [{ field: null, code: 'already_there', value: 'Jazz' }],
  }),
  row({
    row: 4,
    title: '=HYPERLINK("x")',
    status: 'error',
    problems: [
      { field: 'category', code: 'category_not_found', value: 'Hip hop' },
      { field: 'capacity', code: 'too_small', value: '0', limit: 1 },
    ],
  }),
];
const preview: ImportOutcome = {
  rows: [row({}), ...problems],
  missing: { categories: ['Hip hop'], locations: [] },
};
const report: ImportOutcome = { ...preview, rows: [row({ status: 'created', id: idOf(1) }), ...problems] };

type Asked = { previews: unknown[]; runs: unknown[] };

function answers(asked: Asked = { previews: [], runs: [] }, more: Answers['imports'] = {}): Answers {
  return {
    groups: { list: () => listOf() },
    imports: {
      upload: () => sheet,
      get: () => sheet,
      preview: ({ body }) => {
        asked.previews.push(body);
        return preview;
      },
      run: ({ body }) => {
        asked.runs.push(body);
        return report;
      },
      ...more,
    },
  };
}

const choose = async (file: File) => {
  const input = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('There is no file input');
    return found;
  });
  await userEvent.upload(input, file);
};
const csvFile = (text = 'Ime;Program') => new File([text], 'skupine.csv', { type: 'text/csv' });

test('a file is chosen, its columns are settled, its rows looked at and imported', async () => {
  const asked: Asked = { previews: [], runs: [] };
  const { screen, router } = await renderApp({ path: '/imports/groups', answers: answers(asked) });
  await expect.element(screen.getByRole('heading', { name: 'Uvoz skupin' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Predloga XLSX' }))
    .toHaveAttribute('href', '/import-templates/groups-sl.xlsx');
  await picture('import-file');
  await expectAccessible(document);
  await choose(csvFile());

  await expect.element(screen.getByRole('heading', { name: 'Kaj je v stolpcih' })).toHaveFocus();
  expect(router.state.location.search).toEqual({ id: sheet.id });
  const next = screen.getByRole('button', { name: 'Naprej na pregled' });
  await expect.element(screen.getByText('Izberite še stolpec za: Kategorija.')).toBeVisible();
  await expect.element(next).toBeDisabled();
  await screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Program«' }).selectOptions('Kategorija');
  await picture('import-columns');
  await expectAccessible(document);
  await next.click();

  await expect.element(screen.getByRole('heading', { name: 'Kaj bo nastalo' })).toHaveFocus();
  await expect.element(screen.getByText('Kategorija »Hip hop«: Te kategorije ni.')).toBeVisible();
  await expect.element(screen.getByText('Število mest »0«: Vpišite število, ki je vsaj 1.')).toBeVisible();
  await picture('import-preview');
  await expectAccessible(document);
  await screen.getByRole('checkbox', { name: 'Dodaj tudi, česar še ni: »Hip hop«' }).click();
  await screen.getByRole('button', { name: 'Uvozi 1 skupino' }).click();

  await expect.element(screen.getByRole('heading', { name: 'Uvoz je končan' })).toHaveFocus();
  const mapping = { name_sl: 0, category: 1 };
  expect(asked.runs).toEqual([{ mapping, create_missing: true }]);
  expect(asked.previews.at(-1)).toEqual({ mapping, create_missing: true });
  await expect
    .element(screen.getByRole('link', { name: 'Plesni vrtec' }))
    .toHaveAttribute('href', `/groups/${idOf(1)}`);
  await screen.getByRole('radiogroup', { name: 'Prikaži vrstice' }).getByText('Napaka').click();
  await expect.element(screen.getByText('Plesni vrtec')).not.toBeInTheDocument();
  await picture('import-report');
  await expectAccessible(document);
});

test('a file that can’t be read says why, and another can be chosen', async () => {
  const refusals = [
    new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'file', code: 'old_excel' }] }),
    new Refusal({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'file', code: 'too_many_rows', limit: 1000 }],
    }),
    new Refusal({ status: 0 }),
  ];
  const { screen } = await renderApp({
    path: '/imports/locations',
    answers: answers(undefined, { upload: () => refusals.shift() ?? sheet }),
  });
  await choose(csvFile());
  await expect.element(screen.getByRole('alert').getByText(/stara oblika Excela/)).toBeVisible();
  await choose(csvFile());
  await expect.element(screen.getByText(/največ 1.?000 vrstic\. Razdelite/)).toBeVisible();
  await choose(csvFile());
  await expect.element(screen.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
  await choose(csvFile('a'.repeat(importLimits.bytes + 1)));
  await expect
    .element(screen.getByText('Datoteka je večja od 2 MB. Razdelite jo na več manjših.'))
    .toBeVisible();
  await choose(csvFile());
  await expect.element(screen.getByRole('heading', { name: 'Kaj je v stolpcih' })).toHaveFocus();
});

test('a column has one meaning', async () => {
  const { screen } = await renderApp({ path: `/imports/groups?id=${sheet.id}`, answers: answers() });
  await screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Interno«' }).selectOptions('Ime (slovensko)');
  await expect
    .element(screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Ime skupine«' }))
    .toHaveValue('');
  await expect.element(screen.getByText('Izberite še stolpec za: Kategorija.')).toBeVisible();
});

test('what was imported shows its report, and what is gone says so', async () => {
  const done = await renderApp({
    path: `/imports/groups?id=${sheet.id}`,
    answers: answers(undefined, { get: () => ({ ...sheet, report }) }),
  });
  await expect.element(done.screen.getByRole('heading', { name: 'Uvoz je končan' })).toBeVisible();
  await done.screen.unmount();
  const gone = await renderApp({
    path: `/imports/groups?id=${sheet.id}`,
    answers: answers(undefined, { get: () => new Refusal({ status: 404, code: 'not_found' }) }),
  });
  await expect.element(gone.screen.getByRole('heading', { name: 'Te datoteke ni več' })).toBeVisible();
  await gone.screen.getByRole('button', { name: 'Izberi drugo datoteko' }).click();
  await expect.element(gone.screen.getByRole('button', { name: 'Izberite datoteko' })).toBeVisible();
});

test('who may not add locations is led away', async () => {
  const { router } = await renderApp({
    path: '/imports/locations',
    session: sessionOf('GROUP_ADMIN'),
    answers: { ...answers(), sessions: { list: () => ({ results: [] }) as never } },
  });
  await vi.waitFor(() => expect(router.state.location.pathname).not.toContain('imports'));
});

test('the report is a file that runs nothing', () => {
  const t = createTranslate(sl, 'sl');
  expect(reportFile(report, { t: t as never, locale: 'sl' })).toBe(
    [
      '\ufeffVrstica;Ime;Stanje;Opombe',
      '2;Plesni vrtec;Uvoženo;',
      '3;Jazz;Že obstaja;"Že obstaja, zato je preskočeno."',
      '4;"\'=HYPERLINK(""x"")";Napaka;"Kategorija »Hip hop«: Te kategorije ni. Število mest »0«: Vpišite število, ki je vsaj 1."',
      '',
    ].join('\r\n'),
  );
});
