import type { Import, ImportField, ImportOutcome, ImportRow } from '@vpisnik/contract/imports';
import { importLimits } from '@vpisnik/contract/imports';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { fileInput } from '../../../../test/file-input.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';
import { draftKey, writeDraft } from '../../../lib/form/drafts.ts';
import { createTranslate } from '../../../lib/text/translate.ts';
import { sl } from '../../../locales/sl.ts';
import { reportFile } from './report.ts';

// fixed days: days are shown, whenever that is

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

const choose = async (file: File) => userEvent.upload(await fileInput(), file);
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

test('an import that failed leaves the focus on its button', async () => {
  const refused: Answers['imports'] = { run: () => new Refusal({ status: 503 }) };
  const { screen } = await renderApp({
    path: '/imports/groups',
    answers: answers(undefined, {
      ...refused,
      upload: () => ({ ...sheet, mapping: { name_sl: 0, category: 1 } }),
    }),
  });
  await choose(csvFile());
  await screen.getByRole('button', { name: 'Naprej na pregled' }).click();
  const run = screen.getByRole('button', { name: 'Uvozi 1 skupino' });
  await expect.element(run).toBeVisible();
  run.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(run).toHaveFocus();
});

test('nothing is chosen anew while the rows are imported', async () => {
  const refused = Promise.withResolvers<Refusal>();
  const { screen } = await renderApp({
    path: `/imports/groups?id=${sheet.id}&step=preview`,
    answers: answers(undefined, { run: () => refused.promise }),
  });
  const choice = screen.getByRole('checkbox', { name: /^Dodaj tudi/ });
  await screen.getByRole('button', { name: 'Uvozi 1 skupino' }).click();
  await expect.element(choice).toBeDisabled();
  refused.resolve(new Refusal({ status: 503 }));
  await expect.element(choice).toBeEnabled();
});

test('a file that can’t be read says why, and another can be chosen', async () => {
  const refusals = [
    new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'file', code: 'old_excel' }] }),
    new Refusal({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'file', code: 'too_many_rows', limit: 1000 }],
    }),
    new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'file', code: 'locked_sheet' }] }),
    new Refusal({ status: 0 }),
    new Refusal({ status: 408, code: 'request_timeout' }),
  ];
  const { screen } = await renderApp({
    path: '/imports/locations',
    answers: answers(undefined, { upload: () => refusals.shift() ?? sheet }),
  });
  await choose(csvFile());
  await expect.element(screen.getByRole('alert').getByText(/stara oblika Excela/)).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('skupine.csv', { exact: true })).toBeVisible();
  await choose(csvFile());
  await expect.element(screen.getByText(/največ 1.?000 vrstic\. Razdelite/)).toBeVisible();
  await choose(csvFile());
  await expect
    .element(screen.getByText('Preglednica je zaščitena z geslom. Shranite jo brez gesla.'))
    .toBeVisible();
  const again = screen.getByRole('button', { name: 'Poskusi znova' });
  expect(again.query()).toBeNull();
  await choose(csvFile());
  await expect.element(screen.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
  await expect.element(again).toBeVisible();
  await choose(csvFile());
  await expect.element(screen.getByText('Strežnik predolgo ni odgovoril. Poskusite znova.')).toBeVisible();
  await expect.element(again).toBeVisible();
  await choose(csvFile('a'.repeat(importLimits.bytes + 1)));
  await expect
    .element(screen.getByText('Datoteka je večja od 2 MB. Razdelite jo na več manjših.'))
    .toBeVisible();
  await choose(csvFile());
  await expect.element(screen.getByRole('heading', { name: 'Kaj je v stolpcih' })).toHaveFocus();
});

test('while a file is sent, the focus is on the heading above its box', async () => {
  const refused = Promise.withResolvers<Refusal>();
  const { screen } = await renderApp({
    path: '/imports/locations',
    answers: answers(undefined, { upload: () => refused.promise }),
  });
  const box = screen.getByRole('button', { name: 'Izberi datoteko' });
  await expect.element(box).toBeVisible();
  box.element().focus();
  await choose(csvFile());
  await expect.element(box).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toMatch(/^H[12]$/);
  refused.resolve(new Refusal({ status: 0 }));
  const retry = screen.getByRole('button', { name: 'Poskusi znova' });
  await expect.element(retry).toBeVisible();
  retry.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.tagName).toMatch(/^H[12]$/);
});

