import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startScriptedSmtp } from '../../../test/outside/smtp.ts';
import { until } from '../../../test/until.ts';
import { startWorker } from '../../background/worker.ts';
import { writeQueueDigests } from './daily.ts';

let site: TestApp;
let organization_id: string;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  // those of other tests have had theirs
  await site.rows('update organizations set queue_digest = false');
  organization_id = (await site.factories.organization({ time_zone: 'Europe/Ljubljana' })).id;
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

// fixed days: far ahead, so that nothing that happens now is after them
const morning = '2031-05-06T05:30:00Z';
const write = (now = morning) => writeQueueDigests(site.pools.system, new Date(now));
const addresses = async () =>
  (
    await site.rows<{ to_address: string }>(
      `select to_address from mails where organization_id = $1 and email_type = 'queue_digest' order by created_at, to_address`,
      [organization_id],
    )
  ).map(({ to_address }) => to_address);

async function groupOf(name: string, capacity: number | null, waiting: number, given: object = {}) {
  const { id: group_id } = await site.factories.group({
    organization_id,
    capacity,
    name: { sl: name, en: name },
    ...given,
  });
  const ids: string[] = [];
  for (let at = 0; at < waiting; at += 1)
    ids.push((await site.factories.participant({ organization_id, group_id, status: 'waitlisted' })).id);
  return { group_id, ids };
}
/** A group whose only place is taken. */
async function fullGroup(name: string, waiting: number) {
  const { group_id } = await groupOf(name, 1, waiting);
  await site.factories.participant({ organization_id, group_id, status: 'approved' });
}
const member = (given: object = {}) => site.factories.member({ organization_id, language: 'sl', ...given });

/** What is due leaves; answers the digests by address. */
async function sent() {
  const smtp = await startScriptedSmtp();
  stops.push(smtp.stop);
  const worker = await startWorker(
    { ...site, env: { ...site.env, smtpUrl: smtp.url } },
    { warn() {}, error() {} },
  );
  stops.push(() => worker.stop());
  await until(async () => {
    const due = await site.rows(
      `select from mails where organization_id = $1 and state in ('queued', 'sending')`,
      [organization_id],
    );
    if (due.length > 0) throw new Error('Mails are due.');
  });
  const mails = await Promise.all(smtp.taken.map((source) => PostalMime.parse(source)));
  return new Map(mails.map((mail) => [mail.to?.[0]?.address, mail]));
}

