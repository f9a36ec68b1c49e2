import type { Participant } from '@vpisnik/contract/participants';
import type { Comparison, ParticipantMerge, SamePerson } from '@vpisnik/contract/same-person';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { holdUp } from '../../../test/hold-up.ts';
import { purge } from '../../background/purge.ts';
import {
  fee_enrolments,
  mail_notices,
  mail_people,
  reapplications,
  session_absences,
  session_notices,
} from '../../db/schema.ts';
import { openStorage } from '../../files/storage.ts';

// fixed days: stored, and told as they are

let site: TestApp;
let organization_id: string;
let group: { id: string };
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group = await site.factories.group({ organization_id });
  staff = site.as(await site.factories.member({ organization_id, name: 'Nina' }));
});

const question = (type: string, name: string, sensitive: boolean) => ({
  ...{ type, name: { sl: name }, description: {}, options: [], sensitive },
});
const ask = (type: string, name: string, sensitive = false) =>
  site.factories.groupField({
    ...{ organization_id, group_id: group.id, created_at: '2020-01-01T00:00:00Z' },
    question: question(type, name, sensitive),
  });
const answer = (field_id: string, type: string, value: string | boolean, purpose?: string) => ({
  ...{ field_id, label: null, name: `Vprašanje ${type}`, type, value, text: String(value), sensitive: false },
  ...(purpose && { purpose }),
});
const add = (given: object = {}) =>
  site.factories.participant({ organization_id, group_id: group.id, ...given });
const read = (id: string) => staff.api.participants.get({ params: { id } });
const same = async (id: string) => (await staff.get<SamePerson>(`/participants/${id}/same-person`)).body;
const mergeInto = (id: string, other_id: string, more: object = {}) =>
  staff.post<ParticipantMerge & { code?: string }>(`/participants/${id}/merge`, {
    other_id,
    version: 1,
    other_version: 1,
    ...more,
  });
const undo = (id: string, body = {}) =>
  staff.post<{ restored_id: string; stayed: { key: string }[] }>(`/participant-merges/${id}/undo`, body);

/** How many rows of every table refer to a participant. */
async function recordsOf(id: string): Promise<Record<string, number>> {
  const refers = await site.rows<{ child: string; its_column: string }>(
    'select child::text, its_column from app.participant_references()',
  );
  const counts: Record<string, number> = {};
  for (const { child, its_column } of refers) {
    const [row] = await site.rows<{ count: number }>(
      `select count(*)::integer as count from ${child} where ${its_column} = $1`,
      [id],
    );
    counts[`${child}.${its_column}`] = row?.count ?? 0;
  }
  return counts;
}

/** Something of an application in every table that refers to one. */
async function fill(id: string): Promise<void> {
  const { factories } = site;
  const own = { organization_id, group_id: group.id, participant_id: id };
  // both of the same period of the same plan
  const plan = { fee_plan_id: group.id, period: '1' };
  await factories.payment({ organization_id, participant_id: id, status: 'completed', ...plan });
  await factories.insert(fee_enrolments, { ...own, joined_on: '2025-09-01' });
  await factories.mail(own);
  await name(await factories.mail(own), id);
  await factories.participantNote({ organization_id, participant_id: id, pinned: true });
  await factories.insert(session_absences, { organization_id, participant_id: id, date: '2026-09-07' });
  await factories.insert(reapplications, { ...own, phone: '041 111 222' });
  await factories.merge({ organization_id, participant_id: id });
  const elsewhere = await factories.participant({ organization_id });
  await staff.post(`/participants/${id}/links`, { other_id: elsewhere.id });
  const stranger = await factories.participant({ organization_id });
  await staff.post(`/participants/${id}/distinct`, { other_id: stranger.id });
  await staff.post(`/participants/${id}/family`, { participant_ids: [elsewhere.id] });
  await staff.post(`/participants/${id}/family/refusals`, { participant_ids: [stranger.id] });
}

/** Has a mail name people, as those do that are told of dates or are written to. */
async function name({ id: mail_id }: { id: string }, ...people: string[]): Promise<void> {
  const { id: notice_id } = await site.factories.insert(session_notices, {
    ...{ organization_id, group_id: group.id, sequence: nextSequence++, was: {} },
  });
  for (const participant_id of people) {
    await site.factories.insert(mail_notices, { organization_id, mail_id, notice_id, participant_id });
    await site.factories.insert(mail_people, { organization_id, mail_id, participant_id });
  }
}
let nextSequence = 1;

