import type { BulkJob, BulkRow } from '@vpisnik/contract/bulk-jobs';
import type { PersonImport, PersonOutcome } from '@vpisnik/contract/participant-imports';
import { personImportLimits } from '@vpisnik/contract/participant-imports';
import type { Participant } from '@vpisnik/contract/participants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type Caller, createTestApp, type TestApp } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';
import { exportWords } from '../../exports/words.ts';

// fixed days: cells are read and stored, whenever that is

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group: { id: string; label: string };
let birth: { id: string };
let guardian: { id: string };
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' }, mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.owner.query('delete from rate_limits');
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  group = await site.factories.group({ organization_id, name: { sl: 'Jazz', en: 'Jazz' }, label: 'jazz-1' });
  const given = { organization_id };
  birth = await site.factories.formField({
    ...given,
    ...{ type: 'date', purpose: 'date_of_birth', name: { sl: 'Rojstvo otroka', en: 'Born' } },
  });
  guardian = await site.factories.formField({
    ...given,
    ...{ purpose: 'guardian_name', name: { sl: 'Zakoniti zastopnik', en: 'Legal representative' } },
  });
  await site.factories.groupField({ ...given, group_id: group.id, form_field_id: birth.id, widget: 'date' });
});

type Chosen = Record<string, unknown>;
const upload = (file: string | Buffer, as = staff) =>
  as.post<PersonImport & Chosen>('/participant-imports?file_name=prijave.csv', Buffer.from(file as string), {
    'content-type': 'text/csv',
  });
const look = ({ id, mapping }: PersonImport, chosen: Chosen = {}, as = staff) =>
  as.post<PersonOutcome & Chosen>(`/participant-imports/${id}/preview`, { mapping, ...chosen });
const run = ({ id, mapping }: PersonImport, chosen: Chosen = {}, as = staff) =>
  as.post<BulkJob & Chosen>(`/participant-imports/${id}/run`, { mapping, ...chosen });
const kept = async (file: string | Buffer, as = staff) => (await upload(file, as)).body;
/** Row by row its number, status and problems, as `column:code`. */
const told = ({ rows }: PersonOutcome) =>
  rows.map(({ row, status, problems }) => [
    row,
    status,
    ...problems.map(({ column, code }) => `${column?.replace(/:.*/, '') ?? ''}:${code}`),
  ]);
const people = () =>
  site.rows<Participant & { birth_date: string }>(
    `select id, group_id, name, email, phone, status, language, notes, answers, date_of_birth::text as birth_date, guardian_name, privacy_version,
       application_date, version from participants where organization_id = $1 order by name, id`,
    [organization_id],
  );
const rested = (id: string) =>
  until(async () => {
    const { body } = await staff.get<BulkJob>(`/bulk-jobs/${id}`);
    expect(['running', 'undoing']).not.toContain(body.state);
    return body;
  });
const undo = (id: string) => staff.post<BulkJob>(`/bulk-jobs/${id}/undo`);
const sheet = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

/** What Google Forms hands out, in Slovenian. */
const google = sheet(
  'Časovni žig,Ime in priimek otroka,E-poštni naslov,Datum rojstva otroka,Ime in priimek starša,Katera skupina?,Dnevi,Strinjam se z objavo,Telefon,Interna opomba',
  '"21. 8. 2026 17:03:22","Ana  Kos","ANA@Example.com","3. 4. 2015","Maja Kos","Jazz","Ponedeljek, Sreda, pozno","Strinjam se","031 123 456","Plačala"',
  '"20. 8. 2026 7:03:22","Bor Žagar","bor@example.com","2014-12-31","","jazz-1","","Ne","",""',
);

