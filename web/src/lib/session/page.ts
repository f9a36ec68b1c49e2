import { hearNotice } from '../notice.ts';
import { createActing } from './acting.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { createEarly, type Early } from './early.ts';
import { hasUnfinishedSignOut, mayHaveSession, UNFINISHED } from './may-have-session.ts';
import { wantedBy } from './pending.ts';
import { createRenewal } from './renewal.ts';
import type { Credentials } from './sign-in.ts';
import { createTokenKeeper } from './token-keeper.ts';

const PARAMETER = 'organization_id';

/** Marks a sign-out that could not reach the server; it is repeated before the session may be used. */
const unfinishedSignOut = {
  get: hasUnfinishedSignOut,
  set: (unfinished: boolean) => write(localStorage, UNFINISHED, unfinished ? '1' : null),
};

function createPage() {
  const fetch: typeof window.fetch = (...request) => window.fetch(...request);
  const signingIn = async () => (await import('./page-sign-in.ts')).createPageSignIn(keeper, fetch);
  const early = createEarly((window as { vpisnikEarly?: Early }).vpisnikEarly);
  const oauth = {
    ...createRenewal({ origin: window.location.origin, fetch, early }),
    signInSilently: async () => (await signingIn()).oauth.signInSilently(),
  };
  const keeper = createTokenKeeper({
    oauth,
    channel: new BroadcastChannel('vpisnik.session'),
    locks: navigator.locks,
    mayHaveSession,
  });

  const acting = createActing({
    isAdmin: () => keeper.current()?.user.role === 'ADMIN',
    storage: sessionStorage,
    address: { read: () => new URLSearchParams(window.location.search).get(PARAMETER), drop: dropParameter },
  });

  keeper.subscribe(({ type }) => type === 'ended' && early.forget());

  return {
    oauth,
    keeper,
    unfinishedSignOut,
    acting,
    authFetch: createAuthFetch({
      ...{ keeper, fetch, early, actingFor: acting.id, mayWrite: acting.mayWrite, hear: hearNotice },
    }),
    /** An answer about the organisation that came with the session. */
    takeEarly: (url: string) => early.take(url, acting.id()),
    signIn: async (credentials: Credentials, redirect?: string) =>
      (await signingIn()).signIn(credentials, redirect),
    signInHere: async (credentials: Credentials) => (await signingIn()).signInHere(credentials),
    signInElsewhere: async (redirect?: string) => (await signingIn()).signInElsewhere(redirect),
    complete: async (callback: string) => (await signingIn()).complete(callback),
    wanted: () => wantedBy(sessionStorage),
  };
}

let parts: ReturnType<typeof createPage> | undefined;

/** Parts of the session that each loaded page has once; created on first use. */
export function page(): ReturnType<typeof createPage> {
  parts ??= createPage();
  return parts;
}

/** Takes the organisation out of the address, which would otherwise choose it again. */
function dropParameter(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PARAMETER)) return;
  url.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

function write(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // a browser that refuses storage loses the memory, not the function
  }
}