test('names free places, people who wait, offers and those that passed, each member their groups', async () => {
  const admin = await member();
  const ballet = await groupOf('Balet', 3, 4);
  const jazz = await groupOf('Jazz', null, 1);
  await fullGroup('Polna', 9);
  await groupOf('Prazna', 5, 0);
  await groupOf('Stara', 5, 2, { start_date: '2019-01-01', end_date: '2020-06-30' });
  const editor = await member({ role: 'GROUP_EDITOR_USER', groups: [jazz.group_id] });
  await member({ role: 'GROUP_VIEWER_USER', groups: [ballet.group_id] });
  await member({ active: false });
  const staff = site.as(admin);
  await staff.post(`/groups/${ballet.group_id}/offers`, { count: 2 });
  // one passes
  await site.rows(
    `with told as (
       update mail_people set offer_until = now() - interval '1 minute' where participant_id = $1 returning participant_id
     )
     update participants set offer_until = null, offer_paused_at = $2 from told where id = told.participant_id`,
    [ballet.ids[0], morning],
  );
  // an offer that staff took back has not passed
  const back = await groupOf('Nazaj', 1, 1, { offer_mode: 'automatic' });
  await staff.post(`/participants/${back.ids[0]}/offer`, {});
  await staff.post(`/participants/${back.ids[0]}/offer/withdraw`, {});
  expect(await write()).toBe(2);
  const mails = await sent();
  const mail = mails.get(admin.email);
  expect(mail?.subject).toBe('Čakalne vrste: prosto 3, čaka 14, ponujeno 1, brez odgovora 1');
  const text = mail?.text?.replaceAll('\r\n', '\n') ?? '';
  expect(text).toContain(
    'Balet\nProsta mesta: 2\nČaka: 3\nPonujeno, čaka na odgovor: 1\nOd včeraj brez odgovora: 1',
  );
  for (const part of ['Jazz\nČaka: 1', 'Polna\nČaka: 9', 'Nazaj\nProsta mesta: 1\nČaka: 1'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Prazna|Stara|undefined|null/);
  expect(text).toContain(`Odpri skupine: ${site.env.publicUrl}/groups\n`);
  const own = mails.get(editor.email);
  expect(own?.subject).toBe('Čakalne vrste: čaka 1');
  expect(own?.text).toContain(`/groups/${jazz.group_id}?tab=participants`);
  expect(own?.text).not.toContain('Balet');
});

/** Lets those who wait have had an offer that passed at an instant. */
const passOffer = (at: string) =>
  site.rows(
    `update participants set offer_paused_at = $2 where organization_id = $1 and status = 'waitlisted'`,
    [organization_id, at],
  );

test.each([
  ['on an ordinary day', '2031-10-18T05:02:00Z', '2031-10-18T06:00:30Z', '2031-10-19T05:02:00Z'],
  ['before a night of 25 hours', '2031-10-25T05:02:00Z', '2031-10-25T06:00:30Z', '2031-10-26T06:02:00Z'],
  ['before a worker that is late', '2031-10-14T05:02:00Z', '2031-10-14T06:00:30Z', '2031-10-15T09:02:00Z'],
  ['before a day without one', '2031-10-14T09:02:00Z', '2031-10-14T09:30:00Z', '2031-10-16T05:02:00Z'],
])('tells once of an offer that passed after the last digest: %s', async (_when, first, passed, second) => {
  await member();
  await fullGroup('Polna', 1);
  expect(await write(first)).toBe(0);
  await passOffer(passed);
  expect(await write(second)).toBe(1);
  expect((await sent()).values().next().value?.subject).toContain('brez odgovora 1');
  expect(await write(new Date(Date.parse(second) + 86_400_000).toISOString())).toBe(0);
});

test('an offer that passed in the morning of a day of 23 hours is told of once', async () => {
  await member();
  await fullGroup('Polna', 1);
  await passOffer('2031-03-29T06:30:00Z');
  expect(await write('2031-03-29T06:32:00Z')).toBe(1);
  expect(await write('2031-03-30T05:32:00Z')).toBe(0);
});

test('names for how many whose turn it is staff are to offer a place, since no mail reaches them', async () => {
  const { email } = await member();
  const { group_id, ids } = await groupOf('Balet', 2, 3, { offer_mode: 'automatic' });
  await site.rows('update participants set email = null where id = any ($1)', [[ids[0], ids[2]]]);
  await groupOf('Jazz', 2, 1);
  await site.rows('update participants set email = null where group_id <> $1', [group_id]);
  await write();
  const text = (await sent()).get(email)?.text?.replaceAll('\r\n', '\n') ?? '';
  expect(text).toContain('Balet\nProsta mesta: 2\nBrez e-pošte, ponudite sami: 1\nČaka: 3');
  expect(text).toContain('Jazz\nProsta mesta: 2\nČaka: 1');
});

test('is written once a day in the morning, by the organisation’s clocks, whichever processes run', async () => {
  const { email } = await member();
  await groupOf('Balet', 3, 1);
  // 6:59 there, on the day on which clocks were changed in the night
  expect(await write('2031-03-30T04:59:00Z')).toBe(0);
  const written = await Promise.all([1, 2, 3].map(() => write('2031-03-30T05:00:00Z')));
  expect(written.toSorted()).toEqual([0, 0, 1]);
  expect(await write('2031-03-30T17:00:00Z')).toBe(0);
  // at night there is none, nor for a day that has passed by a clock that went wrong
  expect(await write('2031-03-31T18:00:00Z')).toBe(0);
  expect(await write('2031-03-29T09:00:00Z')).toBe(0);
  expect(await write('2031-10-26T06:00:00Z')).toBe(1);
  expect(await addresses()).toEqual([email, email]);
});

test('is not sent when nothing can be done, when it is off, or the organisation inactive', async () => {
  const admin = await member();
  await fullGroup('Polna', 3);
  expect(await write('2031-05-05T06:00:00Z')).toBe(0);
  await groupOf('Balet', 3, 1);
  const staff = site.as(admin);
  const { body } = await staff.get<{ version: number; queue_digest: boolean }>(
    `/organizations/${organization_id}`,
  );
  expect(body.queue_digest).toBe(true);
  const off = await staff.patch('/organizations', { queue_digest: false, version: body.version });
  expect(off).toMatchObject({ status: 200, body: { queue_digest: false } });
  expect(await write('2031-05-06T06:00:00Z')).toBe(0);
  await site.rows('update organizations set queue_digest = true, active = false where id = $1', [
    organization_id,
  ]);
  expect(await write('2031-05-07T06:00:00Z')).toBe(0);
  await site.rows('update organizations set active = true where id = $1', [organization_id]);
  expect(await write('2031-05-08T06:00:00Z')).toBe(1);
});

test('says nothing that is no longer true when it leaves', async () => {
  const { email } = await member();
  const { ids } = await groupOf('Balet', 3, 1);
  await write();
  await site.rows(`update participants set status = 'rejected' where id = any ($1)`, [ids]);
  expect((await sent()).get(email)).toBeUndefined();
  expect(
    await site.rows('select state, state_reason from mails where organization_id = $1', [organization_id]),
  ).toEqual([{ state: 'cancelled', state_reason: 'outdated' }]);
});
