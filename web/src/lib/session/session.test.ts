import { contract } from '@vpisnik/contract/contract';
import { createClient } from '@vpisnik/contract/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIdentityServer, type IdentityServer, origin } from '../../../test/servers/identity-server.ts';
import { createActing } from './acting.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { createEarly } from './early.ts';
import { createListColumns } from './list-columns.ts';
import { createOAuth } from './oauth.ts';
import { createRenewal } from './renewal.ts';
import { createSession } from './session.ts';
import { createTokenKeeper } from './token-keeper.ts';

let server: IdentityServer;
let channels: BroadcastChannel[];
let isUnfinished: boolean;

beforeEach(() => {
  server = createIdentityServer();
  channels = [];
  isUnfinished = false;
});

afterEach(() => {
  for (const channel of channels) channel.close();
});

function openTab({ isEditing = false } = {}) {
  const happened: string[] = [];
  const channel = new BroadcastChannel('test.store');
  channels.push(channel);
  const oauth = {
    ...createOAuth({ origin, fetch: server.fetch }),
    ...createRenewal({ origin, fetch: server.fetch }),
  };
  const keeper = createTokenKeeper({
    oauth,
    channel,
    locks: navigator.locks,
    mayHaveSession: () => server.hasCookie && !isUnfinished,
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
  });
  const acting = createActing({
    isAdmin: () => keeper.current()?.user.role === 'ADMIN',
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    address: { read: () => null, drop: () => {} },
  });
  const fetch = createAuthFetch({
    keeper,
    fetch: server.fetch,
    early: createEarly(undefined),
    actingFor: acting.id,
    mayWrite: acting.mayWrite,
    hear: () => {},
  });
  const api = createClient<typeof contract>(contract, { baseUrl: '/api', fetch });
  const log = (message: string) => happened.push(message);
  const session = createSession({
    keeper,
    oauth,
    api,
    listColumns: createListColumns({
      read: async () => (await api.users.me()).list_columns,
      write: (list_columns) => api.users.updateMe({ body: { list_columns } }),
      log,
    }),
    acting,
    unfinishedSignOut: {
      get: () => isUnfinished,
      set: (unfinished) => {
        isUnfinished = unfinished;
      },
    },
    onSignedOut: () => happened.push('reset'),
    onSwitched: () => happened.push('switched'),
    isEditing: () => isEditing,
    onResumed: () => happened.push('resumed'),
    onSomebodyElse: () => happened.push('somebody else'),
    onChange: () => happened.push('change'),
    leave: (url) => happened.push(`leave ${url}`),
    log,
  });
  return { session, happened, keeper, call: () => fetch('/api/groups', {}) };
}

const changed = ({ happened }: { happened: string[] }) =>
  expect.poll(() => happened.includes('change'), { interval: 5 }).toBe(true);

describe('checking the session', () => {
  it('returns the signed-in user, and loads the initial data once', async () => {
    const { session } = openTab();
    const state = await session.check();
    expect(state).toMatchObject({ user: { id: 'account-1' }, organization: { id: 'organization-1' } });
    expect(await session.check()).toBe(state);
    expect(server.count('GET /api/organizations/me')).toBe(1);
  });

  it('loads the initial data once however many navigations ask at the same time', async () => {
    const { session } = openTab();
    await Promise.all(Array.from({ length: 4 }, () => session.check()));
    expect(server.count('GET /api/organizations/me')).toBe(1);
    expect(server.count('POST /api/auth/session')).toBe(1);
  });

  it('brings the columns that were chosen, which go with the session', async () => {
    server.listColumns = { groups: { place: false } };
    const { session } = openTab();
    await session.check();
    await session.check();
    expect(session.listColumns.get()).toEqual({ groups: { place: false } });
    expect(server.count('GET /api/users/me')).toBe(1);
    await session.signOut();
    expect(session.listColumns.get()).toEqual({});
  });

  it('goes on without the initial data, and logs why', async () => {
    const { session, happened, keeper } = openTab();
    await keeper.fresh();
    server.offline = true;
    const state = await session.check();
    expect(state.user?.id).toBe('account-1');
    expect(state.organization).toBeNull();
    expect(state.organizationError).toBeDefined();
    server.offline = false;
    expect(await session.reload()).toMatchObject({ organization: { id: 'organization-1' } });
    expect(session.get()).not.toHaveProperty('organizationError');
    expect(happened.sort()).toEqual([
      'The choice of columns could not be loaded',
      'The organisation could not be loaded',
    ]);
  });

  it('answers without a user when there is no session', async () => {
    server.hasCookie = false;
    expect((await openTab().session.check()).user).toBeNull();
  });

  it('fails when the server can’t be reached, and keeps the session', async () => {
    const { session } = openTab();
    server.offline = true;
    await expect(session.check()).rejects.toThrow();
    server.offline = false;
    expect((await session.check()).user?.id).toBe('account-1');
  });
});

