import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { hashSync } from '@node-rs/argon2';
import { contract } from '@vpisnik/contract/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import * as openid from 'openid-client';
import { createPools, type Pools } from '../src/db/connection/pools.ts';
import type { Env } from '../src/env.ts';
import { handlers } from '../src/features/handlers.ts';
import { openStorage } from '../src/files/storage.ts';
import { registerErrors } from '../src/http/errors.ts';
import { refuseWrites } from '../src/http/guards/read-only.ts';
import { mount } from '../src/http/mount.ts';
import { logOptions, registerLogs } from '../src/http/operations/logs.ts';
import { secondFactorsOf } from '../src/identity/factors/second-factors.ts';
import { createIdentity } from '../src/identity/identity.ts';
import { loadKeys } from '../src/identity/keys/keys.ts';
import { CLIENT_ID } from '../src/identity/provider/provider.ts';
import { createTestDatabase } from './database.ts';
import { type Browser, locationOf, openBrowser } from './outside/browser.ts';

/** The password of every account that `createAccount` makes. */
export const password = 'Vpisnik-2026!';
const quickHash = hashSync(password, { memoryCost: 1024, timeCost: 1 });

type Route = { method: string; url: string };

interface AccountOptions {
  confirmed?: boolean;
  active?: boolean;
  role?: string;
  /** A platform ADMIN, who belongs to no organisation. */
  admin?: boolean;
  withoutPassword?: boolean;
}

/**
 * Identity on a database of its own, listening over real HTTP, with an OpenID client that we did not write.
 *
 * @param variables environment variables in addition to the defaults of the mode `test`
 * @param host of its addresses; passkeys need one with a name, like `localhost`
 */
export async function startIdentity(variables: Record<string, string> = {}, host = '127.0.0.1') {
  const database = await createTestDatabase(variables);
  const pools = createPools(database.env);
  const { system } = pools;
  const log: string[] = [];
  const servers: FastifyInstance[] = [];
  const routes: Route[] = [];
  const { rows } = await system.query<{ id: string }>(
    `insert into organizations (name, owner_email) values ('Plesna šola', 'owner@test.si') returning id`,
  );
  const organizationId = rows[0]?.id ?? '';

  /** Starts one more process's worth of application; without `env` it has an address of its own. */
  async function start(given: Partial<Env> = {}): Promise<{ env: Env; address: string }> {
    const port = await freePort();
    const address = `http://${host}:${port}`;
    const env: Env = { ...database.env, publicUrl: address, ...given };
    const server = await createServerApp(env, pools, log, routes);
    servers.push(server);
    await server.listen({ port, host: '127.0.0.1' });
    return { env, address };
  }

  const { env, address: origin } = await start();
  const relyingParty = await discover(origin, (await loadKeys(system, env.secretKeys)).clientSecret);
  let accounts = 0;

  return {
    env,
    system,
    origin,
    organizationId,
    relyingParty,
    /** Everything that was logged, at the most talkative level. */
    log,
    /** What it answers. */
    routes,
    start,

    async createAccount(options: AccountOptions = {}): Promise<{ id: string; email: string }> {
      accounts += 1;
      const { confirmed = true, active = true, role = 'GROUP_ADMIN', admin = false } = options;
      const email = `person${accounts}@test.si`;
      const created = await system.query<{ id: string }>(
        `insert into accounts (email, name, password_hash, confirmed_at, platform_admin)
         values ($1, 'Žiga Čuk', $2, case when $3 then now() end, $4) returning id`,
        [email, options.withoutPassword ? null : quickHash, confirmed, admin],
      );
      const id = created.rows[0]?.id ?? '';
      if (!admin) {
        await system.query(
          'insert into memberships (organization_id, account_id, role, active) values ($1, $2, $3, $4)',
          [organizationId, id, role, active],
        );
      }
      return { id, email };
    },

    /** Sends the browser to the provider; it stops at the sign-in page. */
    async begin(browser: Browser = openBrowser(origin), parameters: Record<string, string> = {}) {
      const checks = {
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
        expectedState: openid.randomState(),
        expectedNonce: openid.randomNonce(),
      };
      const url = openid.buildAuthorizationUrl(relyingParty, {
        redirect_uri: `${origin}/auth/callback`,
        scope: 'openid email profile',
        code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: checks.expectedState,
        nonce: checks.expectedNonce,
        ...parameters,
      });
      const stop = locationOf(await browser.fetch(url.href));
      return { browser, checks, stop, uid: stop.searchParams.get('uid') ?? '' };
    },

    /** Begins and gives e-mail and password; the answer may be a refusal. */
    async attempt(email: string, given = password, browser?: Browser) {
      const flow = await this.begin(browser);
      const answer = await flow.browser.post(`/api/auth/interactions/${flow.uid}`, {
        email,
        password: given,
      });
      return { ...flow, answer, body: (await answer.json()) as { code?: string; redirect_to?: string } };
    },

    /** Signs in up to the callback, whose code has not been exchanged yet. */
    async authorize(email: string) {
      const flow = await this.attempt(email);
      return { ...flow, callback: locationOf(await flow.browser.fetch(flow.body.redirect_to ?? '')) };
    },

    async signIn(email: string) {
      const { browser, checks, callback } = await this.authorize(email);
      return { browser, tokens: await openid.authorizationCodeGrant(relyingParty, callback, checks) };
    },

    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.close()));
      await pools.close();
      await database.drop();
    },
  };
}

/** The application as far as identity and the contract are concerned, and a call that says what it makes of a token. */
async function createServerApp(
  env: Env,
  pools: Pools,
  log: string[],
  routes: Route[],
): Promise<FastifyInstance> {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const options = logOptions('trace');
  const app = Fastify({
    ...options,
    trustProxy: env.trustProxy,
    logger: { ...(options.logger as object), stream },
  });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  registerLogs(app);
  registerErrors(app);
  refuseWrites(app, pools.system);
  const factors = secondFactorsOf(env, pools.system);
  const identity = await createIdentity({ env, system: pools.system, factors, log: app.log, contract });
  await identity.register(app);
  const { verifyAccessToken } = identity;
  const hostedProvider = env.oidc !== undefined;
  const mounted = { pools, publicUrl: env.publicUrl, hostedProvider, verifyAccessToken };
  mount(
    app as unknown as FastifyInstance,
    contract,
    handlers({ env, pools, storage: openStorage(env) }, factors),
    mounted,
  );
  app.get('/whoami', async (request) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    return identity.verifyAccessToken(token).catch((error) => ({ refused: error.code }));
  });
  return app as unknown as FastifyInstance;
}

async function discover(origin: string, clientSecret: string): Promise<openid.Configuration> {
  const authentication = openid.ClientSecretBasic(clientSecret);
  const options = { execute: [openid.allowInsecureRequests] };
  return openid.discovery(new URL(`${origin}/oidc`), CLIENT_ID, {}, authentication, options);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('There is no free port');
  return address.port;
}
