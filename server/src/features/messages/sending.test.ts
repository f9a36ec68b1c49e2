import type { Message, MessageAudience, MessagePreview, MessageRecipient } from '@vpisnik/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { waitingForLocks } from '../../../test/hold-up.ts';
import { inOrganization } from '../../../test/in-organization.ts';
import { asWorker } from '../../db/scope.ts';
import { claimMail, markSent, markWaiting, writtenMail } from '../application-mails/outbox.ts';
import { renderMail } from '../application-mails/rendering/render.ts';
import { messageContent } from './content.ts';
import { selectDue, sendPlanned } from './planned.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});
beforeEach(async () => {
  group_id = (await site.factories.group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
});

type Refusal = { code: string; count?: number; errors?: object[] };
const add = async (name: string, email: string | null, given = {}) =>
  (await site.factories.participant({ organization_id, group_id, name, email, ...given })).id;
const texts = {
  sl: { subject: 'Vaja: {{group_name}}', body: 'Prijava: {{participant_name}}' },
  en: { subject: 'Rehearsal', body: 'Application: {{participant_name}}' },
};
const draft = async (ids: string[], given: object = {}, as = staff) =>
  (await as.post<Message>('/messages', { audience: { ids }, kind: 'enrolment', texts, ...given })).body;
const send = ({ id, version }: Message, expected_mails: number, as = staff) =>
  as.post<Message & Refusal>(`/messages/${id}/send`, { version, expected_mails });
const audience = async ({ id }: Message, as = staff) =>
  (await as.post<MessageAudience>(`/messages/${id}/audience`)).body;
const recipients = async ({ id }: Message, query = '', as = staff) =>
  (
    await as.get<{ results: MessageRecipient[]; last_id: string | null }>(
      `/messages/${id}/recipients${query}`,
    )
  ).body;
const read = async ({ id }: Message, as = staff) => (await as.get<Message>(`/messages/${id}`)).body;
const log = async () =>
  (
    await site.rows<{ action: string }>(
      `select action from activity_log where organization_id = $1 and entity = 'message' order by created_at, id`,
      [organization_id],
    )
  ).map(({ action }) => action);
const mailsOf = ({ id }: Message) =>
  site.rows<{ organization_id: string; id: string; to_address: string; state: string; language: string }>(
    'select organization_id, id, to_address, state, language from mails where of_message = $1 order by to_address',
    [id],
  );
const bounced = (to_address: string) =>
  site.factories.mail({ organization_id, group_id, to_address, state: 'failed', bounce: 'hard' });
const decline = (address: string) =>
  site.rows(
    `insert into mail_choices (organization_id, address, kind, wanted, how) values ($1, $2, 'news', false, 'page')`,
    [organization_id, address],
  );

/** What a mail of a message says when it leaves; else why it doesn't. */
async function said(message: Message, address: string) {
  const mail = (await mailsOf(message)).find(({ to_address }) => to_address === address);
  if (!mail) throw new Error('There is none.');
  await site.rows('update mails set send_after = now() where id = $1', [mail.id]);
  return await asWorker(site.pools.system, async (tx) => {
    const claimed = await claimMail(tx, mail, 60);
    if (!claimed) throw new Error('It does not leave.');
    const content = await messageContent(tx, claimed, 'https://vpisnik.test');
    if (typeof content === 'string')
      return { content, subject: content, text: '', html: '', attachments: [] };
    const data = typeof content.data === 'function' ? await content.data() : content.data;
    return { content, ...renderMail(content.template, data) };
  });
}

describe('an audience', () => {
  test('says who gets a mail and who gets none, each for one reason', async () => {
    const owing = await add('Ajda', 'mama@mail.test');
    await site.factories.payment({ organization_id, participant_id: owing, status: 'pending' });
    const others = [
      await add('Lan', 'mama@mail.test', { language: 'en' }),
      await add('Eva', "o'brien+eva@mail.test", { language: 'en' }),
      await add('Tim', 'tim@žoga.test'),
      await add('Čakajoči', 'caka@mail.test', { status: 'waitlisted' }),
      await add('Zavrnjeni', null, { status: 'rejected' }),
      await add('Brez', null),
      await add('Odbit', 'odbit@mail.test'),
      await add('Nehoteni', 'ne@mail.test'),
    ];
    await bounced('odbit@mail.test');
    await decline('ne@mail.test');
    const foreign = await site.factories.participant({ email: 'tuja@mail.test' });
    const message = await draft([owing, ...others, foreign.id]);
    const all = await audience(message);
    expect(all).toMatchObject({
      ...{ people: 5, mails: 4, languages: { sl: 3, en: 1 }, shared_addresses: 1, with_open_payments: 1 },
      left_out: [
        { reason: 'bounced', count: 1, people: [{ name: 'Odbit' }] },
        { reason: 'no_email', count: 1, people: [{ name: 'Brez' }] },
        { reason: 'not_found', count: 1, people: [] },
        { reason: 'rejected', count: 1 },
        { reason: 'waitlisted', count: 1 },
      ],
    });
    await staff.patch(`/messages/${message.id}`, {
      version: 1,
      kind: 'news',
      include: ['waitlisted'],
      siblings: 'each',
    });
    const news = await audience(message);
    expect(news).toMatchObject({ people: 5, mails: 5 });
    expect(news.left_out.map(({ reason }) => reason)).toEqual([
      'bounced',
      'declined_news',
      'no_email',
      'not_found',
      'rejected',
    ]);
    const page = await recipients(message, '?limit=2');
    expect(page.results).toMatchObject([
      { names: ['Ajda'], address: 'mama@mail.test', mail: null },
      { names: ['Čakajoči'] },
    ]);
    expect((await recipients(message, `?limit=2&last_id=${page.last_id}`)).results).toMatchObject([
      { names: ['Eva'] },
      { names: ['Lan'] },
    ]);
  });

  test('never reaches beyond the groups of who looks', async () => {
    const outside = (await site.factories.group({ organization_id })).id;
    const ids = [
      await add('Ajda', 'ajda@mail.test'),
      await add('Tim', 'tim@mail.test', { group_id: outside }),
    ];
    const limited = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
    );
    const message = await draft(ids, {}, limited);
    expect(await audience(message, limited)).toMatchObject({
      mails: 1,
      left_out: [{ reason: 'not_found', count: 1 }],
    });
    expect((await recipients(message, '', limited)).results).toMatchObject([{ names: ['Ajda'] }]);
    const { body } = await send(message, 1, limited);
    expect(body).toMatchObject({ state: 'sent', counts: { people: 1, mails: 1 } });
  });
});

