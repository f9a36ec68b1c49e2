import { deflateRawSync } from 'node:zlib';
import type { ImportMapping } from '@vpisnik/contract/imports';
import { importFields, importKinds } from '@vpisnik/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { importingSchool, problems, statuses } from '../../../test/importing.ts';
import { workbookOf } from '../../../test/outside/workbooks.ts';

// fixed days: cells are read and stored, whenever that is

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// they all come from one address
beforeEach(() => app.owner.query('delete from rate_limits'));

const school = (role?: 'ORGANIZATION_ADMIN' | 'GROUP_ADMIN', groups?: string[]) =>
  importingSchool(app, { ...(role && { role }), ...(groups && { groups }) });

const header =
  'Ime;Ime (angleško);Kategorija;Lokacija;Vodje;Urnik;Začetek;Konec;Število mest;Starost od;Starost do;Cena;Opis';

describe('groups', () => {
  it('come out of a file as they are written in it', async () => {
    const { run, api, organization_id } = await school();
    const category = await app.factories.category({ organization_id, name: { sl: 'Balet', en: 'Ballet' } });
    const location = await app.factories.location({ organization_id, name: 'Dvorana Šiška' });
    const nina = await app.factories.member({ organization_id, name: 'Nina Bergant', role: 'GROUP_ADMIN' });
    const { uploaded, preview, outcome } = await run(
      `${header}\r\nPlesni vrtec;Dance kindergarten;ballet;dvorana siska;nina bergant;pon, sre 17:00 60;1. 9. 2026;2027-06-30;16;4;6;45 € na mesec;"Prvi koraki; z glasbo"\r\n`,
    );
    expect(uploaded.columns[0]).toEqual({ name: 'Ime', samples: ['Plesni vrtec'] });
    expect(statuses(preview)).toEqual([[2, 'ready']]);
    expect(statuses(outcome)).toEqual([[2, 'created']]);
    const group = await api.groups.get({ params: { id: String(outcome.rows[0]?.id) } });
    expect(group).toMatchObject({
      label: 'plesni-vrtec',
      name: { sl: 'Plesni vrtec', en: 'Dance kindergarten' },
      languages: ['sl', 'en'],
      category_id: category.id,
      location_id: location.id,
      leader_ids: [nina.id],
      schedule: [
        { day: 'monday', start_time: '17:00', duration: 60 },
        { day: 'wednesday', start_time: '17:00', duration: 60 },
      ],
      start_date: '2026-09-01',
      end_date: '2027-06-30',
      capacity: 16,
      age_from: 4,
      age_to: 6,
      price_text: { sl: '45 € na mesec' },
      description: { sl: 'Prvi koraki; z glasbo' },
      active: false,
    });
  });

  it('with errors say where and why, and don’t block the others', async () => {
    const { run, api, organization_id } = await school();
    await app.factories.category({ organization_id, name: { sl: 'Balet' } });
    await app.factories.category({ organization_id, name: { sl: 'Zaprto' }, active: false });
    await app.factories.group({ organization_id, label: 'jazz' });
    const { preview, outcome } = await run(
      [
        header,
        'Dobra;;Balet;;;;;;;;;;',
        'Jazz;;Balet;;;;;;;;;;',
        ';;Balet;;;;;;;;;;',
        'Dobra;;Balet;;;;;;;;;;',
        'Brez kategorije;;;;;;;;;;;;',
        'Neznana;;Hip hop;Luna;Nihče;pon;31. 9. 2026;x;veliko;7;6;;',
        'Zaprta;;Zaprto;;;"pon 17:00 60; pon 17:30 60";;;0;;;;',
        ';;;;;;;;;;;;',
        'Zadnja;;Balet;;;;;;;;;;',
      ].join('\n'),
    );
    expect(statuses(outcome)).toEqual([
      [2, 'created'],
      [3, 'duplicate'],
      [4, 'error'],
      [5, 'duplicate'],
      [6, 'error'],
      [7, 'error'],
      [8, 'error'],
      [10, 'created'],
    ]);
    expect(problems(outcome)).toEqual([
      [],
      [':already_there'],
      ['name_sl:required'],
      [':row_repeats'],
      ['category:required'],
      [
        'category:category_not_found',
        'location:location_not_found',
        'leaders:leader_not_found',
        'schedule:invalid_schedule',
        'start_date:invalid_date',
        'end_date:invalid_date',
        'capacity:invalid_number',
        'age_to:below_minimum',
      ],
      ['category:inactive', 'schedule:slots_overlap', 'capacity:too_small'],
      [],
    ]);
    expect(problems(preview)).toEqual(problems(outcome));
    expect(preview.missing).toEqual({ categories: [], locations: [] });
    expect((await api.groups.list({ query: { with_total: 'true' } })).total).toBe(3);
  });

  it('are made once, however often one presses', async () => {
    const { organization_id, upload, member } = await school();
    await app.factories.category({ organization_id, name: { sl: 'Balet' } });
    const { body } = await upload('Ime;Kategorija\nEna;Balet\nDve;Balet\n');
    const over = (await app.listen()).as(member);
    const asked = { params: { id: body.id }, body: { mapping: body.mapping } };
    const outcomes = await Promise.all([1, 2, 3].map(() => over.api.imports.run(asked)));
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(await app.rows('select from groups where organization_id = $1', [organization_id])).toHaveLength(
      2,
    );
    expect((await over.api.imports.get({ params: { id: body.id } })).report).toEqual(outcomes[0]);
    // the same file again finds everything there
    const again = (await upload('Ime;Kategorija\nEna;Balet\nDve;Balet\n')).body;
    const second = await over.api.imports.run({ params: { id: again.id }, body: { mapping: again.mapping } });
    expect(statuses(second)).toEqual([
      [2, 'duplicate'],
      [3, 'duplicate'],
    ]);
  });

  it('bring the categories and locations that they name, when that is asked for', async () => {
    const { run, api } = await school();
    const { preview, outcome } = await run(
      'Ime;Kategorija;Lokacija\nEna;Balet;Mala dvorana\nDve;balet;MALA DVORANA\nTri;Balet;\n',
      'groups',
      true,
    );
    expect(preview.missing).toEqual({ categories: ['Balet'], locations: ['Mala dvorana'] });
    expect(statuses(outcome).map(([, status]) => status)).toEqual(['created', 'created', 'created']);
    const { results } = await api.groups.list();
    expect(new Set(results.map(({ category_id }) => category_id)).size).toBe(1);
    expect(results[0]?.category_name).toEqual({ sl: 'Balet', en: 'Balet' });
  });

  it('of a limited user come into their scope, without creating categories', async () => {
    const { run, api, organization_id } = await school('GROUP_ADMIN', []);
    await app.factories.category({ organization_id, name: { sl: 'Balet' } });
    await app.factories.group({ organization_id, label: 'skrita' });
    const { outcome, preview } = await run(
      'Ime;Kategorija\nEna;Balet\nDve;Drugo\nSkrita;Balet\n',
      'groups',
      true,
    );
    expect(problems(preview)).toEqual([[], ['category:category_not_found'], []]);
    expect(preview.missing).toEqual({ categories: ['Drugo'], locations: [] });
    // a group that they don't see has the label
    expect(statuses(outcome)).toEqual([
      [2, 'created'],
      [3, 'error'],
      [4, 'duplicate'],
    ]);
    expect((await api.groups.list()).results.map(({ label }) => label)).toEqual(['ena']);
  });

  it('by the thousand take one call', async () => {
    const { run, organization_id } = await school();
    const category = await app.factories.category({ organization_id });
    const rows = Array.from({ length: 1000 }, (_, at) => `Skupina ${at};${category.label};pon 17:00 60`);
    const { outcome } = await run(['Ime;Kategorija;Urnik', ...rows].join('\n'));
    expect(outcome.rows.every(({ status }) => status === 'created')).toBe(true);
  });
});