describe('a sheet of participants', () => {
  test('from Google Forms is understood by its headers, and becomes people with their answers', async () => {
    const given = { organization_id, group_id: group.id };
    const days = ['Ponedeljek', 'Sreda, pozno'].map((sl) => ({
      value: sl.slice(0, 3).toLowerCase(),
      name: { sl, en: sl },
    }));
    const question = { description: {}, sensitive: false };
    await site.factories.groupField({
      ...{ ...given, widget: 'checkbox' },
      question: { ...question, type: 'multiple_choice', name: { sl: 'Dnevi', en: 'Days' }, options: days },
    });
    const consent = await site.factories.formField({
      organization_id,
      ...{ type: 'checkbox', name: { sl: 'Strinjam se z objavo', en: 'May be published' } },
    });
    const made = await kept(google);
    expect(made.columns[1]).toEqual({ name: 'Ime in priimek otroka', samples: ['Ana  Kos', 'Bor Žagar'] });
    expect(made.mapping).toMatchObject({
      ...{ application_date: 0, name: 1, email: 2, group: 5, phone: 8 },
      [`answer:${birth.id}`]: 3,
      [`answer:${guardian.id}`]: 4,
      [`answer:${consent.id}`]: 7,
    });
    expect(Object.keys(made.mapping)).toHaveLength(10);
    expect((await look(made)).body).toMatchObject({ ready_count: 2, error_count: 0, mail_count: 2 });
    expect(await people()).toEqual([]);

    const { status, body } = await run(made, { status: 'approved' });
    expect([status, body.state, body.done_count, body.mail_count]).toEqual([200, 'done', 2, 0]);
    const [ana, bor] = await people();
    expect(ana).toMatchObject({
      ...{
        name: 'Ana Kos',
        email: 'ana@example.com',
        phone: '031 123 456',
        status: 'approved',
        language: 'sl',
      },
      ...{ group_id: group.id, birth_date: '2015-04-03', guardian_name: 'Maja Kos', version: 1 },
      // a column of consents is an answer, and no proof of what they have read
      privacy_version: null,
    });
    expect(new Date(String(ana?.application_date)).toISOString()).toBe('2026-08-21T15:03:22.000Z');
    const answers = ana?.answers.map(({ name, value, text }) => [name, value, text]);
    expect(answers).toEqual([
      ['Rojstvo otroka', '2015-04-03', '2015-04-03'],
      ['Dnevi', ['pon', 'sre'], 'Ponedeljek, Sreda, pozno'],
      ['Zakoniti zastopnik', 'Maja Kos', 'Maja Kos'],
      ['Strinjam se z objavo', true, 'Da'],
    ]);
    const history = (await staff.api.participant_history.list({ params: { id: String(ana?.id) } })).results;
    expect(history.map(({ kind, bulk }) => [kind, bulk]).toSorted()).toEqual([
      ['added', true],
      ['note_added', true],
    ]);
    const { results: notes } = await staff.api.participant_notes.list({ params: { id: String(ana?.id) } });
    expect(notes).toMatchObject([{ text: 'Plačala', author: 'Žiga Čuk' }]);
    expect(bor).toMatchObject({ birth_date: '2014-12-31', guardian_name: null });
    expect(bor?.answers.find(({ type }) => type === 'checkbox')?.value).toBe(false);
    expect(await site.rows('select from mails where organization_id = $1', [organization_id])).toEqual([]);
    const log = await site.rows('select action, changes from activity_log where organization_id = $1', [
      organization_id,
    ]);
    expect(log).toMatchObject([{ action: 'bulk_import', changes: { count: 2, file_name: 'prijave.csv' } }]);
    expect((await staff.get<PersonImport>(`/participant-imports/${made.id}`)).body.report).toMatchObject({
      ...{ job_id: body.id, outcome: { ready_count: 2 } },
    });
  });

  test('has the mail of a parent where it has none of the participants', async () => {
    const mails = ['E-mail starša', 'E-pošta staršev', 'Parent’s email', 'Elektronski naslov skrbnika'];
    for (const mail of mails) {
      const { mapping } = await kept(sheet(`${mail};Ime`, 'maja@example.com;Ana Kos'));
      expect([mail, mapping.email]).toEqual([mail, 0]);
    }
    const both = await kept(sheet('E-mail starša;E-mail;Ime', 'maja@example.com;ana@example.com;Ana Kos'));
    expect(both.mapping).toMatchObject({ email: 1, name: 2 });
  });

  test('knows notes by what our exports call them, and by what screens did before', async () => {
    const { sl, en } = exportWords;
    for (const header of [
      sl.columns.notes,
      en.columns.notes,
      'Sporočilo ob prijavi',
      'Message with the application',
    ])
      expect([header, (await kept(sheet(`Ime,${header}`, 'Ana,Pozno'))).mapping]).toEqual([
        header,
        { name: 0, notes: 1 },
      ]);
  });

  test('says of each row what is wrong, and brings in the others', async () => {
    await site.factories.formField({
      organization_id,
      type: 'checkbox',
      name: { sl: 'Soglasje', en: 'Consent' },
    });
    const other = await site.factories.group({ name: { sl: 'Tuja', en: 'Foreign' } });
    await site.factories.group({ organization_id, name: { sl: 'Dvojna', en: 'Twice' } });
    await site.factories.group({ organization_id, name: { sl: 'Dvojna', en: 'Twice' } });
    const made = await kept(
      sheet(
        'Priimek in ime;E-pošta;Telefon;Datum rojstva;Skupina;Stanje;Časovni žig;Jezik;Soglasje;;',
        'Kos Ana Marija;;;1. 2. 2015;jazz;sprejeta;;angleščina;da;;',
        ';;;;Jazz;;;;;;',
        'Kos Bor;bor@;12;32. 1. 2015;Neznana;morda;včeraj;klingonsko;mogoče;;',
        'Kos Cene;;;1. 2. 2990;Dvojna;;1. 1. 2990 8:00;;;;',
        ';;;;;;;;;;',
        `Kos Dan;;;#REF!;${other.id};;;;;;`,
        'http://spam.example Kos;;;;Jazz;;;;;;',
        'Kos Eva;;;;;;;;;;',
      ),
    );
    expect(made.columns).toHaveLength(9);
    const { body } = await look(made);
    expect(told(body)).toEqual([
      [2, 'ready'],
      [3, 'error', 'surname_first:required'],
      [
        ...[4, 'error', 'email:invalid_email', 'phone:invalid_phone', 'answer:invalid_date'],
        ...['group:group_not_found', 'status:invalid_status', 'application_date:invalid_moment'],
        ...['language:language_unknown', 'answer:invalid_tick'],
      ],
      [5, 'error', 'answer:in_future', 'group:group_ambiguous', 'application_date:in_future'],
      // another organisation's group reads as one that there is not
      [7, 'error', 'answer:formula_failed', 'group:group_not_found'],
      [8, 'error', 'surname_first:name_with_link'],
      [9, 'error', 'group:group_required'],
    ]);
    expect(body.rows[2]?.problems[3]).toMatchObject({ value: 'Neznana' });
    const group_id = (await look(made, { group_id: other.id })) as { status: number; body: Chosen };
    expect(group_id).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'group_id', code: 'unknown_id' }] },
    });
    expect((await run(made, { group_id: group.id })).body).toMatchObject({ done_count: 2 });
    expect(await people()).toMatchObject([
      { name: 'Ana Marija Kos', status: 'approved', language: 'en' },
      { name: 'Eva Kos', status: 'pending', language: 'sl' },
    ]);
  });

  test('has dates in three ways of writing, and says in which order those with slashes were read', async () => {
    const made = await kept(
      sheet(
        'Name,Born,Timestamp',
        'Ana,13/2/2015,9/3/2026 8:00:00',
        'Bor,3. 4. 2015,9/4/2026 8:00:00',
        'Cene,2015-05-06,',
      ),
    );
    const { body } = await look(made, { group_id: group.id });
    expect(body.day_orders).toEqual([
      { column: 'application_date', order: 'month_first' },
      { column: `answer:${birth.id}`, order: 'day_first' },
    ]);
    await run(made, { group_id: group.id });
    const all = await people();
    expect(all.map(({ birth_date }) => birth_date)).toEqual(['2015-02-13', '2015-04-03', '2015-05-06']);
    expect(new Date(String(all[0]?.application_date)).toISOString()).toBe('2026-09-03T06:00:00.000Z');
  });

  test('has days alone, which are their noon, also under a header that tells a time', async () => {
    const made = await kept(sheet('Name,Applied (until 20:00)', 'Ana,21. 9. 2026'));
    const mapping = { name: 0, application_date: 1 };
    expect((await run({ ...made, mapping }, { group_id: group.id })).status).toBe(200);
    const [ana] = await people();
    expect(new Date(String(ana?.application_date)).toISOString()).toBe('2026-09-21T10:00:00.000Z');
  });

  test('is a workbook with dates of its own, or a text in the way of old Windows', async () => {
    const day = new Date('2015-04-03T00:00:00Z');
    const cells = [
      ['Ime', 'Priimek', 'Datum rojstva', 'Skupina'].map((value) => ({ value, type: String })),
      [
        ...['Živa', 'Čuk'].map((value) => ({ value, type: String })),
        { value: day, type: Date, format: 'dd/mm/yyyy' },
        { value: 'JAZZ', type: String },
      ],
    ];
    const book = await kept(await writeXlsxFile(cells).toBuffer());
    expect((await run(book)).body.done_count).toBe(1);
    // "Žan Šuštar" in windows-1250
    const text = Buffer.concat([Buffer.from('Ime;Priimek\n'), Buffer.from('8e616e3b8a759a746172', 'hex')]);
    expect((await run(await kept(text), { group_id: group.id })).body.done_count).toBe(1);
    expect(await people()).toMatchObject([
      { name: 'Žan Šuštar' },
      { name: 'Živa Čuk', birth_date: '2015-04-03' },
    ]);
  });

  test('is refused where it is too large, empty or without a name', async () => {
    const row = 'Ana Kos;ana@example.com\n';
    const refusal = async (file: string | Buffer) => (await upload(file)).body.errors;
    expect(await refusal(`Ime;E-pošta\n${row.repeat(personImportLimits.rows + 1)}`)).toEqual([
      { path: 'file', code: 'too_many_rows', limit: 10_000 },
    ]);
    expect(await refusal('Ime;E-pošta\n')).toEqual([{ path: 'file', code: 'no_rows' }]);
    expect(await refusal('')).toBeDefined();
    expect(await refusal(`${'x;'.repeat(61)}\n${row}`)).toEqual([
      { path: 'file', code: 'too_many_columns', limit: 60 },
    ]);
    expect((await upload(Buffer.alloc(personImportLimits.bytes + 1, 'a'))).status).toBe(413);
    // sixty columns without a header
    const wide = await kept(`Ime${';'.repeat(59)}\nAna${';x'.repeat(59)}\n`);
    expect(wide.columns).toHaveLength(60);
    expect(wide.columns[59]).toEqual({ name: '', samples: ['x'] });
    expect(wide.mapping).toEqual({ name: 0 });
    const path = `/participant-imports/${wide.id}/preview`;
    expect(
      await staff.post(path, { mapping: { email: 1, phone: 1, [`answer:${wide.id}`]: 2, name: 60 } }),
    ).toMatchObject({
      status: 422,
    });
    expect(
      (await staff.post(path, { mapping: { email: 1, phone: 1, [`answer:${wide.id}`]: 2 } })).body,
    ).toMatchObject({
      errors: [
        { path: 'mapping.email', code: 'duplicate' },
        { path: 'mapping.phone', code: 'duplicate' },
        { path: `mapping.answer:${wide.id}`, code: 'unknown_field' },
        { path: 'mapping.name', code: 'required' },
      ],
    });
    expect(await run(wide)).toMatchObject({ status: 422, body: { code: 'selection_empty' } });
  });
});