test('a preview is the mail as one of its recipients gets it, and a test goes to oneself', async () => {
  const ids = [
    await add('Ajda', 'mama@mail.test'),
    await add('Lan', 'mama@mail.test'),
    await add('Eva', 'eva@mail.test', { language: 'en' }),
  ];
  const message = await draft(ids);
  const preview = async (body: object) =>
    (await staff.post<MessagePreview & Refusal>(`/messages/${message.id}/preview`, body)).body;
  expect(await preview({})).toMatchObject({
    ...{ subject: 'Vaja: Balet', language: 'sl', recipients: 2 },
    who: { names: ['Ajda', 'Lan'], address: 'mama@mail.test' },
    text: expect.stringContaining('Prijava: Ajda in Lan'),
  });
  expect(await preview({ recipient: 1 })).toMatchObject({ subject: 'Rehearsal', language: 'en' });
  // who reads a language that has no words gets another
  const sl = { sl: { subject: 'Vaja', body: '<script>alert(1)</script> [tu](https://vaja.test)' } };
  const other = await preview({ recipient: 1, texts: sl });
  expect(other).toMatchObject({ subject: 'Vaja', language: 'sl', who: { names: ['Eva'] } });
  expect(other.html).toContain('&lt;script&gt;');
  expect(other.html).toContain('href="https://vaja.test/"');
  const toPage = { sl: { subject: 'Vaja', body: 'Vse o prijavi: {{link}}' } };
  expect((await preview({ texts: toPage })).text).toContain(
    `Vse o prijavi: Odpri stran prijave (${site.env.publicUrl}/my)`,
  );
  expect((await preview({ texts: { sl: { subject: '{{link}}', body: 'Vaja' } } })).errors).toEqual([
    { path: 'texts.sl.subject', code: 'unknown_placeholder' },
  ]);
  const faulty = { sl: { subject: 'Vaja', body: '[tu](javascript:alert(1))' } };
  expect((await preview({ texts: faulty })).errors).toEqual([
    { path: 'texts.sl.body', code: 'invalid_link' },
  ]);
  expect((await staff.post(`/messages/${message.id}/test`, {})).status).toBe(202);
  const nobody = await draft([await add('Brez', null)]);
  expect((await staff.post(`/messages/${nobody.id}/preview`, {})).body).toMatchObject({
    ...{ subject: 'Vaja: Poletni plesni tabor', who: null, recipients: 0 },
    text: expect.stringContaining('Prijava: Zala Kos'),
  });
  expect((await recipients(message)).results).toHaveLength(2);
});

