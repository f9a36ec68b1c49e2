import { contract } from '@vpisnik/contract/contract';
import { createClient } from '@vpisnik/contract/kit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdentityServer, type IdentityServer, origin } from '../../../test/servers/identity-server.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { createEarly, type Early } from './early.ts';
import { createOAuth } from './oauth.ts';
import { createRenewal, type Tokens } from './renewal.ts';
import { createTokenKeeper, pauseAfter } from './token-keeper.ts';

let server: IdentityServer;
let channels: BroadcastChannel[];
let pauses: number[];

beforeEach(() => {
  server = createIdentityServer();
  channels = [];
  pauses = [];
});

afterEach(() => {
  for (const channel of channels) channel.close();
});

/** A tab of the same browser. */
function openTab({ actingFor = null, begun }: { actingFor?: string | null; begun?: Early } = {}) {
  const early = createEarly(begun);
  const channel = new BroadcastChannel('test.session');
  channels.push(channel);
  const keeper = createTokenKeeper({
    oauth: {
      ...createOAuth({ origin, fetch: server.fetch }),
      ...createRenewal({ origin, fetch: server.fetch, early }),
    },
    channel,
    locks: navigator.locks,
    mayHaveSession: () => server.hasCookie,
    pause: async (milliseconds) => {
      if (milliseconds >= 1000) pauses.push(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
    },
  });
  const call = createAuthFetch({
    keeper,
    fetch: server.fetch,
    early,
    actingFor: () => actingFor,
    mayWrite: async () => true,
    hear: () => {},
  });
  return { keeper, call: (path = '/api/groups', method = 'GET') => call(path, { method }) };
}

const renewals = () => server.count('POST /api/auth/session');

/** Lets messages between tabs arrive. */
const arrival = (tab: { keeper: { subscribe(listener: () => void): unknown } }) =>
  new Promise<void>((resolve) => {
    tab.keeper.subscribe(() => resolve());
  });

describe('the tokens of a page', () => {
  it('are got with the cookie after a reload, without a password', async () => {
    const { keeper } = openTab();
    expect((await keeper.fresh())?.user).toMatchObject({ id: 'account-1', role: 'GROUP_ADMIN' });
    await keeper.fresh();
    expect(renewals()).toBe(1);
  });

  it('are not asked for where there can be no session', async () => {
    server.hasCookie = false;
    expect(await openTab().keeper.fresh()).toBeNull();
    expect(server.requests).toEqual([]);
  });

  it('count as expired five seconds before they are', async () => {
    server.expiresIn = 5;
    const { keeper } = openTab();
    await keeper.fresh();
    server.expiresIn = 300;
    await keeper.fresh();
    await keeper.fresh();
    expect(renewals()).toBe(2);
  });

  it('are renewed once for calls that need them at the same time', async () => {
    const tab = openTab();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tab.call()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(renewals()).toBe(1);
  });

  it('are renewed once between tabs', async () => {
    const tabs = [openTab(), openTab(), openTab()];
    const tokens = await Promise.all(tabs.map(({ keeper }) => keeper.fresh()));
    expect(new Set(tokens.map((one) => one?.accessToken))).toEqual(new Set(['access-1']));
    expect(renewals()).toBe(1);
  });
});

describe('a renewal that fails', () => {
  it('for the network is tried three times more, waiting longer each time, and loses nothing', async () => {
    const { keeper } = openTab();
    server.expiresIn = 1;
    const before = await keeper.fresh();
    server.offline = true;
    await expect(keeper.fresh()).rejects.toThrow('Failed to fetch');
    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(renewals()).toBe(5);
    expect(keeper.current()).toEqual(before);
    server.offline = false;
    await expect(keeper.fresh()).resolves.toMatchObject({ accessToken: 'access-2' });
  });

  it('without a connection is said at once, and loses nothing', async () => {
    const { keeper } = openTab();
    server.expiresIn = 1;
    const before = await keeper.fresh();
    server.offline = true;
    vi.stubGlobal('navigator', { onLine: false });
    onTestFinished(() => void vi.unstubAllGlobals());
    await expect(keeper.fresh()).rejects.toThrow('Failed to fetch');
    expect(pauses).toEqual([]);
    expect(keeper.current()).toEqual(before);
  });

  it('for a broken or busy server is no refusal', async () => {
    const { keeper } = openTab();
    server.expiresIn = 1;
    const before = await keeper.fresh();
    for (const status of [429, 500, 503]) {
      server.failure = status;
      await expect(keeper.fresh()).rejects.toThrow();
      expect(keeper.current()).toEqual(before);
    }
    expect(server.hasCookie).toBe(true);
    server.failure = undefined;
    await expect(keeper.fresh()).resolves.toMatchObject({ accessToken: 'access-2' });
  });

  it('never waits longer than five minutes', () => {
    expect([1, 2, 3].map(pauseAfter)).toEqual([1000, 2000, 4000]);
    expect(pauseAfter(20)).toBe(300_000);
  });

  it('for a refusal ends the session in all tabs', async () => {
    const [one, other] = [openTab(), openTab()];
    server.expiresIn = 1;
    const told = arrival(other);
    await one.keeper.fresh();
    await told;
    server.canRenew = false;
    const endings: unknown[] = [];
    other.keeper.subscribe((event) => endings.push(event));
    const ended = arrival(other);
    expect(await one.keeper.fresh()).toBeNull();
    await ended;
    expect(one.keeper.current()).toBeNull();
    expect(other.keeper.current()).toBeNull();
    expect(endings).toEqual([{ type: 'ended', ending: 'session_ended' }]);
    expect(server.hasCookie).toBe(false);
    expect(pauses).toEqual([]);
  });

  it('signs in silently after a refusal while the provider has a session', async () => {
    server.canRenew = false;
    server.knowsPerson = true;
    const { keeper } = openTab();
    expect((await keeper.fresh())?.user.id).toBe('account-1');
    expect(server.requests.map(({ name }) => name)).toEqual([
      'POST /api/auth/session',
      'GET /oidc/auth',
      'POST /api/auth/session',
    ]);
  });
});

describe('a call', () => {
  it('carries the token, and the organisation that an ADMIN acts for', async () => {
    await openTab({ actingFor: 'organization-2' }).call();
    const headers = server.requests.at(-1)?.headers;
    expect(headers?.get('authorization')).toBe('Bearer access-1');
    expect(headers?.get('x-organization-id')).toBe('organization-2');
  });

  it('of a public page carries no token', async () => {
    await openTab().call('/api/public/x/categories');
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.get('authorization')).toBeNull();
  });

  it('that is refused renews once and is tried again, with all that were refused with it', async () => {
    const tab = openTab();
    await tab.keeper.fresh();
    server.accepted = 'access-2';
    const answers = await Promise.all(Array.from({ length: 4 }, () => tab.call()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(renewals()).toBe(2);
    expect(server.count('GET /api/groups')).toBe(8);
  });

  it('that is refused again ends the session', async () => {
    const tab = openTab();
    server.accepted = 'none';
    expect((await tab.call()).status).toBe(401);
    expect(renewals()).toBe(2);
    expect(tab.keeper.current()).toBeNull();
  });

  it('of a deactivated account ends the session at once, and says why', async () => {
    const tab = openTab();
    await tab.keeper.fresh();
    server.inactive = true;
    const events: unknown[] = [];
    tab.keeper.subscribe((event) => events.push(event));
    expect((await tab.call()).status).toBe(401);
    expect(events).toEqual([{ type: 'ended', ending: 'account_inactive' }]);
    expect(renewals()).toBe(1);
  });

  it('of a deactivated account ends the session once for parallel refusals, and renews nothing', async () => {
    const tab = openTab();
    await tab.keeper.fresh();
    server.inactive = true;
    server.canRenew = false;
    const events: unknown[] = [];
    tab.keeper.subscribe((event) => {
      events.push(event);
      // as the guard does, while the cookie is still there
      if (event.type === 'ended') void tab.keeper.fresh();
    });
    await Promise.all(Array.from({ length: 4 }, () => tab.call()));
    expect(events).toEqual([{ type: 'ended', ending: 'account_inactive' }]);
    expect(renewals()).toBe(1);
    expect(server.count('DELETE /api/auth/session')).toBe(1);
  });

  it('without a session passes the answer on', async () => {
    server.hasCookie = false;
    expect((await openTab().call()).status).toBe(401);
    expect(renewals()).toBe(0);
  });

  it('is given up when the page is left', async () => {
    const { keeper } = openTab();
    const fetch = async (_url: unknown, init?: RequestInit) => {
      init?.signal?.throwIfAborted();
      return new Response();
    };
    const call = createAuthFetch({
      keeper,
      fetch: fetch as typeof globalThis.fetch,
      early: createEarly(undefined),
      actingFor: () => null,
      mayWrite: async () => true,
      hear: () => {},
    });
    await expect(call('/api/groups', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('is given up after a while, a file only until it begins to arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(), milliseconds);
      return limit.signal;
    });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const signals: AbortSignal[] = [];
    let hasBegun = true;
    const fetch = createAuthFetch({
      keeper: openTab().keeper,
      fetch: ((_url: unknown, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        if (hasBegun) return Promise.resolve(new Response('Name'));
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }) as typeof globalThis.fetch,
      early: createEarly(undefined),
      actingFor: () => null,
      mayWrite: async () => true,
      hear: () => {},
    });
    const api = createClient<typeof contract>(contract, { baseUrl: '/api', fetch });
    await api.activity.export();
    await api.exports.csvOf();
    vi.advanceTimersByTime(3_600_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    hasBegun = false;
    const refused = expect(api.exports.csvOf()).rejects.toMatchObject({ name: 'ApiError', status: 0 });
    await vi.advanceTimersByTimeAsync(3_600_000);
    await refused;
  });
});

it('tells other tabs of a sign-in', async () => {
  server.hasCookie = false;
  const [one, other] = [openTab(), openTab()];
  const told = arrival(other);
  const user = { id: 'a', name: '', email: '', organizationId: null, role: 'ADMIN', idToken: 't' } as const;
  const tokens: Tokens = { accessToken: 'x', expiresAt: Date.now() + 60_000, user };
  one.keeper.set(tokens);
  await told;
  expect(await other.keeper.fresh()).toEqual(tokens);
});

describe('what the document has asked for before the scripts came', () => {
  const groups = JSON.stringify({ results: ['early'] });
  const begunBy = async (organization: string | null = null): Promise<Early> => {
    const response = await server.fetch(`${origin}/api/auth/session`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    });
    const answers = [{ url: '/groups', body: groups }];
    const all = { ...((await response.json()) as object), answers };
    return { organization, response: Promise.resolve(Response.json(all)) };
  };

  it('is the renewal, and stands for the first call of each address', async () => {
    const { keeper, call } = openTab({ begun: await begunBy() });
    expect((await keeper.fresh())?.user.id).toBe('account-1');
    expect(renewals()).toBe(1);
    expect(await (await call()).text()).toBe(groups);
    expect(server.count('GET /api/groups')).toBe(0);
    expect(await (await call()).text()).not.toBe(groups);
    expect(server.count('GET /api/groups')).toBe(1);
  });

  it('is handed to the other tabs like any renewal', async () => {
    const other = openTab();
    const { keeper } = openTab({ begun: await begunBy() });
    await Promise.all([arrival(other), keeper.fresh()]);
    expect(other.keeper.current()?.user.id).toBe('account-1');
  });

  it('stands for nothing once something was written, the session has ended, or for another organisation', async () => {
    const written = openTab({ begun: await begunBy() });
    await written.call('/api/groups', 'POST');
    expect(await (await written.call()).text()).not.toBe(groups);
    const other = openTab({ begun: await begunBy(), actingFor: 'organization-2' });
    expect(await (await other.call()).text()).not.toBe(groups);
  });

  it.each([
    ['failed', async () => new Response(null, { status: 503 })],
    ['was lost', () => Promise.reject(new TypeError('lost'))],
    ['was left to another tab', async () => undefined],
    ['made no sense', async () => new Response('<html>')],
  ])('is asked for again when it %s', async (_case, respond) => {
    const { keeper } = openTab({ begun: { organization: null, response: respond() } });
    expect((await keeper.fresh())?.user.id).toBe('account-1');
    expect(renewals()).toBe(1);
  });
});
