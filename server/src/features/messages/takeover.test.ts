import type { Message, MessageAudience } from '@vpisnik/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';
import { sendPlanned } from './planned.ts';

let site: TestApp;
let organization_id: string;
/** The group of two people that the editor writes to; a third one is elsewhere. */
let group_id: string;
let elsewhere: string;
let owner: Caller;
let editor: Caller;
let editorId: string;
inOrganization((given) => {
  ({ site, organization_id, staff: owner } = given);
});
beforeEach(async () => {
  group_id = (await site.factories.group({ organization_id })).id;
  elsewhere = (await site.factories.group({ organization_id })).id;
  const member = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
  editorId = member.id;
  editor = site.as(member);
  for (const name of ['ajda', 'tim']) await add(name, group_id);
  await add('lan', elsewhere);
});

type Refusal = { code: string; count?: number; current?: Message };
const add = async (name: string, to: string) =>
  (await site.factories.participant({ organization_id, group_id: to, name, email: `${name}@mail.test` })).id;
const texts = { sl: { subject: 'Vaja', body: 'Pridite.' } };
const later = new Date(Date.now() + 86_400_000).toISOString();
const everybody = (expected_count: number) => ({
  ...{ filter: {}, exclude_ids: [], expected_count },
  as_of: new Date(Date.now() + 60_000).toISOString(),
});

/** Drafts a message and plans it, as one person or as two. */
async function plan(audience: object, mails: number, author = editor, sender = author) {
  const body = { audience, kind: 'enrolment', texts, send_at: later };
  const { id, version } = (await author.post<Message>('/messages', body)).body;
  const planned = await sender.post<Message>(`/messages/${id}/send`, { version, expected_mails: mails });
  expect(planned.body).toMatchObject({ state: 'planned' });
  return planned.body;
}
const read = async ({ id }: Message, as = owner) => (await as.get<Message>(`/messages/${id}`)).body;
const reword = async (message: Message, as: Caller, more: object = {}) =>
  as.patch<Message & Refusal>(`/messages/${message.id}`, {
    version: (await read(message, as)).version,
    texts: { sl: { subject: 'Druga vaja', body: 'Pridite.' } },
    ...more,
  });
const attach = ({ id }: Message, as: Caller, query = '') =>
  as.post<Message & Refusal>(
    `/messages/${id}/attachments?file_name=urnik.txt${query}`,
    Buffer.from('Torek ob petih'),
    { 'content-type': 'application/octet-stream' },
  );
/** Lets its time come; answers to whom it has gone. */
async function leave({ id }: Message): Promise<string[]> {
  await site.rows(`update messages set send_at = now() - interval '1 minute' where id = $1`, [id]);
  await sendPlanned({
    ...{ pools: site.pools, env: site.env, stopping: new AbortController().signal },
    log: { warn() {}, error: (details) => expect(details).toBeUndefined() },
  });
  const rows = await site.rows<{ to_address: string }>(
    'select to_address from mails where of_message = $1 order by to_address',
    [id],
  );
  return rows.map(({ to_address }) => to_address);
}
const log = async () =>
  site.rows(
    `select action, account_id, changes ->> 'mails' as mails from activity_log
     where organization_id = $1 and entity = 'message' order by created_at, id`,
    [organization_id],
  );
const theirs = ['ajda@mail.test', 'tim@mail.test'];