describe('duplicates', () => {
  test('in the sheet and in the group are shown, and made only where they are ticked', async () => {
    const given = { organization_id, group_id: group.id };
    await site.factories.participant({ ...given, name: 'Ana Kos', email: 'ana@example.com' });
    await site.factories.participant({ ...given, name: 'Bor Kos', email: null });
    await site.factories.participant({ ...given, name: 'Cene Kos', email: 'cene@example.com' });
    const made = await kept(
      sheet(
        'Ime in priimek;E-pošta;Datum rojstva',
        'ANA KOS;ana@example.com;',
        'Bor Kos;bor@example.com;',
        'Cene Kos;drugi@example.com;',
        'Dan Kos;;1. 1. 2015',
        'Dan Kos;;1. 1. 2015',
        'Dan Kos;;2. 1. 2015',
        'Eva Kos;eva@example.com;',
        'Eva Kos;eva@example.com;',
      ),
    );
    const { body } = await look(made, { group_id: group.id });
    expect(told(body)).toEqual([
      [2, 'duplicate', ':already_applied'],
      [3, 'duplicate', ':already_there'],
      [4, 'ready'],
      [5, 'ready'],
      [6, 'duplicate', ':row_repeats'],
      [7, 'ready'],
      [8, 'ready'],
      [9, 'duplicate', ':row_repeats'],
    ]);
    expect(body.rows.filter(({ can_include }) => can_include).map(({ row }) => row)).toEqual([3, 6]);
    const include = [2, 3, 6, 9];
    expect((await look(made, { group_id: group.id, include })).body).toMatchObject({ ready_count: 6 });
    expect((await run(made, { group_id: group.id, include })).body).toMatchObject({
      done_count: 6,
      skipped: [],
    });
    expect(await people()).toHaveLength(9);
  });

  test('of two imports at the same time are made once, and one import runs once', async () => {
    const file = sheet(
      'Ime,E-pošta',
      ...Array.from({ length: 300 }, (_, at) => `Ana ${at},ana${at}@example.com`),
    );
    const [one, two] = [await kept(file), await kept(file)];
    const chosen = { group_id: group.id };
    const begun = await Promise.all([run(one, chosen), run(two, chosen), run(one, chosen)]);
    expect(begun[2]?.body.id).toBe(begun[0]?.body.id);
    const jobs = await Promise.all([...new Set(begun.map(({ body }) => body.id))].map(rested));
    expect(jobs.reduce((sum, { done_count }) => sum + done_count, 0)).toBe(300);
    expect(await people()).toHaveLength(300);
  });
});

