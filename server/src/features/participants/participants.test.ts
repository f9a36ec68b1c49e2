import type { Participant, ParticipantSummary } from '@vpisnik/contract/participants';
import type { Role } from '@vpisnik/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

// fixed days: applications are made with their dates and found by them

let site: TestApp;
let organization_id: string;
let staff: Caller;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});

type List = { results: ParticipantSummary[]; last_id: string | null; total?: number };
type Refusal = { code: string; errors?: { path: string; code: string }[]; current?: Participant };

const limited = async (role: Role, ...groups: string[]) =>
  site.as(await site.factories.member({ organization_id, role, groups }));

describe('the list', () => {
  const names = ({ body }: { body: List }) => body.results.map(({ name }) => name);

  test('pages through everything in the asked order, whatever comes and goes between pages', async () => {
    const group = await site.factories.group({ organization_id });
    const add = (name: string, minute: number) =>
      site.factories.participant({
        organization_id,
        group_id: group.id,
        name,
        application_date: `2026-09-01T10:${String(minute).padStart(2, '0')}:00.123456Z`,
      });
    for (const [index, name] of ['Črt', 'Ana', 'Žan', 'Cene', 'Šime'].entries()) await add(name, index);

    for (const [sort, expected] of [
      ['application_date', ['Črt', 'Ana', 'Žan', 'Cene', 'Šime']],
      ['-application_date', ['Šime', 'Cene', 'Žan', 'Ana', 'Črt']],
      ['name', ['Ana', 'Cene', 'Črt', 'Šime', 'Žan']],
      ['-name', ['Žan', 'Šime', 'Črt', 'Cene', 'Ana']],
    ] as const) {
      const seen: string[] = [];
      let last_id: string | null = null;
      do {
        const from: string = last_id ? `&last_id=${last_id}` : '';
        const page = await staff.get<List>(`/participants?limit=2&with_total=true&sort=${sort}${from}`);
        expect(page.body.total).toBe(5);
        seen.push(...names(page));
        ({ last_id } = page.body);
      } while (last_id);
      expect(seen, sort).toEqual(expected);
    }

    const first = await staff.get<List>('/participants?limit=2&sort=application_date');
    await site.rows(`delete from participants where name = 'Ana' and organization_id = $1`, [
      organization_id,
    ]);
    const next = `/participants?limit=2&sort=application_date&last_id=${first.body.last_id}`;
    expect(names(await staff.get<List>(next))).toEqual(['Žan', 'Cene']);
  });

  test('is narrowed by words, status, group and days', async () => {
    const { participant, group } = site.factories;
    const [a, b] = [await group({ organization_id }), await group({ organization_id })];
    const base = { organization_id, group_id: a.id };
    await participant({
      ...base,
      name: 'Žiga Čuk',
      email: 'ziga@example.com',
      phone: '041 222 333',
      // half an hour past midnight in Ljubljana
      application_date: '2026-08-31T22:30:00Z',
    });
    await participant({
      ...base,
      name: "O'Brien; DROP",
      status: 'approved',
      application_date: '2026-08-31T21:30:00Z',
    });
    await participant({
      ...base,
      group_id: b.id,
      name: '100 %',
      status: 'rejected',
      application_date: '2026-10-01T21:59:59Z',
    });
    await participant({ name: 'Žiga Drugje' });
    const find = async (query: string) => names(await staff.get<List>(`/participants?sort=name&${query}`));
    expect(await find('')).toEqual(['100 %', "O'Brien; DROP", 'Žiga Čuk']);
    for (const search of ['ziga', 'CUK zig', '222', 'ziga@ex', 'Čuk'])
      expect(await find(`search=${encodeURIComponent(search)}`), search).toEqual(['Žiga Čuk']);
    expect(await find(`search=${encodeURIComponent("o'brien; drop")}`)).toEqual(["O'Brien; DROP"]);
    expect(await find('search=%25')).toEqual(['100 %']);
    expect(await find('search=_')).toEqual([]);
    expect(await find('status=pending')).toEqual(['Žiga Čuk']);
    expect(await find('status=approved&status=rejected')).toEqual(['100 %', "O'Brien; DROP"]);
    expect(await find(`group_id=${b.id}`)).toEqual(['100 %']);
    expect(await find(`group_id=${a.id}&group_id=${b.id}&status=pending`)).toEqual(['Žiga Čuk']);
    expect(await find('applied_from=2026-09-01')).toEqual(['100 %', 'Žiga Čuk']);
    expect(await find('applied_from=2026-09-01&applied_to=2026-10-01')).toEqual(['100 %', 'Žiga Čuk']);
    expect(await find('applied_to=2026-08-31')).toEqual(["O'Brien; DROP"]);
    const filtered = await staff.get<List>('/participants?status=approved&with_total=true');
    expect(filtered.body.total).toBe(1);
  });

  test('tells the place of those who wait, group by group', async () => {
    const { participant, group } = site.factories;
    for (const name of ['A', 'B']) {
      const of = { organization_id, group_id: (await group({ organization_id, name: { sl: name } })).id };
      const at = (minute: number) => ({ ...of, application_date: `2026-09-01T10:0${minute}:00Z` });
      await participant({ ...at(3), name: `${name} tretja`, status: 'waitlisted' });
      await participant({ ...at(1), name: `${name} prva`, status: 'waitlisted' });
      await participant({ ...at(2), name: `${name} odobrena`, status: 'approved' });
      await participant({ ...at(2), name: `${name} druga`, status: 'waitlisted' });
    }
    const { body } = await staff.get<List>('/participants?sort=name&search=tretja&status=waitlisted');
    expect(body.results.map((one) => [one.name, one.waiting_position, one.group_name])).toEqual([
      ['A tretja', 3, { sl: 'A' }],
      ['B tretja', 3, { sl: 'B' }],
    ]);
    const all = await staff.get<List>('/participants?sort=name');
    expect(all.body.results.map((one) => one.waiting_position)).toEqual([2, null, 1, 3, 2, null, 1, 3]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['sort=email', 'sort'],
    ['status=none', 'status'],
    ['group_id=1', 'group_id'],
    ['applied_from=2026-02-30', 'applied_from'],
    ['last_id=abc', 'last_id'],
    ['unknown=1', 'unknown'],
    [`search=${'a'.repeat(101)}`, 'search'],
    ['search=%00', 'search'],
  ])('refuses %s', async (query, path) => {
    const { status, body } = await staff.get<Refusal>(`/participants?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors?.[0]?.path.split('.')[0]).toBe(path);
  });

  test('refuses a cursor that it has not made', async () => {
    for (const cursor of [['x', crypto.randomUUID()], [{}, crypto.randomUUID()], [null, null], 'x'])
      for (const sort of ['name', 'application_date']) {
        const last_id = Buffer.from(JSON.stringify(cursor)).toString('base64url');
        const { status } = await staff.get(`/participants?sort=${sort}&last_id=${last_id}`);
        expect([200, 400], `${sort} ${JSON.stringify(cursor)}`).toContain(status);
      }
  });
});

describe('a limited user', () => {
  test('finds people of their groups alone, as much of them as a search shows, the latest first', async () => {
    const { group, participant } = site.factories;
    const [own, other] = [await group({ organization_id }), await group({ organization_id })];
    const add = (group_id: string, name: string, day: number) =>
      participant({ organization_id, group_id, name, application_date: `2026-09-0${day}T10:00:00Z` });
    const first = await add(own.id, 'Špela Žnidaršič', 1);
    await add(other.id, 'Špela Kos', 3);
    const second = await add(own.id, 'Spela Novak', 2);
    const viewer = await limited('GROUP_VIEWER_USER', own.id);
    const { body } = await viewer.get<{ results: object[] }>('/participants/found?search=spela');
    expect(body).toEqual({
      results: [second, first].map(({ id, name, status, group_id }) => {
        const contact = { phone: null, guardian_name: null, guardian_phone: null };
        return { id, name, ...contact, status, withdrawn_at: null, group_id, group_name: own.name };
      }),
    });
    const all = await staff.get<{ results: object[] }>('/participants/found?search=spela&limit=2');
    expect(all.body.results.map((one) => 'name' in one && one.name)).toEqual(['Špela Kos', 'Spela Novak']);
    for (const query of ['', '?search=', '?search=s', '?search=spela&limit=21'])
      expect((await staff.get(`/participants/found${query}`)).status).toBe(400);
  });

  test('sees the roster of groups in scope, and nothing of others', async () => {
    const { group, participant, mail } = site.factories;
    const [own, other] = [await group({ organization_id }), await group({ organization_id })];
    const mine = await participant({
      organization_id,
      group_id: own.id,
      email: 'a@example.com',
      name: 'Ana',
    });
    const theirs = await participant({
      organization_id,
      group_id: other.id,
      email: 'a@example.com',
      name: 'ana',
    });
    await mail({ organization_id, group_id: other.id, participant_id: theirs.id });
    const viewer = await limited('GROUP_VIEWER_USER', own.id);
    const editor = await limited('GROUP_EDITOR_USER', own.id);
    const admin = await limited('GROUP_ADMIN', own.id);
    const roster = await viewer.get<List>(`/groups/${own.id}/participants`);
    expect(roster.body.results.map(({ id }) => id)).toEqual([mine.id]);
    expect((await viewer.get<Participant>(`/participants/${mine.id}`)).body.elsewhere).toEqual([]);
    expect((await staff.get<Participant>(`/participants/${mine.id}`)).body.elsewhere).toEqual([
      { id: theirs.id, group_id: other.id, group_name: other.name, status: 'pending', withdrawn_at: null },
    ]);
    for (const answer of [
      await viewer.get(`/groups/${other.id}/participants`),
      await viewer.get(`/participants/${theirs.id}`),
      await viewer.get(`/participants/counts?group_id=${other.id}`),
      await editor.patch(`/participants/${theirs.id}/status`, { status: 'approved' }),
      await editor.post(`/participants/${theirs.id}/status/undo`, { version: 1 }),
      await admin.patch(`/participants/${theirs.id}`, { version: 1, name: 'x' }),
      await admin.delete(`/participants/${theirs.id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await viewer.get('/participants')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const body = { group_id: other.id, name: 'Nova', language: 'sl' };
    expect(await admin.post('/participants', body)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'group_id', code: 'unknown_id' }] },
    });
    const move = await admin.patch<Refusal>(`/participants/${mine.id}`, { version: 1, group_id: other.id });
    expect(move.body.errors).toEqual([{ path: 'group_id', code: 'unknown_id' }]);
    expect((await viewer.get('/participants/counts')).body).toMatchObject({ pending: 1 });
  });

  test('of another organisation gets 404 for everything', async () => {
    const { id, group_id } = await site.factories.participant();
    for (const answer of [
      await staff.get(`/participants/${id}`),
      await staff.get(`/groups/${group_id}/participants`),
      await staff.patch(`/participants/${id}`, { version: 1, name: 'Novo ime' }),
      await staff.patch(`/participants/${id}/status`, { status: 'approved' }),
      await staff.delete(`/participants/${id}`),
      await staff.get('/participants/1'),
    ])
      expect(answer.status).toBe(404);
  });
});

