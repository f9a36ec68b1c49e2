import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublicSite } from '../../../test/applicants/public-site.ts';
import { unsubscribeTokens } from '../../mail/unsubscribe.ts';

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
let organization_id: string;
const mail_id = crypto.randomUUID();
const address = 'maja@posta.test';
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());
beforeEach(async () => {
  organization_id = (await site.factories.organization({ name: 'Plesna šola Zvezda' })).id;
});

const linkOf = (
  given: Partial<{ organization_id: string; address: string }> = {},
  keys = site.env.secretKeys,
) => `/unsubscribe/${unsubscribeTokens(keys).of({ organization_id, mail_id, address, ...given })}`;

const post = async (url: string, payload: string, type = 'application/x-www-form-urlencoded') => {
  const {
    statusCode: status,
    headers,
    body,
  } = await web.inject({
    ...{ method: 'POST', url, payload, headers: { 'content-type': type } },
  });
  return { status, headers, body };
};

const choices = () =>
  site.rows(
    `select address, kind, wanted, how, mail_id, account_id, noted_by from mail_choices
    where organization_id = $1 order by id`,
    [organization_id],
  );

const declined = async (of = organization_id, addresses = [address, 'other@posta.test', address]) =>
  (
    await site.rows<{ address: string }>('select address from app.declined_news($1, $2)', [of, addresses])
  ).map((row) => row.address);

test('a link that is opened changes nothing: it shows whose news it is about, and a button', async () => {
  const link = linkOf();
  const { status, html, headers } = await open(link);
  expect(status).toBe(200);
  expect(html).toContain('<title>Se želite odjaviti od novic? · Plesna šola Zvezda</title>');
  expect(html).toContain('m…@posta.test');
  expect(html).not.toContain(address);
  expect(html).toMatch(/<form[^>]* method="post"[^>]*><button[^>]* value="no"[^>]*>Odjavi novice</);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(headers).not.toHaveProperty('set-cookie');
  expect((await open(`${link}?lang=en`)).html).toContain('Unsubscribe from news?');
  expect((await web.inject({ method: 'HEAD', url: link })).statusCode).toBe(200);
  expect(await choices()).toEqual([]);
});

const boundary = 'x-form';
const multipart = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  `--${boundary}--`,
  '',
].join('\r\n');

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [`multipart/form-data; boundary=${boundary}`, multipart],
])('a mail program unsubscribes by one %s, without page, cookie or redirect', async (type, body) => {
  const link = linkOf();
  for (const _again of [1, 2]) {
    const answer = await post(link, body, type);
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).not.toHaveProperty('location');
  }
  expect(await choices()).toEqual([
    { address, kind: 'news', wanted: false, how: 'one_click', mail_id, account_id: null, noted_by: '' },
  ]);
  expect(await declined()).toEqual([address]);
});

test('a person unsubscribes by the button, and takes it back; each is kept as proof', async () => {
  const link = linkOf();
  const no = await post(link, 'news=no');
  expect(no.status).toBe(200);
  expect(no.body).toContain('Novice so odjavljene');
  expect((await open(link)).html).toMatch(/value="yes"[^>]*>Znova naroči novice/);
  expect(await declined()).toEqual([address]);
  expect((await post(link, 'news=yes')).body).toContain('Novice so znova naročene');
  expect(await declined()).toEqual([]);
  expect(await choices()).toMatchObject([
    { wanted: false, how: 'page', mail_id },
    { wanted: true, how: 'page', mail_id },
  ]);
});

test('a choice is about one address of one organisation, and holds while that is closed', async () => {
  const other = await site.factories.organization();
  await site.rows('update organizations set active = false where id = $1', [organization_id]);
  expect((await post(linkOf(), 'news=no')).status).toBe(200);
  expect(await declined()).toEqual([address]);
  expect(await declined(other.id)).toEqual([]);
});

test('links that are forged, cut, of other keys or of nobody answer alike, and change nothing', async () => {
  const link = linkOf();
  await site.rows(
    `update organizations set active = false, delete_after = now() + interval '1 day' where id = $1`,
    [organization_id],
  );
  const links = [
    link,
    link.slice(0, -1),
    `${link.slice(0, -4)}AAAA`,
    `${link}/`,
    '/unsubscribe/',
    '/unsubscribe/x',
    `/unsubscribe/${organization_id}`,
    linkOf({}, ['a key that this installation never had']),
    linkOf({ organization_id: crypto.randomUUID() }),
  ];
  const bodies = new Set<string>();
  for (const url of links) {
    const opened = await open(url);
    const answers = [await post(url, 'news=no'), await post(url, 'List-Unsubscribe=One-Click')];
    expect([url, opened.status, ...answers.map(({ status }) => status)]).toEqual([url, 404, 404, 404]);
    for (const html of [opened.html, ...answers.map(({ body }) => body)])
      bodies.add(/<main.*<\/main>/s.exec(html)?.[0] ?? '');
  }
  expect([...bodies]).toEqual([expect.stringContaining('Povezava za odjavo ne velja')]);
  expect(
    await site.rows('select from mail_choices where mail_id = $1 and organization_id = $2', [
      mail_id,
      organization_id,
    ]),
  ).toEqual([]);
});

test.each([
  ['application/x-www-form-urlencoded', ''],
  ['application/x-www-form-urlencoded', 'news=maybe'],
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=all'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nhalf'],
])('a form that says nothing is shown the page again: %s %s', async (type, body) => {
  expect(await post(linkOf(), body, type)).toMatchObject({
    status: 400,
    body: expect.stringContaining('Se želite odjaviti od novic?'),
  });
  expect(await choices()).toEqual([]);
});

test('an address of the longest kind fits its link', async () => {
  const long = `${'ž'.repeat(240)}@posta.test`;
  expect((await post(linkOf({ address: long }), 'news=no')).status).toBe(200);
  expect(await choices()).toMatchObject([{ address: long }]);
});

test('one who presses on and on is stopped', async () => {
  const link = linkOf();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => post(link, at % 2 ? 'news=yes' : 'news=no')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.find(({ status }) => status === 429)?.headers).toHaveProperty('retry-after');
});
