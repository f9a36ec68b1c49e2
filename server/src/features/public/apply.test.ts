import { limits } from '@vpisnik/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
});

let count = 0;
const unique = () => {
  count += 1;
  return count;
};

const application = (given: object = {}) => ({
  name: 'Maja Novak',
  email: `maja${unique()}@example.com`,
  language: 'sl',
  privacy_version: '2026-11-01',
  filled_ms: 20_000,
  ...given,
});

type Sent = { reference: string; status: string; email: string; code: string; errors?: object[] };

function apply(group: { id: string }, body: unknown, key = `key-${crypto.randomUUID()}`, headers = {}) {
  return site.visitor.post<Sent>(`/public/${organization_id}/groups/${group.id}/participants`, body, {
    'idempotency-key': key,
    // every applicant from an address of their own
    'x-forwarded-for': `10.0.${unique() % 250}.${unique() % 250}`,
    ...headers,
  });
}

type Row = Record<string, unknown> & { staff_notes: string; answers: object[]; status: string };
const rowsOf = (group: { id: string }) =>
  site.rows<Row>('select * from participants where group_id = $1 order by application_date', [group.id]);
const mailsOf = (group: { id: string }) =>
  site.rows<{ kind: string }>(
    `select recipient_kind || ':' || email_type || ':' || variant as kind from mails where group_id = $1 order by created_at, kind`,
    [group.id],
  );

describe('an application', () => {
  test('is kept with the questions as they were asked, and causes a mail to each side', async () => {
    const { group, formField, groupField } = site.factories;
    const to = await group({ organization_id });
    const of = { organization_id, group_id: to.id };
    const options = [
      { value: 's', name: { sl: 'Majhna', en: 'Small' } },
      { value: 'm', name: { sl: 'Srednja', en: 'Medium' } },
    ];
    const size = await formField({
      organization_id,
      type: 'single_choice',
      name: { sl: 'Velikost' },
      options,
    });
    const own = (type: string, name: string, more = {}) => ({
      question: { type, name: { sl: name }, description: {}, options: [], sensitive: false, ...more },
    });
    const a = await groupField({ ...of, form_field_id: size.id, widget: 'radio', required: true });
    const b = await groupField({
      ...of,
      widget: 'checkbox',
      ...own('multiple_choice', 'Dnevi', { options }),
    });
    const c = await groupField({ ...of, widget: 'checkbox', ...own('checkbox', 'Fotografiranje') });
    const d = await groupField({ ...of, widget: 'date', ...own('date', 'Rojstvo', { sensitive: true }) });
    await groupField({ ...of, widget: 'textarea', ...own('notes', 'Neodgovorjeno') });

    const { status, body, headers } = await apply(
      to,
      application({
        email: 'Maja@Example.COM ',
        phone: '+386 41 123 456',
        notes: 'Prva vrstica\nDruga',
        answers: { [d.id]: '2012-02-29', [c.id]: true, [b.id]: ['m', 's'], [a.id]: 's' },
      }),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      status: 'pending',
      email: 'maja@example.com',
      language: 'sl',
    });
    expect(headers.get('content-type')).toContain('application/json');
    const answer = (field: { id: string }, name: string, type: string, value: unknown, text: string) => ({
      field_id: field.id,
      label: field.id === a.id ? size.label : null,
      name,
      type,
      value,
      text,
      sensitive: field.id === d.id,
    });
    expect(await rowsOf(to)).toMatchObject([
      {
        reference: body.reference,
        name: 'Maja Novak',
        phone: '+386 41 123 456',
        notes: 'Prva vrstica\nDruga',
        staff_notes: '',
        status: 'pending',
        language: 'sl',
        privacy_version: '2026-11-01',
        answers: [
          answer(a, 'Velikost', 'single_choice', 's', 'Majhna'),
          answer(b, 'Dnevi', 'multiple_choice', ['m', 's'], 'Srednja, Majhna'),
          answer(c, 'Fotografiranje', 'checkbox', true, 'Da'),
          answer(d, 'Rojstvo', 'date', '2012-02-29', '2012-02-29'),
        ],
      },
    ]);
    expect((await mailsOf(to)).map(({ kind }) => kind)).toEqual([
      'applicant:application_confirmation:',
      'staff:application_received_notification:',
    ]);
    const [{ version } = { version: 0 }] = await site.rows<{ version: number }>(
      'select version from groups where id = $1',
      [to.id],
    );
    expect(version).toBe(to.version);
  });

  test.each([
    ["O'Brien; DROP"],
    ['Žiga 😀'],
    ['محمد الأحمد ‏עברית'],
    ['𝒵'.repeat(limits.name / 2)],
    ['Đ'.repeat(limits.name)],
  ])('keeps the name %s to the letter', async (name) => {
    const to = await site.factories.group({ organization_id });
    const { status } = await apply(to, application({ name, notes: name }));
    expect(status).toBe(201);
    expect(await rowsOf(to)).toMatchObject([{ name, notes: name }]);
  });
});