test('categories and locations come in their own columns', async () => {
  const { run, api } = await school();
  const categories = await run('Kategorija,Name (English),Opis\nBalet,Ballet,Klasični balet\n', 'categories');
  expect(statuses(categories.outcome)).toEqual([[2, 'created']]);
  expect((await api.categories.list()).results[0]).toMatchObject({
    label: 'balet',
    name: { sl: 'Balet', en: 'Ballet' },
    description: { sl: 'Klasični balet' },
    position: 0,
  });
  const locations = await run(
    'Naslov\tLokacija\tKapaciteta\tZemljevid\nTržaška 12\tVelika dvorana\t24\thttps://maps.example/a\nX\tvelika dvorana\t\t\nY\tMala\t0\tjavascript:alert(1)\n',
    'locations',
  );
  expect(statuses(locations.outcome)).toEqual([
    [2, 'created'],
    [3, 'duplicate'],
    [4, 'error'],
  ]);
  expect(problems(locations.outcome)[2]).toEqual([
    'max_participants:too_small',
    'google_maps_link:invalid_url',
  ]);
  expect((await api.locations.list()).results).toMatchObject([
    {
      name: 'Velika dvorana',
      address: 'Tržaška 12',
      max_participants: 24,
      google_maps_link: 'https://maps.example/a',
    },
  ]);
});

