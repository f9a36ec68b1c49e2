import type { Message, MessageSummary } from '@vpisnik/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
let editor: Caller;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});
beforeEach(async () => {
  group_id = (await site.factories.group({ organization_id })).id;
  editor = await admin([group_id]);
});

type Refusal = { code: string; count?: number; errors?: object[]; current?: Message };
const admin = async (groups: string[]) =>
  site.as(await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups }));
const add = async (given = {}) =>
  (await site.factories.participant({ organization_id, group_id, ...given })).id;
const draft = (body: object, as = staff) => as.post<Message & Refusal>('/messages', body);
const change = ({ id, version }: Message, body: object, as = staff) =>
  as.patch<Message & Refusal>(`/messages/${id}`, { version, ...body });
const listed = async (as: Caller, query = '') =>
  (await as.get<{ results: MessageSummary[] }>(`/messages${query}`)).body.results.map(({ id }) => id);

test('a draft is kept as it is written, and two people don’t overwrite each other', async () => {
  const ids = [await add()];
  const { status, body } = await draft({ audience: { ids } });
  expect([status, body]).toMatchObject([
    201,
    {
      state: 'draft',
      kind: null,
      audience: { ids },
      siblings: 'together',
      texts: {},
      counts: null,
      version: 1,
    },
  ]);
  const texts = {
    sl: { subject: 'Vaja', body: 'Pridite, {{participant_name}}.' },
    en: { subject: '', body: '' },
  };
  const mine = await change(body, { texts, kind: 'news' });
  expect(mine.body).toMatchObject({
    texts: { sl: texts.sl },
    subjects: { sl: 'Vaja' },
    problems: [],
    version: 2,
  });
  expect(mine.body.texts).not.toHaveProperty('en');
  const late = await change(body, { texts: { sl: { subject: 'Moje', body: '' } } });
  expect([late.status, late.body.code, late.body.current?.texts.sl]).toEqual([
    409,
    'edit_conflict',
    texts.sl,
  ]);
  const copy = await draft({ copy_of: body.id, kind: 'enrolment' });
  expect(copy.body).toMatchObject({
    audience: { ids },
    texts: { sl: texts.sl },
    kind: 'enrolment',
    version: 1,
  });
  expect((await staff.delete(`/messages/${body.id}`)).status).toBe(204);
  expect((await staff.get(`/messages/${body.id}`)).status).toBe(404);
});

test('a message is found by words of its subject, in whichever language, with or without accents', async () => {
  const audience = { ids: [await add()] };
  const write = async (texts: object) => (await draft({ audience, texts })).body.id;
  const show = await write({
    sl: { subject: 'Zimski nastop: generalka v šoli', body: 'Vabljeni.' },
    en: { subject: 'Winter show', body: '' },
  });
  const fee = await write({ sl: { subject: 'Vadnina za 100 %', body: 'nastop' } });
  await write({});
  const found = (search: string) => listed(staff, `?search=${encodeURIComponent(search)}`);
  expect(await found('soli nastop')).toEqual([show]);
  expect(await found('WINTER')).toEqual([show]);
  // both in one language
  expect(await found('nastop winter')).toEqual([]);
  expect(await found('100 %')).toEqual([fee]);
  expect(await found('_')).toEqual([]);
  expect(await listed(staff, '?search=vadnina&state=sent')).toEqual([]);
});

