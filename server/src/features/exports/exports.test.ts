import { once } from 'node:events';
import { get } from 'node:http';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { until } from '../../../test/until.ts';

// fixed days: people are born and have applied on these days, whenever the file is made

let site: TestApp;
let http: Awaited<ReturnType<TestApp['listen']>>;
let organization_id: string;
let group_id: string;
let member: Member;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp();
  http = await site.listen();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group_id = (await site.factories.group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
  member = await site.factories.member({ organization_id, name: 'Maja Kovač' });
  staff = http.as(member);
});

const add = (name: string, given = {}) =>
  site.factories.participant({ organization_id, group_id, name, email: null, ...given });
const note = (participant: { id: string }, text: string, { pinned = false } = {}) =>
  site.owner.query(
    'insert into participant_notes (organization_id, participant_id, text, pinned) values ($1, $2, $3, $4)',
    [organization_id, participant.id, text, pinned],
  );
const answerOf = (field: { id: string }, type: string, value: unknown, text = String(value), given = {}) => ({
  field_id: field.id,
  form_field_id: field.id,
  label: null,
  name: 'Vprašanje',
  type,
  value,
  text,
  sensitive: false,
  ...given,
});
const ask = async (given: { type?: string; sensitive?: boolean; name?: object }, position = 0) => {
  const field = await site.factories.formField({ organization_id, ...given } as never);
  await site.factories.groupField({
    organization_id,
    group_id,
    form_field_id: field.id,
    question: null,
    position,
  } as never);
  return field;
};

const everybody = (expected_count: number) => ({
  ...{ filter: {}, exclude_ids: [], expected_count },
  as_of: new Date(Date.now() + 60_000).toISOString(),
});