describe('sending', () => {
  test('writes one mail an address, in the language of each, with all names', async () => {
    const ids = [
      await add('Lan', 'mama@mail.test', { language: 'en' }),
      await add('Ajda', 'mama@mail.test'),
      await add('Eva', 'eva@mail.test', { language: 'en' }),
      await add('Brez', null),
    ];
    const message = await draft(ids, { with_group: true, reply_to: 'sender' });
    const { status, body } = await send(message, 2);
    expect([status, body]).toMatchObject([
      200,
      { state: 'sent', counts: { people: 3, mails: 2, sent: 0, waiting: 2, failed: 0, bounced: 0 } },
    ]);
    expect(await mailsOf(message)).toMatchObject([
      { to_address: 'eva@mail.test', language: 'en' },
      { to_address: 'mama@mail.test', language: 'sl' },
    ]);
    const family = await said(message, 'mama@mail.test');
    expect(family).toMatchObject({
      subject: 'Vaja: Balet',
      content: { news: false, replyTo: expect.stringContaining('@') },
    });
    expect(family.text).toContain('Prijava: Ajda in Lan');
    expect(family.html).not.toContain('unsubscribe');
    expect((await recipients(message)).results).toMatchObject([
      { names: ['Eva'], mail: { state: 'queued', bounced: false } },
      { names: ['Ajda', 'Lan'], mail: { state: 'sending' } },
    ]);
    // it stands at both of them
    for (const id of ids.slice(0, 2)) {
      const { mails } = await staff.api.participants.get({ params: { id } });
      expect(mails).toMatchObject([{ email_type: 'group_message' }]);
    }
    expect((await send(body, 2)).body.code).toBe('message_left');
    expect((await send(message, 2)).body.code).toBe('message_left');
    expect(await log()).toEqual(['message_sent']);
    // not who has no address
    const [noted] = await site.rows<{ count: number }>(
      `select (changes ->> 'count')::integer as count from activity_log where organization_id = $1 and action = 'message_sent'`,
      [organization_id],
    );
    expect(noted?.count).toBe(3);
  });

  test('is refused until it can be sent, and when others would get it than were shown', async () => {
    const ajda = await add('Ajda', 'ajda@mail.test');
    const empty = await draft([ajda], { kind: null, texts: {} });
    expect((await send(empty, 1)).body.errors).toEqual([
      { path: 'kind', code: 'required' },
      { path: 'texts', code: 'required' },
    ]);
    const half = await draft([ajda], { texts: { sl: texts.sl, en: { subject: 'Hi', body: '' } } });
    expect((await send(half, 1)).body.errors).toEqual([{ path: 'texts.en.body', code: 'required' }]);
    const strange = await draft([ajda], { texts: { sl: { subject: '{{ime}}', body: 'Pridite.' } } });
    expect((await send(strange, 1)).body.errors).toEqual([
      { path: 'texts.sl.subject', code: 'unknown_placeholder' },
    ]);
    const message = await draft([ajda, await add('Brez', null)]);
    const other = await send(message, 2);
    expect([other.status, other.body.code, other.body.count]).toEqual([409, 'selection_changed', 1]);
    const declined = await draft([await add('Ne', 'ne@mail.test')], { kind: 'news' });
    await decline('ne@mail.test');
    expect((await send(declined, 0)).body.code).toBe('selection_empty');
    await staff.patch(`/messages/${message.id}`, { version: 1, kind: 'news' });
    expect((await send(message, 1)).body.code).toBe('edit_conflict');
    expect(await log()).toEqual([]);
  });

  test('of two calls at once is done by one', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')]);
    const both = await Promise.all([send(message, 1), send(message, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await mailsOf(message)).toHaveLength(1);
    expect(await log()).toEqual(['message_sent']);
  });

  test('of news leaves out who declines before it leaves, and leads to the page for it', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')], { kind: 'news' });
    await send(message, 1);
    const { content, text, html } = await said(message, 'ajda@mail.test');
    expect(content).toMatchObject({ news: true });
    expect(text).toContain('Odjava od novic: https://vpisnik.test/unsubscribe');
    expect(html).toContain('href="https://vpisnik.test/unsubscribe"');
  });

  test('is stopped while mails wait: those that have left have left', async () => {
    const ids = [await add('Ajda', 'ajda@mail.test'), await add('Tim', 'tim@mail.test')];
    const message = await draft(ids);
    await send(message, 2);
    await site.rows(`update mails set state = 'sent', sent_at = now() where to_address = 'ajda@mail.test'`);
    const { body } = await staff.post<Message>(`/messages/${message.id}/cancel`);
    expect(body).toMatchObject({
      ...{ state: 'stopped', stop_reason: 'stopped' },
      counts: { people: 2, mails: 2, sent: 1, waiting: 0 },
    });
    expect((await recipients(message, '?state=cancelled')).results).toMatchObject([
      { names: ['Tim'], mail: { state_reason: 'stopped' } },
    ]);
    expect((await staff.post<Refusal>(`/messages/${message.id}/cancel`)).body.code).toBe('message_left');
    expect(await log()).toEqual(['message_sent', 'message_cancelled']);
  });

  test('is stopped for a mail that is on its way: it arrives now or never', async () => {
    const names = ['arrives', 'lost', 'put-off'];
    const ids = await Promise.all(names.map((name) => add(name, `${name}@mail.test`)));
    const message = await draft(ids);
    await send(message, 3);
    const mails = await mailsOf(message);
    const claim = (mail: (typeof mails)[number]) =>
      asWorker(site.pools.system, (tx) => claimMail(tx, mail, 60));
    for (const mail of mails) await claim(mail);
    const stop = () => staff.post<Message>(`/messages/${message.id}/cancel`);
    expect((await stop()).body).toMatchObject({ state: 'stopped', counts: { waiting: 3, cancelled: 0 } });
    // pressed once more, as they wait still
    expect((await stop()).status).toBe(200);
    const [arrives, lost, putOff] = mails;
    if (!arrives || !lost || !putOff) throw new Error('A mail is missing');
    await markSent(site.pools.system, arrives, { subject: '', text: '', version_id: null, missed: false });
    await asWorker(site.pools.system, (tx) => markWaiting(tx, putOff, '451 later'));
    await site.rows('update mails set taken_until = now() where id = $1', [lost.id]);
    expect(await claim(lost)).toBe(null);
    expect(
      (await recipients(message)).results.map(({ names, mail }) => [names, mail?.state, mail?.state_reason]),
    ).toEqual([
      [['arrives'], 'sent', ''],
      [['lost'], 'cancelled', 'stopped'],
      [['put-off'], 'cancelled', 'stopped'],
    ]);
    expect(await stop()).toMatchObject({ status: 409, body: { code: 'message_left' } });
  });

  test('is copied for those whom it has not reached, also where others share their mail', async () => {
    const { id: other } = await site.factories.group({ organization_id });
    const shared = { email: 'skupni@mail.test' };
    const [lead, sibling] = [
      await add('Ana', shared.email, { group_id: other }),
      await add('Zala', shared.email),
    ];
    const [tim, eva] = [await add('Tim', 'tim@mail.test'), await add('Eva', 'eva@mail.test')];
    const message = await draft([lead, sibling, tim, eva]);
    await send(message, 3);
    await site.rows(
      `update mails set state = 'sent', sent_at = now() where of_message = $1 and to_address = 'skupni@mail.test'`,
      [message.id],
    );
    await site.rows(
      `update mails set state = 'failed', sent_at = now() where of_message = $1 and to_address = 'eva@mail.test'`,
      [message.id],
    );
    const stopped = await staff.post<Message>(`/messages/${message.id}/cancel`);
    expect(stopped.body.counts).toMatchObject({ mails: 3, sent: 1, bounced: 1, cancelled: 1 });
    const copy = async (as: Caller) =>
      as.post<Message & Refusal>('/messages', { copy_of: message.id, copy_to: 'unreached' });
    expect(new Set((await copy(staff)).body.audience.ids)).toEqual(new Set([tim, eva]));
    // a mail that is led by a person out of scope was sent all the same
    await site.rows('update messages set group_ids = array[$2::uuid] where id = $1', [message.id, group_id]);
    const below = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
    expect(new Set((await copy(site.as(below))).body.audience.ids)).toEqual(new Set([tim, eva]));
    await site.rows(`update mails set state = 'sent' where of_message = $1`, [message.id]);
    expect(await copy(staff)).toMatchObject({ status: 409, body: { code: 'everybody_reached' } });
  });

  test('says who sent it beside who wrote it', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')]);
    expect(message.sender).toBe(null);
    const other = await site.factories.member({ organization_id, name: 'Žiga Čuk' });
    const { body } = await send(message, 1, site.as(other));
    expect(body).toMatchObject({ author: message.author, sender: { name: 'Žiga Čuk' } });
  });

  test('is stopped by its author also for people who are out of scope by then', async () => {
    const author = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
    );
    const message = await draft([await add('Ajda', 'ajda@mail.test')], {}, author);
    await send(message, 1, author);
    const { id: other } = await site.factories.group({ organization_id });
    await site.rows('update participants set group_id = $2 where group_id = $1', [group_id, other]);
    await site.rows('update mails set group_id = $2 where of_message = $1', [message.id, other]);
    // counted, but not shown
    expect((await read(message, author)).counts).toMatchObject({ people: 1, mails: 1, waiting: 1 });
    expect((await recipients(message, '', author)).results).toEqual([]);
    expect((await author.post<Message>(`/messages/${message.id}/cancel`)).body.state).toBe('stopped');
    expect(await mailsOf(message)).toMatchObject([{ state: 'cancelled' }]);
  });
});

