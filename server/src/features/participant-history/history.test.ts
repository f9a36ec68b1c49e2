import type { HistoryEntry } from '@vpisnik/contract/participant-history';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: stored, and told as they are

type HistoryPage = { results: HistoryEntry[]; last_id: string | null };

let site: TestApp;
let organization_id: string;
let group: { id: string };
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '30' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group = await site.factories.group({ organization_id, name: { sl: 'Balet' } });
  staff = site.as(await site.factories.member({ organization_id, name: 'Nina' }));
});

const add = async (given: object = {}) =>
  (await site.factories.participant({ organization_id, group_id: group.id, ...given })).id;
const historyOf = async (id: string, caller = staff) =>
  (await caller.api.participant_history.list({ params: { id } })).results;

test('tells who did what, from what to what, with the mails between and the application first', async () => {
  const applied = { privacy_version: '2026-09-01', application_date: '2026-09-01T10:00:00Z' };
  const id = await add({ name: 'Ana', phone: '031 111 222', ...applied });
  const other = await site.factories.group({ organization_id, name: { sl: 'Jazz', en: 'Jazz dance' } });
  await staff.patch(`/participants/${id}/status`, { status: 'approved' });
  const { version } = await staff.api.participants.get({ params: { id } });
  await staff.patch(`/participants/${id}/status`, { status: 'approved' });
  await staff.post(`/participants/${id}/status/undo`, { version });
  await staff.patch(`/participants/${id}`, { version: version + 1, phone: null, group_id: other.id });
  await staff.post(`/participants/${id}/notes`, { text: 'Skrivnost osebja' });
  const told = await historyOf(id);
  expect(told.map(({ kind, by, actor, bulk }) => [kind, by, actor, bulk])).toEqual([
    ['note_added', 'staff', 'Nina', false],
    ['changed', 'staff', 'Nina', false],
    ['undone', 'staff', 'Nina', false],
    ['mail', 'system', '', false],
    ['changed', 'staff', 'Nina', false],
    ['applied', 'applicant', '', false],
  ]);
  expect(told.map(({ changes }) => changes)).toEqual([
    [],
    [
      { field: 'group', from: { sl: 'Balet' }, to: { sl: 'Jazz', en: 'Jazz dance' } },
      { field: 'phone', from: '031 111 222', to: null },
    ],
    [{ field: 'status', from: 'approved', to: 'pending' }],
    [],
    [{ field: 'status', from: 'pending', to: 'approved' }],
    [],
  ]);
  expect(told[3]?.mail).toMatchObject({ email_type: 'application_status_update', state: 'cancelled' });
  expect(told.at(-1)?.at).toMatch(/^2026-09-01T10:00:00/);
  expect(JSON.stringify(told)).not.toContain('Skrivnost');
});

test('a move names no group that the reader may not see', async () => {
  const hidden = await site.factories.group({ organization_id, name: { sl: 'Terapevtska skupina' } });
  const id = await add({ group_id: hidden.id });
  await staff.patch(`/participants/${id}`, { version: 1, group_id: group.id });
  const limited = { organization_id, groups: [group.id] };
  for (const role of ['GROUP_VIEWER_USER', 'GROUP_ADMIN'] as const) {
    const told = await historyOf(id, site.as(await site.factories.member({ ...limited, role })));
    expect(told[0]?.changes).toEqual([{ field: 'group', from: null, to: { sl: 'Balet' } }]);
    expect(JSON.stringify(told)).not.toMatch(`Terapevtska|${hidden.id}`);
  }
  expect((await historyOf(id))[0]?.changes).toEqual([
    { field: 'group', from: { sl: 'Terapevtska skupina' }, to: { sl: 'Balet' } },
  ]);
});

test('answers are told field by field, sensitive ones without what they said, from rank 3 alone', async () => {
  const { groupField } = site.factories;
  const asked = (name: string, sensitive: boolean) =>
    groupField({
      ...{ organization_id, group_id: group.id },
      ...{ question: { type: 'text', name: { sl: name }, description: {}, options: [], sensitive } },
    });
  const open = await asked('Šola', false);
  const secret = await asked('Zdravje', true);
  const id = await add();
  const answer = (version: number, answers: object) =>
    staff.patch(`/participants/${id}`, { version, answers });
  await answer(1, { [open.id]: 'OŠ Vič', [secret.id]: 'astma' });
  await answer(2, { [secret.id]: 'alergija' });
  const changesOf = async (caller = staff) => (await historyOf(id, caller)).map(({ changes }) => changes);
  const told = { field: 'answer', label: 'Zdravje', type: 'text', sensitive: true };
  expect(await changesOf()).toEqual([
    [told],
    [{ field: 'answer', label: 'Šola', type: 'text', sensitive: false, from: null, to: 'OŠ Vič' }, told],
    [],
  ]);
  const limited = { organization_id, groups: [group.id], role: 'GROUP_EDITOR_USER' as const };
  const editor = site.as(await site.factories.member(limited));
  expect(await changesOf(editor)).toEqual([[expect.objectContaining({ label: 'Šola' })], []]);
  const kept = await site.rows('select changes::text from participant_changes where participant_id = $1', [
    id,
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/astma|alergija/);
});

test('bulk work and its undo are named as such; who added a participant is, though the account is gone', async () => {
  const { id } = await staff.api.participants.create({
    body: { group_id: group.id, name: 'Eva', language: 'sl', staff_notes: 'Klicala mama' },
  });
  const selection = { ids: [id] };
  const { body } = await staff.post<{ id: string }>('/participants/bulk/status', {
    ...{ selection, status: 'approved', notify: false },
  });
  await staff.post(`/bulk-jobs/${body.id}/undo`);
  const told = (await historyOf(id)).map(({ kind, actor, bulk }) => [kind, actor, bulk]);
  expect(told).toEqual([
    ['undone', 'Nina', true],
    ['changed', 'Nina', true],
    ['note_added', 'Nina', false],
    ['added', 'Nina', false],
  ]);
  await site.rows(
    `update accounts set name = 'Izbrisano', email = 'gone' || id || '@example.com' where name = 'Nina'`,
  );
  expect((await historyOf(id)).at(-1)).toMatchObject({ kind: 'added', actor: 'Nina' });
});

test('comes in pages that lose nothing and repeat nothing', async () => {
  const id = await add();
  for (const [at, name] of ['B', 'C', 'D', 'E'].entries())
    await staff.patch(`/participants/${id}`, { version: at + 1, name });
  const whole = await historyOf(id);
  const paged: string[] = [];
  for (let last_id: string | null = ''; last_id !== null; ) {
    const { body: page }: { body: HistoryPage } = await staff.get(
      `/participants/${id}/history?limit=2${last_id && `&last_id=${last_id}`}`,
    );
    paged.push(...page.results.map((entry) => entry.id));
    last_id = page.last_id;
  }
  expect(paged).toEqual(whole.map((entry) => entry.id));
  expect(paged).toHaveLength(5);
});

test('what is written into many at once by the product itself is no change of theirs', async () => {
  const { formField, groupField } = site.factories;
  const field = await formField({ organization_id });
  const { id: field_id } = await groupField({ organization_id, group_id: group.id, form_field_id: field.id });
  const answers = [
    { field_id, label: field.label, name: 'A', type: 'text', value: 'b', text: 'b', sensitive: false },
  ];
  const id = await add({ answers });
  await site.rows('update form_fields set sensitive = true where id = $1', [field.id]);
  expect((await historyOf(id)).map(({ kind }) => kind)).toEqual(['added']);
});