describe('a draft to everybody that is left untouched', () => {
  const NOW = '2199-01-01T00:00:00.000Z';
  const toAll = (filter: object, count: number) => ({
    audience: { filter, exclude_ids: [], expected_count: count, as_of: NOW },
  });
  const open = async (body: object = {}) => {
    const { body: row } = await draft({ ...toAll({}, 0), ...body });
    return row;
  };

  test('stands in no list, and can be gone on with', async () => {
    const row = await open();
    const ofGroup = await open({ ...toAll({ group_id: [group_id] }, 0), group_id });
    for (const query of ['', '?state=draft', `?group_id=${group_id}`])
      expect(await listed(staff, query)).toEqual([]);
    const { body: page } = await staff.get<{ total: number }>('/messages?with_total=true');
    expect(page.total).toBe(0);
    expect((await staff.get(`/messages/${row.id}`)).status).toBe(200);
    await change(row, { texts: { sl: { subject: 'Vaja', body: '' } } });
    await change(ofGroup, { kind: 'news' });
    expect(await listed(staff, '?state=draft')).toEqual([ofGroup.id, row.id]);
  });

  test('is not one whose people, words or files were chosen', async () => {
    const chosen = await draft({ audience: { ids: [await add()] } });
    const filtered = await open(toAll({ status: ['approved'] }, 0));
    const all = toAll({}, 0).audience;
    const without = await open({ audience: { ...all, exclude_ids: [chosen.body.audience.ids?.[0]] } });
    const timed = await open({ ...toAll({}, 1), send_at: '2199-01-01T00:00:00.000Z' });
    const answered = await open({ ...toAll({}, 1), reply_to: 'sender' });
    const worded = await open({ ...toAll({}, 1), texts: { sl: { subject: 'Vaja', body: '' } } });
    const withFile = await open(toAll({}, 1));
    await site.rows(
      `insert into message_files (organization_id, message_id, name, type, bytes, content)
       values ($1, $2, 'urnik.pdf', 'application/pdf', 1, 'a')`,
      [organization_id, withFile.id],
    );
    expect(await listed(staff)).toEqual([
      withFile.id,
      worded.id,
      answered.id,
      timed.id,
      without.id,
      filtered.id,
      chosen.body.id,
    ]);
  });

  test('is deleted a month later, when its author opens the next one', async () => {
    const fresh = await open();
    const openedBefore = async (days: number, texts = {}) => {
      const [row] = await site.rows<{ id: string }>(
        `insert into messages (organization_id, account_id, author, audience, texts, created_at)
         select organization_id, account_id, author, audience, $2, now() - make_interval(days => $3)
         from messages where id = $1 returning id`,
        [fresh.id, texts, days],
      );
      return row?.id ?? '';
    };
    const words = { sl: { subject: 'Vaja', body: '' } };
    const ids = [await openedBefore(31), await openedBefore(31, words), await openedBefore(29)];
    await draft(toAll({ group_id: [group_id] }, 0), editor);
    expect((await staff.get(`/messages/${ids[0]}`)).status).toBe(200);
    await open();
    const statuses = await Promise.all(ids.map(async (id) => (await staff.get(`/messages/${id}`)).status));
    expect(statuses).toEqual([404, 200, 200]);
  });
});

test('what a text can’t say is named, and kept until it is mended', async () => {
  const { body } = await draft({
    audience: { ids: [await add()] },
    texts: {
      sl: { subject: 'Za {{ime}}', body: '[tu](javascript:alert(1)) <script>' },
      en: { subject: '{{constructor}}', body: '{{participant_name' },
    },
  });
  expect(body.problems).toEqual([
    { path: 'texts.sl.subject', code: 'unknown_placeholder', said: '{{ime}}' },
    { path: 'texts.sl.body', code: 'invalid_link', said: '[tu](javascript:alert(1)' },
    { path: 'texts.en.subject', code: 'unknown_placeholder', said: '{{constructor}}' },
    { path: 'texts.en.body', code: 'unknown_placeholder', said: '{{participant_name' },
  ]);
  const long = { sl: { subject: 'Vaja', body: 'a'.repeat(20_001) } };
  expect((await change(body, { texts: long })).body.errors).toEqual([
    { path: 'texts.sl.body', code: 'too_long', limit: 20_000 },
  ]);
  const broken = { sl: { subject: 'Vaja\r\nBcc: vsi@mail.test', body: '' } };
  expect((await change(body, { texts: broken })).body.errors).toEqual([
    { path: 'texts.sl.subject', code: 'invalid_characters' },
  ]);
});

test('of two changes at once one is kept, and what is too long is refused without changing it', async () => {
  const { body } = await draft({ audience: { ids: [await add()] } });
  const words = (text: string) => ({ texts: { sl: { subject: 'Vaja', body: text } } });
  const both = await Promise.all([change(body, words('Prvo')), change(body, words('Drugo'))]);
  const [kept, refused] = both.sort((one, other) => one.status - other.status);
  expect([kept?.status, refused?.status, refused?.body.code]).toEqual([200, 409, 'edit_conflict']);
  expect(refused?.body.current?.texts).toEqual(kept?.body.texts);
  for (const length of [20_001, 2 ** 20]) {
    const long = await change(kept?.body as Message, words('a'.repeat(length)));
    const errors = [{ path: 'texts.sl.body', code: 'too_long', limit: 20_000 }];
    expect([long.status, long.body.errors]).toMatchObject([422, errors]);
  }
  expect((await staff.get<Message>(`/messages/${body.id}`)).body).toMatchObject({
    texts: kept?.body.texts,
    version: 2,
  });
});