/** Sends a test of a message to oneself; what leaves. */
async function testOf({ id }: Message) {
  await staff.post(`/messages/${id}/test`, {});
  const [test] = await site.rows<{ id: string; to_address: string }>(
    `select id, to_address from mails where organization_id = $1 and variant = 'test'`,
    [organization_id],
  );
  if (!test) throw new Error('There is none.');
  const written = await asWorker(site.pools.system, async (tx) => {
    const claimed = await claimMail(tx, { organization_id, id: test.id }, 60);
    return claimed && (await writtenMail(tx, claimed.mail));
  });
  return { ...test, written };
}

test('codes of payments are shown in a preview, and go along with a test as with the mail', async () => {
  await site.rows(
    `insert into payment_settings (organization_id, recipient, street, town, iban)
     values ($1, 'Klub', 'Ulica 1', '1000 Ljubljana', 'SI56191000000123438')`,
    [organization_id],
  );
  const participant_id = await add('Ajda', 'ajda@mail.test');
  await site.factories.payment({ organization_id, participant_id, status: 'pending', amount: '45.00' });
  const message = await draft([participant_id], { with_payments: true });
  const { body } = await staff.post<MessagePreview>(`/messages/${message.id}/preview`, {});
  expect(body.html.match(/src="[^,"]*/g)).toEqual([
    'src="data:image/png;name=upn-qr.png;base64',
    'src="data:image/png;name=epc-qr.png;base64',
  ]);
  const { written } = await testOf(message);
  expect(written?.pictures?.map(({ name }) => name)).toEqual(['upn-qr.png', 'epc-qr.png']);
  for (const { cid, png } of written?.pictures ?? []) {
    expect(written?.html).toContain(`src="cid:${cid}"`);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  }
  expect(written?.html).not.toContain('data:');
});