describe('a file', () => {
  const read = async (file: string | Buffer, type?: string) => {
    const { upload } = await school();
    return upload(file, 'locations', type);
  };
  const inWindows1250 = Buffer.from([
    ...Buffer.from('Ime;Opis\n'),
    0xc8,
    0x72,
    0x6e,
    0x61,
    0x3b,
    0x8a,
    0x69,
    0x9a,
    0x6b,
    0x61,
  ]);

  it.each([
    ['UTF-8', Buffer.from('Ime;Opis\nČrna;Šiška')],
    ['UTF-8 with a mark', Buffer.from('\ufeffIme;Opis\nČrna;Šiška')],
    ['UTF-16', Buffer.from('\ufeffIme\tOpis\nČrna\tŠiška', 'utf16le')],
    ['windows-1250', inWindows1250],
    ['commas', Buffer.from('Ime,Opis\r\n"Črna",Šiška\r\n\r\n')],
    ['bars', Buffer.from('Ime|Opis\nČrna|Šiška')],
  ])('in %s is read', async (_how, file) => {
    const { status, body } = await read(file);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      columns: [
        { name: 'Ime', samples: ['Črna'] },
        { name: 'Opis', samples: ['Šiška'] },
      ],
      rows: 1,
      mapping: { name: 0, description: 1 },
    });
  });

  it('of Excel gives days, times, numbers and formulas as they are seen', async () => {
    const text = (value: string) => ({ value, type: String });
    const workbook = await writeXlsxFile([
      ['Ime', 'Začetek', 'Mest', 'Kategorija'].map(text),
      [
        text('=HYPERLINK("http://evil.test")'),
        { value: new Date(Date.UTC(2026, 8, 1)), type: Date, format: 'dd.mm.yyyy' },
        { value: 16, type: Number },
        { value: 'B1', type: 'Formula' },
      ],
    ]).toBuffer();
    const { upload, run, api, organization_id } = await school();
    const { body } = await upload(workbook);
    expect(body.columns.map(({ samples }) => samples[0])).toEqual([
      '=HYPERLINK("http://evil.test")',
      '2026-09-01',
      '16',
      undefined,
    ]);
    await app.factories.category({ organization_id, name: { sl: '=1+1' } });
    const cell = (place: string, value: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const { outcome } = await run(
      workbookOf(
        `<row r="1">${cell('A1', 'Ime')}${cell('B1', 'Kategorija')}</row><row r="2">${cell('A2', '=1+1')}${cell('B2', '=1+1')}</row>`,
      ),
    );
    const { name } = await api.groups.get({ params: { id: String(outcome.rows[0]?.id) } });
    expect(name).toEqual({ sl: '=1+1' });
  });

  const packed = (length: number) => {
    // what claims to be small and is not
    const sheet = workbookOf('');
    const bomb = deflateRawSync(Buffer.alloc(length, 0x20));
    const at = sheet.indexOf('PK\u0001\u0002');
    const local = Buffer.from(sheet.subarray(0, 30));
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(bomb.length, 18);
    local.writeUInt32LE(10, 22);
    local.writeUInt16LE(5, 26);
    const first = Buffer.concat([local, Buffer.from('a.xml'), bomb]);
    const central = Buffer.from(sheet.subarray(at, at + 46));
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(bomb.length, 20);
    central.writeUInt32LE(10, 24);
    central.writeUInt16LE(5, 28);
    central.writeUInt32LE(0, 42);
    const directory = Buffer.concat([central, Buffer.from('a.xml')]);
    const end = Buffer.from(sheet.subarray(sheet.length - 22));
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(first.length, 16);
    return Buffer.concat([first, directory, end]);
  };
  const far = (place: string) =>
    workbookOf(
      `<row r="1"><c r="A1"><v>1</v></c></row><row r="${place.replace(/\D/g, '')}"><c r="${place}"><v>1</v></c></row>`,
    );

  it.each([
    ['that is empty', () => '', 'no_rows'],
    ['with a header alone', () => 'Ime;Opis\n', 'no_rows'],
    ['that is a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'not_a_sheet'],
    ['of old Excel', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old_excel'],
    [
      'with a password',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('EncryptedPackage', 'utf16le')]),
      'locked_sheet',
    ],
    ['that is a broken workbook', () => workbookOf('').subarray(0, 400), 'not_a_sheet'],
    ['that is another ZIP', () => packed(1000), 'not_a_sheet'],
    ['that unpacks to 200 MB', () => packed(200_000_000), 'sheet_too_large'],
    ['with a cell in the last row', () => far('A1048576'), 'sheet_too_large'],
    ['with a cell beyond all rows', () => far('A999999999'), 'sheet_too_large'],
    ['with a cell beyond all columns', () => far('ZZZZZZZ2'), 'sheet_too_large'],
    ['with too many rows', () => `Ime\n${'a\n'.repeat(1001)}`, 'too_many_rows'],
    ['with too many columns', () => `${'a;'.repeat(61)}\n${'a;'.repeat(61)}`, 'too_many_columns'],
  ])('%s is refused', async (_what, make, code) => {
    expect(await read(make())).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'file', code }] },
    });
  });

  it('of 2 MB and one byte is refused, and so is a body that is no file', async () => {
    expect((await read('a'.repeat(2_000_001))).status).toBe(413);
    const { post } = await school();
    expect((await post('/imports?kind=groups&file_name=x', { rows: [] })).status).toBe(415);
    expect(
      (await post('/imports?kind=people&file_name=x', Buffer.from('x'), { 'content-type': 'text/csv' }))
        .status,
    ).toBe(400);
  });
});

