import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { importingSchool, problems, statuses } from '../../../test/importing.ts';
import { workbookOf } from '../../../test/outside/workbooks.ts';

// fixed days: cells are read, whenever that is

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// they all come from one address
beforeEach(() => app.owner.query('delete from rate_limits'));

async function school(role: 'ORGANIZATION_ADMIN' | 'GROUP_ADMIN' = 'ORGANIZATION_ADMIN') {
  // a group administrator sees no group but those that come in
  const made = await importingSchool(app, { role, ...(role === 'GROUP_ADMIN' && { groups: [] }) });
  const { organization_id } = made;
  await app.factories.category({ organization_id, label: 'balet', name: { sl: 'Balet' } });
  const groupAt = (outcome: { rows: { id: string | null }[] }, at: number) =>
    made.api.groups.get({ params: { id: String(outcome.rows[at]?.id) } });
  return { ...made, groupAt };
}

describe('applications', () => {
  it('open and close at moments of the organisation’s time zone', async () => {
    const { run, groupAt } = await school();
    const { outcome } = await run(
      [
        'Ime;Kategorija;Prijave od;Prijave do;Čakalna vrsta',
        'Ena;Balet;1. 6. 2026 8:00;25. 8. 2026;da',
        'Dve;Balet;2026-01-10;2026-01-20 ob 18.30;ne',
        'Tri;Balet;01.06.2026 08:00:00;2026-08-25T18:00:00+02:00;zapri',
        'Štiri;Balet;;;',
      ].join('\n'),
    );
    expect(problems(outcome)).toEqual([[], [], [], []]);
    const groups = await Promise.all([0, 1, 2, 3].map((at) => groupAt(outcome, at)));
    const moments = groups.map(({ apply_from, apply_until, when_full }) => [
      apply_from && new Date(apply_from).toISOString(),
      apply_until && new Date(apply_until).toISOString(),
      when_full,
    ]);
    expect(moments).toEqual([
      ['2026-06-01T06:00:00.000Z', '2026-08-25T21:59:00.000Z', 'waitlist'],
      ['2026-01-09T23:00:00.000Z', '2026-01-20T17:30:00.000Z', 'close'],
      ['2026-06-01T06:00:00.000Z', '2026-08-25T16:00:00.000Z', 'close'],
      [null, null, 'waitlist'],
    ]);
  });

  it('that are said wrong, or close before they open, are told', async () => {
    const { run } = await school();
    const { outcome } = await run(
      [
        'Ime;Kategorija;Prijave od;Prijave do;Ko so mesta zasedena',
        'Ena;Balet;8:00;6/1/2026 8:00;morda',
        'Dve;Balet;2. 6. 2026;1. 6. 2026;',
        'Tri;Balet;1. 6. 2026 25:00;31. 6. 2026 8:00;',
        'Štiri;Balet;1. 1. 1300;;',
      ].join('\n'),
    );
    expect(problems(outcome)).toEqual([
      ['apply_from:invalid_moment', 'apply_until:invalid_moment', 'when_full:invalid_when_full'],
      ['apply_until:before_start'],
      ['apply_from:invalid_moment', 'apply_until:invalid_moment'],
      ['apply_from:invalid_date'],
    ]);
  });

  it('come out of a workbook’s own dates', async () => {
    const { run, groupAt } = await school();
    const text = (value: string) => ({ value, type: String });
    const moment = (...parts: [number, number, number, number, number]) => ({
      value: new Date(Date.UTC(...parts)),
      type: Date,
      format: 'd. m. yyyy h:mm',
    });
    const workbook = await writeXlsxFile([
      ['Ime', 'Kategorija', 'Začetek', 'Prijave od', 'Prijave do'].map(text),
      [
        text('Ena'),
        text('Balet'),
        moment(2026, 8, 1, 0, 0),
        moment(2026, 5, 1, 8, 0),
        moment(2026, 7, 25, 0, 0),
      ],
    ]).toBuffer();
    const { outcome } = await run(workbook);
    const { start_date, apply_from, apply_until } = await groupAt(outcome, 0);
    expect(start_date).toBe('2026-09-01');
    expect([apply_from, apply_until].map((one) => new Date(String(one)).toISOString())).toEqual([
      '2026-06-01T06:00:00.000Z',
      '2026-08-25T21:59:00.000Z',
    ]);
  });
});

