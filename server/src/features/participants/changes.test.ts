import type { Participant } from '@vpisnik/contract/participants';
import type { Role } from '@vpisnik/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

// fixed days: a day that does not exist on any calendar

let site: TestApp;
let organization_id: string;
let staff: Caller;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});

type Refusal = { code: string; errors?: { path: string; code: string }[]; current?: Participant };

const limited = async (role: Role, ...groups: string[]) =>
  site.as(await site.factories.member({ organization_id, role, groups }));
const mailsOf = (id: string) =>
  site.rows<{ email_type: string; state: string; state_reason: string; status_at: string }>(
    'select email_type, state, state_reason, status_at from mails where participant_id = $1 order by created_at, email_type',
    [id],
  );
const question = (type: string, name: string, more = {}) => ({
  question: { type, name: { sl: name }, description: {}, options: [], sensitive: false, ...more },
});

describe('staff add a participant', () => {
  const person = (given: object) => ({ name: 'Žiga 😀', language: 'sl', ...given });

  test('with everything, and the person gets a confirmation unless it is unticked', async () => {
    const { group, groupField } = site.factories;
    const { id: group_id } = await group({ organization_id });
    const size = await groupField({ organization_id, group_id, required: true });
    const body = person({
      group_id,
      email: 'ziga@example.com',
      phone: '041 222 333',
      status: 'approved',
      notes: 'opomba',
      answers: { [size.id]: 'M' },
    });
    const { status, body: created } = await staff.post<Participant>('/participants', body);
    expect(status).toBe(201);
    expect(created).toMatchObject({
      ...body,
      answers: [{ field_id: size.id, value: 'M', text: 'M' }],
      privacy_version: null,
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      version: 1,
      mails: [{ email_type: 'application_confirmation', recipient_kind: 'applicant', state: 'queued' }],
    });
    const quiet = await staff.post<Participant>(
      '/participants',
      person({ group_id, email: 'b@example.com', notify: false }),
    );
    expect(quiet.body).toMatchObject({ status: 'pending', answers: [], mails: [] });
    const without = await staff.post<Participant>('/participants', person({ group_id }));
    expect(without.body).toMatchObject({ email: null, mails: [] });
  });

  test('but not beyond the limit, unless they say so', async () => {
    const { group } = site.factories;
    const { id: group_id } = await group({ organization_id, capacity: 1 });
    const add = (given = {}) => staff.post<Refusal>('/participants', person({ group_id, ...given }));
    expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject({ status: 409, body: { code: 'group_full' } });
    expect(await add({ status: 'approved' })).toMatchObject({ status: 409, body: { code: 'group_full' } });
    expect((await add({ status: 'waitlisted' })).status).toBe(201);
    expect((await add({ status: 'inactive' })).status).toBe(201);
    expect((await add({ allow_overbooking: true })).status).toBe(201);
  });

  test('once when the request is sent again, and other people are not taken for them', async () => {
    const { group } = site.factories;
    const { id: group_id } = await group({ organization_id, capacity: 1 });
    const { id: elsewhere } = await group({ organization_id });
    const id = crypto.randomUUID();
    const add = (given = {}, caller = staff) =>
      caller.post<Participant & Refusal>('/participants', person({ id, group_id, ...given }));
    // the second one waits for the first, as after a time-out
    for (const { status, body } of await Promise.all([add(), add()]))
      expect([status, body.id]).toEqual([201, id]);
    for (const given of [{ name: 'Žiga Drugi' }, { email: 'a@example.com' }, { group_id: elsewhere }])
      expect(await add(given)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await add({ group_id: elsewhere }, await limited('GROUP_ADMIN', elsewhere))).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await site.rows('select from participants where id = $1', [id])).toHaveLength(1);
  });

  test('refuses wrong answers, the same person twice, and who may not', async () => {
    const { group, groupField } = site.factories;
    const { id: group_id } = await group({ organization_id });
    const born = await groupField({
      organization_id,
      group_id,
      widget: 'date',
      ...question('date', 'Rojstvo'),
    });
    const wrong = await staff.post<Refusal>(
      '/participants',
      person({ group_id, answers: { [born.id]: '2026-02-30' } }),
    );
    expect(wrong.body.errors).toEqual([{ path: `answers.${born.id}`, code: 'invalid_date' }]);
    const email = 'a@example.com';
    expect((await staff.post('/participants', person({ group_id, email }))).status).toBe(201);
    const again = await staff.post<Refusal>('/participants', person({ group_id, email, name: 'ŽIGA 😀' }));
    expect([again.status, again.body.code]).toEqual([409, 'already_applied']);
    const editor = await limited('GROUP_EDITOR_USER', group_id);
    expect((await editor.post('/participants', person({ group_id }))).status).toBe(403);
    for (const body of [{ group_id: crypto.randomUUID() }, { group_id: (await group()).id }])
      expect((await staff.post<Refusal>('/participants', person(body))).body.errors).toEqual([
        { path: 'group_id', code: 'unknown_id' },
      ]);
    expect(await site.rows('select from participants where group_id = $1', [group_id])).toHaveLength(1);
  });
});