describe('files', () => {
  const attach = ({ id }: Message, name: string, content: string | Buffer) =>
    staff.post<Message & Refusal>(
      `/messages/${id}/attachments?file_name=${encodeURIComponent(name)}`,
      Buffer.from(content as string),
      { 'content-type': 'application/octet-stream' },
    );

  test('go along with each mail, and with a copy; their content decides what they are', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')]);
    const added = await attach(message, 'vabilo.pdf', '%PDF-1.7 vabilo');
    expect([added.status, added.body.attachments]).toMatchObject([
      201,
      [{ name: 'vabilo.pdf', type: 'application/pdf', bytes: 15 }],
    ]);
    for (const [name, content] of [
      ['vabilo.pdf', 'MZ program'],
      ['vabilo.exe', 'MZ program'],
      ['vabilo.html', '<script>alert(1)</script>'],
      ['vabilo.txt', 'a\0b'],
    ] as const)
      expect((await attach(message, name, content)).body.code).toBe('unsupported_media_type');
    const large = Buffer.alloc(5 * 1024 * 1024 - 10, 'a');
    expect((await attach(message, 'veliko.txt', large)).body.code).toBe('payload_too_large');
    // as does a test, which is answered as the message will be
    const { body: own } = await staff.patch<Message>(`/messages/${message.id}`, {
      version: added.body.version,
      reply_to: 'sender',
    });
    const { to_address, written } = await testOf(message);
    expect(written).toMatchObject({ replyTo: to_address, attachments: [{ name: 'vabilo.pdf' }] });
    expect(await mailsOf(message)).toEqual([]);
    const copy = (await staff.post<Message>('/messages', { copy_of: message.id })).body;
    expect(copy.attachments).toMatchObject([{ name: 'vabilo.pdf' }]);
    const [file] = copy.attachments;
    expect((await staff.delete<Message>(`/message-attachments/${file?.id}`)).body).toMatchObject({
      attachments: [],
      version: 2,
    });
    const { body } = await send(own, 1);
    expect(body.state).toBe('sent');
    const { attachments } = await said(message, 'ajda@mail.test');
    expect(attachments).toMatchObject([{ name: 'vabilo.pdf', type: 'application/pdf' }]);
    expect((await attach(message, 'vabilo.txt', 'Dan')).body.code).toBe('message_left');
  });
});

