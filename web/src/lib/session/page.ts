import { createOAuth } from './oauth.ts';
import { createTokenKeeper } from './token-keeper.ts';

/** Set when a sign-out could not reach the server: it is made up for before anything else may use the session. */
const UNFINISHED = 'vpisnik.unfinished-sign-out';
const ACTING = 'vpisnik.acting-for';

const oauth = createOAuth({
  origin: window.location.origin,
  fetch: (...request) => window.fetch(...request),
});

const keeper = createTokenKeeper({
  oauth,
  channel: new BroadcastChannel('vpisnik.session'),
  locks: {
    request: (...request: unknown[]) =>
      (navigator.locks.request as (...given: unknown[]) => never)(...request),
  },
  mayHaveSession: () => document.cookie.includes('vpisnik_signed_in=1') && !unfinishedSignOut.get(),
});

const unfinishedSignOut = {
  get: () => read(localStorage, UNFINISHED) !== null,
  set: (unfinished: boolean) => write(localStorage, UNFINISHED, unfinished ? '1' : null),
};

/**
 * The organisation that a platform ADMIN acts for: `organization_id` of the address, which this tab then remembers.
 */
function actingFor(): string | null {
  if (keeper.current()?.user.role !== 'ADMIN') return null;
  const asked = new URLSearchParams(window.location.search).get('organization_id');
  if (asked) write(sessionStorage, ACTING, asked);
  return asked ?? read(sessionStorage, ACTING);
}

/** The parts of the session that belong to this page of the browser. */
export const page = { oauth, keeper, unfinishedSignOut, actingFor };

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function write(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // a browser that refuses storage loses the memory, not the function
  }
}