test('nothing of either is lost, and all of it comes back', async () => {
  const [kept, other] = [
    await add(),
    await add({ application_date: '2026-09-01T10:00:00Z', phone: '031 111 222' }),
  ];
  const elsewhere = await add();
  await fill(kept.id);
  await fill(other.id);
  // of both alike, so what is moved is there already
  const shared = { organization_id, group_id: group.id, participant_id: other.id };
  await name(await site.factories.mail(shared), kept.id, other.id);
  const before = { kept: await recordsOf(kept.id), other: await recordsOf(other.id) };
  // a table that refers to participants and is not filled here could lose its rows unseen
  for (const [table, count] of Object.entries(before.other)) expect([table, count]).not.toEqual([table, 0]);
  // the place is taken anew
  const row = (id: string) =>
    site.rows(
      "select to_jsonb(participants) - array['answered', 'placed_at'] as its from participants where id = $1",
      [id],
    );
  const otherRow = await row(other.id);
  const merged = await mergeInto(kept.id, other.id);
  expect(merged).toMatchObject({ status: 200, body: { name: other.name, actor: 'Nina' } });
  const gone = { status: 404, body: { code: 'not_found', merged_into: kept.id } };
  expect(await staff.get(`/participants/${other.id}`)).toMatchObject(gone);
  // who may not see the one that stayed is not led there
  const groups = [(await site.factories.group({ organization_id })).id];
  const stranger = site.as(
    await site.factories.member({ organization_id, role: 'GROUP_VIEWER_USER', groups }),
  );
  expect((await stranger.get(`/participants/${other.id}`)).body).not.toHaveProperty('merged_into');
  expect(await read(kept.id)).toMatchObject({
    application_date: '2026-09-01T10:00:00Z',
    phone: '031 111 222',
    name: kept.name,
    reference: kept.reference,
  });
  const both = await recordsOf(kept.id);
  for (const table of ['payments', 'mails', 'reapplications', 'participant_notes', 'participant_merges'])
    expect([table, both[`${table}.participant_id`]]).toEqual([
      table,
      (before.kept[`${table}.participant_id`] ?? 0) +
        (before.other[`${table}.participant_id`] ?? 0) +
        (table === 'participant_merges' ? 1 : 0),
    ]);
  // the mail that named both names one
  for (const table of ['mail_notices', 'mail_people'])
    expect([table, both[`${table}.participant_id`]]).toEqual([table, 3]);
  // bulk work that comes to it finds nobody
  const { body: job } = await staff.post('/participants/bulk/note', {
    ...{ selection: { ids: [other.id, elsewhere.id] }, text: 'Poklicati' },
  });
  expect(job).toMatchObject({ skipped: [{ reason: 'not_found', count: 1 }] });
  // applications linked with either are linked with the one that stays
  expect((await same(kept.id)).linked).toHaveLength(2);
  expect(await undo(merged.body.id)).toMatchObject({
    status: 200,
    body: { restored_id: other.id, stayed: [] },
  });
  expect(await row(other.id)).toEqual(otherRow);
  expect(await read(kept.id)).toMatchObject({
    phone: null,
    application_date: expect.not.stringMatching('2026-09-01'),
  });
  const after = { kept: await recordsOf(kept.id), other: await recordsOf(other.id) };
  const told = (counts: Record<string, number>, more: number) => ({
    ...counts,
    'participant_changes.participant_id': (counts['participant_changes.participant_id'] ?? 0) + more,
  });
  // merged, what changed, what changed back, undone
  expect(after).toEqual({ kept: told(before.kept, 4), other: told(before.other, 1) });
  expect((await same(kept.id)).linked).toHaveLength(1);
  expect(
    await site.rows('select from participant_notes where pinned and organization_id = $1', [organization_id]),
  ).toHaveLength(2);
});