describe('staff change a participant', () => {
  test('field by field, keeping the others', async () => {
    const { group, groupField, participant } = site.factories;
    const { id: group_id } = await group({ organization_id });
    const of = { organization_id, group_id };
    const a = await groupField({ ...of, ...question('text', 'Prvo') });
    const b = await groupField({ ...of, ...question('text', 'Drugo') });
    const gone = {
      field_id: crypto.randomUUID(),
      label: null,
      name: 'Nekdanje',
      type: 'text',
      value: 'x',
      text: 'x',
      sensitive: false,
    };
    const { id } = await participant({ ...of, answers: [gone] });
    const change = {
      name: "O'Brien; DROP",
      email: 'new@example.com',
      phone: null,
      language: 'en',
      notes: 'محمد 😀',
    };
    const path = `/participants/${id}`;
    const first = await staff.patch<Participant>(path, {
      version: 1,
      ...change,
      answers: { [b.id]: 'b', [a.id]: 'a', [gone.field_id]: 'x' },
    });
    expect(first.body).toMatchObject({ ...change, version: 2, status: 'pending' });
    const values = ({ body }: { body: Participant }) => body.answers.map(({ name, value }) => [name, value]);
    expect(values(first)).toEqual([
      ['Prvo', 'a'],
      ['Drugo', 'b'],
      ['Nekdanje', 'x'],
    ]);
    const second = await staff.patch<Participant>(path, {
      version: 2,
      answers: { [a.id]: '', [gone.field_id]: '' },
    });
    expect(values(second)).toEqual([['Drugo', 'b']]);
    expect(second.body).toMatchObject(change);
    const odd = await staff.patch<Refusal>(path, { version: 3, answers: { [gone.field_id]: 'y' } });
    expect(odd.body.errors).toEqual([{ path: `answers.${gone.field_id}`, code: 'unknown_field' }]);
    const cleared = await staff.patch<Participant>(path, { version: 3, notes: '' });
    expect(cleared.body).toMatchObject({ notes: '' });
  });

  test('and answers as they were asked then, also to questions that no form asks any more', async () => {
    const { formField, group, groupField, participant } = site.factories;
    const { id: group_id } = await group({ organization_id });
    const options = ['s', 'm'].map((value) => ({ value, name: { sl: value.toUpperCase() } }));
    const size = await formField({ organization_id, type: 'single_choice', options });
    const asked = await groupField({ organization_id, group_id, ...question('text', 'Zdaj') });
    const answer = (field_id: string, type: string, value: string | string[], more = {}) => ({
      field_id,
      label: null,
      name: `Takrat ${type}`,
      type,
      value,
      text: [value].flat().join(', '),
      sensitive: false,
      ...more,
    });
    const [day, chosen, several] = [1, 2, 3].map(() => crypto.randomUUID()) as [string, string, string];
    const { id } = await participant({
      organization_id,
      group_id,
      answers: [
        answer(asked.id, 'text', 'x'),
        answer(day, 'date', '2015-01-31'),
        answer(chosen, 'single_choice', 's', { form_field_id: size.id }),
        answer(several, 'multiple_choice', ['a', 'b']),
      ],
    });
    const changed = await staff.patch<Participant>(`/participants/${id}`, {
      version: 1,
      answers: { [asked.id]: 'y', [day]: '2016-01-31', [chosen]: 'm', [several]: ['b'] },
    });
    expect(changed.body.answers.map(({ name, text }) => [name, text])).toEqual([
      ['Takrat text', 'y'],
      ['Takrat date', '2016-01-31'],
      ['Takrat single_choice', 'M'],
      ['Takrat multiple_choice', 'b'],
    ]);
    const odd = { [day]: '2016-02-30', [chosen]: 'xl' };
    const refused = await staff.patch<Refusal>(`/participants/${id}`, { version: 2, answers: odd });
    expect(refused.body.errors).toEqual([
      { path: `answers.${day}`, code: 'invalid_date' },
      { path: `answers.${chosen}`, code: 'unknown_option' },
    ]);
  });

  test('and answer a question of the new group once, where the former group asked the same field', async () => {
    const { formField, group, groupField, participant } = site.factories;
    const born = await formField({ organization_id, type: 'date' });
    const [before, after] = [await group({ organization_id }), await group({ organization_id })];
    const of = { organization_id, form_field_id: born.id };
    const then = await groupField({ ...of, group_id: before.id });
    const now = await groupField({ ...of, group_id: after.id });
    const answer = {
      label: null,
      name: 'Rojstni dan',
      type: 'date',
      value: '2015-01-31',
      text: '2015-01-31',
    };
    const { id } = await participant({
      organization_id,
      group_id: after.id,
      answers: [{ ...answer, field_id: then.id, form_field_id: born.id, sensitive: false }],
    });
    const change = { version: 1, answers: { [now.id]: '2016-01-31' } };
    const { body } = await staff.patch<Participant>(`/participants/${id}`, change);
    expect(body.answers.map(({ field_id, text }) => [field_id, text])).toEqual([[now.id, '2016-01-31']]);
  });

  test('on the version they have seen; else they get the present one and nothing changes', async () => {
    const { id } = await site.factories.participant({ organization_id, name: 'Ana' });
    const answers = await Promise.all(
      ['B', 'C', 'D'].map((name) => staff.patch<Refusal>(`/participants/${id}`, { version: 1, name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'edit_conflict', current: { id, version: 2 } });
    expect((await staff.patch<Refusal>(`/participants/${id}`, { name: 'E' })).body.errors).toEqual([
      { path: 'version', code: 'required' },
    ]);
  });

  test.each(['group_id', 'name', 'email', 'phone', 'language', 'notes', 'answers', 'allow_overbooking'])(
    'but an editor may not change %s',
    async (field) => {
      const { id, group_id } = await site.factories.participant({ organization_id });
      const editor = await limited('GROUP_EDITOR_USER', group_id);
      expect(await editor.patch(`/participants/${id}`, { version: 1, [field]: null })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    },
  );

  test('to another group: status, answers, payments and mails go along, if there is a place', async () => {
    const { group, participant, payment, mail } = site.factories;
    const from = await group({ organization_id });
    const to = await group({ organization_id, capacity: 1 });
    const answers = [
      {
        field_id: crypto.randomUUID(),
        label: null,
        name: 'Šola',
        type: 'text',
        value: 'x',
        text: 'x',
        sensitive: false,
      },
    ];
    const of = { organization_id, group_id: from.id, status: 'approved', answers };
    const one = await participant(of);
    await payment({ organization_id, participant_id: one.id });
    await mail({ organization_id, group_id: from.id, participant_id: one.id });
    const move = (id: string, given = {}) =>
      staff.patch<Participant & Refusal>(`/participants/${id}`, { version: 1, group_id: to.id, ...given });
    expect((await move(one.id)).body).toMatchObject({
      group_id: to.id,
      status: 'approved',
      answers,
      version: 2,
    });
    expect(
      await site.rows(
        `select group_id from payments where participant_id = $1 union all select group_id from mails where participant_id = $1`,
        [one.id],
      ),
    ).toEqual([{ group_id: to.id }, { group_id: to.id }]);

    const two = await participant(of);
    expect(await move(two.id)).toMatchObject({ status: 409, body: { code: 'group_full' } });
    const waiting = await participant({ ...of, status: 'waitlisted' });
    expect((await move(waiting.id)).status).toBe(200);
    expect((await move(two.id, { allow_overbooking: true })).status).toBe(200);
    // a move to the same group takes no place
    expect((await staff.patch(`/participants/${two.id}`, { version: 2, group_id: to.id })).status).toBe(200);
    const versions = await site.rows('select version from groups where id = any ($1)', [[from.id, to.id]]);
    expect(versions).toEqual([{ version: 1 }, { version: 1 }]);
  });
});

describe('staff delete a participant', () => {
  test('with mails and unpaid payments', async () => {
    const { participant, payment, mail } = site.factories;
    const { id, group_id } = await participant({ organization_id });
    for (const status of ['pending', 'failed', 'cancelled', 'expired'])
      await payment({ organization_id, participant_id: id, status });
    await mail({ organization_id, group_id, participant_id: id, state: 'queued' });
    expect((await staff.delete(`/participants/${id}`)).status).toBe(204);
    expect((await staff.delete(`/participants/${id}`)).status).toBe(404);
    for (const table of ['participants', 'payments', 'mails'])
      expect(await site.rows(`select from ${table} where organization_id = $1`, [organization_id])).toEqual(
        [],
      );
  });

  test.each(['completed', 'refunded'])('not after a %s payment', async (status) => {
    const { id } = await site.factories.participant({ organization_id });
    await site.factories.payment({ organization_id, participant_id: id, status });
    await site.factories.payment({ organization_id, participant_id: id });
    expect(await staff.delete(`/participants/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
    expect(await site.rows('select from payments where participant_id = $1', [id])).toHaveLength(2);
    expect(await mailsOf(id)).toEqual([]);
  });
});

describe('what staff send is refused with nothing written', () => {
  const cases: [what: string, body: unknown, status: number, path: string, code: string][] = [
    ['no JSON', '{"version": 1, ', 400, '', 'invalid_json'],
    ['no object', '[1]', 422, '', 'invalid_type'],
    ['unknown field', { version: 1, status: 'approved' }, 422, 'status', 'unknown_field'],
    ['id', { version: 1, id: crypto.randomUUID() }, 422, 'id', 'unknown_field'],
    ['version as text', { version: '1', name: 'A' }, 422, 'version', 'integer'],
    ['huge version', { version: 1e30, name: 'A' }, 422, 'version', 'too_big'],
    ['empty name', { version: 1, name: ' ' }, 422, 'name', 'required'],
    ['name too long', { version: 1, name: 'a'.repeat(201) }, 422, 'name', 'too_long'],
    ['NUL', { version: 1, name: 'a\u0000' }, 422, 'name', 'invalid_characters'],
    ['half a character', { version: 1, notes: 'a\ud800' }, 422, 'notes', 'invalid_characters'],
    ['notes too long', { version: 1, notes: 'a'.repeat(2001) }, 422, 'notes', 'too_long'],
    ['e-mail', { version: 1, email: 'a@b' }, 422, 'email', 'invalid_email'],
    ['phone', { version: 1, phone: '1' }, 422, 'phone', 'invalid_phone'],
    ['language', { version: 1, language: 'de' }, 422, 'language', 'invalid_value'],
    ['group', { version: 1, group_id: '1' }, 422, 'group_id', 'invalid_format'],
    ['unknown group', { version: 1, group_id: crypto.randomUUID() }, 422, 'group_id', 'unknown_id'],
    ['answers', { version: 1, answers: 'x' }, 422, 'answers', 'invalid_type'],
    ['notes of an object', { version: 1, notes: {} }, 422, 'notes', 'invalid_type'],
    ['too much', { version: 1, notes: 'a'.repeat(2_000_000) }, 413, '', 'payload_too_large'],
  ];
  test.each(cases)('%s', async (_what, body, expected, path, code) => {
    const { id } = await site.factories.participant({ organization_id });
    const answer = await staff.patch<Refusal>(`/participants/${id}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    if (answer.body.errors)
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }));
    else expect(answer.body.code).toBe(code);
    expect(await site.rows('select version from participants where id = $1', [id])).toEqual([{ version: 1 }]);
  });
});