test('counts say how many there are of each status and since when the first one waits', async () => {
  const { participant, group } = site.factories;
  const { id: group_id } = await group({ organization_id });
  expect((await staff.get('/participants/counts')).body).toEqual({
    pending: 0,
    approved: 0,
    waitlisted: 0,
    rejected: 0,
    inactive: 0,
    oldest_pending: null,
  });
  await participant({ organization_id, group_id, application_date: '2026-09-02T10:00:00Z' });
  await participant({ organization_id, group_id, application_date: '2026-09-01T10:00:00.5Z' });
  await participant({
    organization_id,
    group_id,
    status: 'rejected',
    application_date: '2026-01-01T10:00:00Z',
  });
  await participant({ organization_id, status: 'approved' });
  const all = { pending: 2, approved: 1, rejected: 1, oldest_pending: '2026-09-01T10:00:00.5Z' };
  expect((await staff.get('/participants/counts')).body).toMatchObject(all);
  expect((await staff.get(`/participants/counts?group_id=${group_id}`)).body).toMatchObject({ approved: 0 });
});

test('one participant shows answers as they were asked, sensitive ones from rank 3 only, and the mails', async () => {
  const { group, participant, mail } = site.factories;
  const { id: group_id } = await group({ organization_id });
  const answer = (name: string, sensitive: boolean) => ({
    field_id: crypto.randomUUID(),
    // of a question of the group's own
    form_field_id: null,
    label: null,
    name,
    type: 'text',
    value: 'odgovor',
    text: 'odgovor',
    sensitive,
  });
  const answers = [answer('Šola', false), answer('Zdravje', true)];
  const { id } = await participant({
    organization_id,
    group_id,
    answers,
    application_date: '2026-09-01T10:00:00Z',
  });
  await mail({ organization_id, group_id, participant_id: id, sent_at: '2026-09-01T10:00:05Z' });
  const seen = async (caller: Caller) => (await caller.get<Participant>(`/participants/${id}`)).body;
  expect((await seen(await limited('GROUP_VIEWER_USER', group_id))).answers.map(({ name }) => name)).toEqual([
    'Šola',
  ]);
  expect((await seen(await limited('GROUP_EDITOR_USER', group_id))).answers).toHaveLength(1);
  expect((await seen(await limited('GROUP_ADMIN', group_id))).answers).toEqual(answers);
  const whole = await seen(staff);
  expect(whole).toMatchObject({
    application_date: '2026-09-01T10:00:00Z',
    mails: [{ email_type: 'application_confirmation', state: 'sent', sent_at: '2026-09-01T10:00:05Z' }],
    elsewhere: [],
    waiting_position: null,
  });
  expect(whole).not.toHaveProperty('search');
  expect(whole).not.toHaveProperty('organization_id');
  // not in the answer to a change either, nor in that to a conflict
  const editor = await limited('GROUP_EDITOR_USER', group_id);
  const decide = (status: string) => ({ status, version: 1 });
  const changed = await editor.patch<Participant>(`/participants/${id}/status`, decide('waitlisted'));
  expect(changed.body.answers).toHaveLength(1);
  const stale = await editor.patch<Refusal>(`/participants/${id}/status`, decide('rejected'));
  expect(stale.body.current?.answers).toHaveLength(1);
});

test('one participant tells that mail does not arrive at their address, until it is corrected', async () => {
  const { group, participant, mail } = site.factories;
  const { id: group_id } = await group({ organization_id });
  const { id } = await participant({ organization_id, group_id, email: 'Stara@mail.test' });
  const bounced = async () => (await staff.get<Participant>(`/participants/${id}`)).body.address_bounced;
  const back = { group_id, to_address: 'stara@mail.test', state: 'failed' };
  // a mailbox that was full once, and what another organisation knows
  await mail({ ...back, organization_id, bounce: 'soft' });
  const foreign = await group();
  await mail({
    ...back,
    organization_id: foreign.organization_id,
    group_id: foreign.id,
    bounce: 'hard',
  });
  expect(await bounced()).toBe(false);
  await mail({ ...back, organization_id, bounce: 'hard' });
  expect(await bounced()).toBe(true);
  const corrected = { version: 1, email: 'nova@mail.test' };
  expect((await staff.patch<Participant>(`/participants/${id}`, corrected)).body.address_bounced).toBe(false);
});