test('fields are taken as chosen; the stricter tick, the only answer and the older date are taken by themselves', async () => {
  const [school, photos, only] = [
    await ask('text', 'Šola'),
    await ask('checkbox', 'Fotografije'),
    await ask('text', 'Tečaj'),
  ];
  const applied = { privacy_version: '2026-09-01' };
  const kept = await add({
    ...applied,
    ...{ name: 'Ana Novak', email: 'ana@example.com', phone: '031 111 222', status: 'waitlisted' },
    answers: [answer(school.id, 'text', 'OŠ Vič'), answer(photos.id, 'checkbox', true)],
  });
  const other = await add({
    ...applied,
    ...{ name: 'Ana Novák', email: 'mama@example.com', phone: '+386 31/111-222', status: 'approved' },
    answers: [answer(school.id, 'text', 'OŠ Trnovo'), answer(only.id, 'text', 'Balet')],
  });
  const compared = await staff.get<Comparison>(`/participants/${kept.id}/compared?other_id=${other.id}`);
  expect(compared.body.fields.map(({ key, settled }) => [key, settled])).toEqual([
    ['name', 'choice'],
    ['email', 'choice'],
    ['phone', 'same'],
    ['language', 'same'],
    ['status', 'choice'],
    [`answer:${school.id}`, 'choice'],
    [`answer:${photos.id}`, 'stricter'],
    [`answer:${only.id}`, 'only'],
  ]);
  const [place] = await site.rows('select placed_at from participants where id = $1', [other.id]);
  const take = ['email', 'status', `answer:${school.id}`];
  const { body, status } = await mergeInto(kept.id, other.id, { take });
  expect([status, body]).toEqual([200, expect.anything()]);
  const merged = await read(kept.id);
  expect(merged).toMatchObject({ name: 'Ana Novak', email: 'mama@example.com', status: 'approved' });
  expect(merged.answers.map(({ value }) => value)).toEqual(['OŠ Trnovo', 'Balet']);
  expect(await site.rows('select placed_at from participants where id = $1', [kept.id])).toEqual([place]);
  const counts = () => site.rows('select taken, waiting from group_counts where group_id = $1', [group.id]);
  expect(await counts()).toEqual([{ taken: 1, waiting: 0 }]);
  // what was not taken stands in the history
  const { results } = await staff.api.participant_history.list({ params: { id: kept.id } });
  expect(results.find(({ kind }) => kind === 'merged')?.changes).toEqual([
    { field: 'application', to: `Ana Novák (${other.reference})` },
    { field: 'name', from: 'Ana Novák', to: 'Ana Novak' },
    { field: 'phone', from: '+386 31/111-222', to: '031 111 222' },
    { field: 'application_date', from: expect.any(String), to: expect.any(String) },
  ]);
  // the e-mail is changed once more: that stays, all else goes back
  await staff.patch(`/participants/${kept.id}`, { version: merged.version, email: 'nova@example.com' });
  expect((await undo(body.id)).body.stayed).toEqual([{ key: 'email', label: null }]);
  const back = await read(kept.id);
  expect(back).toMatchObject({ status: 'waitlisted', email: 'nova@example.com' });
  expect(back.answers.map(({ value }) => value).sort()).toEqual(['OŠ Vič', true].sort());
  expect(await read(other.id)).toMatchObject({ status: 'approved', reference: other.reference, version: 1 });
  expect(await counts()).toEqual([{ taken: 1, waiting: 1 }]);
});

test('a box that one left empty stays a no, also when the older application was sent before it was asked', async () => {
  const field = await site.factories.formField({ organization_id, type: 'checkbox' });
  const asked = await site.factories.groupField({
    ...{ organization_id, group_id: group.id, form_field_id: field.id, widget: 'checkbox' },
    created_at: '2026-10-01T00:00:00Z',
  });
  const applied = (day: string, answers: object[] = []) =>
    add({ privacy_version: '2026-09-01', application_date: `${day}T10:00:00Z`, answers });
  const kept = await applied('2026-09-10');
  const [refusing, other] = [
    await applied('2026-11-10'),
    await applied('2026-11-12', [answer(asked.id, 'checkbox', true)]),
  ];
  await mergeInto(kept.id, refusing.id);
  const merged = await read(kept.id);
  expect(merged.answers).toMatchObject([{ field_id: asked.id, value: false, text: 'Ne' }]);
  const compared = await staff.get<Comparison>(`/participants/${kept.id}/compared?other_id=${other.id}`);
  expect(compared.body.fields.find(({ key }) => key === `answer:${asked.id}`)).toMatchObject({
    settled: 'stricter',
  });
  await mergeInto(kept.id, other.id, { version: merged.version, take: [`answer:${asked.id}`] });
  const found = await staff.get<{ results: Participant[] }>(`/participants?answer=${field.id}:false`);
  expect(found.body.results.map(({ id }) => id)).toEqual([kept.id]);
});

test('a box of a group that one was moved to is no question that they were asked, also after the merge', async () => {
  const photos = await ask('checkbox', 'Fotografije');
  const trips = await ask('checkbox', 'Izleti');
  const applied = { privacy_version: '2026-09-01' };
  const ticked = await add({ ...applied, answers: [answer(photos.id, 'checkbox', true)] });
  const moved = await add(applied);
  await site.rows('update participants set group_id = $2 where id = $1', [
    moved.id,
    (await site.factories.group({ organization_id })).id,
  ]);
  await site.rows('update participants set group_id = $2 where id = $1', [moved.id, group.id]);
  const compared = await staff.get<Comparison>(`/participants/${ticked.id}/compared?other_id=${moved.id}`);
  expect(compared.body.fields.find(({ key }) => key === `answer:${photos.id}`)?.settled).toBe('only');
  await mergeInto(ticked.id, moved.id, { other_version: 3 });
  // the no that was said by leaving it empty is written down: the history has a move now
  expect((await read(ticked.id)).answers.map(({ field_id, value }) => [field_id, value])).toEqual([
    [photos.id, true],
    [trips.id, false],
  ]);
});