type Answered = { status: number; headers: Headers; body: Buffer };
async function fetched(who: Member, path: string, body?: object): Promise<Answered> {
  const headers = { authorization: `Bearer ${await site.tokenOf(who)}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`${http.origin}/api${path}`, { ...init, headers });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
const csvOf = async (query = '', who = member, delimiter = ';') =>
  parse((await fetched(who, `/participants/export.csv${query}`)).body, {
    bom: true,
    delimiter,
  }) as string[][];
const sheetOf = async (query = '', who = member) =>
  readSheet((await fetched(who, `/participants/export.xlsx${query}`)).body);
const problemOf = async (path: string, body: object, who = member) => {
  const answer = await fetched(who, path, body);
  return { status: answer.status, ...(JSON.parse(String(answer.body)) as object) };
};
const logged = async () =>
  (
    await site.rows<{ actor: string; changes: Record<string, unknown> }>(
      `select actor, changes from activity_log where organization_id = $1 and action = 'participants_exported' order by id`,
      [organization_id],
    )
  ).map(({ actor, changes }) => ({ actor, ...changes }));

describe('the file', () => {
  test('has a column for each fact and question, in the order of the form and the words of the caller', async () => {
    const size = await ask({ type: 'single_choice', name: { sl: 'Majica', en: 'T-shirt' } }, 2);
    const born = await ask({ type: 'date', name: { sl: 'Rojen', en: 'Born' } }, 1);
    const photo = await ask({ type: 'checkbox', name: { sl: 'Sme na sliko', en: 'May be photographed' } }, 3);
    const ajda = await add('Ajda Bizjak', {
      email: 'ajda@mail.test',
      phone: '031123456',
      reference: '22E45678',
      status: 'approved',
      application_date: '2026-09-14T15:02:00Z',
      notes: 'Prva\nvrstica; "in" druga',
      answers: [
        answerOf(size, 'single_choice', 's', 'Majhna'),
        answerOf(born, 'date', '2018-09-05'),
        answerOf(photo, 'checkbox', true, 'Da'),
      ],
    });
    await note(ajda, 'Klicala mama');
    await note(ajda, 'Pride v soboto', { pinned: true });
    const [header, row] = await csvOf();
    expect(header).toEqual([
      'Udeleženec',
      'E-pošta',
      'Telefon',
      'Starš ali skrbnik',
      'Telefon starša ali skrbnika',
      'Datum rojstva',
      'Starost',
      'Skupina',
      'Stanje',
      'Mesto v vrsti',
      'Ponudba do',
      'Prijava',
      'Številka prijave',
      'Jezik',
      'Način prijave',
      'Opombe ob prijavi',
      'Interni zapiski',
      'Rojen',
      'Majica',
      'Sme na sliko',
    ]);
    expect(row).toEqual([
      'Ajda Bizjak',
      'ajda@mail.test',
      "'031123456",
      '',
      '',
      '',
      '',
      'Balet',
      'Odobrena',
      '',
      '',
      '14. 9. 2026 17:02',
      "'22E45678",
      'slovenščina',
      'Dodala ekipa',
      'Prva\nvrstica; "in" druga',
      'Pride v soboto\nKlicala mama',
      '5. 9. 2018',
      'Majhna',
      'Da',
    ]);
    const reader = await site.factories.member({ organization_id, language: 'en' });
    const [english, its] = await csvOf(
      `?columns=name&columns=${photo.id}&columns=${born.id}&columns=group`,
      reader,
      ',',
    );
    expect(english).toEqual(['Participant', 'May be photographed', 'Born', 'Group']);
    expect(its).toEqual(['Ajda Bizjak', 'Yes', '2018-09-05', 'Ballet']);
  });

  test('tells until when a place is offered, which is no place in the queue', async () => {
    const waits = { status: 'waitlisted' };
    const { id } = await add('Ajda', waits);
    await add('Bor', waits);
    await site.rows(
      `update participants set offer_until = '2199-01-09T16:30:00Z', offered_at = now(), offer_no = 1 where id = $1`,
      [id],
    );
    const columns = 'sort=name&columns=name&columns=waiting_position&columns=offer_until';
    expect((await csvOf(`?${columns}`)).slice(1)).toEqual([
      ['Ajda', '', '9. 1. 2199 17:30'],
      ['Bor', '1', ''],
    ]);
    expect((await csvOf(`?${columns}&offer=open`)).slice(1).map(([name]) => name)).toEqual(['Ajda']);
    const [, row] = await sheetOf(`?${columns}`);
    expect(row).toEqual(['Ajda', null, new Date('2199-01-09T17:30:00Z')]);
  });

  test('is named, has the mark and line ends of spreadsheets, and says what it is', async () => {
    await add('Ajda');
    const { headers, body } = await fetched(member, '/participants/export.csv?columns=name');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="udelezenci-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(body.toString()).toBe('\ufeffUdeleženec\r\nAjda\r\n');
    const book = await fetched(member, '/participants/export.xlsx');
    expect(book.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(book.headers.get('content-disposition')).toMatch(/\.xlsx"$/);
  });

  test('is named by the day of the organisation', async () => {
    // at any moment, one of them has another day than UTC
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await site.owner.query('update organizations set time_zone = $2 where id = $1', [
        organization_id,
        time_zone,
      ]);
      const before = localDay(new Date(), time_zone);
      const { headers } = await fetched(member, '/participants/export.csv?columns=name');
      const day = headers.get('content-disposition')?.match(/\d{4}-\d\d-\d\d/)?.[0];
      expect([before, localDay(new Date(), time_zone)]).toContain(day);
    }
  });

  test.each([
    ['=HYPERLINK("https://evil.test")', '\'=HYPERLINK("https://evil.test")'],
    ['+1+cmd', "'+1+cmd"],
    ['@SUM(1)', "'@SUM(1)"],
    ['-2+3', "'-2+3"],
    [' ＝1', "' ＝1"],
  ])('runs no formula: %s', async (notes, written) => {
    await add('Ajda', { notes });
    expect((await csvOf('?columns=notes'))[1]).toEqual([written]);
    // a workbook's cells are texts, whatever they begin with; its reader trims them
    expect((await sheetOf('?columns=notes'))[1]).toEqual([notes.trim()]);
  });

  test.each([
    ['031123456', "'031123456"],
    ['1234567890123456', "'1234567890123456"],
    ['7', '7'],
    ['0', '0'],
  ])('keeps digits that are text: %s', async (value, written) => {
    const card = await ask({ type: 'text' });
    await add('Ajda', { answers: [answerOf(card, 'text', value)] });
    expect((await csvOf(`?columns=${card.id}`))[1]).toEqual([written]);
  });

  test('is a workbook with days, numbers and texts as they are, and a header that stays', async () => {
    const born = await ask({ type: 'date', name: { sl: 'Rojen', en: 'Born' } });
    await add('Ajda _x0041_ <&> 😀', {
      phone: '031123456',
      reference: '22345678',
      status: 'waitlisted',
      application_date: '2026-09-14T15:02:00Z',
      answers: [answerOf(born, 'date', '2018-09-05')],
    });
    const columns = ['name', 'phone', 'reference', 'waiting_position', 'application_date', born.id];
    const path = `/participants/export.xlsx?${columns.map((one) => `columns=${one}`).join('&')}`;
    const { body } = await fetched(member, path);
    const [header, row] = await readSheet(body);
    expect(header).toEqual([
      'Udeleženec',
      'Telefon',
      'Številka prijave',
      'Mesto v vrsti',
      'Prijava',
      'Rojen',
    ]);
    expect(row?.slice(1)).toEqual([
      '031123456',
      '22345678',
      1,
      new Date('2026-09-14T17:02:00Z'),
      new Date('2018-09-05T00:00:00Z'),
    ]);
    const parts = unzipSync(body);
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString();
    expect(sheet).toContain('Ajda _x005F_x0041_ &lt;&amp;&gt; 😀');
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    expect(sheet).toMatch(/<col [^>]*width="19"/);
    expect(sheet).not.toContain('<f>');
  });

  test('keeps answers to questions that no form asks any more, and names a group with its own question', async () => {
    const other = await site.factories.group({ organization_id, name: { sl: 'Hip hop' } });
    const own = await site.factories.groupField({
      organization_id,
      group_id: other.id,
      form_field_id: null,
      question: { type: 'text', name: { sl: 'Stil' }, description: {}, options: [], sensitive: false },
    } as never);
    const gone = { id: crypto.randomUUID() };
    await add('Ajda', {
      answers: [answerOf(gone, 'text', 'Da, prosim', 'Da, prosim', { name: 'Prevoz', form_field_id: null })],
    });
    await site.factories.participant({
      organization_id,
      group_id: other.id,
      name: 'Borut',
      answers: [answerOf(own, 'text', 'Ulični', 'Ulični', { form_field_id: null })],
    } as never);
    const [header, ...rows] = await csvOf('?sort=name');
    expect(header?.slice(-2)).toEqual(['Stil (Hip hop)', 'Prevoz']);
    expect(rows.map((row) => row.slice(-2))).toEqual([
      ['', 'Da, prosim'],
      ['Ulični', ''],
    ]);
  });
});

describe('whom it is of', () => {
  test.each([
    'name',
    '-name',
    'age',
    '-age',
    'status',
    '-status',
    'group',
    '-group',
    'waiting_position',
    '-waiting_position',
    'application_date',
    '-application_date',
  ])('in the order of the list by %s', async (sort) => {
    const other = await site.factories.group({ organization_id, name: { sl: 'Akrobatika' } });
    const born = await ask({ type: 'date', name: { sl: 'Rojen' } });
    await site.owner.query(`update form_fields set purpose = 'date_of_birth' where id = $1`, [born.id]);
    const days = ['2018-01-01', null, '2012-05-05', '2015-03-03', null, '2010-10-10'];
    const statuses = ['pending', 'waitlisted', 'approved', 'rejected', 'waitlisted', 'inactive'];
    for (const [at, day] of days.entries())
      await add(`Oseba ${(at * 5) % 6}`, {
        status: statuses[at],
        group_id: at % 2 ? group_id : other.id,
        answers: day ? [answerOf(born, 'date', day, day, { purpose: 'date_of_birth' })] : [],
      });
    const list = await staff.get<{ results: { name: string }[] }>(`/participants?sort=${sort}`);
    const [, ...rows] = await csvOf(`?columns=name&sort=${sort}`);
    expect(rows.map(([name]) => name)).toEqual(list.body.results.map(({ name }) => name));
  });

  test('withdrawn ones by that word, in the reader’s language', async () => {
    await add('Ajda', { status: 'inactive' });
    await add('Borut', { status: 'inactive', withdrawn_at: '2026-09-17T12:00:00Z' });
    const words = { sl: ['Neaktivna', 'Umaknjena'], en: ['Inactive', 'Withdrawn'] };
    for (const [language, its] of Object.entries(words)) {
      const who = await site.factories.member({ organization_id, language: language as 'sl' | 'en' });
      const [, ...rows] = await csvOf('?columns=status&sort=name', who, language === 'sl' ? ';' : ',');
      expect(rows.flat()).toEqual(its);
    }
    const [, ...rows] = await csvOf('?columns=name&status=withdrawn');
    expect(rows).toEqual([['Borut']]);
  });

  test('all that match without those taken out, as they were shown; another count is refused with the new one', async () => {
    const [ajda, borut] = [await add('Ajda'), await add('Borut')];
    await add('Cilka', { status: 'approved' });
    const { body } = await staff.get<{ total: number; as_of: string }>(
      '/participants?status=pending&with_total=true',
    );
    await add('Drago');
    const selection = {
      filter: { status: ['pending'] },
      exclude_ids: [borut.id],
      expected_count: 1,
      as_of: body.as_of,
    };
    const asked = { selection, columns: ['name'] };
    const { body: file } = await fetched(member, '/participants/bulk/export.csv', asked);
    expect(parse(file, { bom: true, delimiter: ';' })).toEqual([['Udeleženec'], ['Ajda']]);
    const other = { ...asked, selection: { ...selection, exclude_ids: [] } };
    expect(await problemOf('/participants/bulk/export.csv', other)).toMatchObject({
      status: 409,
      code: 'selection_changed',
      count: 2,
    });
    const some = { selection: { ids: [ajda.id] }, columns: ['name'] };
    const book = await fetched(member, '/participants/bulk/export.xlsx', some);
    expect(await readSheet(book.body)).toEqual([['Udeleženec'], ['Ajda']]);
  });

  test('of groups in scope alone: foreign, unknown and unreachable ids are not there, and nobody is refused', async () => {
    const own = await add('Ajda');
    const other = await site.factories.participant({ organization_id, name: 'Skrita' });
    const foreign = await site.factories.participant({ name: 'Tuja' });
    const leader = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
    const ids = [own.id, other.id, foreign.id, crypto.randomUUID()];
    const { body, headers } = await fetched(leader, '/participants/bulk/export.csv', {
      selection: { ids },
      columns: ['name'],
    });
    expect(parse(body, { bom: true, delimiter: ';' })).toEqual([['Udeleženec'], ['Ajda']]);
    // so that the client can say how many are missing, whichever of these they are
    expect(headers.get('x-row-count')).toBe('1');
    for (const nobody of [[], ids.slice(2)])
      expect(await problemOf('/participants/bulk/export.csv', { selection: { ids: nobody } })).toMatchObject({
        status: 422,
        code: 'selection_empty',
      });
    // a filter that nobody matches is a file without rows
    expect(await csvOf('?columns=name&search=nihče')).toEqual([['Udeleženec']]);
    // the whole list is of those who may read it
    for (const role of ['GROUP_VIEWER_USER', 'GROUP_EDITOR_USER', 'GROUP_ADMIN'] as const) {
      const below = await site.factories.member({ organization_id, role });
      for (const format of ['csv', 'xlsx'])
        expect((await fetched(below, `/participants/export.${format}`)).status).toBe(403);
    }
  });

  test('a foreign question reads as an unknown one', async () => {
    await add('Ajda');
    const foreign = await site.factories.formField();
    for (const id of [foreign.id, crypto.randomUUID()]) {
      const { body } = await fetched(member, `/participants/export.csv?columns=name&columns=${id}`);
      expect(JSON.parse(String(body))).toMatchObject({
        code: 'invalid_fields',
        errors: [{ path: 'columns.1', code: 'unknown_id' }],
      });
    }
  });
});

describe('sensitive answers', () => {
  test('are there only with a reason, which the log keeps', async () => {
    const health = await ask({ type: 'text', sensitive: true, name: { sl: 'Alergije' } });
    const ajda = await add('Ajda', {
      answers: [answerOf(health, 'text', 'arašidi', 'arašidi', { sensitive: true })],
    });
    expect(JSON.stringify(await csvOf())).not.toMatch(/Alergije|arašidi/);
    const asked = { selection: { ids: [ajda.id] }, columns: ['name', health.id] };
    expect(await problemOf('/participants/bulk/export.csv', asked)).toMatchObject({
      code: 'invalid_fields',
      errors: [{ path: 'sensitive_reason', code: 'required' }],
    });
    const told = await fetched(member, '/participants/bulk/export.csv', {
      ...asked,
      sensitive_reason: 'Tabor',
    });
    expect(parse(told.body, { bom: true, delimiter: ';' })).toEqual([
      ['Udeleženec', 'Alergije'],
      ['Ajda', 'arašidi'],
    ]);
    expect((await csvOf('?sensitive_reason=Tabor'))[0]).toContain('Alergije');
    expect(await logged()).toMatchObject([
      {},
      {
        ...{ sensitive_reason: 'Tabor', ids: 1, columns: 2, facts: ['name'] },
        questions: [{ name: 'Alergije', sensitive: true }],
      },
      { sensitive_reason: 'Tabor' },
    ]);
    expect((await logged())[0]).not.toHaveProperty('sensitive_reason');
    expect(JSON.stringify(await logged())).not.toContain('arašidi');
  });

  test('stay out where the question is no longer sensitive and the answer is', async () => {
    const field = await ask({ type: 'text', name: { sl: 'Alergije' } });
    await add('Ajda', { answers: [answerOf(field, 'text', 'arašidi', 'arašidi', { sensitive: true })] });
    expect((await csvOf(`?columns=${field.id}`))[1]).toEqual(['']);
  });
});

test('each export is in the log with its filter and count, also one that is not taken', async () => {
  await add('Ajda');
  await csvOf(`?group_id=${group_id}&status=pending`);
  expect(await logged()).toMatchObject([
    {
      actor: 'Maja Kovač',
      format: 'csv',
      count: 1,
      filter: { group_id: [group_id], status: ['pending'] },
      names: { [group_id]: { sl: 'Balet' } },
    },
  ]);
});

test('a download that its reader leaves ends its statement and gives its connection back', async () => {
  await site.owner.query(
    `insert into participants (organization_id, group_id, name, reference, language, notes)
     select $1, $2, 'Oseba ' || n, lpad(translate(n::text, '01', 'XY'), 8, 'Z'), 'sl', repeat('x', 1900)
     from generate_series(1, 20001) n`,
    [organization_id, group_id],
  );
  const request = get(`${http.origin}/api/participants/export.csv`, {
    headers: { authorization: `Bearer ${await site.tokenOf(member)}` },
  });
  const [response] = await once(request, 'response');
  await once(response, 'data');
  response.pause();
  const open = () =>
    site.rows(
      `select state, left(query, 80) as query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
    );
  expect((await open()).length).toBe(1);
  request.destroy();
  await until(async () => {
    if ((await open()).length > 0) throw new Error('The transaction is still open');
  });
  expect(await logged()).toMatchObject([{ count: 20_001 }]);
  expect(await problemOf('/participants/bulk/export.xlsx', { selection: everybody(20_001) })).toMatchObject({
    ...{ status: 422, code: 'workbook_too_large', count: 20_000 },
  });
});