test('a mail that did not arrive is sent again in the words of its message', async () => {
  const id = await add('Ajda', 'ajda@mail.test', { language: 'en' });
  const message = await draft([id], { texts: { sl: texts.sl } });
  await send(message, 1);
  const [mail] = await mailsOf(message);
  await site.rows(`update mails set state = 'failed', sent_at = now(), bounce = 'hard' where id = $1`, [
    mail?.id,
  ]);
  expect((await read(message)).counts).toMatchObject({ mails: 1, bounced: 1 });
  const again = await staff.post(`/participant-mails/${mail?.id}/again`, {
    email: 'nova@mail.test',
    version: 1,
  });
  expect(again.status).toBe(200);
  expect((await said(message, 'nova@mail.test')).text).toContain('Prijava: Ajda');
  expect((await read(message)).counts).toMatchObject({ mails: 1, waiting: 1, bounced: 0 });
  expect((await recipients(message)).results).toMatchObject([{ address: 'nova@mail.test' }]);
  await site.rows(`update mails set state = 'queued' where again_of = $1`, [mail?.id]);
  const called = await staff.post<Message>(`/messages/${message.id}/cancel`);
  expect([called.status, called.body.state]).toEqual([200, 'sent']);
});

test('news are not sent again to who has declined them meanwhile', async () => {
  const message = await draft([await add('Ajda', 'ajda@mail.test')], { kind: 'news' });
  await send(message, 1);
  const [mail] = await mailsOf(message);
  await site.rows(`update mails set state = 'failed' where id = $1`, [mail?.id]);
  await decline('ajda@mail.test');
  const again = await staff.post<Refusal>(`/participant-mails/${mail?.id}/again`, {});
  expect([again.status, again.body.code]).toEqual([409, 'news_declined']);
  const retry = async () => (await staff.post<Refusal>(`/mails/${mail?.id}/retry`)).body;
  expect(await retry()).toMatchObject({ code: 'news_declined' });
  await site.rows(`update participants set email = 'nova@mail.test' where email = 'ajda@mail.test'`);
  expect(await retry()).toMatchObject({ state: 'queued', to_address: 'nova@mail.test' });
});