test('of two sensitive answers one must be chosen; the other one is marked, and the history does not say it', async () => {
  const allergies = await ask('text', 'Alergije', true);
  const said = (value: string) => ({ answers: [answer(allergies.id, 'text', value)] });
  const [kept, other] = [await add(said('nima')), await add(said('oreščki'))];
  const compared = await staff.get<Comparison>(`/participants/${kept.id}/compared?other_id=${other.id}`);
  expect(compared.body.fields.filter(({ sensitive }) => sensitive)).toMatchObject([
    { key: `answer:${allergies.id}`, kept: 'nima', other: 'oreščki', settled: 'choice' },
  ]);
  const key = `answer:${allergies.id}`;
  expect(await mergeInto(kept.id, other.id)).toMatchObject({
    ...{ status: 422, body: { errors: [{ path: key, code: 'required' }] } },
  });
  expect((await mergeInto(kept.id, other.id, { keep: [key] })).status).toBe(200);
  expect((await read(kept.id)).answers).toMatchObject([{ value: 'nima' }]);
  const { results } = await staff.api.participant_history.list({ params: { id: kept.id } });
  expect(results.find(({ kind }) => kind === 'merged')?.changes).toContainEqual({
    ...{ field: 'answer', label: 'Vprašanje text', type: 'text', sensitive: true },
  });
  expect(JSON.stringify(results)).not.toMatch(/nima|oreščki/);
});