describe('a password that is due', () => {
  it('is told by the check, and forgotten when it is set', async () => {
    const { session, happened } = openTab();
    server.passwordDue = true;
    expect(await session.check()).toMatchObject({ mustChangePassword: true, organization: null });
    expect(await session.check()).toMatchObject({ mustChangePassword: true });
    expect(happened).toEqual([]);
    server.passwordDue = false;
    const state = await session.reload();
    expect(state.mustChangePassword).toBeUndefined();
    expect(state.organization?.id).toBe('organization-1');
  });

  it('is noticed by any call, in every tab', async () => {
    const [one, other] = [openTab(), openTab()];
    await one.session.check();
    await other.session.check();
    server.passwordDue = true;
    await one.call();
    await changed(one);
    await changed(other);
    expect(await other.session.check()).toMatchObject({ mustChangePassword: true });
  });
});

it('gets new tokens when they are asked for', async () => {
  const { session } = openTab();
  await session.check();
  server.claims.name = 'Žiga Novak';
  await session.renew?.();
  expect(session.get().user?.name).toBe('Žiga Novak');
});

describe('acting for an organisation', () => {
  const organization = '0199a000-0000-7000-8000-000000000002';

  it('carries the override in every call, and keeps nothing of the last organisation', async () => {
    server.claims.role = 'ADMIN';
    const { session, happened, call } = openTab();
    await session.check();
    expect(server.requests.at(-1)?.headers.get('x-organization-id')).toBeNull();
    await session.actFor(organization);
    expect(happened).toEqual(['switched']);
    // the columns are the person's own, whomever they act for
    expect(server.count('GET /api/users/me')).toBe(1);
    expect(server.requests.at(-1)?.name).toBe('GET /api/organizations/me');
    expect(server.requests.at(-1)?.headers.get('x-organization-id')).toBe(organization);
    await call();
    expect(server.requests.at(-1)?.headers.get('x-organization-id')).toBe(organization);
    await session.signOut();
    server.hasCookie = true;
    await session.check();
    expect(server.requests.at(-1)?.headers.get('x-organization-id')).toBeNull();
  });

  it('stops on demand, before anything is asked for without an organisation', async () => {
    server.claims.role = 'ADMIN';
    const { session, happened } = openTab();
    await session.check();
    await session.actFor(organization);
    const seen: unknown[] = [];
    session.subscribe(() => seen.push(session.get().organization));
    await session.stopActing?.();
    expect(seen[0]).toBeNull();
    expect(happened).toEqual(['switched', 'switched']);
    expect(server.requests.at(-1)?.headers.get('x-organization-id')).toBeNull();
  });

  it('loads the organisation anew when it was changed', async () => {
    const { session } = openTab();
    await session.check();
    await session.reload();
    expect(server.count('GET /api/organizations/me')).toBe(2);
  });
});

describe('signing out', () => {
  it('revokes, forgets everything, and does so in every tab', async () => {
    const [one, other] = [openTab(), openTab()];
    await one.session.check();
    await other.session.check();
    await one.session.signOut();
    expect(server.count('DELETE /api/auth/session')).toBe(1);
    expect(one.session.get().user).toBeNull();
    expect(one.happened).toEqual(['reset']);
    await changed(other);
    expect(other.session.get().user).toBeNull();
    expect(other.happened).toContain('reset');
    expect(other.session.ending?.()).toBe('signed_out');
    expect((await other.session.check()).user).toBeNull();
  });

  it('waits for a renewal that is under way, which does not restore the session', async () => {
    const [one, other] = [openTab(), openTab()];
    await one.session.check();
    const renewal = other.keeper.fresh();
    await one.session.signOut();
    await renewal;
    expect(server.requests.at(-1)?.name).toBe('DELETE /api/auth/session');
    await expect.poll(() => other.keeper.current(), { interval: 5 }).toBeNull();
    expect(one.session.get().user).toBeNull();
  });

  it('goes on to the hosted provider’s own sign-out, and nowhere else', async () => {
    const one = openTab();
    await one.session.check();
    server.signOutUrl = 'https://login.test/end?id_token_hint=x';
    let isBack = false;
    void one.session.signOut().then(() => {
      isBack = true;
    });
    await expect.poll(() => one.happened).toEqual(['reset', `leave ${server.signOutUrl}`]);
    expect(isBack).toBe(false);
  });

  it('does not wait for a server that fails to revoke', async () => {
    const { session, happened } = openTab();
    await session.check();
    server.failure = 500;
    await session.signOut();
    expect(session.get().user).toBeNull();
    expect(happened).toEqual(['reset']);
    server.failure = undefined;
    expect((await session.check()).user).toBeNull();
    expect(server.hasCookie).toBe(false);
  });

  it('without a connection is repeated later, and the session stays closed until then', async () => {
    const { session } = openTab();
    await session.check();
    server.offline = true;
    await session.signOut();
    expect(session.get().user).toBeNull();
    // another page load, still offline
    expect((await openTab().session.check()).user).toBeNull();
    server.offline = false;
    expect((await openTab().session.check()).user).toBeNull();
    expect(server.hasCookie).toBe(false);
    expect(isUnfinished).toBe(false);
  });
});

