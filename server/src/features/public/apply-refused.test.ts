import { addDays } from '@vpisnik/contract/rules/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantsOf, application } from '../../../test/applicants/applicants.ts';

// fixed days: today is given to the function, and a wrong date is wrong on every day

let site: TestApp;
let organization_id: string;
let { apply, kept } = {} as ReturnType<typeof applicantsOf>;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
  ({ apply, kept } = applicantsOf(site));
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
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
    expect(await kept(to)).toEqual([]);
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
    ['date', 'date', false, '0015-02-01', 'invalid_date'],
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
    expect(await kept(to)).toEqual([]);
  });

  test('a date of birth that is yet to come', async () => {
    const to = await site.factories.group({ organization_id });
    const { id: form_field_id } = await site.factories.formField({
      ...{ organization_id, type: 'date', purpose: 'date_of_birth' },
    });
    const of = { organization_id, group_id: to.id, form_field_id };
    const { id } = await site.factories.groupField({ ...of, widget: 'date' });
    const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
    const refused = await apply(to, application({ answers: { [id]: inDays(9) } }));
    expect(refused.body.errors).toEqual([{ path: `answers.${id}`, code: 'invalid_date' }]);
    expect(await kept(to)).toEqual([]);
    expect((await apply(to, application({ answers: { [id]: inDays(-9) } }))).status).toBe(201);
  });

  test('answers to questions of another group, and under ids that are none', async () => {
    const to = await site.factories.group({ organization_id });
    const { id } = await site.factories.groupField({ organization_id });
    const answer = (key: string) => apply(to, application({ answers: { [key]: 'a' } }));
    expect((await answer(id)).body.errors).toEqual([{ path: `answers.${id}`, code: 'unknown_field' }]);
    expect((await answer('size')).body.code).toBe('invalid_fields');
    expect((await answer('__proto__')).body.code).toBe('invalid_json');
    expect(await kept(to)).toEqual([]);
  });

  test('bodies that are no JSON, no object, of another type, or too big', async () => {
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
    expect(await kept(to)).toEqual([]);
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
      expect((await apply({ organization_id, id }, application())).body.code).toBe('not_found');
    expect([...(await kept(to)), ...(await kept(foreign)), ...(await kept(hidden))]).toEqual([]);
  });

  test('while the organisation is inactive', async () => {
    const to = await site.factories.group({ organization_id });
    await site.rows('update organizations set active = false where id = $1', [organization_id]);
    expect((await apply(to, application())).body.code).toBe('organization_disabled');
    expect(await kept(to)).toEqual([]);
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
    expect(await kept(to)).toEqual([]);
  });

  test('the state under the lock decides, not that of the form’s display', async () => {
    // straight to the function that visitors may call, as a request does that waited for the lock meanwhile
    const ask = async (given: object, today = '2026-01-01') => {
      const to = await site.factories.group({ organization_id, ...given });
      const sent = JSON.stringify({ ...application(), answers: [], notes: '', accept_waitlist: true });
      const client = await site.pools.public.connect();
      try {
        await client.query('begin');
        await client.query('select app.enter_public($1)', [organization_id]);
        const { rows } = await client.query('select app.apply($1, $2, $3, $4, $5) as answer', [
          to.id,
          sent,
          today,
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
