import { createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import * as openid from 'openid-client';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locationOf, openBrowser } from '../../test/browser.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPools, type Pools } from '../db/pools.ts';
import { registerErrors } from '../http/errors.ts';
import { createIdentity } from './identity.ts';
import { loadKeys } from './keys.ts';
import { hashPassword } from './passwords.ts';
import { CLIENT_ID } from './provider.ts';

const password = 'Vpisnik-2026!';
const everything = 'openid email profile';

let database: TestDatabase;
let pools: Pools;
let system: pg.Pool;
let origin: string;
let apps: FastifyInstance[];
let relyingParty: openid.Configuration;
let organizationId: string;

/** An application as `app.ts` builds it, as far as identity is concerned. */
async function startApp(publicUrl: string, concealAccounts = false): Promise<FastifyInstance> {
  const app = Fastify();
  registerErrors(app);
  const env = { ...database.env, publicUrl, identityConcealAccounts: concealAccounts };
  const identity = await createIdentity({ env, system, log: app.log });
  await identity.register(app);
  app.get('/api/whoami', async (request) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    return identity.verifyAccessToken(token).catch((error) => ({ refused: error.code }));
  });
  return app;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  database = await createTestDatabase();
  pools = createPools(database.env);
  system = pools.system;
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  apps = [await startApp(origin)];
  await apps[0]?.listen({ port, host: '127.0.0.1' });
  const { clientSecret } = await loadKeys(system, database.env.secretKeys);
  relyingParty = await openid.discovery(
    new URL(`${origin}/oidc`),
    CLIENT_ID,
    {},
    openid.ClientSecretBasic(clientSecret),
    { execute: [openid.allowInsecureRequests] },
  );
  const { rows } = await system.query(
    `insert into organizations (name, owner_email) values ('Plesna šola', 'owner@test.si') returning id`,
  );
  organizationId = rows[0].id;
  hash = await hashPassword(password);
});

let hash: string;

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await pools.close();
  await database.drop();
});

beforeEach(async () => {
  await system.query('delete from rate_limits');
});

let count = 0;

async function createAccount(
  given: { confirmed?: boolean; active?: boolean; role?: string; admin?: boolean } = {},
): Promise<{ id: string; email: string }> {
  count += 1;
  const { confirmed = true, active = true, role = 'GROUP_ADMIN', admin = false } = given;
  const email = `person${count}@test.si`;
  const { rows } = await system.query<{ id: string }>(
    `insert into accounts (email, name, password_hash, confirmed_at, platform_admin)
     values ($1, 'Žiga Čuk', $2, case when $3 then now() end, $4) returning id`,
    [email, hash, confirmed, admin],
  );
  const id = rows[0]?.id ?? '';
  if (!admin) {
    await system.query(
      'insert into memberships (organization_id, account_id, role, active) values ($1, $2, $3, $4)',
      [organizationId, id, role, active],
    );
  }
  return { id, email };
}

async function begin(browser = openBrowser(origin)) {
  const verifier = openid.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  const url = openid.buildAuthorizationUrl(relyingParty, {
    redirect_uri: `${origin}/auth/callback`,
    scope: everything,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  });
  const login = locationOf(await browser.fetch(url.href));
  return { browser, checks, login, uid: login.searchParams.get('uid') ?? '' };
}

async function attempt(email: string, given = password) {
  const flow = await begin();
  const answer = await flow.browser.post(`/api/auth/interactions/${flow.uid}`, { email, password: given });
  return { ...flow, answer, body: (await answer.json()) as { code?: string; redirect_to?: string } };
}

async function signIn(email: string) {
  const { browser, checks, body } = await attempt(email);
  const callback = locationOf(await browser.fetch(body.redirect_to ?? ''));
  return { browser, tokens: await openid.authorizationCodeGrant(relyingParty, callback, checks) };
}

async function whoami(token: string): Promise<{ accountId?: string; refused?: string }> {
  const answer = await fetch(`${origin}/api/whoami`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { accountId?: string; refused?: string };
}

describe('an OpenID client that we did not write', () => {
  it('signs in, and the tokens say who it is', async () => {
    const account = await createAccount({ role: 'GROUP_EDITOR_USER' });
    const { tokens } = await signIn(account.email);
    expect(tokens.claims()).toMatchObject({
      iss: `${origin}/oidc`,
      user_id: account.id,
      name: 'Žiga Čuk',
      email: account.email,
      organization_id: organizationId,
      role: 'GROUP_EDITOR_USER',
    });
    expect(await whoami(tokens.access_token)).toMatchObject({ accountId: account.id });
  });

  it('renews', async () => {
    const { email } = await createAccount();
    const { tokens } = await signIn(email);
    const renewed = await openid.refreshTokenGrant(relyingParty, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(renewed.claims()?.email).toBe(email);
  });
});
