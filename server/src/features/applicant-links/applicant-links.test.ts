import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublicSite } from '../../../test/applicants/public-site.ts';
import { asWorker } from '../../db/scope.ts';
import { applicantTokens } from '../../mail/applicant-tokens.ts';
import { addressIn, linkRequests, sendLinks } from './requests.ts';
import { tokenOf } from './service.ts';

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());

const address = 'barbara@posta.test';
let organization_id: string;
let group_id: string;
let id: string;
beforeEach(async () => {
  await site.rows('update organizations set active = false');
  organization_id = (await site.factories.organization()).id;
  group_id = (await site.factories.group({ organization_id })).id;
  ({ id } = await site.factories.participant({ organization_id, group_id, email: address, name: 'Zala Ž' }));
  await site.rows('delete from rate_limits');
  await site.rows(`delete from pgboss.job where name = 'applicant_link'`);
});

const ask = async (typed: string) => {
  const { statusCode, body } = await web.inject({
    ...{ method: 'POST', url: '/my', payload: new URLSearchParams({ address: typed }).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { status: statusCode, main: /<main.*<\/main>/s.exec(body)?.[0] ?? '' };
};

const seals = () => linkRequests(site.env.secretKeys);
const jobs = () =>
  site.rows<{ data: { sealed: string } }>(`select data from pgboss.job where name = 'applicant_link'`);
/** What the worker does. */
const work = async () => {
  for (const { data } of await jobs()) await sendLinks(site.pools.system, seals(), data);
  await site.rows(`delete from pgboss.job where name = 'applicant_link'`);
};
const mails = () =>
  site.rows(
    `select organization_id, to_address, participant_id from mails where email_type = 'application_link' and to_address = $1
     and organization_id in (select o.id from organizations o where o.active) order by id`,
    [address],
  );

test('who asks for a link gets the same answer, and the same work is done, whatever the address', async () => {
  const known = await ask(' Barbara@posta.test ');
  const unknown = await ask('nihce.tak@posta.test');
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(known.main.replace('Barbara@posta.test', '')).toBe(unknown.main.replace('nihce.tak@posta.test', ''));
  const made = await jobs();
  expect(made).toHaveLength(2);
  expect(JSON.stringify(made)).not.toContain('posta');
  await work();
  expect(await mails()).toEqual([{ organization_id, to_address: address, participant_id: id }]);
  expect(await site.rows(`select id from mails where to_address = 'nihce.tak@posta.test'`)).toEqual([]);
  for (const typed of ['', 'barbara', 'a b@c.si', `${'a'.repeat(300)}@posta.test`])
    expect([typed, (await ask(typed)).status]).toEqual([typed, 400]);
  expect(await jobs()).toEqual([]);
  expect(addressIn('Ž@Posta.test')).toBe('ž@posta.test');
});

test('each organisation where the address has a page sends its link, at most five, and none too often', async () => {
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const given = { organization_id: (await site.factories.organization()).id, email: address };
      await site.factories.participant(given);
      return given.organization_id;
    }),
  );
  await site.rows(
    `update participants set status = 'rejected', decided_at = now() - interval '100 days' where organization_id = $1`,
    [others[0]],
  );
  await ask(address);
  await work();
  const organizations = async () => (await mails()).map((mail) => String(mail.organization_id));
  expect(new Set(await organizations()).size).toBe(5);
  expect(await organizations()).toHaveLength(5);
  expect(await organizations()).not.toContain(others[0]);
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) await ask(address);
  await work();
  const counts = Map.groupBy(await organizations(), (one) => one)
    .values()
    .map((all) => all.length);
  expect([...counts]).toEqual([3, 3, 3, 3, 3, 3]);
});

test('one who asks on and on is stopped', async () => {
  const answers = [];
  for (let at = 0; at < 12; at += 1) answers.push((await ask(`a${at}@posta.test`)).status);
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
});

test('staff send and end a link and see when it was used, never its secret', async () => {
  const { api } = site.as(await site.factories.member({ organization_id }));
  const params = { id };
  expect(await api.applicant_links.get({ params })).toEqual({
    ...{ address, available: true, created_at: null, last_used_at: null, may_look: true },
  });
  await api.applicant_links.send({ params });
  expect(await mails()).toHaveLength(1);
  const tokens = applicantTokens(site.env.secretKeys);
  const token = await asWorker(site.pools.system, (tx) => tokenOf(tx, tokens, { organization_id, address }));
  expect((await open(`/my/${token}`)).status).toBe(200);
  const seen = await api.applicant_links.get({ params });
  expect(seen).toMatchObject({ created_at: expect.any(String), last_used_at: expect.any(String) });
  expect(JSON.stringify(seen)).not.toContain(token);
  await api.applicant_links.end({ params });
  expect((await open(`/my/${token}`)).status).toBe(404);
  for (const _ of [1, 2]) await api.applicant_links.send({ params });
  await expect(api.applicant_links.send({ params })).rejects.toMatchObject({ code: 'rate_limited' });
  const log = await site.rows<{ action: string }>(
    `select action, entity_id, changes from activity_log where organization_id = $1 and action like 'applicant%' order by id`,
    [organization_id],
  );
  expect(log.map(({ action }) => action)).toEqual([
    ...['applicant_link_sent', 'applicant_link_ended', 'applicant_link_sent', 'applicant_link_sent'],
  ]);
  expect(JSON.stringify(log)).not.toContain(token);
});

test('staff look at the page as its applicant does, without a token and without a button that works', async () => {
  const { api } = site.as(await site.factories.member({ organization_id }));
  const { path } = await api.applicant_links.look({ params: { id } });
  const { status, html } = await open(path);
  expect(status).toBe(200);
  expect(html).toContain('Zala Ž');
  expect(html).not.toMatch(/name="nonce" value="[^"]/);
  const sent = await web.inject({
    ...{ method: 'POST', url: path, payload: 'act=withdraw' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(sent.statusCode).toBe(404);
  expect(
    await site.rows('select id from applicant_links where organization_id = $1', [organization_id]),
  ).toEqual([]);
  expect((await open(`${path.slice(0, -12)}AAA/x`)).status).toBe(404);
  expect(
    await site.rows(
      'select action, entity_id from activity_log where organization_id = $1 and entity_id = $2',
      [organization_id, id],
    ),
  ).toEqual([{ action: 'applicant_page_viewed', entity_id: id }]);
  // the page has applications of all groups
  const limited = site.as(
    await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
  );
  await expect(limited.api.applicant_links.look({ params: { id } })).rejects.toMatchObject({
    code: 'forbidden',
  });
});