// fixed days: long before any merge
test.each([
  { status: 'inactive', withdrawn_at: '2025-09-01T10:00:00Z', withdrawal_reason: 'moving' },
  { status: 'waitlisted', offer_paused_at: '2025-09-02T10:00:00Z', offer_taken_back: true },
])('undoing brings back what another status has ended: %o', async (given) => {
  const [kept, other] = [await add(given), await add({ status: 'approved' })];
  const stored = () =>
    site.rows(
      'select status, withdrawn_at, withdrawal_reason, offer_paused_at, offer_taken_back from participants where id = $1',
      [kept.id],
    );
  const before = await stored();
  const { body } = await mergeInto(kept.id, other.id, { take: ['status'] });
  expect(await stored()).not.toEqual(before);
  expect((await undo(body.id)).body.stayed).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('undoing asks before it takes a place that there is not', async () => {
  await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
  const [kept, other] = [await add({ status: 'approved' }), await add({ status: 'approved' })];
  const { body } = await mergeInto(kept.id, other.id);
  await add({ status: 'approved' });
  expect(await undo(body.id)).toMatchObject({ status: 409, body: { code: 'group_full' } });
  expect((await undo(body.id, { allow_overbooking: true })).status).toBe(200);
  expect((await undo(body.id)).status).toBe(404);
});

test('undoing asks for every place: of both, and of a group that one was moved to since', async () => {
  await site.rows('update groups set capacity = 1 where id = $1', [group.id]);
  const full = await site.factories.group({ organization_id, capacity: 1 });
  await add({ group_id: full.id, status: 'approved' });
  const pending = { status: 'pending' };
  const [moved, other] = [await add(pending), await add({ status: 'inactive' })];
  const { body } = await mergeInto(moved.id, other.id, { take: ['status'] });
  const { version } = await read(moved.id);
  await staff.api.participants.update({ params: { id: moved.id }, body: { version, group_id: full.id } });
  expect(await undo(body.id)).toMatchObject({ status: 409, body: { code: 'group_full' } });
  // one place is free here, and two come back to it
  await site.rows(`update participants set status = 'inactive' where id = $1`, [moved.id]);
  const [kept, last] = [await add(pending), await add({ status: 'waitlisted' })];
  const second = await mergeInto(kept.id, last.id, { take: ['status'] });
  await site.rows(`update participant_merges set merged = merged || '{"status": "pending"}' where id = $1`, [
    second.body.id,
  ]);
  expect(await undo(second.body.id)).toMatchObject({ status: 409, body: { code: 'group_full' } });
});

test('who comes back takes the place that a decision has freed, so that this one is not undone beside', async () => {
  await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
  const [{ id }, kept, other] = [await add(), await add(), await add({ name: 'Ana Novak' })];
  const { body: merged } = await mergeInto(kept.id, other.id);
  const { body: rejected } = await staff.patch(`/participants/${id}/status`, { status: 'rejected' });
  expect((await undo(merged.id)).status).toBe(200);
  expect(await staff.post(`/participants/${id}/status/undo`, { version: rejected.version })).toMatchObject({
    status: 409,
    body: { code: 'group_full' },
  });
});

test('a mail that tells of a decision on the other application does not leave, unless the merge is undone', async () => {
  const [kept, other] = [await add({ status: 'approved' }), await add({ status: 'rejected' })];
  const told = (participant_id: string, status_at: string, state = 'queued') =>
    site.factories.mail({
      ...{ organization_id, group_id: group.id, participant_id, status_at, state },
      ...{
        email_type: 'application_status_update',
        recipient_kind: 'applicant',
        to_address: 'a@example.com',
      },
      send_after: '2099-01-01T00:00:00Z',
    });
  await told(kept.id, 'approved');
  // of the other one from before it was rejected: the same once more
  await told(other.id, 'approved');
  await told(other.id, 'rejected', 'held');
  await told(other.id, 'rejected');
  const mails = async () =>
    (
      await site.rows<{ its: string }>(
        `select status_at || ' ' || state as its from mails where organization_id = $1 order by created_at, id`,
        [organization_id],
      )
    ).map(({ its }) => its);
  const { body } = await mergeInto(kept.id, other.id);
  const called = (...states: string[]) =>
    ['approved', 'approved', 'rejected', 'rejected'].map((at, place) => `${at} ${states[place]}`);
  expect(await mails()).toEqual(called('cancelled', 'queued', 'cancelled', 'cancelled'));
  expect((await undo(body.id)).status).toBe(200);
  // the last one of each
  expect(await mails()).toEqual(called('queued', 'queued', 'cancelled', 'queued'));
});

test('work on many that is undone leaves those alone that were merged since', async () => {
  const pending = { status: 'pending' };
  const [kept, other] = [await add(pending), await add(pending)];
  const { body: job } = await staff.post<{ id: string }>('/participants/bulk/status', {
    ...{ selection: { ids: [kept.id, other.id] }, status: 'approved', notify: false },
  });
  const { body } = await mergeInto(kept.id, other.id, { version: 2, other_version: 2 });
  const { body: undone } = await staff.post<{ not_undone: unknown[] }>(`/bulk-jobs/${job.id}/undo`);
  expect(undone).toMatchObject({ state: 'undone', undone_count: 0 });
  expect(undone.not_undone).toHaveLength(2);
  expect(undone.not_undone).toEqual(
    expect.arrayContaining([
      { reason: 'changed_since', count: 1 },
      { reason: 'gone', count: 1 },
    ]),
  );
  expect((await undo(body.id)).status).toBe(200);
  expect([(await read(kept.id)).status, (await read(other.id)).status]).toEqual(['approved', 'approved']);
});

test('a family follows a merge, and what staff decide about it afterwards stays', async () => {
  const [kept, other, sibling, stranger] = [await add(), await add(), await add(), await add()];
  const familyOf = async () =>
    (
      await site.rows<{ participant_id: string; family_id: string }>(
        'select participant_id, family_id from family_members where participant_id = any ($1)',
        [[kept.id, other.id]],
      )
    ).map(({ participant_id, family_id }) => [participant_id, family_id]);
  const join = (id: string, one: string) =>
    staff.post(`/participants/${id}/family`, { participant_ids: [one] });
  await join(other.id, sibling.id);
  const [[, family] = []] = await familyOf();
  const merged = async () => {
    const { version } = await read(kept.id);
    return (await mergeInto(kept.id, other.id, { version })).body.id;
  };
  const first = await merged();
  expect(await familyOf()).toEqual([[kept.id, family]]);
  expect((await undo(first)).status).toBe(200);
  expect(await familyOf()).toEqual([[other.id, family]]);
  const second = await merged();
  await staff.delete(`/participants/${kept.id}/family`);
  await join(kept.id, stranger.id);
  const [[, later] = []] = await familyOf();
  expect(later).not.toBe(family);
  expect((await undo(second)).status).toBe(200);
  expect(await familyOf()).toEqual([[kept.id, later]]);
});

test('undoing writes rows of its own organisation alone, and such that refer to applications, whatever an imported archive says', async () => {
  const [kept, other] = [await add({ name: 'Ana Kralj' }), await add({ name: 'Ana Kralj' })];
  const { body } = await mergeInto(kept.id, other.id);
  const away = await site.factories.group();
  const stranger = await site.factories.participant({
    ...{ organization_id: away.organization_id, group_id: away.id },
  });
  const note = await site.factories.participantNote({ organization_id, participant_id: kept.id });
  const [written] = await site.rows<{ its: object }>(
    'select to_jsonb(n) as its from participant_notes n where id = $1',
    [note.id],
  );
  const intruder = {
    id: crypto.randomUUID(),
    email: 'vsiljivec@posta.test',
    name: 'Vsiljivec',
    platform_admin: true,
  };
  const set_aside = [
    {
      table: 'accounts',
      row: { ...intruder, language: 'sl', confirmed_at: '2026-01-01T00:00:00Z', version: 1 },
    },
    {
      table: 'participant_notes',
      row: {
        ...written?.its,
        id: note.id,
        organization_id: away.organization_id,
        participant_id: stranger.id,
      },
    },
  ];
  await site.rows(
    `update participant_merges set set_aside = $2, merged = merged || jsonb_build_object('organization_id', $3::uuid, 'id', $4::uuid)
     where id = $1`,
    [body.id, JSON.stringify(set_aside), away.organization_id, crypto.randomUUID()],
  );
  expect((await undo(body.id)).status).toBe(200);
  const told = await site.rows(
    `select (select count(*)::integer from accounts where email = $1) as accounts,
       (select count(*)::integer from participant_notes where organization_id = $2) as notes,
       (select count(*)::integer from participants where organization_id = $2) as people,
       (select count(*)::integer from participants where organization_id = $3 and id = $4) as back`,
    [intruder.email, away.organization_id, organization_id, other.id],
  );
  expect(told).toEqual([{ accounts: 0, notes: 0, people: 1, back: 1 }]);
});

test('who was merged again comes back to whoever has them now', async () => {
  const [one, two, three] = [
    await add({ email: 'mama@example.com' }),
    await add({ status: 'rejected', email: 'oce@example.com' }),
    await add({ phone: null }),
  ];
  await site.factories.payment({ organization_id, participant_id: one.id });
  const first = await mergeInto(two.id, one.id, { take: ['status', 'email'] });
  expect(first).toMatchObject({ status: 200 });
  const { version } = await read(two.id);
  const second = await mergeInto(three.id, two.id, { other_version: version, take: ['email'] });
  const third = await read(three.id);
  expect(third).toMatchObject({ status: 'pending', email: 'mama@example.com' });
  expect(await same(three.id)).toMatchObject({ merges: [{ id: second.body.id }, { id: first.body.id }] });
  // what the first merge wrote into the second one is not taken back of the third one, which says the same
  expect((await undo(first.body.id)).body).toMatchObject({
    restored_id: one.id,
    stayed: [{ key: 'email' }, { key: 'status' }, { key: 'application_date' }],
  });
  const { status, email, application_date } = third;
  expect(await read(three.id)).toMatchObject({ status, email, application_date });
  expect((await undo(second.body.id)).body.restored_id).toBe(two.id);
  expect(
    await site.rows('select participant_id from payments where organization_id = $1', [organization_id]),
  ).toEqual([{ participant_id: one.id }]);
});

test('who was moved since keeps the new group, and the other one comes back to the old one', async () => {
  const [kept, other] = [await add(), await add()];
  await site.factories.payment({ organization_id, participant_id: other.id });
  const { body } = await mergeInto(kept.id, other.id);
  const elsewhere = await site.factories.group({ organization_id });
  const { version } = await read(kept.id);
  await staff.patch(`/participants/${kept.id}`, { version, group_id: elsewhere.id });
  expect((await undo(body.id)).status).toBe(200);
  expect((await read(kept.id)).group_id).toBe(elsewhere.id);
  expect((await read(other.id)).group_id).toBe(group.id);
  expect(
    await site.rows('select group_id, participant_id from payments where organization_id = $1', [
      organization_id,
    ]),
  ).toEqual([{ group_id: group.id, participant_id: other.id }]);
});

test('a payment that was paid in part since goes back with all that is left of it, and none is another by that', async () => {
  const [kept, other] = [await add(), await add()];
  const mine = await site.factories.payment({ organization_id, participant_id: kept.id, amount: '80.00' });
  const { id } = await site.factories.payment({
    organization_id,
    participant_id: other.id,
    amount: '100.00',
  });
  const { body } = await mergeInto(kept.id, other.id);
  const part = (of: string, amount: string) =>
    staff.api.payments.part({ params: { id: of }, body: { amount, method: 'cash', version: 1 } });
  // a form that was opened before the merge is no older than the payment
  const { rest } = await part(id, '30');
  await part(rest.id, '20');
  await part(mine.id, '10');
  expect((await undo(body.id)).status).toBe(200);
  const owed = (of: string) =>
    site.rows(
      'select amount, status, version from payments where participant_id = $1 order by created_at, amount',
      [of],
    );
  expect(await owed(other.id)).toEqual([
    { amount: '30.00', status: 'completed', version: 2 },
    { amount: '20.00', status: 'completed', version: 2 },
    { amount: '50.00', status: 'pending', version: 1 },
  ]);
  expect(await owed(kept.id)).toEqual([
    { amount: '10.00', status: 'completed', version: 2 },
    { amount: '70.00', status: 'pending', version: 1 },
  ]);
});

test('refuses other versions, other groups, oneself and strangers', async () => {
  const [kept, other] = [await add(), await add()];
  const elsewhere = await site.factories.participant({ organization_id });
  const foreign = await site.factories.participant();
  expect(await mergeInto(kept.id, other.id, { other_version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict' },
  });
  expect((await mergeInto(kept.id, other.id, { version: 2 })).body.code).toBe('edit_conflict');
  expect(await mergeInto(kept.id, elsewhere.id)).toMatchObject({
    status: 409,
    body: { code: 'different_groups' },
  });
  const unknown = { status: 422, body: { errors: [{ path: 'other_id', code: 'unknown_id' }] } };
  for (const act of ['merge', 'links', 'distinct'])
    for (const other_id of [foreign.id, crypto.randomUUID()])
      expect(
        await staff.post(`/participants/${kept.id}/${act}`, {
          other_id,
          ...(act === 'merge' && { version: 1, other_version: 1 }),
        }),
      ).toMatchObject(unknown);
  expect((await mergeInto(kept.id, kept.id)).status).toBe(422);
  expect((await staff.post(`/participants/${kept.id}/links`, { other_id: other.id })).status).toBe(422);
  expect((await mergeInto(foreign.id, kept.id)).status).toBe(404);
});

test('of two who merge the same pair at once one does; a decision meanwhile is a conflict', async () => {
  const [kept, other] = [await add(), await add()];
  const held = await holdUp(site, 'group_counts');
  const both = [mergeInto(kept.id, other.id), mergeInto(other.id, kept.id)];
  await held.waiting(2);
  await held.release();
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.map(({ status }) => status)).not.toContain(500);
  expect(await site.rows('select taken from group_counts where group_id = $1', [group.id])).toEqual([
    { taken: 1 },
  ]);
  const late = await add();
  const [left] = await site.rows<{ id: string; version: number }>(
    'select id, version from participants where group_id = $1 and id <> $2',
    [group.id, late.id],
  );
  await staff.patch(`/participants/${late.id}/status`, { status: 'approved', notify: false });
  expect(await mergeInto(left?.id ?? '', late.id, { version: left?.version })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict' },
  });
});

describe('proposals', () => {
  const alikeOf = async (id: string) => (await same(id)).proposals.map((one) => [one.name, ...one.alike]);
  const born = (value: string) => [answer(crypto.randomUUID(), 'date', value, 'date_of_birth')];

  test('need the same name and something else, or nearly the same name and the day of birth', async () => {
    const given = { name: 'Ana Žnidaršič', email: 'ana@example.com', phone: '+386 31 111 222' };
    const { id } = await add({ ...given, answers: born('2015-03-04') });
    await add({ name: 'Znidarsic Ana', email: 'x@example.com', phone: '031 111 222' });
    await add({ name: 'Anna Žnidaršić', email: 'y@example.com', answers: born('2015-03-04') });
    // a twin, a namesake, and a brother
    await add({
      name: 'Ula Žnidaršič',
      email: 'ana@example.com',
      phone: '031111222',
      answers: born('2015-03-04'),
    });
    await add({ name: 'Ana Žnidaršič', email: 'z@example.com' });
    await add({ name: 'Jan Žnidaršič', email: 'ana@example.com', phone: '031111222' });
    expect((await alikeOf(id)).sort()).toEqual([
      ['Anna Žnidaršić', 'spelling', 'birth_date'],
      ['Znidarsic Ana', 'name', 'phone'],
    ]);
    const found = await staff.get<{ results: Participant[] }>('/participants?look=duplicate&sort=name');
    expect(found.body.results.map(({ name }) => name)).toEqual(['Ana Žnidaršič', 'Znidarsic Ana']);
  });

  test('are remembered as wrong from both sides, or linked from both', async () => {
    const given = { name: 'Ana Novak', phone: '031 111 222' };
    const [one, two] = [
      await add({ ...given, email: 'a@example.com' }),
      await add({ ...given, email: null }),
    ];
    const other = await site.factories.participant({ organization_id, ...given, email: 'b@example.com' });
    expect((await same(one.id)).proposals.map(({ id }) => id)).toEqual([two.id, other.id]);
    await staff.post(`/participants/${two.id}/distinct`, { other_id: one.id });
    await staff.post(`/participants/${other.id}/links`, { other_id: one.id });
    expect(await same(one.id)).toMatchObject({ proposals: [], linked: [{ id: other.id }] });
    expect((await same(two.id)).proposals.map(({ id }) => id)).toEqual([other.id]);
    expect((await staff.get<{ results: unknown[] }>('/participants?look=duplicate')).body.results).toEqual(
      [],
    );
    await staff.post(`/participants/${one.id}/distinct`, { other_id: two.id, distinct: false });
    await staff.delete(`/participants/${one.id}/links`);
    expect((await same(one.id)).proposals).toHaveLength(2);
    expect((await same(other.id)).linked).toEqual([]);
  });

  test('are also those that were linked before both came to one group, however little alike', async () => {
    const elsewhere = await site.factories.group({ organization_id });
    const one = await add({ name: 'Ana Novak', phone: '031 111 222' });
    const two = await add({ name: 'Ana Novak', phone: '031 111 222', group_id: elsewhere.id });
    const three = await add({ name: 'Anika N.', group_id: elsewhere.id });
    const four = await add({ group_id: (await site.factories.group({ organization_id })).id });
    for (const other of [two, three, four])
      await staff.post(`/participants/${one.id}/links`, { other_id: other.id });
    expect(await same(one.id)).toMatchObject({ proposals: [], linked: [{}, {}, {}] });
    for (const { id, version } of [two, three])
      await staff.api.participants.update({ params: { id }, body: { version, group_id: group.id } });
    const known = await same(one.id);
    expect(known.linked.map(({ id }) => id)).toEqual([four.id]);
    expect(known.proposals.map(({ id, alike }) => [id, ...alike])).toEqual([
      [three.id, 'linked'],
      [two.id, 'linked', 'name', 'phone'],
    ]);
    expect((await mergeInto(one.id, two.id, { other_version: 2 })).status).toBe(200);
    expect((await same(one.id)).linked).toHaveLength(1);
  });
});

test('after 30 days what undoing needs is gone, also while storage fails, and the reference still leads to who stays', async () => {
  const [kept, other] = [await add({ name: 'Ana Novak' }), await add({ name: 'Ana Novak' })];
  const { body } = await mergeInto(kept.id, other.id);
  const find = async () =>
    (await staff.get<{ results: Participant[] }>(`/participants?search=${other.reference.toLowerCase()}`))
      .body.results;
  expect((await find()).map(({ id }) => id)).toEqual([kept.id]);
  await site.rows(`update participant_merges set created_at = now() - interval '31 days' where id = $1`, [
    body.id,
  ]);
  expect((await undo(body.id)).status).toBe(404);
  // a workbook that storage does not give up, and a picture that it does
  await site.rows(
    `insert into bulk_jobs (organization_id, account_id, actor, kind, parameters, selection, state, file_until)
     select $1, account_id, 'Nina', 'export', '{}', '{}', 'stopped', now() - interval '1 hour'
     from memberships where organization_id = $1`,
    [organization_id],
  );
  const elsewhere = (await site.factories.organization()).id;
  await site.rows(
    `insert into files (organization_id, kind, sha256, width, height, bytes, created_by, created_at)
     values ($1, 'original', repeat('a', 64), 1, 1, 1, $1, now() - interval '2 days')`,
    [elsewhere],
  );
  const storage = openStorage(site.env);
  await storage.put(organization_id, Buffer.from('where a folder was'));
  await expect(purge(site.pools.system, storage)).rejects.toThrow(`${organization_id}/`);
  expect(await site.rows('select from files where organization_id = $1', [elsewhere])).toEqual([]);
  const [left] = await site.rows(
    'select to_jsonb(participant_merges)::text as its from participant_merges where id = $1',
    [body.id],
  );
  expect(JSON.stringify(left)).not.toContain('Novak');
  expect((await find()).map(({ id }) => id)).toEqual([kept.id]);
});

test('an application to which a place is offered is merged into no other one, but others into it', async () => {
  const [one, offered, other] = [
    await add({ status: 'waitlisted' }),
    await add({ status: 'waitlisted' }),
    await add({ status: 'waitlisted' }),
  ];
  const offer = (ends: string) =>
    site.rows(
      `update participants set offered_at = now(), offer_no = 1, offer_until = now() + $2::interval where id = $1`,
      [offered.id, ends],
    );
  const version = async () => (await read(offered.id)).version;
  await offer('2 days');
  expect(await mergeInto(one.id, offered.id, { other_version: await version() })).toMatchObject({
    status: 409,
    body: { code: 'offer_would_end' },
  });
  expect((await mergeInto(offered.id, other.id, { version: await version() })).status).toBe(200);
  expect(await read(offered.id)).toMatchObject({ status: 'waitlisted', offer_until: expect.any(String) });
  // one whose time is over is none
  await offer('-1 second');
  expect((await mergeInto(one.id, offered.id, { other_version: await version() })).status).toBe(200);
});
