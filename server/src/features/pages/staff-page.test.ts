import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { registerSecurity } from '../../http/guards/security.ts';
import { sendStaffPage } from './staff-page.ts';

const out = 'https://login.example.org/club';
let app: FastifyInstance;
afterEach(() => app.close());

async function open(url: string, variables: Record<string, string> = {}, host = 'localhost') {
  app = Fastify();
  await registerSecurity(app);
  const env = readEnv(variables, 'test');
  app.get('/*', (_request, reply) => sendStaffPage(reply, '<meta content="{{config}}">', env, null));
  return app.inject({ url, headers: { host } });
}

test.each(['/login', '/login?redirect=/groups'])('%s leads straight to the external login', async (url) => {
  const { statusCode, headers } = await open(url, { EXTERNAL_LOGIN_URL: out });
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([303, out, 'no-store']);
});

test.each([
  '/login?notice=signed_out',
  '/login?error=external_stranger',
  '/login?uid=1',
  '/login?password',
  '/login?iss=https://login.example.org',
])('%s stays here, or nobody would read it', async (url) => {
  expect((await open(url, { EXTERNAL_LOGIN_URL: out })).statusCode).toBe(200);
});

test.each([
  '//',
  '//[',
  '//host:99999/x',
  '///login',
  '/%',
  '/login//?uid=%',
  'http://[',
  'http://host:99999/x',
])('an address like %s never fails', async (path) => {
  await open('/', { EXTERNAL_LOGIN_URL: out });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  // as it is: the usual clients would mend it
  const [response] = await once(request({ host: '127.0.0.1', port, path, agent: false }).end(), 'response');
  response.resume();
  expect(response.statusCode).toBeLessThan(500);
});

test.each([
  ['127.0.0.1:4000', '/login?redirect=%2Fgroups', 'http://localhost:4000/login?redirect=%2Fgroups'],
  ['[::1]:4000', '//evil.example/x', 'http://localhost:4000/evil.example/x'],
])('opened as %s it leads to the configured origin, where sign-in works', async (host, url, there) => {
  const { statusCode, headers } = await open(url, { PUBLIC_URL: 'http://localhost:4000' }, host);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([307, there, 'no-store']);
});

test.each([
  ['the configured name', 'localhost:4000', 'http://localhost:4000'],
  ['another port', '127.0.0.1:4001', 'http://localhost:4000'],
  ['a name in the network', 'studio.local:4000', 'http://localhost:4000'],
  ['a proxy that asks by an address', '127.0.0.1:4000', 'https://vpisnik.example'],
  ['no name', 'a b', 'http://localhost:4000'],
])('asked by %s it answers', async (_what, host, PUBLIC_URL) => {
  expect((await open('/login', { PUBLIC_URL }, host)).statusCode).toBe(200);
});

test('other pages, and installations without an external login, show the app', async () => {
  expect((await open('/groups', { EXTERNAL_LOGIN_URL: out })).statusCode).toBe(200);
  await app.close();
  expect((await open('/login')).statusCode).toBe(200);
});

test('the page learns how people sign in, and no secret', async () => {
  const { body } = await open('/groups', {
    OIDC_ISSUER: 'https://login.example.org',
    OIDC_CLIENT_ID: 'vpisnik',
    OIDC_CLIENT_SECRET: 'very secret',
    EXTERNAL_LOGIN_URL: out,
  });
  expect(body).toContain('&quot;hosted_sign_in&quot;:true');
  expect(body).toContain(`&quot;external_login_url&quot;:&quot;${out}&quot;`);
  expect(body).not.toContain('very secret');
});