describe('refused, with nothing written', () => {
  const cases: [what: string, change: object, path: string, code: string][] = [
    ['no name', { name: ' ' }, 'name', 'required'],
    ['name missing', { name: undefined }, 'name', 'required'],
    ['name of a wrong type', { name: 5 }, 'name', 'invalid_type'],
    ['name too long', { name: 'a'.repeat(201) }, 'name', 'too_long'],
    ['name with a control character', { name: 'Ma\u0000ja' }, 'name', 'invalid_characters'],
    ['name with a line break', { name: 'Ma\nja' }, 'name', 'invalid_characters'],
    ['name with half a character', { name: 'Ma\ud83dja' }, 'name', 'invalid_characters'],
    ['name with a link', { name: 'Win at https://spam.example' }, 'name', 'name_with_link'],
    ['name with a domain', { name: 'www.spam' }, 'name', 'name_with_link'],
    ['e-mail without @', { email: 'maja.example.com' }, 'email', 'invalid_email'],
    ['e-mail too long', { email: `${'a'.repeat(250)}@example.com` }, 'email', 'too_long'],
    ['phone of letters', { phone: 'call me' }, 'phone', 'invalid_phone'],
    ['notes too long', { notes: 'a'.repeat(2001) }, 'notes', 'too_long'],
    ['notes with a control character', { notes: 'a\u0007' }, 'notes', 'invalid_characters'],
    ['unknown language', { language: 'de' }, 'language', 'invalid_value'],
    ['language the group lacks', { language: 'en' }, 'language', 'language_not_offered'],
    ['unknown privacy notice', { privacy_version: 'x' }, 'privacy_version', 'invalid_value'],
    ['unknown field', { status: 'approved' }, 'status', 'unknown_field'],
    ['prototype', { constructor: {} }, 'constructor', 'unknown_field'],
    ['wait of a wrong type', { accept_waitlist: 'yes' }, 'accept_waitlist', 'invalid_type'],
    ['time before opening', { filled_ms: -1 }, 'filled_ms', 'too_small'],
    ['answers as a list', { answers: [] }, 'answers', 'invalid_type'],
  ];
  test.each(cases)('%s', async (_what, change, path, code) => {
    const to = await site.factories.group({ organization_id, languages: ['sl'] });
    const { status, body, headers } = await apply(to, application(change));
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({ code: 'invalid_fields' });
    expect(body.errors).toContainEqual(expect.objectContaining({ path, code }));
    expect(await rowsOf(to)).toEqual([]);
  });

  const options = [{ value: 's', name: { sl: 'S' } }];
  const answers: [type: string, widget: string, required: boolean, value: unknown, code: string][] = [
    ['text', 'text', true, undefined, 'required'],
    ['text', 'text', true, '  ', 'required'],
    ['text', 'text', false, ['a'], 'invalid_type'],
    ['text', 'text', false, 'dve\nvrstici', 'invalid_characters'],
    ['text', 'text', false, 'a\u0000', 'invalid_characters'],
    ['textarea', 'textarea', false, 'a'.repeat(2001), 'too_long'],
    ['email', 'email', false, 'maja@', 'invalid_email'],
    ['phone_number', 'phone', false, '12ab', 'invalid_phone'],
    ['date', 'date', false, '2026-02-30', 'invalid_date'],
    ['date', 'date', false, '30.2.2026', 'invalid_date'],
    ['date', 'date', false, '2026-1-1', 'invalid_date'],
    ['single_choice', 'select', false, 'xl', 'unknown_option'],
    ['single_choice', 'select', false, ['s'], 'invalid_type'],
    ['multiple_choice', 'checkbox', false, ['s', 's'], 'duplicate'],
    ['multiple_choice', 'checkbox', false, ['s', 'x'], 'unknown_option'],
    ['multiple_choice', 'checkbox', true, [], 'required'],
    ['multiple_choice', 'checkbox', false, 's', 'invalid_type'],
    ['checkbox', 'checkbox', true, false, 'required'],
    ['checkbox', 'checkbox', false, 'on', 'invalid_type'],
    ['checkbox', 'checkbox', false, { a: 1 }, 'invalid_value'],
  ];
  test.each(answers)('an answer: %s as %s, required: %s, %#', async (type, widget, required, value, code) => {
    const to = await site.factories.group({ organization_id });
    const question = { type, name: { sl: 'Vprašanje' }, description: {}, options, sensitive: false };
    const of = { organization_id, group_id: to.id };
    const { id } = await site.factories.groupField({ ...of, question, widget, required });
    const { status, body } = await apply(to, application({ answers: { [id]: value } }));
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: `answers.${id}`, code })]]);
    expect(await rowsOf(to)).toEqual([]);
  });

  test('answers to questions of another group, and under ids that are none', async () => {
    const to = await site.factories.group({ organization_id });
    const { id } = await site.factories.groupField({ organization_id });
    const answer = (key: string) => apply(to, application({ answers: { [key]: 'a' } }));
    expect((await answer(id)).body.errors).toEqual([{ path: `answers.${id}`, code: 'unknown_field' }]);
    expect((await answer('size')).body.code).toBe('invalid_fields');
    expect((await answer('__proto__')).body.code).toBe('invalid_json');
    expect(await rowsOf(to)).toEqual([]);
  });

  test('what is no JSON, no object, of another type, or too big', async () => {
    const to = await site.factories.group({ organization_id });
    const type = (value: string) => ({ 'content-type': value });
    for (const [status, code, body, headers] of [
      [400, 'invalid_json', '{"name": ', {}],
      [400, 'invalid_json', '', {}],
      [422, 'invalid_fields', '[]', {}],
      [422, 'invalid_fields', 'null', {}],
      [422, 'invalid_fields', '"text"', {}],
      [400, 'invalid_json', '{"__proto__": {"name": "a"}}', {}],
      [415, 'unsupported_media_type', JSON.stringify(application()), type('text/csv')],
      [413, 'payload_too_large', JSON.stringify(application({ notes: 'a'.repeat(2_000_000) })), {}],
    ] as const) {
      const answer = await apply(to, body, undefined, headers);
      expect([answer.status, answer.body.code], body.slice(0, 40)).toEqual([status, code]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(await rowsOf(to)).toEqual([]);
  });

  test('without a proper key, or to a group that is not there', async () => {
    const to = await site.factories.group({ organization_id });
    const path = `/public/${organization_id}/groups/${to.id}/participants`;
    expect(await site.visitor.post(path, application())).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'Idempotency-Key', code: 'required' }] },
    });
    for (const key of ['short', 'a'.repeat(201), 'with a space'])
      expect((await apply(to, application(), key)).body.code, key).toBe('invalid_request');
    const foreign = await site.factories.group();
    const hidden = await site.factories.group({ organization_id, active: false });
    for (const id of [foreign.id, hidden.id, crypto.randomUUID(), '1'])
      expect((await apply({ id }, application())).body.code).toBe('not_found');
    expect([...(await rowsOf(to)), ...(await rowsOf(foreign)), ...(await rowsOf(hidden))]).toEqual([]);
  });

  test('while the organisation is inactive', async () => {
    const to = await site.factories.group({ organization_id });
    await site.rows('update organizations set active = false where id = $1', [organization_id]);
    expect((await apply(to, application())).body.code).toBe('organization_disabled');
    expect(await rowsOf(to)).toEqual([]);
  });

  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  test.each([
    ['does not accept', { accept_applications: false }, 409, 'applications_closed'],
    ['is not open yet', { apply_from: at(1) }, 409, 'applications_closed'],
    ['has closed', { apply_until: at(-1) }, 409, 'applications_closed'],
    ['has ended', { end_date: at(-3).slice(0, 10) }, 410, 'gone'],
  ])('when the group %s', async (_what, given, status, code) => {
    const to = await site.factories.group({ organization_id, ...given });
    expect(await apply(to, application())).toMatchObject({ status, body: { code } });
    expect(await rowsOf(to)).toEqual([]);
  });

  test('the lock decides, not what was true when the form was read', async () => {
    // straight to the function that visitors may call, as a request does that waited for the lock meanwhile
    const ask = async (given: object, today = '2026-01-01') => {
      const to = await site.factories.group({ organization_id, ...given });
      const sent = JSON.stringify({ ...application(), answers: [], notes: '', accept_waitlist: true });
      const client = await site.pools.public.connect();
      try {
        await client.query('begin');
        await client.query('select app.enter_public($1)', [organization_id]);
        const { rows } = await client.query('select app.apply($1, $2, $3, $4, $5, $6) as answer', [
          to.id,
          sent,
          today,
          '{}',
          crypto.randomUUID(),
          'hash',
        ]);
        return rows[0].answer.outcome as string;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect(await ask({})).toBe('applied');
    expect(await ask({ active: false })).toBe('not_found');
    expect(await ask({ accept_applications: false })).toBe('closed');
    expect(await ask({ apply_from: at(1) })).toBe('closed');
    expect(await ask({ apply_until: at(-1) })).toBe('closed');
    expect(await ask({ end_date: '2026-01-01' }, '2026-01-01')).toBe('applied');
    expect(await ask({ end_date: '2026-01-01' }, '2026-01-02')).toBe('ended');
  });
});

