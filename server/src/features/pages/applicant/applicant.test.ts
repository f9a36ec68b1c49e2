import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublicSite, nonceOf } from '../../../../test/applicants/public-site.ts';
import { asWorker } from '../../../db/scope.ts';
import { applicantTokens } from '../../../mail/applicant-tokens.ts';
import { tokenOf } from '../../applicant-links/service.ts';

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());

const address = 'barbara@posta.test';
let organization_id: string;
let group_id: string;
let reference: string;
let participant_id: string;
let path: string;
beforeEach(async () => {
  organization_id = (await site.factories.organization({ name: 'Plesna šola Zvezda' })).id;
  group_id = (await site.factories.group({ organization_id })).id;
  ({ reference, id: participant_id } = await site.factories.participant({
    ...{ organization_id, group_id, email: 'Barbara@posta.test', name: 'Zala Žnidaršič', status: 'approved' },
  }));
  path = await pathOf();
  // all of these tests are one visitor
  await site.rows(`delete from rate_limits where key like '/my:%'`);
});

/** The path of the page of an address. */
const pathOf = async (of = { organization_id, address }, keys = site.env.secretKeys) =>
  `/my/${await asWorker(site.pools.system, (tx) => tokenOf(tx, applicantTokens(keys), of))}`;

const nonceIn = (html: string) => nonceOf(html, 'withdraw');

const post = async (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const { statusCode: status, ...answer } = await web.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  return { status, headers: answer.headers, location: answer.headers.location, html: answer.body };
};

const stands = async (of = participant_id) =>
  (
    await site.rows<{ status: string; withdrawal_reason: string }>(
      'select status, withdrawal_reason from participants where id = $1',
      [of],
    )
  )[0];

const withdrawal = (nonce: string) => ({ act: 'withdraw', nonce, reason: 'moving' });

