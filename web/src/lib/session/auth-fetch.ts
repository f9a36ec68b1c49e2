import type { TokenKeeper } from './token-keeper.ts';

type AuthFetchOptions = {
  keeper: Pick<TokenKeeper, 'fresh' | 'replace' | 'finish'>;
  fetch: typeof fetch;
  /** The organisation that a platform ADMIN acts for. */
  actingFor: () => string | null;
};

/** Milliseconds that a call may take. */
const TIMEOUT = 30_000;

/**
 * `fetch` with the session's token. An answer of 401 renews the session once, for all calls that get one, and tries
 * again; when that fails the session is over, and the answer is passed on.
 */
export function createAuthFetch({ keeper, fetch, actingFor }: AuthFetchOptions) {
  function send(url: string, init: RequestInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers);
    const organization = actingFor();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (token && organization) headers.set('x-organization-id', organization);
    const timeout = AbortSignal.timeout(TIMEOUT);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    return fetch(url, { ...init, headers, signal });
  }

  return async (url: string, init: RequestInit): Promise<Response> => {
    if (url.startsWith('/api/public/')) return send(url, init, undefined);
    const tokens = await keeper.fresh();
    const first = await send(url, init, tokens?.accessToken);
    if (first.status !== 401 || !tokens) return first;

    if (await isInactive(first)) {
      await keeper.finish('account_inactive');
      return first;
    }
    const renewed = await keeper.replace(tokens);
    if (!renewed) return first;
    const second = await send(url, init, renewed.accessToken);
    if (second.status === 401) {
      await keeper.finish((await isInactive(second)) ? 'account_inactive' : 'session_ended');
    }
    return second;
  };
}

/** Whether somebody was deactivated, which no renewal changes. */
async function isInactive(response: Response): Promise<boolean> {
  const problem: { code?: string } | null = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.code === 'account_inactive';
}