describe('robots', () => {
  test('that fill in everything get what looks like success', async () => {
    const to = await site.factories.group({ organization_id });
    const { status, body } = await apply(to, application({ website: 'https://spam.example' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      status: 'pending',
      email: expect.any(String),
      language: 'sl',
    });
    expect(await rowsOf(to)).toEqual([]);
  });

  test('and people who are faster than anybody are asked to try again in a moment', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application({ filled_ms: 1499 });
    const { status, headers } = await apply(to, sent, 'one-and-the-same');
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    expect((await apply(to, { ...sent, filled_ms: 3499 }, 'one-and-the-same')).status).toBe(201);
  });

  test('make sixty applications a minute from one address', async () => {
    const to = await site.factories.group({ organization_id });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await apply(to, {}, undefined, headers)).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await apply(to, {}, undefined, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(422);
  });
});

describe('the same key', () => {
  test('with the same body gets the same answer, also when the group is gone meanwhile', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application({ answers: {} });
    const first = await apply(to, sent, 'the-same-key');
    // JSON written another way, and a form that was open for longer
    const again = JSON.stringify({
      ...Object.fromEntries(Object.entries(sent).reverse()),
      filled_ms: 90_000,
    });
    expect((await apply(to, again, 'the-same-key')).body).toEqual(first.body);
    await site.rows('update groups set active = false where id = $1', [to.id]);
    expect(await apply(to, sent, 'the-same-key')).toMatchObject({ status: 201, body: first.body });
    expect(await rowsOf(to)).toHaveLength(1);
    expect(await mailsOf(to)).toHaveLength(2);
  });

  test('with another body or for another group is a conflict', async () => {
    const { group } = site.factories;
    const [to, other] = [await group({ organization_id }), await group({ organization_id })];
    const sent = application();
    await apply(to, sent, 'the-same-key');
    for (const answer of [
      await apply(to, { ...sent, phone: '041 111 222' }, 'the-same-key'),
      await apply(other, sent, 'the-same-key'),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect([...(await rowsOf(to)), ...(await rowsOf(other))]).toHaveLength(1);
  });

  test('means nothing in another organisation', async () => {
    const to = await site.factories.group({ organization_id });
    await apply(to, application(), 'the-same-key');
    organization_id = (await site.factories.organization()).id;
    const elsewhere = await site.factories.group({ organization_id });
    expect((await apply(elsewhere, application(), 'the-same-key')).status).toBe(201);
  });

  test('is not used up by a refusal', async () => {
    const to = await site.factories.group({ organization_id, capacity: 1 });
    await apply(to, application());
    const sent = application();
    expect((await apply(to, sent, 'the-same-key')).body.code).toBe('group_full');
    expect((await apply(to, { ...sent, accept_waitlist: true }, 'the-same-key')).body.status).toBe(
      'waitlisted',
    );
  });
});

describe('the same person', () => {
  test('gets the same success, no second row, one more mail, and staff a note of what differs', async () => {
    const to = await site.factories.group({ organization_id });
    const of = { organization_id, group_id: to.id };
    const question = (name: string, sensitive: boolean) => ({
      type: 'text',
      name: { sl: name },
      description: {},
      options: [],
      sensitive,
    });
    const open = await site.factories.groupField({ ...of, question: question('Šola', false) });
    const secret = await site.factories.groupField({ ...of, question: question('Zdravje', true) });
    const sent = application({ name: 'Žiga Čuk', phone: '041 111 222', answers: { [open.id]: 'OŠ Vič' } });
    const first = await apply(to, sent);
    expect((await apply(to, sent)).body).toEqual(first.body);
    expect((await rowsOf(to))[0]?.staff_notes).toBe('');

    const different = {
      ...sent,
      name: 'ziga cuk',
      email: sent.email.toUpperCase(),
      phone: '041 333 444',
      answers: { [open.id]: 'OŠ Bežigrad', [secret.id]: 'astma' },
    };
    expect((await apply(to, different)).body).toEqual(first.body);
    expect((await apply(to, different)).body).toEqual(first.body);
    const [row, ...others] = await rowsOf(to);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ name: 'Žiga Čuk', phone: '041 111 222' });
    expect(row?.staff_notes.split('\n')).toEqual([
      expect.stringMatching(/^Ponovna prijava \d+\. \d+\. 20\d\d, drugačni odgovori:$/),
      'Ime in priimek: ziga cuk',
      'Telefon: 041 333 444',
      'Šola: OŠ Bežigrad',
      'Zdravje: drugačen odgovor (občutljiv podatek)',
    ]);
    // minutes after the confirmation nobody needs to be told again
    expect(await mailsOf(to)).toHaveLength(2);
    await site.rows(`update mails set created_at = now() - interval '1 hour' where group_id = $1`, [to.id]);
    await apply(to, sent);
    expect((await mailsOf(to)).map(({ kind }) => kind)).toContain(
      'applicant:application_confirmation:duplicate',
    );
    expect(await mailsOf(to)).toHaveLength(3);
  });

  test('never fills the notes beyond what staff may write', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application({ notes: 'a' });
    await apply(to, sent);
    await site.rows('update participants set staff_notes = $2 where group_id = $1', [
      to.id,
      'n'.repeat(1990),
    ]);
    await apply(to, { ...sent, notes: 'b'.repeat(2000) });
    const [row] = await rowsOf(to);
    expect(row?.staff_notes).toHaveLength(2000);
    expect(row?.staff_notes.startsWith('n'.repeat(1990))).toBe(true);
  });

  test('is told nothing about what was decided', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application();
    await apply(to, sent);
    await site.rows(`update participants set status = 'approved' where group_id = $1`, [to.id]);
    expect((await apply(to, sent)).body.status).toBe('pending');
  });

  test('also succeeds when the group is full by now', async () => {
    const to = await site.factories.group({ organization_id, capacity: 1, when_full: 'close' });
    const sent = application();
    const first = await apply(to, sent);
    expect(await apply(to, sent)).toMatchObject({ status: 201, body: first.body });
  });

  test('applies anew after a rejection; a sibling at the same address and another group are new', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application();
    const first = await apply(to, sent);
    expect((await apply(to, { ...sent, name: 'Žiga Novak' })).body.reference).not.toBe(first.body.reference);
    const other = await site.factories.group({ organization_id });
    expect((await apply(other, sent)).body.reference).not.toBe(first.body.reference);
    await site.rows(`update participants set status = 'rejected' where reference = $1`, [
      first.body.reference,
    ]);
    expect((await apply(to, sent)).body.reference).not.toBe(first.body.reference);
    expect(await rowsOf(to)).toHaveLength(3);
  });
});