describe('a mapping', () => {
  it.each([
    [{ name: 0 }, 'mapping.name', 'unknown_field'],
    [{ name_sl: 5 }, 'mapping.name_sl', 'unknown_column'],
    [{ name_sl: 0, label: 0 }, 'mapping.name_sl', 'duplicate'],
  ] as [ImportMapping, string, string][])('%j is refused', async (mapping, path, code) => {
    const { upload, post } = await school();
    const { body } = await upload('Ime;Kategorija\nEna;Balet\n');
    for (const step of ['preview', 'run'])
      expect(await post(`/imports/${body.id}/${step}`, { mapping })).toMatchObject({
        status: 422,
        body: { errors: expect.arrayContaining([{ path, code }]) },
      });
  });

  it('is guessed whole for every template', async () => {
    const { upload } = await school();
    for (const kind of importKinds) {
      for (const language of ['sl', 'en']) {
        for (const format of ['csv', 'xlsx']) {
          const file = await app.app.inject({ url: `/import-templates/${kind}-${language}.${format}` });
          expect(file.headers['content-disposition']).toContain(`${kind}-${language}.${format}`);
          const { body } = await upload(file.rawPayload, kind);
          expect(body.mapping).toEqual(
            Object.fromEntries(importFields[kind].map((field, at) => [field, at])),
          );
        }
      }
    }
  });
});

describe('an import is for', () => {
  it('who may make such things', async () => {
    const { upload } = await school('GROUP_ADMIN');
    expect((await upload('Ime\nBalet\n', 'groups')).status).toBe(201);
    for (const kind of ['categories', 'locations'] as const)
      expect(await upload('Ime\nBalet\n', kind)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('who brought it', async () => {
    const { upload, organization_id } = await school();
    const { id } = (await upload('Ime\nBalet\n')).body;
    const other = app.as(await app.factories.member({ organization_id }));
    expect((await other.get(`/imports/${id}`)).status).toBe(404);
    expect((await other.post(`/imports/${id}/run`, { mapping: {} })).status).toBe(404);
  });
});