describe('a session that ends in the middle of an edit', () => {
  /** Opens a tab with an unsaved edit whose session has lapsed. */
  async function lapse() {
    const tab = openTab({ isEditing: true });
    server.expiresIn = 1;
    const before = await tab.session.check();
    server.canRenew = false;
    await tab.call();
    server.expiresIn = 300;
    server.canRenew = true;
    expect(tab.session.get()).toEqual({ ...before, lapsed: true });
    expect(tab.happened).toEqual([]);
    return tab;
  }

  it('waits for its person, and goes on where it stood', async () => {
    const { session, happened, keeper } = await lapse();
    server.hasCookie = true;
    const tokens = await openTab().keeper.fresh();
    if (tokens) keeper.set(tokens);
    await expect.poll(() => happened).toEqual(['resumed']);
    expect(session.get()).toMatchObject({
      user: { id: 'account-1' },
      organization: { id: 'organization-1' },
    });
    expect(session.get().lapsed).toBeUndefined();
  });

  it('goes on when the person has signed in in another tab', async () => {
    const { happened } = await lapse();
    server.hasCookie = true;
    await openTab().session.check();
    await expect.poll(() => happened).toEqual(['resumed']);
  });

  it('leaves nothing of it to another user', async () => {
    const { session, happened } = await lapse();
    server.hasCookie = true;
    server.claims = { ...server.claims, user_id: 'account-2' };
    await openTab().session.check();
    await expect.poll(() => happened).toEqual(['reset', 'somebody else']);
    expect(session.get().user).toBeNull();
  });

  it('is given up for good on demand', async () => {
    const { session, happened } = await lapse();
    expect((await session.check()).user).toBeNull();
    expect(session.get().lapsed).toBe(true);
    session.release?.();
    expect(session.get().user).toBeNull();
    expect(happened).toEqual(['reset']);
  });

  it('does not keep the edit at a sign-out or a deactivation', async () => {
    for (const end of [
      (tab: Awaited<ReturnType<typeof openTab>>) => tab.session.signOut(),
      (tab: Awaited<ReturnType<typeof openTab>>) => tab.keeper.finish('account_inactive'),
    ]) {
      server.hasCookie = true;
      const tab = openTab({ isEditing: true });
      await tab.session.check();
      await end(tab);
      expect(tab.session.get().user).toBeNull();
    }
  });
});

it('notices in every tab that the organisation was deactivated', async () => {
  const [one, other] = [openTab(), openTab()];
  await one.session.check();
  await other.session.check();
  server.disabled = true;
  expect((await one.call()).status).toBe(403);
  await changed(one);
  await changed(other);
  expect((await other.session.check()).organization?.active).toBe(false);
  expect((await one.session.check()).organization?.active).toBe(false);
  await one.call();
  expect(one.happened).toEqual(['change']);
});

it('lets nothing of one person stay when another signs in, in another tab', async () => {
  const [one, other] = [openTab(), openTab()];
  await one.session.check();
  await other.session.check();
  server.claims = { ...server.claims, user_id: 'account-2' };
  const tokens = await openTab().keeper.fresh();
  expect(tokens?.user.id).toBe('account-2');
  await changed(one);
  expect((await one.session.check()).user?.id).toBe('account-2');
  expect(one.happened).toContain('reset');
  expect(server.count('GET /api/organizations/me')).toBeGreaterThan(2);
});
