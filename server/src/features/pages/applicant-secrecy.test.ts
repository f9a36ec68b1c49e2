import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { buildPublicPages } from '../../../test/web-build.ts';
import { registerErrors } from '../../http/errors.ts';
import { logOptions, registerLogs } from '../../http/logs.ts';
import { registerOperations } from '../../http/operations.ts';
import { registerSecurity } from '../../http/security.ts';
import { registerPages } from './routes.ts';

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
  registerOperations(web, site.pools, metricsToken);
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

  const metrics = await web.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  expect(metrics.body).toContain('route="/my/*"');
  expect(logged).toContain('/my/*');
  const seen = [logged, metrics.body, await stored()];
  const replies = [await api.activity.list({ query: {} }), await api.participants.get({ params: { id } })];
  seen.push(JSON.stringify(replies));
  for (const words of [seen[2], seen[3]]) expect(words).toContain('applicant_link_sent');
  const secrets = [token, Buffer.from(token, 'base64url').toString('hex'), nonce];
  for (const secret of secrets) for (const words of seen) expect(words.includes(secret)).toBe(false);
});
