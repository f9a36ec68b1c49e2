/** What strangers, programs and other families try with the pages of applicants: nothing changes, and nothing is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicantForm } from '../../../../test/applicants/applicant-forms.ts';
import { createPublicSite } from '../../../../test/applicants/public-site.ts';
import { applicantActs } from '../../applicant-acts/acts.ts';

let { site, web, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, close } = await createPublicSite());
});
afterAll(() => close());

const acts = Object.keys(applicantActs);
const address = 'barbara@posta.test';
type Victim = { id: string; reference: string; path: string; nonce: (act: string) => string };
let organization_id: string;
let group_id: string;
/** One with a place, one with an offer, one whose offer has passed: all that acts could change. */
let family: Victim[];
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group_id = (await site.factories.group({ organization_id, capacity: 3 })).id;
  family = [await apply(address, 'approved'), await apply(address), await apply(address)];
  const [, offered, passed] = family;
  await site.rows(
    `update participants set offer_until = now() + interval '2 days', offered_at = now(), offer_no = 1 where id = $1`,
    [offered?.id],
  );
  await site.rows('update participants set offer_paused_at = now(), offer_no = 1 where id = $1', [
    passed?.id,
  ]);
  // all of this is one visitor
  await site.rows(`delete from rate_limits`);
});

async function apply(
  email: string,
  status = 'waitlisted',
  of = { organization_id, group_id },
): Promise<Victim> {
  const { id, reference } = await site.factories.participant({ ...of, email, status });
  const whose = { organization_id: of.organization_id, address: email, reference };
  return { id, reference, ...(await applicantForm(site, whose)) };
}

/** All that the tables say of the organisation's people, and of what was written to them. */
const state = () =>
  site.rows(
    `select p as person, (select count(*)::integer from mails m where m.participant_id = p.id) as mails,
       (select count(*)::integer from session_absences a where a.participant_id = p.id) as absences
     from participants p where p.organization_id = $1 order by p.id`,
    [organization_id],
  );

type Headers = Record<string, string>;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (url: string, fields: Headers, headers: Headers = {}) =>
  web.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
    headers: { ...form, ...headers },
  });

/** Runs what is tried, and looks whether anything is another than before. */
async function changesNothing(attempt: () => Promise<void>): Promise<void> {
  const before = await state();
  await attempt();
  expect(await state()).toEqual(before);
}

test('each act needs a form that its page has signed, from a page of ours', () =>
  changesNothing(async () => {
    const stranger = await apply('tujec@posta.test');
    const before = await state();
    for (const [at, { path, nonce }] of family.entries())
      for (const act of acts) {
        await site.rows('delete from rate_limits');
        const another = family[(at + 1) % family.length]?.nonce(act) ?? '';
        const tried: [Headers, Headers][] = [
          [{}, {}],
          [{ nonce: '' }, {}],
          [{ nonce: another }, {}],
          [{ nonce: stranger.nonce(act) }, {}],
          [{ nonce: nonce(`${act} of another page`) }, {}],
          [{ nonce: `${nonce(act)}A` }, {}],
          [{ nonce: nonce(act) }, { 'sec-fetch-site': 'cross-site' }],
          [{ nonce: nonce(act) }, { 'sec-fetch-site': 'same-site' }],
          [{ nonce: nonce(act) }, { origin: 'https://zlonamerno.example' }],
        ];
        for (const [fields, headers] of tried) {
          const answer = await post(path, { act, ...fields }, headers);
          expect([act, fields, headers, answer.statusCode]).toEqual([act, fields, headers, 400]);
        }
        // a page cannot send these without being asked, and none of them is a form of ours
        for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
          expect(
            (await post(path, { act, nonce: nonce(act) }, { 'content-type': type })).statusCode,
          ).toBeGreaterThanOrEqual(400);
      }
    expect(await state()).toEqual(before);
    await site.rows('delete from participants where id = $1', [stranger.id]);
  }));

test("another family's link does nothing with an application of the same group, nor one of another organisation", () =>
  changesNothing(async () => {
    const other = await apply('oce@posta.test');
    const away = await site.factories.group();
    const elsewhere = await apply(address, 'approved', {
      organization_id: away.organization_id,
      group_id: away.id,
    });
    const before = await state();
    const own = (path: string) => path.split('/').slice(0, 3).join('/');
    for (const { reference } of family)
      for (const { path, nonce } of [other, elsewhere])
        for (const act of acts) {
          await site.rows('delete from rate_limits');
          const url = `${own(path)}/${reference}`;
          const answer = await post(url, { act, nonce: nonce(act) });
          expect([answer.statusCode, answer.headers.location]).toEqual([303, own(path)]);
          expect((await web.inject({ url })).statusCode).toBe(302);
        }
    expect(await state()).toEqual(before);
    await site.rows('delete from participants where id = $1', [other.id]);
  }));

