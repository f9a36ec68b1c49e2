import { openCalls, ownPaths } from 'virtual:first-calls';
import type { CallInit } from '@vpisnik/contract/kit';
import { NOTICE_HEADER } from '@vpisnik/contract/rules/installation';
import type { EarlyAnswers } from './early.ts';
import type { Tokens } from './renewal.ts';
import type { TokenKeeper } from './token-keeper.ts';

type AuthFetchOptions = {
  keeper: Pick<
    TokenKeeper,
    'fresh' | 'replace' | 'finish' | 'organizationDisabled' | 'passwordChangeRequired'
  >;
  fetch: typeof fetch;
  /** Answers that came with the session. */
  early: Pick<EarlyAnswers, 'take' | 'forget'>;
  /** The organisation that a platform ADMIN acts for. */
  actingFor: () => string | null;
  /** Whether something may be written for it; false keeps the call back. */
  mayWrite: () => Promise<boolean>;
  /** Hears which notice of the operator an answer speaks of; null: of none. */
  hear: (version: string | null) => void;
};

/** Milliseconds that a call may take. */
const TIMEOUT = 30_000;

/** Milliseconds until a file begins to arrive, which may have to wait for its turn; then it takes as long as it is. */
const STREAM_TIMEOUT = 300_000;

/**
 * `fetch` with the session's token. An answer of 401 renews the session once, for all calls that get one, and tries
 * again; when that fails the session is over, and the answer is passed on.
 */
export function createAuthFetch({ keeper, fetch, early, actingFor, mayWrite, hear }: AuthFetchOptions) {
  async function send(
    url: string,
    { transport = fetch, stream, ...init }: CallInit,
    token: string | undefined,
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    const organization = isOwn(url) ? null : actingFor();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (token && organization) headers.set('x-organization-id', organization);
    const { signal: timeout, begun } = stream ? untilBegun() : { signal: AbortSignal.timeout(TIMEOUT) };
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    return transport(url, { ...init, headers, signal }).finally(begun);
  }

  return async (url: string, init: CallInit): Promise<Response> => {
    if (isOpen(url, init)) return send(url, init, undefined);
    const tokens = await keeper.fresh();
    if ((init.method ?? 'GET') !== 'GET') early.forget();
    const known = tokens && early.take(url, isOwn(url) ? undefined : actingFor());
    if (known) return known;
    if (actingFor() && isTenantWrite(url, init) && !(await mayWrite()))
      throw new DOMException('The write was not wanted', 'AbortError');
    const answer = await sendRenewing(url, init, tokens);
    hear(answer.headers.get(NOTICE_HEADER));
    const refusal = answer.status === 403 ? await codeOf(answer) : undefined;
    if (refusal === 'organization_disabled') keeper.organizationDisabled();
    if (refusal === 'password_change_required') keeper.passwordChangeRequired();
    return answer;
  };

  async function sendRenewing(url: string, init: CallInit, tokens: Tokens | null): Promise<Response> {
    const first = await send(url, init, tokens?.accessToken);
    if (first.status !== 401 || !tokens) return first;

    if ((await codeOf(first)) === 'account_inactive') {
      await keeper.finish('account_inactive');
      return first;
    }
    const renewed = await keeper.replace(tokens);
    if (!renewed) return first;
    const second = await send(url, init, renewed.accessToken);
    if (second.status === 401) {
      await keeper.finish(
        (await codeOf(second)) === 'account_inactive' ? 'account_inactive' : 'session_ended',
      );
    }
    return second;
  }
}

/** A time limit that ends when the answer has begun. */
function untilBegun(): { signal: AbortSignal; begun?: () => void } {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException('No answer has begun', 'TimeoutError')),
    STREAM_TIMEOUT,
  );
  return { signal: limit.signal, begun: () => clearTimeout(timer) };
}

/** Whether a call is public; public calls carry no token. */
const isOpen = (url: string, { method = 'GET' }: RequestInit) =>
  url.startsWith('/api/public/') || openCalls.includes(`${method} ${url}`);

/** Whether a call is about the user's own account, which is independent of the organisation an ADMIN acts for. */
const isOwn = (url: string) => url === '/api/users/me' || ownPaths.some((path) => url.startsWith(path));

const isTenantWrite = (url: string, { method = 'GET' }: RequestInit) => method !== 'GET' && !isOwn(url);

/** Reads the error code of a refusal from a clone, so that the body can still be read. */
async function codeOf(response: Response): Promise<string | undefined> {
  const problem: { code?: string } | null = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.code;
}