test('a link opens the applications of its address; opening changes nothing but when it was used', async () => {
  const used = () =>
    site.rows('select last_used_at from applicant_links where organization_id = $1', [organization_id]);
  const head = await web.inject({ method: 'HEAD', url: path });
  expect(head.statusCode).toBe(200);
  expect(await used()).toEqual([{ last_used_at: null }]);
  const { status, html, headers } = await open(path);
  expect(status).toBe(200);
  expect(html).toContain('Zala Žnidaršič');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toMatch(/canonical|hreflang="|og:url/);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(await used()).toEqual([{ last_used_at: expect.anything() }]);
  // noted once a minute
  const [noted] = await site.rows(
    'update applicant_links set last_used_at = now() where organization_id = $1 returning last_used_at',
    [organization_id],
  );
  await open(`${path}/${reference}`);
  expect(await used()).toEqual([noted]);
  expect((await open(`${path}?embed=1`)).headers['content-security-policy']).toContain(
    "frame-ancestors 'none'",
  );
});

test('an applicant withdraws with a button of the page, once, and nobody else has done it', async () => {
  const { html } = await open(`${path}/${reference}/withdraw`);
  expect(await stands()).toMatchObject({ status: 'approved' });
  const sent = await post(`${path}/${reference}`, withdrawal(nonceIn(html)), {
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  });
  expect(sent).toMatchObject({ status: 303, location: `${path}/${reference}?said=withdrawn` });
  expect(await stands()).toEqual({ status: 'inactive', withdrawal_reason: 'moving' });
  expect((await open(sent.location ?? '')).html).toContain('role="status"');
  // the form lies open in another window
  expect(await post(`${path}/${reference}`, withdrawal(nonceIn(html)))).toMatchObject({ status: 303 });
  const mails = await site.rows(
    'select to_address, email_type, status_at from mails where participant_id = $1',
    [participant_id],
  );
  expect(mails).toEqual([
    { to_address: address, email_type: 'application_status_update', status_at: 'inactive' },
    { to_address: null, email_type: 'application_received_notification', status_at: 'inactive' },
  ]);
  const [change] = await site.rows(
    'select by, account_id, changes from participant_changes where participant_id = $1 order by id desc',
    [participant_id],
  );
  expect(change).toMatchObject({
    by: 'applicant',
    account_id: null,
    changes: [
      { field: 'status', from: 'approved', to: 'inactive' },
      { field: 'withdrawal_reason', from: '', to: 'moving' },
    ],
  });
});

test('staff are told when and why an application was withdrawn, until they decide anew', async () => {
  const staff = site.as(await site.factories.member({ organization_id }));
  const { html } = await open(`${path}/${reference}/withdraw`);
  await post(`${path}/${reference}`, withdrawal(nonceIn(html)));
  const withdrawn = { status: 'inactive', withdrawn_at: expect.stringMatching(/Z$/) };
  const { body: shown } = await staff.get<{ version: number }>(`/participants/${participant_id}`);
  expect(shown).toMatchObject({ ...withdrawn, withdrawal_reason: 'moving' });
  const rows = async (query: string) => (await staff.get<{ results: object[] }>(query)).body.results;
  expect(await rows('/participants')).toMatchObject([{ ...withdrawn, withdrawal_reason: 'moving' }]);
  expect(await rows(`/groups/${group_id}/participants`)).toMatchObject([withdrawn]);
  // a search tells less
  const [found] = await rows('/participants/found?search=Zala');
  expect(found).toMatchObject(withdrawn);
  expect(found).not.toHaveProperty('withdrawal_reason');
  const again = await staff.patch(`/participants/${participant_id}/status`, {
    ...{ status: 'approved', version: shown.version },
  });
  expect(again.body).toMatchObject({ status: 'approved', withdrawn_at: null, withdrawal_reason: '' });
});

test('a form that lies open while staff decide says that nothing can be changed any more', async () => {
  const { html } = await open(`${path}/${reference}/withdraw`);
  await site.rows(`update participants set status = 'rejected' where id = $1`, [participant_id]);
  const sent = await post(`${path}/${reference}`, withdrawal(nonceIn(html)));
  expect(sent).toMatchObject({ status: 303, location: `${path}/${reference}?said=over` });
  expect(await stands()).toEqual({ status: 'rejected', withdrawal_reason: '' });
  expect((await open(sent.location ?? '')).html).toMatch(
    /role="alert"[\s\S]*Te prijave ni več mogoče spremeniti/,
  );
});

test('a form that the page has not signed for this link and application changes nothing', async () => {
  const other = await site.factories.participant({ organization_id, group_id, email: 'drugi@posta.test' });
  const elsewhere = await pathOf({ organization_id, address: 'drugi@posta.test' });
  const sister = await site.factories.participant({ organization_id, group_id, email: address });
  const own = nonceIn((await open(`${path}/${reference}/withdraw`)).html);
  const theirs = nonceIn((await open(`${elsewhere}/${other.reference}/withdraw`)).html);
  const sisters = nonceIn((await open(`${path}/${sister.reference}/withdraw`)).html);
  const old = applicantTokens(site.env.secretKeys);
  const [link] = await site.rows<{ id: string }>(
    'select id from applicant_links where organization_id = $1 and address = $2',
    [organization_id, address],
  );
  const late = old.sign(`${organization_id} ${link?.id} ${reference} withdraw`, Date.now() - 25 * 3_600_000);
  for (const nonce of ['', 'x', theirs, sisters, late, `${own}x`])
    expect([nonce, await post(`${path}/${reference}`, withdrawal(nonce))]).toMatchObject([
      nonce,
      { status: 400, html: expect.stringContaining('role="status"') },
    ]);
  for (const site of ['cross-site', 'same-site'])
    expect(await post(`${path}/${reference}`, withdrawal(own), { 'sec-fetch-site': site })).toMatchObject({
      status: 400,
    });
  expect(await post(`${path}/${reference}`, { nonce: own, act: 'toString' })).toMatchObject({ status: 400 });
  // another family's application by one's own link
  const crossed = await post(`${path}/${other.reference}`, withdrawal(own));
  expect(crossed).toMatchObject({ status: 303, location: path });
  // an application of the same address in another organisation
  const away = await site.factories.participant({
    ...{ organization_id: (await site.factories.organization()).id, email: address, status: 'approved' },
  });
  expect(await post(`${path}/${away.reference}`, withdrawal(own))).toMatchObject({
    status: 303,
    location: path,
  });
  expect((await open(`${path}/${away.reference}`)).location).toBe(path);
  expect(await stands(away.id)).toMatchObject({ status: 'approved' });
  expect(await stands()).toMatchObject({ status: 'approved' });
  expect(await stands(other.id)).not.toMatchObject({ status: 'inactive' });
  expect(await stands(sister.id)).not.toMatchObject({ status: 'inactive' });
  expect((await open(`${path}/${other.reference}`)).location).toBe(path);
  // the page shows what was refused with a form that will do
  const again = await post(`${path}/${reference}/withdraw`, withdrawal(late));
  expect(await post(`${path}/${reference}`, withdrawal(nonceIn(again.html)))).toMatchObject({ status: 303 });
  expect(await stands()).toMatchObject({ status: 'inactive' });
});

test('links that ended, are unknown, or are of an organisation that is closed answer alike', async () => {
  const token = path.slice('/my/'.length);
  const alike = new Set<string>();
  const look = async (url: string) => {
    for (const { status, html } of [await open(url), await post(url, withdrawal('x'))]) {
      expect([url, status]).toEqual([url, 404]);
      expect(html).not.toContain(token);
      alike.add(/<main.*<\/main>/s.exec(html)?.[0] ?? '');
    }
  };
  await look('/my/');
  await look(`/my/${token.slice(0, -1)}`);
  await look(`/my/${token}A`);
  await look('/my/AAAAAAAAAAAAAAAAAAAAAA');
  await look(`/my/AAAAAAAAAAAAAAAAAAAAAA/${reference}`);
  const change = (statement: string) => site.rows(statement, [organization_id]);
  await change('update organizations set active = false where id = $1');
  await look(path);
  await change('update organizations set active = true where id = $1');
  await change(
    `update groups set start_date = current_date - 200, end_date = current_date - 92 where organization_id = $1`,
  );
  await look(path);
  await change('update groups set end_date = current_date - 60 where organization_id = $1');
  expect((await open(path)).status).toBe(200);
  await change('update applicant_links set ended_at = now() where organization_id = $1');
  await look(`${path}/${reference}`);
  // the next mail has another
  expect((await open(await pathOf())).status).toBe(200);
  await change('update groups set end_date = null where organization_id = $1');
  await change(
    `update participants set status = 'rejected', decided_at = now() - interval '91 days' where organization_id = $1`,
  );
  await look(await pathOf());
  expect([...alike]).toHaveLength(1);
});

test('a link whose key is gone is replaced, and the old one ends', async () => {
  const before = await pathOf({ organization_id, address }, ['a key that is gone by now']);
  expect((await open(path)).status).toBe(404);
  expect((await open(before)).status).toBe(200);
  const fresh = await pathOf();
  expect((await open(before)).status).toBe(404);
  expect(fresh).not.toBe(path);
  expect((await open(fresh)).status).toBe(200);
});

test('who presses on and on, or opens pages on and on, is stopped', async () => {
  const { html } = await open(`${path}/${reference}/withdraw`);
  const answers = [];
  for (let at = 0; at < 22; at += 1)
    answers.push(await post(`${path}/${reference}`, withdrawal(nonceIn(html))));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(20);
  expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'x-robots-tag': 'noindex' } });
  const remoteAddress = '203.0.113.9';
  const guesses = await Promise.all(
    Array.from({ length: 125 }, (_, at) =>
      web.inject({ url: `/my/${String(at).padStart(22, 'A')}`, remoteAddress }),
    ),
  );
  expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  expect((await web.inject({ url: path, remoteAddress })).statusCode).toBe(429);
});
