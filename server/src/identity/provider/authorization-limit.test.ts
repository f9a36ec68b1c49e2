import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { openBrowser } from '../../../test/outside/browser.ts';
import { AUTHORIZATIONS } from './authorization-limit.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const waiting = async () =>
  (await identity.system.query(`select from oidc_payloads where model = 'Interaction'`)).rowCount;

test('an address begins so many sign-ins and no more; one that is under way goes on', async () => {
  const { email } = await identity.createAccount();
  const flow = await identity.attempt(email);
  expect(await waiting()).toBe(1);
  await identity.system.query(`update rate_limits set hits = $1 where key like '/oidc/auth:%'`, [
    AUTHORIZATIONS,
  ]);

  const browser = openBrowser(identity.origin);
  const url = `/oidc/auth?client_id=vpisnik-web&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(
    `${identity.origin}/auth/callback`,
  )}&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`;
  const program = await browser.fetch(url);
  expect(program.status).toBe(429);
  expect(Number(program.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await program.json()).toMatchObject({ code: 'rate_limited' });
  const form = await browser.fetch('/oidc/auth', {
    method: 'POST',
    body: new URLSearchParams(url.split('?')[1]),
  });
  expect(form.status).toBe(429);
  const person = await browser.fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([person.status, person.headers.get('location')]).toEqual([303, '/login?notice=rate_limited']);
  expect(await waiting()).toBe(1);

  const resumed = await flow.browser.fetch(flow.body.redirect_to ?? '');
  expect(resumed.headers.get('location')).toContain('/auth/callback?code=');
});

test('another spelling of the address counts the same', async () => {
  await identity.system.query(`update rate_limits set hits = $1`, [AUTHORIZATIONS]);
  for (const path of ['/oidc/auth?', '/oidc/auth/?', '/oidc/AUTH?', '/oidc//auth?', '/oidc/%61uth?']) {
    const before = await waiting();
    const answer = await openBrowser(identity.origin).fetch(
      `${path}client_id=vpisnik-web&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(
        `${identity.origin}/auth/callback`,
      )}&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
    );
    expect([429, 404], path).toContain(answer.status);
    expect(await waiting()).toBe(before);
  }
});
