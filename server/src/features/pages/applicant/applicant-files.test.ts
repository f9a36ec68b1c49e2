import { brotliCompressSync } from 'node:zlib';
import { addDays } from '@vpisnik/contract/rules/dates';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublicSite } from '../../../../test/applicants/public-site.ts';
import { asWorker } from '../../../db/scope.ts';
import { applicantTokens } from '../../../mail/applicant-tokens.ts';
import { tokenOf } from '../../applicant-links/service.ts';

let { site, web, lines, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, lines, open, close } = await createPublicSite());
});
afterAll(() => close());

const slot = { day: 'tuesday', start_time: '17:30', duration: 60 } as const;
const today = new Date().toISOString().slice(0, 10);
const address = 'barbara@posta.test';
let path: string;
let own: string;
let group: string;
let payment: string;
let participant_id: string;
beforeEach(async () => {
  const { id: organization_id, label } = await site.factories.organization();
  const { id: group_id, label: its } = await site.factories.group({ organization_id, schedule: [slot] });
  group = `/${label}/${its}`;
  const person = { organization_id, group_id, email: address, status: 'approved', language: 'en' };
  const { id, reference } = await site.factories.participant(person);
  participant_id = id;
  const owed = { organization_id, participant_id, expiration_date: addDays(today, 5) };
  payment = (await site.factories.payment(owed)).id;
  await site.rows(
    `insert into payment_settings (organization_id, recipient, street, town, iban, bic)
      values ($1, 'Plesna šola', 'Tržaška 1', '1000 Ljubljana', 'SI56191000000123438', '')`,
    [organization_id],
  );
  const whose = { organization_id, address };
  const token = await asWorker(site.pools.system, (tx) =>
    tokenOf(tx, applicantTokens(site.env.secretKeys), whose),
  );
  path = `/my/${token}`;
  own = `${path}/${reference}`;
  // all of these tests are one visitor
  await site.rows(`delete from rate_limits where key like '/my:%'`);
});

const get = async (url: string) => {
  const { statusCode: status, headers, rawPayload } = await web.inject({ url });
  return { status, headers, type: headers['content-type'], bytes: rawPayload };
};

test('the page’s links lead to dates, slip and code, which nothing keeps', async () => {
  const { html } = await open(own);
  const files = {
    [`${own}/calendar.ics`]: ['text/calendar; charset=utf-8', 'BEGIN:VCALENDAR'],
    [`${own}/payment`]: ['application/pdf', '%PDF-'],
    [`${own}/qr/${payment}.png`]: ['image/png', '\u{fffd}PNG'],
  };
  for (const [file, [type = '', begin = '']] of Object.entries(files)) {
    expect(html).toContain(`href="${file}`);
    const answer = await get(file);
    expect([file, answer.status, answer.type]).toEqual([file, 200, type]);
    expect(answer.bytes.toString().startsWith(begin)).toBe(true);
    expect(answer.bytes.includes(path.slice(4))).toBe(false);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  }
});

test('dates lead to the group’s public page', async () => {
  const { bytes } = await get(`${own}/calendar.ics`);
  expect(bytes.toString().replaceAll('\r\n ', '')).toContain(`URL;VALUE=URI:${site.env.publicUrl}${group}`);
  expect((await open(group)).status).toBe(200);
});

test('a file is the only answer: the page is not loaded and sent after it', async () => {
  lines.length = 0;
  for (const file of ['calendar.ics', 'payment', `qr/${payment}.png`])
    expect((await get(`${own}/${file}`)).status).toBe(200);
  // a page that is loaded after a file is loaded before this one
  expect((await open(own)).status).toBe(200);
  expect(lines).toEqual([]);
});

test('what is not there leads back to the page', async () => {
  await site.rows(`update payments set status = 'completed', payment_date = current_date where id = $1`, [
    payment,
  ]);
  for (const below of [
    'payment',
    `qr/${payment}.png`,
    'qr/nothing.png',
    'payment/more',
    'calendar.ics/more',
    'else',
  ])
    expect([below, await open(`${own}/${below}`)]).toEqual([
      below,
      expect.objectContaining({ status: 302, location: path }),
    ]);
  const [, other] = [await site.factories.participant(), await site.factories.participant()];
  for (const wrong of [other.reference, '%00', 'K7M2Q9XA', "'"])
    expect((await open(`${path}/${wrong}/calendar.ics`)).status).toBe(302);
  expect((await open(`/my/unknown/${other.reference}/calendar.ics`)).status).toBe(404);
});

test('the page is in the language of the application, unless another is asked for', async () => {
  const { html } = await open(own, { 'accept-language': 'sl' });
  expect(html).toContain('<html lang="en">');
  expect((await open(`${own}?lang=sl`)).html).toContain('<html lang="sl">');
});

test('an application that can’t be withdrawn is shown instead of the question', async () => {
  expect((await open(`${own}/withdraw`)).html).toContain('<select');
  await site.rows(`update participants set status = 'rejected' where id = $1`, [participant_id]);
  expect((await open(`${own}/withdraw`)).html).not.toContain('<select');
});

test('with its styles and script, but without fonts, it is a page of less than 30 KB', async () => {
  const { html } = await open(own);
  const script = /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1] ?? '';
  const more = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, src = '']) => src);
  const scripts = await Promise.all([script, ...more].map(get));
  expect(scripts.map(({ status }) => status)).toEqual(scripts.map(() => 200));
  const bytes = [Buffer.from(html), ...scripts.map((one) => one.bytes)].map(
    (one) => brotliCompressSync(one).length,
  );
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(30_000);
});