test('planned messages of an organisation that has hundreds due let another’s pass', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const plan = (organization: string, count: number, send_at: string) =>
    site.rows<{ id: string }>(
      `insert into messages (organization_id, account_id, author, sender_id, sender, kind, state, send_at, texts)
       select $1, uuidv7(), 'Žiga', uuidv7(), 'Žiga', 'enrolment', 'planned', $3, '{}' from generate_series(1, $2) returning id`,
      [organization, count, send_at],
    );
  const other = (await site.factories.organization()).id;
  await plan(organization_id, 250, at(30));
  const [its] = await plan(other, 1, at(1));
  const due = await asWorker(site.pools.system, selectDue);
  expect(due).toHaveLength(200);
  expect(due[1]?.id).toBe(its?.id);
  await site.rows('delete from messages where organization_id = any ($1)', [[organization_id, other]]);
});

test('leaves to the others when one of its people is deleted while it is being written', async () => {
  const [ajda, tim] = [await add('Ajda', 'ajda@mail.test'), await add('Tim', 'tim@mail.test')];
  const message = await draft([ajda, tim]);
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query('delete from participants where id = $1', [tim]);
  const sending = send(message, 2);
  await waitingForLocks(site, 1);
  await client.query('commit');
  client.release();
  expect(await sending).toMatchObject({ status: 200, body: { state: 'sent', counts: { people: 1 } } });
  expect(await mailsOf(message)).toMatchObject([{ to_address: 'ajda@mail.test' }]);
});

