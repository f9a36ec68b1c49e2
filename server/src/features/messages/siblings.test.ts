import type { Message, MessagePreview } from '@vpisnik/contract/messages';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';
import { asWorker } from '../../db/scope.ts';
import { claimMail } from '../application-mails/outbox.ts';
import { renderMail } from '../application-mails/rendering/render.ts';
import { messageContent } from './content.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
let ids: { ajda: string; lan: string };
/** An address takes so many mails an hour, in all organisations. */
let mama: string;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});
beforeEach(async () => {
  mama = `mama-${organization_id}@mail.test`;
  group_id = (await site.factories.group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
  ids = { ajda: await add('Ajda'), lan: await add('Lan') };
});

const add = async (name: string, given = {}) =>
  (await site.factories.participant({ organization_id, group_id, name, email: mama, ...given })).id;
const texts = { sl: { subject: 'Vaja', body: 'Prijava: {{participant_name}}' } };
type MailRow = { organization_id: string; id: string; to_address: string; state: string };
const mailsOf = ({ id }: Message) =>
  site.rows<MailRow>(
    'select organization_id, id, to_address, state from mails where of_message = $1 order by to_address, id',
    [id],
  );

/** Sends a message to both; the one mail that they share. */
async function share(given: object = {}, people = Object.values(ids)): Promise<[Message, MailRow]> {
  const draft = { audience: { ids: people }, kind: 'enrolment', texts, ...given };
  const { id, version } = (await staff.post<Message>('/messages', draft)).body;
  const { body } = await staff.post<Message>(`/messages/${id}/send`, { version, expected_mails: 1 });
  const [mail, ...more] = await mailsOf(body);
  if (!mail || more.length > 0) throw new Error('They share none.');
  return [body, mail];
}

/** What a mail says when it leaves; else why it doesn't. */
async function said(mail: MailRow | undefined) {
  if (!mail) throw new Error('There is none.');
  await site.rows('update mails set send_after = now() where id = $1', [mail.id]);
  return await asWorker(site.pools.system, async (tx) => {
    const claimed = await claimMail(tx, mail, 60);
    if (!claimed) throw new Error('It does not leave.');
    const content = await messageContent(tx, claimed, 'https://vpisnik.test');
    if (typeof content === 'string') return content;
    const data = typeof content.data === 'function' ? await content.data() : content.data;
    return /Prijava: (.*)/.exec(renderMail(content.template, data).text)?.[1];
  });
}
const change = (id: string, values: { email?: string | null; status?: string }) =>
  site.rows(
    `update participants set email = case when $2 then $3 else email end, status = coalesce($4, status) where id = $1`,
    [id, values.email !== undefined, values.email, values.status],
  );
const hasLeft = async ({ id }: MailRow) => {
  await site.rows(`update mails set state = 'sent', sent_at = now() where id = $1`, [id]);
  await site.rows(
    `insert into mail_texts (organization_id, mail_id, subject, text) values ($1, $2, 'Vaja', 'Prijava: Ajda in Lan')`,
    [organization_id, id],
  );
};
const as = async (role: 'GROUP_ADMIN' | 'GROUP_VIEWER_USER', groups: string[]) =>
  site.as(await site.factories.member({ organization_id, role, groups }));

describe('the words of a mail that siblings share', () => {
  test('are read by those alone who see all whom it names', async () => {
    const other = (await site.factories.group({ organization_id })).id;
    const tim = await add('Tim', { group_id: other });
    const [, mail] = await share({}, [ids.ajda, tim]);
    await hasLeft(mail);
    const read = async (groups: string[]) =>
      (await (await as('GROUP_ADMIN', groups)).get(`/participant-mails/${mail.id}`)).status;
    expect(await read([group_id])).toBe(403);
    expect(await read([group_id, other])).toBe(200);
  });

  test('are read by those alone who see payments, if they tell of them', async () => {
    const [, mail] = await share({ with_payments: true });
    await hasLeft(mail);
    const path = `/participant-mails/${mail.id}`;
    expect((await (await as('GROUP_VIEWER_USER', [group_id])).get(path)).status).toBe(403);
    expect((await (await as('GROUP_ADMIN', [group_id])).get(path)).status).toBe(200);
  });
});

test('a mail that tells of a group names its meeting for siblings of whom one has a place', async () => {
  const schedule = [{ day: 'tuesday', start_time: '17:00', duration: 60 }];
  const { id } = await site.factories.group({ organization_id, schedule });
  // the first by name waits
  const waits = await add('Ajda', { group_id: id, status: 'waitlisted' });
  const comes = await add('Lan', { group_id: id, status: 'approved' });
  const told = async (people: string[]) => {
    const given = { kind: 'enrolment', include: ['waitlisted'], texts, with_group: true };
    const draft = await staff.post<Message>('/messages', { audience: { ids: people }, ...given });
    return (await staff.post<MessagePreview>(`/messages/${draft.body.id}/preview`, {})).body.text;
  };
  expect(await told([waits, comes])).toContain('Naslednje srečanje: ');
  expect(await told([waits])).not.toContain('Naslednje srečanje: ');
});

describe('of siblings who share a mail', () => {
  test('one is deleted: the other gets it, and words that name both are gone', async () => {
    const [message, mail] = await share();
    expect((await staff.delete(`/participants/${ids.ajda}`)).status).toBe(204);
    expect(await said(mail)).toBe('Lan');
    const bor = await add('Bor');
    const [, left] = await share({}, [ids.lan, bor]);
    await hasLeft(left);
    // also of who does not lead it
    await staff.delete(`/participants/${ids.lan}`);
    expect(await site.rows('select from mail_texts where mail_id = $1', [left.id])).toEqual([]);
    expect(await mailsOf(message)).toEqual([]);
    const { mails } = await staff.api.participants.get({ params: { id: bor } });
    expect(mails).toMatchObject([{ email_type: 'group_message', state: 'sent' }]);
  });

  test('one has another address before it leaves: each is told of alone, once', async () => {
    const [message, mail] = await share();
    await change(ids.ajda, { email: 'oce@mail.test' });
    expect(await said(mail)).toBe('Lan');
    const [, own, ...more] = await mailsOf(message);
    expect(own).toMatchObject({ to_address: 'oce@mail.test', state: 'queued' });
    expect(await said(own)).toBe('Ajda');
    expect(more).toEqual([]);
    const { mails } = await staff.api.participants.get({ params: { id: ids.lan } });
    expect(mails).toMatchObject([{ to_address: mama }]);
  });

  test.each([{ email: null }, { status: 'inactive' }, { status: 'rejected' }])(
    'one is no longer written to (%o): the other is; of neither, nobody',
    async (values) => {
      const [message, mail] = await share();
      await change(ids.lan, values);
      expect(await said(mail)).toBe('Ajda');
      await site.rows(`update mails set state = 'queued', taken_until = null where id = $1`, [mail.id]);
      await change(ids.ajda, values);
      expect(await said(mail)).toBe('outdated');
      expect(await mailsOf(message)).toHaveLength(1);
    },
  );

  test.each([
    ['tried once more', '/mails', 'retry', null],
    ['sent again', '/participant-mails', 'again', new Date().toISOString()],
  ])(
    'the first has another address, and the mail is %s: the other is told at theirs',
    async (_, at, act, sent) => {
      const [message, mail] = await share();
      await site.rows(
        `update mails set state = 'failed', state_reason = 'gave_up', sent_at = $2 where id = $1`,
        [mail.id, sent],
      );
      await change(ids.ajda, { email: 'oce@mail.test' });
      expect((await staff.post(`${at}/${mail.id}/${act}`, {})).status).toBe(200);
      const waiting = async () => (await mailsOf(message)).filter(({ state }) => state === 'queued');
      const [again, ...none] = await waiting();
      expect([again?.to_address, none]).toEqual(['oce@mail.test', []]);
      expect(await said(again)).toBe('Ajda');
      const [own] = await waiting();
      expect(own?.to_address).toBe(mama);
      expect(await said(own)).toBe('Lan');
    },
  );

  test('one is locked as the mail leaves: it waits for nobody and is tried again', async () => {
    const [message, mail] = await share();
    await change(ids.lan, { email: 'oce@mail.test' });
    const other = await site.owner.connect();
    onTestFinished(() => other.release());
    await other.query('begin');
    await other.query('select from participants where id = $1 for update', [ids.lan]);
    await expect(said(mail)).rejects.toMatchObject({ cause: { code: '55P03' } });
    await other.query('commit');
    expect(await mailsOf(message)).toMatchObject([{ to_address: mama, state: 'queued' }]);
    expect(await said(mail)).toBe('Ajda');
  });
});