describe('a message planned for all whom a group’s administrator writes to', () => {
  test('goes to the same people when an administrator of all groups changes it', async () => {
    const message = await plan(everybody(2), 2);
    const shown = await owner.post<MessageAudience>(`/messages/${message.id}/audience`);
    expect(shown.body).toMatchObject({ people: 2, mails: 2 });
    const added = await attach(message, owner);
    expect([added.status, added.body.attachments]).toMatchObject([201, [{ name: 'urnik.txt' }]]);
    expect((await reword(message, owner)).body).toMatchObject({ subjects: { sl: 'Druga vaja' } });
    const { sender, author } = await read(message);
    expect(author.account_id).toBe(editorId);
    expect(sender?.account_id).not.toBe(editorId);
    expect(await leave(message)).toEqual(theirs);
    // who took it over, once
    expect(await log()).toEqual([
      { action: 'message_planned', account_id: editorId, mails: '2' },
      { action: 'message_planned', account_id: sender?.account_id, mails: '2' },
      { action: 'message_sent', account_id: sender?.account_id, mails: null },
    ]);
  });

  test('goes to the same people when its sender gets more groups, or all, before it leaves', async () => {
    const ids = await site.rows<{ id: string }>('select id from participants where organization_id = $1', [
      organization_id,
    ]);
    const byFilter = await plan(everybody(2), 2);
    const byIds = await plan({ ids: ids.map(({ id }) => id) }, 2);
    await site.rows(`update memberships set role = 'ORGANIZATION_ADMIN' where account_id = $1`, [editorId]);
    expect(await leave(byFilter)).toEqual(theirs);
    expect(await leave(byIds)).toEqual(theirs);
  });

  test('goes to the same people when who has taken it over gets more groups before it leaves', async () => {
    const message = await plan(everybody(2), 3, editor, owner);
    expect((await reword(message, editor, { expected_mails: 2 })).status).toBe(200);
    await site.rows(`update memberships set role = 'ORGANIZATION_ADMIN' where account_id = $1`, [editorId]);
    expect(await leave(message)).toEqual(['ajda@mail.test', 'tim@mail.test']);
  });

  test('stays with more groups than are chosen by hand', async () => {
    for (let count = 0; count < 101; count++) {
      const { id } = await site.factories.group({ organization_id });
      await site.rows(
        'insert into membership_groups (organization_id, account_id, group_id) values ($1, $2, $3)',
        [organization_id, editorId, id],
      );
    }
    const message = await plan(everybody(2), 2);
    expect((await attach(message, owner)).status).toBe(201);
    expect(await leave(message)).toEqual(theirs);
  });

  test('is for the groups of who chooses anew whom it is for', async () => {
    const message = await plan(everybody(2), 2);
    const refused = await reword(message, owner, { audience: everybody(3) });
    expect(refused).toMatchObject({ status: 409, body: { code: 'selection_changed', count: 3 } });
    const given = { audience: everybody(3), expected_mails: 3 };
    expect((await reword(message, owner, given)).status).toBe(200);
    // its author chooses their own people again, and is asked
    const own = { audience: everybody(2) };
    expect((await reword(message, editor, own)).body).toMatchObject({ code: 'selection_changed', count: 2 });
    expect((await reword(message, editor, { ...own, expected_mails: 2 })).status).toBe(200);
    await site.rows(`update memberships set role = 'ORGANIZATION_ADMIN' where account_id = $1`, [editorId]);
    expect(await leave(message)).toEqual(theirs);
  });
});

describe('a planned message that another person would send to others', () => {
  test('is changed by none of the calls until they say the number of mails', async () => {
    const message = await plan(everybody(2), 2);
    const [file] = (await attach(message, editor)).body.attachments;
    // as the release before has kept it
    await site.rows(`update messages set audience = jsonb_set(audience, '{filter}', '{}') where id = $1`, [
      message.id,
    ]);
    const before = await read(message);
    const detach = (query = '') =>
      owner.delete<Message & Refusal>(`/message-attachments/${file?.id}${query}`);
    for (const refused of [
      await attach(message, owner),
      await attach(message, owner, '&expected_mails=2'),
      await detach(),
      await reword(message, owner),
      await reword(message, owner, { expected_mails: 4 }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          ...{ code: 'selection_changed', count: 3 },
          current: { state: 'planned', sender: { account_id: editorId } },
        },
      });
    expect(await read(message)).toEqual(before);
    expect((await detach('?expected_mails=3')).body).toMatchObject({ attachments: [] });
    // it is theirs by now
    expect((await attach(message, owner)).status).toBe(201);
    expect(await leave(message)).toEqual(['ajda@mail.test', 'lan@mail.test', 'tim@mail.test']);
  });

  test('is not narrowed by its author unasked, nor taken over by who would reach nobody', async () => {
    const message = await plan(everybody(2), 3, editor, owner);
    const refused = await attach(message, editor);
    expect(refused).toMatchObject({ status: 409, body: { code: 'selection_changed', count: 2 } });
    expect(refused.body.current?.sender?.account_id).not.toBe(editorId);
    expect((await attach(message, editor, '&expected_mails=2')).status).toBe(201);
    expect(await leave(message)).toEqual(theirs);
    const other = await plan(everybody(2), 3, editor, owner);
    await site.rows('delete from membership_groups where account_id = $1', [editorId]);
    expect((await attach(other, editor, '&expected_mails=0')).body.code).toBe('selection_empty');
    expect(await leave(other)).toHaveLength(3);
  });

  test('is taken over from who may send no more by who says the number', async () => {
    const message = await plan(everybody(2), 2);
    await site.rows('update memberships set active = false where account_id = $1', [editorId]);
    expect((await attach(message, owner)).body).toMatchObject({ code: 'selection_changed', count: 2 });
    expect((await attach(message, owner, '&expected_mails=2')).status).toBe(201);
    expect(await leave(message)).toEqual(theirs);
  });

  test('is shown to those who have all groups that it goes to then', async () => {
    const message = await plan(everybody(2), 2);
    const colleague = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
    );
    expect((await read(message, colleague)).id).toBe(message.id);
    await reword(message, owner, { audience: everybody(3), expected_mails: 3 });
    expect((await colleague.get(`/messages/${message.id}`)).status).toBe(404);
  });
});