it('a colour is any, and one that hardly stands out is imported with a remark', async () => {
  const { run, groupAt } = await school();
  const { preview, outcome } = await run(
    [
      'Ime;Kategorija;Barva',
      'Ena;Balet;#B4533A',
      'Dve;Balet;ff0',
      'Tri;Balet;rumena',
      'Štiri;Balet;',
      'Pet;Balet;#12345',
    ].join('\n'),
  );
  expect(statuses(preview).map(([, status]) => status)).toEqual([
    'ready',
    'ready',
    'error',
    'ready',
    'error',
  ]);
  expect(problems(outcome)).toEqual([
    [],
    ['background_color:poor_contrast'],
    ['background_color:invalid_color'],
    [],
    ['background_color:invalid_color'],
  ]);
  const colors = await Promise.all(
    [0, 1, 3].map(async (at) => (await groupAt(outcome, at)).background_color),
  );
  expect(colors).toEqual(['#b4533a', '#ffff00', '#798736']);
});

describe('the application form', () => {
  it('asks fields of the catalogue in their order', async () => {
    const { run, groupAt, organization_id } = await school();
    const phone = await app.factories.formField({
      organization_id,
      label: 'telefon',
      type: 'phone_number',
      name: { sl: 'Telefon staršev, dosegljiv', en: 'Phone' },
    });
    const size = await app.factories.formField({
      organization_id,
      type: 'single_choice',
      required: true,
      name: { sl: 'Majica', en: 'Shirt' },
      options: [{ value: 's', name: { sl: 'S', en: 'S' } }],
    });
    const { outcome } = await run(
      'Ime;Kategorija;Polja obrazca\nEna;Balet;"MAJICA; telefon staršev, dosegljiv *"\nDve;Balet;telefon\nTri;Balet;\n',
    );
    expect(problems(outcome)).toEqual([[], [], []]);
    expect((await groupAt(outcome, 0)).fields).toMatchObject([
      { form_field_id: size.id, widget: 'radio', required: true, question: null },
      { form_field_id: phone.id, widget: 'phone', required: true },
    ]);
    expect((await groupAt(outcome, 1)).fields).toMatchObject([{ form_field_id: phone.id, required: false }]);
    expect((await groupAt(outcome, 2)).fields).toEqual([]);
  });

  it('says which field is not there, is no longer offered, or can’t be told', async () => {
    const { run, organization_id } = await school();
    await app.factories.formField({ organization_id, name: { sl: 'Staro' }, active: false });
    await app.factories.formField({ organization_id, name: { sl: 'Slovensko' }, languages: ['sl'] });
    for (const label of ['majica-1', 'majica-2'])
      await app.factories.formField({ organization_id, label, name: { sl: 'Majica', en: 'Shirt' } });
    const { outcome } = await run(
      [
        'Ime;Name (English);Kategorija;Polja obrazca',
        'Ena;One;Balet;"Nič; Majica"',
        'Dve;Two;Balet;Majica',
        'Tri;Three;Balet;Staro*',
        'Štiri;Four;Balet;Slovensko',
        'Pet;Five;Balet;"majica-1;MAJICA-1 *"',
        'Šest;Six;Balet;majica-2',
      ].join('\n'),
    );
    expect(problems(outcome)).toEqual([
      ['fields:field_not_found'],
      ['fields:field_ambiguous'],
      ['fields:inactive'],
      ['fields:field_lacks_language_en'],
      ['fields:row_asks_twice'],
      [],
    ]);
    expect(outcome.rows.map((row) => row.problems[0]?.value)).toEqual([
      'Nič',
      'Majica',
      'Staro',
      'Slovensko',
      'MAJICA-1',
      undefined,
    ]);
  });
});