test('a file is sent for what it holds, whatever its ending is taken for', async () => {
  const sent: { type: string; name: unknown }[] = [];
  const { screen } = await renderApp({
    path: '/imports/groups',
    answers: answers(undefined, {
      upload: ({ file, query }) => {
        sent.push({ type: file.type, name: query.file_name });
        return sheet;
      },
    }),
  });
  const name = `${'ž'.repeat(199)}😀.tsv`;
  await choose(new File(['Ime\tProgram'], name, { type: 'text/tab-separated-values' }));
  await expect.element(screen.getByRole('heading', { name: 'Kaj je v stolpcih' })).toHaveFocus();
  expect(sent).toEqual([{ type: 'application/octet-stream', name: `${'ž'.repeat(199)}\ufffd` }]);
});

test('a column has one meaning', async () => {
  const { screen } = await renderApp({ path: `/imports/groups?id=${sheet.id}`, answers: answers() });
  await screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Interno«' }).selectOptions('Ime (slovensko)');
  await expect
    .element(screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Ime skupine«' }))
    .toHaveValue('');
  await expect.element(screen.getByText('Izberite še stolpec za: Kategorija.')).toBeVisible();
});

const meaning = (column: string) => ({ name: `Kaj je v stolpcu »${column}«` });
const kept = 'Stolpci so izbrani, kot ste jih pustili.';

test('a chosen mapping survives a reload, and applies to a new file with the same columns', async () => {
  const path = `/imports/groups?id=${sheet.id}`;
  const first = await renderApp({ path, answers: answers() });
  await first.screen.getByRole('combobox', meaning('Program')).selectOptions('Kategorija');
  await first.screen.getByRole('combobox', meaning('Interno')).selectOptions('Oznaka');
  await expect.element(first.screen.getByText(kept)).not.toBeInTheDocument();
  await first.screen.unmount();

  const again = await renderApp({ path, answers: answers() });
  await expect.element(again.screen.getByText(kept)).toBeVisible();
  await expect.element(again.screen.getByRole('combobox', meaning('Program'))).toHaveValue('category');
  await expect.element(again.screen.getByRole('combobox', meaning('Interno'))).toHaveValue('label');
  await picture('import-columns-kept');
  await expectAccessible(document);
  await again.screen.unmount();

  const corrected = { ...sheet, id: idOf(81), rows: 4 };
  const next = await renderApp({
    path: `/imports/groups?id=${corrected.id}`,
    answers: answers(undefined, { get: () => corrected }),
  });
  await expect.element(next.screen.getByRole('combobox', meaning('Program'))).toHaveValue('category');
  await next.screen.getByRole('button', { name: 'Izberi po imenih stolpcev' }).click();
  await expect.element(next.screen.getByRole('combobox', meaning('Program'))).toHaveValue('');
  await expect.element(next.screen.getByText(kept)).not.toBeInTheDocument();
  await next.screen.unmount();

  const last = await renderApp({ path, answers: answers() });
  await expect.element(last.screen.getByRole('combobox', meaning('Program'))).toHaveValue('');
});

test('choices about other columns, or that mean nothing any more, are left alone', async () => {
  const key = draftKey(
    String(sessionOf('ORGANIZATION_ADMIN').user?.id),
    String(sessionOf('ORGANIZATION_ADMIN').organization?.id),
    'import.groups.Ime skupine|Program|Interno',
  );
  const columns = ['Ime skupine', 'Program', 'Interno'];
  writeDraft(key, { columns, mapping: { category: 1, gone: 2, label: 7, name_en: 1, languages: 'x' } });
  const path = `/imports/groups?id=${sheet.id}`;
  const first = await renderApp({ path, answers: answers() });
  await expect.element(first.screen.getByRole('combobox', meaning('Program'))).toHaveValue('category');
  await expect.element(first.screen.getByRole('combobox', meaning('Ime skupine'))).toHaveValue('');
  await first.screen.unmount();
  writeDraft(key, { columns: [...columns, 'Nov'], mapping: { category: 1 } });
  const other = await renderApp({ path, answers: answers() });
  await expect.element(other.screen.getByRole('combobox', meaning('Program'))).toHaveValue('');
  await expect.element(other.screen.getByRole('combobox', meaning('Ime skupine'))).toHaveValue('name_sl');
});

test('the choice to create missing categories survives a reload', async () => {
  const asked: Asked = { previews: [], runs: [] };
  const path = `/imports/groups?id=${sheet.id}&step=preview`;
  const first = await renderApp({ path, answers: answers(asked) });
  const name = 'Dodaj tudi, česar še ni: »Hip hop«';
  await first.screen.getByRole('checkbox', { name }).click();
  await expect.element(first.screen.getByRole('checkbox', { name })).toBeChecked();
  const address = first.router.state.location.href;
  await first.screen.unmount();
  const again = await renderApp({ path: address, answers: answers(asked) });
  await expect.element(again.screen.getByRole('checkbox', { name })).toBeChecked();
  expect(asked.previews.at(-1)).toMatchObject({ create_missing: true });
});

test('each row explains its ambiguous values and its warnings', async () => {
  const told: [ImportField, string, string, string][] = [
    ['category', 'category_ambiguous', 'Balet', 'Kategorij s tem imenom je več. Vpišite oznako prave.'],
    [
      'location',
      'location_ambiguous',
      'Dvorana',
      'Lokacij s tem imenom je več. Vpišite »ime, naslov« prave ali katero preimenujte.',
    ],
    ['leaders', 'leader_ambiguous', 'Ana Novak', 'Oseb s tem imenom je več. Vpišite e-poštni naslov prave.'],
    ['fields', 'field_ambiguous', 'Majica', 'Polj s tem imenom je več. Vpišite oznako pravega.'],
    ['fields', 'row_asks_twice', 'Majica', 'To polje je našteto dvakrat.'],
    [
      'apply_from',
      'invalid_moment',
      '8:00',
      'Vpišite datum in uro kot 1. 6. 2026 8:00 ali 2026-06-01 08:00.',
    ],
    ['when_full', 'invalid_when_full', 'morda', 'Vpišite »čakalna vrsta« ali »zapri«.'],
    [
      'capacity',
      'formula_failed',
      '#REF!',
      'Formula v tej celici javlja napako. Popravite jo v preglednici.',
    ],
  ];
  const remark = { field: 'background_color' as const, code: 'poor_contrast', value: '#ffff00' };
  const outcome: ImportOutcome = {
    rows: [
      row({ problems: [remark] }),
      ...told.map(([field, code, value], at) =>
        row({ row: at + 3, status: 'error', problems: [{ field, code, value }] }),
      ),
    ],
    missing: { categories: [], locations: [] },
  };
  const { screen } = await renderApp({
    path: `/imports/groups?id=${sheet.id}&step=preview`,
    answers: answers(undefined, { preview: () => outcome }),
  });
  await expect
    .element(
      screen.getByText(
        'Barva »#ffff00«: Slabo se loči od ozadja, a je dovoljena. Pozneje jo lahko zamenjate.',
      ),
    )
    .toBeVisible();
  for (const [, , value, text] of told)
    await expect.element(screen.getByText(`»${value}«: ${text}`, { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Uvozi 1 skupino' })).toBeEnabled();
  await picture('import-preview-problems');
  await expectAccessible(document);
});

test('a finished import shows its report, and a deleted one says so', async () => {
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
  await expect.element(gone.screen.getByRole('button', { name: 'Izberi datoteko' })).toBeVisible();
});

test('a role that may not add locations is redirected', async () => {
  const { router } = await renderApp({
    path: '/imports/locations',
    session: sessionOf('GROUP_ADMIN'),
    answers: { ...answers(), sessions: { list: () => ({ results: [] }) as never } },
  });
  await expect.poll(() => router.state.location.pathname).not.toContain('imports');
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
