import { Writable } from 'node:stream';
import { days } from '@vpisnik/contract/rules/schedule';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { applicantAt } from '../../../../test/applicants/applicant.ts';
import { buildPublicPages } from '../../../../test/web-build.ts';
import { registerErrors } from '../../../http/errors.ts';
import { registerSecurity } from '../../../http/guards/security.ts';
import { logOptions, registerLogs } from '../../../http/operations/logs.ts';
import { registerOperations } from '../../../http/operations/operations.ts';
import { registerPages } from '../routes.ts';

const metricsToken = 'figures-for-whoever-measures-all-of-it';
const address = 'barbara@posta.test';

let site: TestApp;
const web = Fastify({
  ...logOptions('trace'),
  logger: {
    ...(logOptions('trace').logger as object),
    stream: new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    }),
  },
});
let logged = '';
beforeAll(async () => {
  const [app, built] = await Promise.all([createTestApp({ mailbox: true }), buildPublicPages()]);
  site = app;
  registerLogs(web);
  registerErrors(web);
  await registerSecurity(web);
  registerOperations(web, site.pools, { ...site.env, metricsToken, isClosing: () => false });
  await registerPages(web, site, built);
});
afterAll(async () => {
  await web.close();
  await site.close();
});

/** All that the database holds, of the queue too. */
async function stored(): Promise<string> {
  const tables = await site.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      site.rows<{ words: string }>(
        `select coalesce(string_agg(to_jsonb(t)::text, ' '), '') as words from ${name} t`,
      ),
    ),
  );
  return rows
    .flat()
    .map(({ words }) => words)
    .join(' ');
}

test('a link goes from the mail to its page and to a withdrawal, and its token is kept nowhere', async () => {
  const { id: organization_id } = await site.factories.organization();
  const { id: group_id } = await site.factories.group({ organization_id });
  const given = { organization_id, group_id, email: address, status: 'approved' } as const;
  const { id, reference } = await site.factories.participant(given);
  const { api } = site.as(await site.factories.member({ organization_id }));
  await api.applicant_links.send({ params: { id } });
  const [mail] = await site.mailsTo(address);
  const token = /\/my\/([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(token).toHaveLength(22);
  expect(mail?.html).toContain(`/my/${token}`);
  expect(mail?.subject).not.toContain(token);

  const path = `/my/${token}/${reference}`;
  const get = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { body, headers, statusCode } = await web.inject({ method, url });
    expect([url, headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
      ...[url, 'no-store', 'no-referrer', 'noindex'],
    ]);
    expect(headers).not.toHaveProperty('set-cookie');
    return { html: body, status: statusCode };
  };
  const post = (url: string, fields: Record<string, string>) =>
    web.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const { html } = await get(path);
  expect(/<head>.*<\/head>/s.exec(html)?.[0]).not.toContain(token);
  // a program that opens every link of the page, and what its forms lead to, does nothing
  const targets = [...html.matchAll(/ (?:href|action)="(\/my\/[^"]+)"/g)].map(([, url]) =>
    (url ?? '').replaceAll('&amp;', '&'),
  );
  expect(targets).toContain(`${path}/withdraw`);
  for (const url of new Set(targets)) for (const method of ['HEAD', 'GET'] as const) await get(url, method);
  await get(`${path}?act=withdraw&reason=moving`);
  const stands = () => site.rows('select status, withdrawn_at from participants where id = $1', [id]);
  expect(await stands()).toEqual([{ status: 'approved', withdrawn_at: null }]);

  // tokens that lead nowhere, forms that are refused, a database that fails
  expect((await get(`/my/${token}A`)).status).toBe(404);
  expect((await post(path, { act: 'withdraw', nonce: 'x' })).statusCode).toBe(400);
  await site.rows('alter table applicant_links rename to applicant_links_away');
  const failed = await web
    .inject({ url: path })
    .finally(() => site.rows('alter table applicant_links_away rename to applicant_links'));
  expect(failed.statusCode).toBe(500);
  expect(failed.body).not.toContain(token);

  const form = await get(`${path}/withdraw`);
  const nonce = /name="nonce" value="([^"]+)"/.exec(form.html)?.[1] ?? '';
  expect((await post(path, { act: 'withdraw', nonce, reason: 'moving' })).statusCode).toBe(303);
  expect(await stands()).toEqual([{ status: 'inactive', withdrawn_at: expect.anything() }]);
  await site.mailsTo(address, 2);

  const replies = [await api.activity.list({ query: {} }), await api.participants.get({ params: { id } })];
  const seen = await expectNowhere([token, nonce], replies);
  for (const words of [seen.stored, seen.replies]) expect(words).toContain('applicant_link_sent');
});