describe('a planned message', () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const run = async () => {
    const errors: object[] = [];
    await sendPlanned({
      ...{ pools: site.pools, env: site.env, stopping: new AbortController().signal },
      log: { warn() {}, error: (details) => errors.push(details) },
    });
    expect(errors).toEqual([]);
  };
  const due = ({ id }: Message) =>
    site.rows(`update messages set send_at = now() - interval '1 minute' where id = $1`, [id]);

  test('leaves at its time, to those who are there by then', async () => {
    const [ajda, tim] = [await add('Ajda', 'ajda@mail.test'), await add('Tim', 'tim@mail.test')];
    const message = await draft([ajda, tim], { send_at: later, kind: 'news' });
    expect((await send(message, 2)).body).toMatchObject({ state: 'planned', counts: null });
    await run();
    expect((await read(message)).state).toBe('planned');
    const changed = await staff.patch<Message>(`/messages/${message.id}`, {
      version: (await read(message)).version,
      texts: { sl: { subject: 'Novo', body: 'Novo' } },
    });
    expect(changed.body).toMatchObject({ state: 'planned', subjects: { sl: 'Novo' } });
    await decline('tim@mail.test');
    await due(message);
    await Promise.all([run(), run()]);
    expect(await read(message)).toMatchObject({ state: 'sent', counts: { people: 1, mails: 1 } });
    expect(await mailsOf(message)).toMatchObject([{ to_address: 'ajda@mail.test', language: 'sl' }]);
    expect(await log()).toEqual(['message_planned', 'message_sent']);
  });

  test('reaches the application that one was merged into meanwhile, once', async () => {
    const [ajda, twice, tim] = [
      await add('Ajda', 'ajda@mail.test'),
      await add('Ajda N.', 'ajda.n@mail.test'),
      await add('Tim', 'tim@mail.test'),
    ];
    const messages = [
      await draft([twice, tim], { send_at: later }),
      await draft([ajda, twice], { send_at: later }),
    ];
    for (const message of messages) await send(message, 2);
    await staff.post(`/participants/${ajda}/merge`, { other_id: twice, version: 1, other_version: 1 });
    for (const message of messages) await due(message);
    await run();
    const reached = async (message: Message) => (await mailsOf(message)).map(({ to_address }) => to_address);
    expect(await Promise.all(messages.map(reached))).toEqual([
      ['ajda@mail.test', 'tim@mail.test'],
      ['ajda@mail.test'],
    ]);
  });

  test('can only be changed into what can be sent, and in the name of who changes it', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')], { send_at: later });
    await send(message, 1);
    const { version } = await read(message);
    const change = (body: object) =>
      staff.patch<Message & Refusal>(`/messages/${message.id}`, { version, ...body });
    for (const [body, path] of [
      [{ kind: null }, 'kind'],
      [{ texts: {} }, 'texts'],
      [{ texts: { sl: { subject: 'Vaja', body: '{{nič}}' } } }, 'texts.sl.body'],
    ] as const)
      expect(await change(body)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
    const audience = { ids: [await add('Brez', null)] };
    expect((await change({ audience })).body.code).toBe('selection_empty');
    expect(await read(message)).toMatchObject({ state: 'planned', version, kind: 'enrolment' });
    const other = await site.factories.member({ organization_id });
    const file = { 'content-type': 'application/octet-stream' };
    const path = `/messages/${message.id}/attachments?file_name=vaja.txt`;
    expect((await site.as(other).post(path, Buffer.from('Vaja'), file)).status).toBe(201);
    expect(await site.rows('select sender_id from messages where id = $1', [message.id])).toEqual([
      { sender_id: other.id },
    ]);
  });

  test('is called off, and stays so', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')], { send_at: later });
    await send(message, 1);
    expect((await staff.post<Message>(`/messages/${message.id}/cancel`)).body.state).toBe('cancelled');
    await due(message);
    await run();
    expect((await read(message)).state).toBe('cancelled');
    expect((await staff.delete(`/messages/${message.id}`)).status).toBe(204);
  });

  test('is stopped when its sender may no longer send it, or nobody is left', async () => {
    const ajda = await add('Ajda', 'ajda@mail.test');
    const member = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
    const lowered = await draft([ajda], { send_at: later }, site.as(member));
    await send(lowered, 1, site.as(member));
    const nobody = await draft([ajda], { send_at: later, kind: 'news' });
    await send(nobody, 1);
    await decline('ajda@mail.test');
    await site.rows(`update memberships set role = 'GROUP_EDITOR_USER' where account_id = $1`, [member.id]);
    await Promise.all([due(lowered), due(nobody)]);
    await run();
    expect(await read(lowered)).toMatchObject({ state: 'stopped', stop_reason: 'forbidden' });
    expect(await read(nobody)).toMatchObject({ state: 'stopped', stop_reason: 'selection_empty' });
    expect(await mailsOf(lowered)).toEqual([]);
    // each is told once, also when the next round comes
    await run();
    const told = await site.rows(
      `select to_address, data ->> 'message' as message, data ->> 'subject' as subject from account_mails
       where kind = 'message_stopped' and data ->> 'organization_id' = $1 order by message`,
      [organization_id],
    );
    const subject = texts.sl.subject;
    expect(told).toEqual([
      { to_address: member.email, message: lowered.id, subject },
      { to_address: expect.not.stringContaining(member.email), message: nobody.id, subject },
    ]);
  });

  test('is stopped when its organisation is disabled meanwhile', async () => {
    const message = await draft([await add('Ajda', 'ajda@mail.test')], { send_at: later });
    await send(message, 1);
    await due(message);
    await site.rows('update organizations set active = false where id = $1', [organization_id]);
    await run();
    expect(await site.rows('select state, stop_reason from messages where id = $1', [message.id])).toEqual([
      { state: 'stopped', stop_reason: 'organization_disabled' },
    ]);
  });
});