describe('places', () => {
  test('run out: who accepts it waits, others are told that they could', async () => {
    const to = await site.factories.group({ organization_id, capacity: 2 });
    const wait = { accept_waitlist: true };
    expect((await apply(to, application())).body.status).toBe('pending');
    expect((await apply(to, application(wait))).body.status).toBe('pending');
    expect(await apply(to, application())).toMatchObject({
      status: 409,
      body: { code: 'group_full', errors: [{ path: 'accept_waitlist', code: 'waitlist_available' }] },
    });
    expect((await apply(to, application(wait))).body.status).toBe('waitlisted');
    expect(await rowsOf(to)).toHaveLength(3);
  });

  test('run out: a group that closes then says full and offers nothing', async () => {
    const to = await site.factories.group({ organization_id, capacity: 1, when_full: 'close' });
    await apply(to, application());
    const { status, body } = await apply(to, application({ accept_waitlist: true }));
    expect([status, body.code, body.errors]).toEqual([409, 'group_full', undefined]);
  });

  test('freed while somebody waits are not for whoever comes next', async () => {
    const to = await site.factories.group({ organization_id, capacity: 5 });
    await site.factories.participant({ organization_id, group_id: to.id, status: 'waitlisted' });
    expect((await apply(to, application())).body.code).toBe('group_full');
    expect((await apply(to, application({ accept_waitlist: true }))).body.status).toBe('waitlisted');
  });

  test("are the location's when the group sets none; neither means no limit", async () => {
    const hall = await site.factories.location({ organization_id, max_participants: 1 });
    const to = await site.factories.group({ organization_id, location_id: hall.id });
    await apply(to, application());
    expect((await apply(to, application())).body.code).toBe('group_full');
    await site.rows('update locations set max_participants = null where id = $1', [hall.id]);
    expect((await apply(to, application())).body.status).toBe('pending');
  });
});

test('the role of visitors can read no participant, mail or key, and write nothing but by applying', async () => {
  const to = await site.factories.group({ organization_id });
  await apply(to, application());
  const client = await site.pools.public.connect();
  try {
    for (const statement of [
      'select name from participants',
      'select 1 from participants',
      'select * from mails',
      'select * from idempotency_keys',
      'select * from payments',
      'select email from staff',
      'select capacity from groups',
      `select app.search_participants('maja')`,
      `insert into participants (organization_id) values ('${organization_id}')`,
      `update groups set active = false`,
      'delete from groups',
      `select app.enqueue_application_mails(uuidv7(), 'application')`,
      'select app.new_reference()',
    ]) {
      await client.query('begin');
      await client.query('select app.enter_public($1)', [organization_id]);
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});
