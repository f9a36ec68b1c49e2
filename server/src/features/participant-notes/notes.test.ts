import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let person: string;
let staff: Caller;
let editor: Caller;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, participant, member } = site.factories;
  organization_id = (await organization()).id;
  group_id = (await group({ organization_id })).id;
  person = (await participant({ organization_id, group_id })).id;
  staff = site.as(await member({ organization_id, name: 'Nina' }));
  const limited = { organization_id, groups: [group_id] };
  editor = site.as(await member({ ...limited, role: 'GROUP_EDITOR_USER', name: 'Rok' }));
});

const write = async (caller: Caller, text: string, id = person) =>
  caller.api.participant_notes.create({ params: { id }, body: { text } });
const list = (caller = staff, query = {}) =>
  caller.api.participant_notes.list({ params: { id: person }, query });

test('notes tell who wrote them and when they were edited; the pinned one stands above the latest', async () => {
  const first = await write(editor, 'Prva');
  await write(staff, 'Druga\nvrstica');
  const third = await write(staff, 'Tretja');
  const edited = await editor.api.participant_notes.update({
    params: { id: first.id },
    body: { version: 1, text: 'Prva, popravljena' },
  });
  expect(edited).toMatchObject({ author: 'Rok', own: true, version: 2, edited_at: expect.any(String) });
  // a pin is no edit, and takes the place of the one before
  const pin = (id: string, version: number) =>
    staff.api.participant_notes.update({ params: { id }, body: { version, pinned: true } });
  await pin(third.id, 1);
  await pin(first.id, 2);
  const { results, total } = await list(staff, { with_total: 'true' });
  expect(results.map(({ text, pinned, own, edited_at }) => [text, pinned, own, edited_at !== null])).toEqual([
    ['Prva, popravljena', true, false, true],
    ['Tretja', false, true, false],
    ['Druga\nvrstica', false, true, false],
  ]);
  expect(total).toBe(3);
  const page = await list(staff, { limit: 1 });
  expect(page.results).toHaveLength(2);
  const rest = await list(staff, { limit: 1, last_id: page.last_id });
  expect(rest).toMatchObject({ results: [{ text: 'Druga\nvrstica' }], last_id: null });
});

test('on the version that was seen; else the present one comes back', async () => {
  const { id } = await write(staff, 'Prva');
  const change = (version: number, text: string) =>
    staff.patch(`/participant-notes/${id}`, { version, text });
  expect((await change(1, 'Druga')).status).toBe(200);
  expect(await change(1, 'Tretja')).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { text: 'Druga', version: 2 } },
  });
  expect(await staff.post(`/participants/${person}/notes`, { text: ' \n ' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'text', code: 'required' }] },
  });
});

test('viewers see none, editors write and change their own, administrators delete those of others', async () => {
  const { member } = site.factories;
  const limited = { organization_id, groups: [group_id] };
  const viewer = site.as(await member({ ...limited, role: 'GROUP_VIEWER_USER' }));
  const admin = site.as(await member({ ...limited, role: 'GROUP_ADMIN' }));
  const { id } = await write(staff, 'Vodstvo');
  const own = await write(editor, 'Moja');
  const history = await viewer.get<{ results: { kind: string }[] }>(`/participants/${person}/history`);
  expect(history.body.results.map(({ kind }) => kind).filter((kind) => kind.startsWith('note'))).toEqual([]);
  const refusals = [
    await viewer.get(`/participants/${person}/notes`),
    await viewer.post(`/participants/${person}/notes`, { text: 'a' }),
    await viewer.patch(`/participant-notes/${id}`, { version: 1, pinned: true }),
    await editor.patch(`/participant-notes/${id}`, { version: 1, text: 'Ne' }),
    await staff.patch(`/participant-notes/${own.id}`, { version: 1, text: 'Ne' }),
    await editor.delete(`/participant-notes/${id}`),
    await admin.delete(`/participant-notes/${own.id}`),
  ];
  expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 403));
  expect((await editor.patch(`/participant-notes/${id}`, { version: 1, pinned: true })).status).toBe(200);
  expect((await staff.delete(`/participant-notes/${own.id}`)).status).toBe(204);
  expect((await list()).results.map(({ text }) => text)).toEqual(['Vodstvo']);
});

test('nothing is there of people out of scope or of another organisation', async () => {
  const { id } = await write(staff, 'Prva');
  const { member, group } = site.factories;
  const other = await group({ organization_id });
  const elsewhere = { organization_id, role: 'GROUP_EDITOR_USER' as const, groups: [other.id] };
  for (const stranger of [site.as(await member(elsewhere)), site.as(await member())])
    for (const answer of [
      await stranger.get(`/participants/${person}/notes`),
      await stranger.post(`/participants/${person}/notes`, { text: 'a' }),
      await stranger.patch(`/participant-notes/${id}`, { version: 1, pinned: true }),
      await stranger.delete(`/participant-notes/${id}`),
      await stranger.get(`/participants/${person}/history`),
    ])
      expect(answer.status).toBe(404);
});

test('they go with their participant, and their author may go before', async () => {
  await write(editor, 'Prva');
  await site.rows(`delete from memberships where organization_id = $1 and role = 'GROUP_EDITOR_USER'`, [
    organization_id,
  ]);
  expect((await list()).results).toMatchObject([{ author: 'Rok', own: false }]);
  expect((await staff.delete(`/participants/${person}`)).status).toBe(204);
  for (const table of ['participant_notes', 'participant_changes'])
    expect(await site.rows(`select from ${table} where participant_id = $1`, [person])).toEqual([]);
});