it('forms as long as they may be come in by the hundred', async () => {
  const { run, groupAt, organization_id, member } = await school('GROUP_ADMIN');
  const labels = Array.from({ length: 60 }, (_, at) => `polje-${at}`);
  for (const label of labels) await app.factories.formField({ organization_id, label });
  const rows = Array.from(
    { length: 200 },
    (_, at) => `Skupina ${at};balet;"${labels.join(';')}";${member.email}`,
  );
  const { outcome } = await run(['Ime;Kategorija;Polja obrazca;Vodja', ...rows].join('\n'));
  expect(outcome.rows.every(({ status }) => status === 'created')).toBe(true);
  expect((await groupAt(outcome, 199)).fields).toHaveLength(60);
  const { outcome: refused } = await run(
    `Ime;Kategorija;Polja obrazca\nPreveč;balet;"${[...labels, 'polje-60'].join(';')}"\n`,
  );
  expect(problems(refused)).toEqual([['fields:field_not_found']]);
});

it('what stands on several lines or turns the text around it becomes what a form would take', async () => {
  const { run, groupAt } = await school();
  const { outcome } = await run(
    'Ime;Kategorija;Cena;Opis\n"Plesni\nvrtec";"\u202eBalet\u202c";"45 €\nna mesec";"Prva\nDruga"\n',
    'groups',
    true,
  );
  expect(await groupAt(outcome, 0)).toMatchObject({
    name: { sl: 'Plesni vrtec' },
    price_text: { sl: '45 € na mesec' },
    description: { sl: 'Prva\nDruga' },
  });
});

it('a price keeps its text, and a number alone is money', async () => {
  const { run, groupAt } = await school();
  const { outcome } = await run(
    'Ime;Name (English);Kategorija;Cena;Price (English)\nEna;One;Balet;45,5;45.50\nDve;Two;Balet;45;1.200 €\n',
  );
  const prices = await Promise.all([0, 1].map(async (at) => (await groupAt(outcome, at)).price_text));
  expect(prices).toEqual([
    { sl: '45,50\u00a0€', en: '€45.50' },
    { sl: '45\u00a0€', en: '1.200 €' },
  ]);
});

it('characters that no database keeps are left out of a file', async () => {
  const { run, groupAt } = await school();
  const cell = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const { outcome } = await run(
    workbookOf(
      `<row r="1">${cell('A1', 'Ime_x0000_')}${cell('B1', 'Kategorija')}</row><row r="2">${cell('A2', 'E_x0000_na&#xD800;')}${cell('B2', 'Balet')}</row>`,
    ),
  );
  expect((await groupAt(outcome, 0)).name).toEqual({ sl: 'Ena\ufffd' });
});

it('values cut in the middle of a character are told all the same', async () => {
  const { run } = await school();
  const { outcome } = await run(`Ime;Kategorija\nEna;${'a'.repeat(199)}😀\nDve;Balet\n`);
  expect(statuses(outcome).map(([, status]) => status)).toEqual(['error', 'created']);
});

it('what a spreadsheet could not calculate is an error, not a text', async () => {
  const { run } = await school();
  const { outcome } = await run('Ime;Kategorija;Cena;Število mest\nEna;Balet;#N/A;#REF!\n=cmd;Balet;;16,0\n');
  expect(problems(outcome)).toEqual([['capacity:formula_failed', 'price_sl:formula_failed'], []]);
});

it('locations follow those that are there, in the order of the file', async () => {
  const { run, api, organization_id } = await importingSchool(app);
  await app.factories.location({ organization_id, name: 'Prva', position: 4 });
  await run('Ime\nDruga\nTretja\n', 'locations');
  const { results } = await api.locations.list();
  expect(results.map(({ name, position }) => [name, position])).toEqual([
    ['Prva', 4],
    ['Druga', 5],
    ['Tretja', 6],
  ]);
});