test('what is done with answers, data, address, language and another child tells the token nowhere', async () => {
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const schedule = days.map((day) => ({ day, start_time: '23:00', duration: 55 }));
  const { id: group_id } = await factories.group({ organization_id, schedule });
  const family = 'druzina@posta.test';
  const given = { organization_id, group_id, email: family };
  const ana = await factories.participant({ ...given, name: 'Ana', status: 'approved' });
  const waiting = { ...given, status: 'waitlisted', offer_no: 1, offered_at: new Date().toISOString() };
  const offered = { ...waiting, offer_until: new Date(Date.now() + 172_800_000).toISOString() };
  const bor = await factories.participant({ ...offered, name: 'Bor' });
  const cene = await factories.participant({ ...offered, name: 'Cene' });
  const dana = await factories.participant({
    ...waiting,
    name: 'Dana',
    offer_paused_at: new Date().toISOString(),
  });
  const { api } = site.as(await factories.member({ organization_id }));
  const open = async (url: string) => {
    const { body: html, headers, statusCode: status } = await web.inject({ url });
    expect([url, headers['cache-control'], headers['referrer-policy']]).toEqual([
      url,
      'no-store',
      'no-referrer',
    ]);
    return { html, headers, status, location: headers.location };
  };
  const me = await applicantAt({ site, web, open }, { organization_id, address: family });
  const secrets = [me.base.slice('/my/'.length)];
  const nonces = new Set<string>();
  const press = async (
    reference: string,
    act: string,
    view = '',
    change: Record<string, string> = {},
    lang = 'sl',
  ) => {
    const form = await me.form(reference, act, view, lang);
    nonces.add(new Map(form.fields).get('nonce') ?? '');
    expect(/<head>.*<\/head>/s.exec(form.html)?.[0]).not.toContain(me.base);
    return form.send(change);
  };
  expect((await press(bor.reference, 'accept')).said).toBe('accepted');
  expect((await press(cene.reference, 'decline')).said).toBe('declined');
  expect((await press(dana.reference, 'want_still')).said).toBe('still_wanted');
  expect((await press(ana.reference, 'absent')).said).toBe('absent');
  expect((await press(ana.reference, 'coming')).said).toBe('coming');
  const saved = { notes: 'Pridemo pozneje.', news: 'no', mail_language: 'en' };
  expect((await press(ana.reference, 'save', 'edit', saved, 'en')).said).toBe('saved');
  // another child's form is sent to another page, which is told nothing of this one
  const { html } = await open(`${me.base}/${ana.reference}/another?lang=en`);
  const action = /<form[^>]*action="(\/[^"]+)"/.exec(html)?.[1] ?? '';
  const payload = new URLSearchParams({ another: '1', email: family }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = await web.inject({ method: 'POST', url: action.replaceAll('&amp;', '&'), payload, headers });
  expect([form.statusCode, form.body.includes(me.base)]).toEqual([200, false]);
  // a new address, with a wrong code first
  const fresh = 'nova.druzina@posta.test';
  expect((await press(ana.reference, 'save', 'edit', { email: fresh })).said).toBe('code_sent');
  const [mail] = await site.mailsTo(fresh);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
  expect((await press(ana.reference, 'confirm_address', 'address', { code: 'x' })).status).toBe(422);
  expect((await press(ana.reference, 'confirm_address', 'address', { code })).status).toBe(200);
  const link = (await site.mailsTo(fresh, 2)).find(({ text }) => text?.includes('/my/'));
  secrets.push(/\/my\/([\w-]{22})/.exec(link?.text ?? '')?.[1] ?? '');
  expect(secrets.map((secret) => secret.length)).toEqual([22, 22]);
  const replies = [
    await api.activity.list({ query: {} }),
    ...(await Promise.all([ana, bor, cene, dana].map(({ id }) => api.participants.get({ params: { id } })))),
    await api.participant_history.list({ params: { id: ana.id }, query: {} }),
  ];
  expect(nonces.size).toBeGreaterThan(5);
  await expectNowhere([...secrets, ...nonces], replies);
});

/** Refuses secrets of the page in logs, figures, tables, and in what staff are answered. */
async function expectNowhere(secrets: readonly string[], answers: readonly object[]) {
  const metrics = await web.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  expect(metrics.body).toContain('route="/my/*"');
  expect(logged).toContain('/my/*');
  const seen = { logged, metrics: metrics.body, stored: await stored(), replies: JSON.stringify(answers) };
  for (const secret of secrets)
    for (const form of [secret, Buffer.from(secret, 'base64url').toString('hex')])
      for (const [where, words] of Object.entries(seen))
        expect([where, secret.length, new RegExp(`(?<!\\w)${form}(?!\\w)`).test(words)]).toEqual([
          where,
          secret.length,
          false,
        ]);
  return seen;
}
