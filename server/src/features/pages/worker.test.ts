import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { registerSecurity } from '../../http/guards/security.ts';
import { releaseOf, sendStaffPage } from './staff-page.ts';
import { sendWorker } from './worker.ts';

const page = '<meta content="{{config}}"><script nonce="{{nonce}}"></script>';
let app: FastifyInstance;
afterEach(() => app.close());

async function open(
  url: string,
  variables: Record<string, string> = {},
  worker: string | null = 'keep("{{release}}")',
) {
  app = Fastify();
  await registerSecurity(app);
  const env = readEnv(variables, 'test');
  app.get('/worker.js', (_request, reply) => sendWorker(reply, worker, releaseOf(page, env)));
  app.get('/*', (_request, reply) => sendStaffPage(reply, page, env, null));
  return app.inject({ url, headers: { host: 'localhost' } });
}

/** The release that a page says it is. */
const named = (html: string) => /&quot;release&quot;:(?:null|&quot;([\w-]{16})&quot;)/.exec(html)?.[1];

test('the worker has the name of the release of its page, and is asked for at every visit', async () => {
  const { body, headers } = await open('/worker.js');
  const answered = await app.inject({ url: '/groups', headers: { host: 'localhost' } });
  expect(body).toBe(`keep("${named(answered.body)}")`);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  // the script lies on top, so that its scope may be all sections; no header widens it
  expect(headers['service-worker-allowed']).toBeUndefined();
});

test('what is filled into the page makes another release', async () => {
  const release = async (variables: Record<string, string>) => {
    const { body } = await open('/groups', variables);
    await app.close();
    return named(body);
  };
  const plain = await release({});
  expect(plain).toBeDefined();
  expect(await release({})).toBe(plain);
  expect(await release({ CONTACT_URL: 'https://help.example.org' })).not.toBe(plain);
  expect(await release({ EXTERNAL_LOGIN_URL: 'https://login.example.org' })).not.toBe(plain);
});

test.each([
  ['is switched off', { KEEP_STAFF_APP: 'false' }, 'keep("{{release}}")'],
  ['is dropped by a later version', {}, null],
])('a worker that %s gives up what it kept, and itself', async (_what, variables, worker) => {
  const { body, headers } = await open('/worker.js', variables, worker);
  expect(body).toContain('registration.unregister()');
  expect(body).toContain('caches.delete(name)');
  expect(body).not.toContain("'fetch'");
  expect(headers['cache-control']).toBe('no-cache');
});

test('without a worker the page names no release', async () => {
  expect((await open('/groups', { KEEP_STAFF_APP: 'false' })).body).toContain('&quot;release&quot;:null');
});