describe('many', () => {
  const many = sheet(
    'Ime,E-pošta',
    ...Array.from({ length: 450 }, (_, at) => `Ana ${at},ana${at}@example.com`),
  );

  test('are brought in in the background and mailed once if that is ticked, and taken away again but for some', async () => {
    const made = await kept(many);
    const { status, body } = await run(made, { group_id: group.id, notify: true });
    expect([status, body.state, body.total_count]).toEqual([202, 'running', 450]);
    expect(await rested(body.id)).toMatchObject({ state: 'done', done_count: 450, mail_count: 450 });
    const mails = `select state, count(*)::integer as count, count(distinct participant_id)::integer as people
      from mails where organization_id = $1 group by state order by state`;
    expect(await site.rows(mails, [organization_id])).toEqual([{ state: 'queued', count: 450, people: 450 }]);
    // what was read of them is theirs alone now
    const details = await site.rows(
      'select distinct detail - $2 as detail from bulk_job_rows where job_id = $1',
      [body.id, 'row'],
    );
    expect(details).toEqual([{ detail: {} }]);

    const [edited, paid, noted] = await people();
    await staff.post(`/participants/${noted?.id}/notes`, { text: 'Klicala mama' });
    await staff.patch(`/participants/${edited?.id}`, { version: 1, notes: 'Zamuja' });
    await site.factories.payment({ organization_id, participant_id: String(paid?.id), group_id: group.id });
    await undo(body.id);
    expect(await rested(body.id)).toMatchObject({
      ...{ state: 'undone', undone_count: 447, not_undone: [{ reason: 'changed_since', count: 3 }] },
    });
    const left = (await people()).map(({ name }) => name);
    expect(left).toEqual([edited?.name, paid?.name, noted?.name]);
    const rows = await staff.get<{ results: BulkRow[] }>(`/bulk-jobs/${body.id}/rows?reason=changed_since`);
    expect(rows.body.results.map(({ name }) => name).toSorted()).toEqual(left.toSorted());
    // those who stay are told after all; their mails may be on their way by now
    const all = 'select count(*)::integer as count from mails where organization_id = $1';
    expect(await site.rows(all, [organization_id])).toEqual([{ count: 3 }]);
  });

  test('stay when another application was merged into them, though nothing of them was changed', async () => {
    const { body } = await run(await kept(sheet('Ime in priimek', 'Ana Kos', 'Bor Kos')), {
      group_id: group.id,
    });
    const [ana, bor] = await people();
    const given = { organization_id, group_id: group.id, language: 'sl' as const, email: null };
    const other = await site.factories.participant({ ...given, name: 'Ana Kos' });
    const merged = await staff.post(`/participants/${ana?.id}/merge`, {
      ...{ other_id: other.id, version: 1, other_version: 1 },
    });
    expect([merged.status, bor?.name]).toEqual([200, 'Bor Kos']);
    await undo(body.id);
    expect(await rested(body.id)).toMatchObject({
      ...{ undone_count: 1, not_undone: [{ reason: 'changed_since', count: 1 }] },
    });
    expect((await people()).map(({ id }) => id)).toEqual([ana?.id]);
  });

  test('find places by date of application, and wait or overbook as it was chosen', async () => {
    await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
    const file = (name: string) =>
      sheet('Ime,Časovni žig', ...[3, 1, 2].map((day) => `${name} ${day},"${day}. 8. 2026 8:00:00"`));
    const made = await kept(file('Ana'));
    const { body } = await look(made, { group_id: group.id });
    expect(body).toMatchObject({
      waitlisted_count: 1,
      full_groups: [{ id: group.id, name: { sl: 'Jazz' }, places: 2, taken: 0, wanted: 3, lacking: 1 }],
    });
    expect(told(body)[0]).toEqual([2, 'ready', ':to_waiting_list']);
    const job = await run(made, { group_id: group.id });
    const rows = await staff.get<{ results: BulkRow[] }>(`/bulk-jobs/${job.body.id}/rows`);
    expect(rows.body.results.at(-1)).toMatchObject({ name: 'Ana 3', warnings: ['waitlisted'] });
    expect((await people()).map(({ status }) => status)).toEqual(['pending', 'pending', 'waitlisted']);
    await run(await kept(file('Bor')), { group_id: group.id, full: 'overbook', status: 'approved' });
    expect((await people()).map(({ status }) => status).slice(3)).toEqual([
      'approved',
      'approved',
      'approved',
    ]);
  });
});

test('rank 3 brings people into the groups in scope alone, rank 2 into none, and another account sees no upload', async () => {
  const other = await site.factories.group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } });
  const leader = site.as(
    await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group.id] }),
  );
  const editor = site.as(await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
  const file = sheet('Ime,Skupina', 'Ana,Jazz', `Bor,${other.id}`, 'Cene,Balet');
  expect((await upload(file, editor)).status).toBe(403);
  const made = await kept(file, leader);
  expect(told((await look(made, {}, leader)).body)).toEqual([
    [2, 'ready'],
    [3, 'error', 'group:group_not_found'],
    [4, 'error', 'group:group_not_found'],
  ]);
  expect((await look(made)).status).toBe(404);
  expect((await staff.get(`/imports/${made.id}`)).status).toBe(404);
  expect((await run(made, {}, leader)).body).toMatchObject({ done_count: 1 });
});