test('a filter is refused when it matches others than were shown; its copy matches anew', async () => {
  await add({ name: 'Ajda' });
  const filter = { group_id: [group_id] };
  // the clock of a screen may be wrong: a moment that has not come is now
  const audience = { filter, exclude_ids: [], expected_count: 2, as_of: '2199-01-01T00:00:00.000Z' };
  const other = await draft({ audience });
  expect([other.status, other.body.code, other.body.count]).toEqual([409, 'selection_changed', 1]);
  const { body } = await draft({ audience: { ...audience, expected_count: 1 } });
  expect(body.audience).toMatchObject({ filter, expected_count: 1 });
  // where none were shown, the server counts them
  const { expected_count: _, ...uncounted } = audience;
  const counted = await draft({ audience: uncounted });
  expect([counted.status, counted.body.audience]).toMatchObject([201, { filter, expected_count: 1 }]);
  expect(Date.parse(body.audience.as_of ?? '')).toBeLessThan(Date.now() + 60_000);
  await add({ name: 'Tim' });
  const copy = await draft({ copy_of: body.id });
  expect(copy.body.audience).toMatchObject({ filter, expected_count: 2 });
  expect((await draft({ audience: { ids: [] } })).body.code).toBe('selection_empty');
  // words are kept beside a filter that finds nobody
  const nobody = { ...audience, filter: { search: 'nihče' }, expected_count: 0 };
  const texts = { sl: { subject: 'Vaja', body: 'Pridite.' } };
  expect((await change(body, { audience: nobody, texts })).body).toMatchObject({
    audience: { filter: { search: 'nihče' }, expected_count: 0 },
    texts,
  });
});

test('below rank 4 one sees one’s own messages and those to groups in scope alone', async () => {
  const elsewhere = (await site.factories.group({ organization_id })).id;
  const inside = await add();
  const outside = await add({ group_id: elsewhere });
  const both = (await draft({ audience: { ids: [inside, outside] } })).body;
  const here = (await draft({ audience: { ids: [inside] } })).body;
  const own = (await draft({ audience: { ids: [outside] } }, editor)).body;
  expect(await listed(editor)).toEqual([own.id, here.id]);
  expect(await listed(staff)).toEqual([own.id, here.id, both.id]);
  expect(await listed(staff, `?group_id=${group_id}`)).toEqual([here.id]);
  expect((await change(both, { kind: 'news' }, editor)).status).toBe(404);
  // ids out of scope don't widen what is seen
  expect((await change(here, { audience: { ids: [outside] } }, editor)).status).toBe(200);
  expect((await draft({ audience: { ids: [inside] }, group_id: elsewhere }, editor)).body.errors).toEqual([
    { path: 'group_id', code: 'unknown_id' },
  ]);
  expect((await draft({ copy_of: both.id }, editor)).body.errors).toEqual([
    { path: 'copy_of', code: 'unknown_id' },
  ]);
  const decider = site.as(await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
  expect((await draft({ audience: { ids: [inside] } }, decider)).body.code).toBe('forbidden');
});

test('a draft is seen by those whom it is for by now, also while nobody is there yet', async () => {
  const elsewhere = (await site.factories.group({ organization_id })).id;
  const [other, both] = [await admin([elsewhere]), await admin([group_id, elsewhere])];
  const ids = [await add()];
  const NOW = '2199-01-01T00:00:00.000Z';
  const nobody = (filter: object) => ({
    audience: { filter, exclude_ids: [], expected_count: 0, as_of: NOW },
  });
  const seenBy = async ({ id }: Message) =>
    (await Promise.all([editor, other, both].map((as) => as.get(`/messages/${id}`)))).map(
      ({ status }) => status,
    );
  let { body: message } = await draft({ audience: { ids } });
  const become = async (body: object, as = staff) => {
    const changed = await change(message, body, as);
    expect(changed.status).toBe(200);
    message = changed.body;
  };
  expect(await seenBy(message)).toEqual([200, 404, 200]);
  await become(nobody({ group_id: [elsewhere] }));
  expect(await seenBy(message)).toEqual([404, 200, 200]);
  await become(nobody({ group_id: [elsewhere, group_id], status: ['waitlisted'] }));
  expect(await seenBy(message)).toEqual([404, 404, 200]);
  // one who is not its author keeps it for their own groups
  await become(nobody({ search: 'nihče' }), both);
  expect(await seenBy(message)).toEqual([404, 404, 200]);
  await become(nobody({ search: 'nihče' }));
  expect(await seenBy(message)).toEqual([404, 404, 404]);
  const { body: copy } = await draft({ ...nobody({ group_id: [elsewhere] }), copy_of: message.id });
  expect(await seenBy(copy)).toEqual([404, 200, 200]);
});

test('what is being sent, or was, is neither changed nor deleted', async () => {
  const given = { organization_id, state: 'sent', kind: 'news', sent_at: new Date().toISOString() };
  const { id } = await site.factories.message(given);
  expect((await staff.patch<Refusal>(`/messages/${id}`, { version: 1, kind: 'news' })).body.code).toBe(
    'message_left',
  );
  expect((await staff.delete<Refusal>(`/messages/${id}`)).body?.code).toBe('message_left');
});