describe('a link that has ended', () => {
  test('does nothing, also with a form that was open before, and shows nothing when somebody goes back to it', () =>
    changesNothing(async () => {
      await site.rows('update applicant_links set ended_at = now() where organization_id = $1', [
        organization_id,
      ]);
      for (const { path, nonce, reference } of family) {
        await site.rows('delete from rate_limits');
        for (const act of acts) {
          const answer = await post(path, { act, nonce: nonce(act) });
          expect(answer.statusCode).toBe(404);
          expect(answer.body).not.toContain(reference);
        }
        const again = await web.inject({
          url: path,
          headers: { 'if-modified-since': new Date().toUTCString() },
        });
        expect(again.statusCode).toBe(404);
        expect(again.headers['cache-control']).toBe('no-store');
      }
    }));
});

describe('programs that open links', () => {
  const programs = [
    'Mozilla/5.0 (compatible; Microsoft Outlook SafeLinks)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23.20.0',
    'Barracuda Sentinel (EE)',
  ];

  test('change nothing by any method but a signed POST, whatever the address says', () =>
    changesNothing(async () => {
      for (const { path, nonce } of family)
        for (const act of acts) {
          await site.rows('delete from rate_limits');
          const url = `${path}?${new URLSearchParams({ act, nonce: nonce(act), reason: 'moving', _method: 'POST' })}`;
          for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const) {
            const { statusCode } = await web.inject({
              method,
              url,
              headers: { 'x-http-method-override': 'POST' },
            });
            const isRead = method === 'GET' || method === 'HEAD';
            expect([method, statusCode < 400]).toEqual([method, isRead]);
          }
        }
    }));

  test('are told nothing of people before they open the page, and keep nothing of it', async () => {
    for (const agent of programs) {
      await site.rows('delete from rate_limits');
      for (const url of family.flatMap(({ path }) => [
        path,
        `${path}/withdraw`,
        path.replace(/\/[^/]*$/, ''),
      ])) {
        const { headers, body } = await web.inject({ url, headers: { 'user-agent': agent } });
        const head = /<head>.*<\/head>/s.exec(body)?.[0] ?? '';
        expect(head).not.toMatch(/og:|twitter:|canonical|Maja Novak|posta\.test/);
        expect(head).not.toContain(url.split('/')[2]);
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'x-robots-tag': 'noindex',
        });
        expect(headers).not.toHaveProperty('etag');
        expect(headers).not.toHaveProperty('last-modified');
        expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      }
    }
  });
});

test('what staff look at can do nothing, with whatever form', () =>
  changesNothing(async () => {
    const staff = site.as(await site.factories.member({ organization_id }));
    for (const { id, nonce } of family) {
      const { body } = await staff.post<{ path: string }>(`/participants/${id}/applicant-link/look`, {});
      expect(body.path).toMatch(/^\/my\/look\//);
      const shown = await web.inject({ url: body.path });
      expect(shown.statusCode).toBe(200);
      expect(shown.body).not.toMatch(/name="nonce" value="[^"]/);
      for (const act of acts) {
        await site.rows('delete from rate_limits');
        expect((await post(body.path, { act, nonce: nonce(act) })).statusCode).toBe(404);
      }
    }
  }));

test('who guesses links, or asks for them, is stopped before it is worth the while', async () => {
  const from = { remoteAddress: '203.0.113.77' };
  const guess = async (at: number) =>
    (
      await web.inject({
        ...from,
        url: `/my/${Buffer.from(`guess ${at} of many`).toString('base64url').slice(0, 22)}`,
      })
    ).statusCode;
  const guessed = await Promise.all(Array.from({ length: 150 }, (_, at) => guess(at)));
  expect(guessed.filter((status) => status === 404)).toHaveLength(120);
  // forms are counted with them
  const { path, nonce } = family[0] as Victim;
  const payload = new URLSearchParams({ act: 'withdraw', nonce: nonce('withdraw') }).toString();
  expect((await web.inject({ ...from, method: 'POST', url: path, payload, headers: form })).statusCode).toBe(
    429,
  );
  const ask = async (at: number) => {
    const asked = new URLSearchParams({ address: `kdo${at}@posta.test` }).toString();
    return (await web.inject({ ...from, method: 'POST', url: '/my', payload: asked, headers: form }))
      .statusCode;
  };
  const asked = await Promise.all(Array.from({ length: 15 }, (_, at) => ask(at)));
  expect(asked.filter((status) => status === 200)).toHaveLength(10);
});
