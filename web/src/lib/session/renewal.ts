import { type Claims, userOf } from './claims.ts';
import type { SessionUser } from './context.ts';
import type { EarlyAnswers } from './early.ts';

/** Tokens of a session, kept in memory only. Instants are milliseconds since 1970. */
export type Tokens = {
  accessToken: string;
  /** When the first of access and ID token ends. */
  expiresAt: number;
  user: SessionUser;
};

/** The provider refused: the session is over. Other errors may be temporary. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The part of the provider's work that every page begins with; the rest comes with the first sign-in. */
export type Renewal = ReturnType<typeof createRenewal>;

/** What the mediator answers to a renewal. */
type Answer = { access_token: string; id_token?: string | undefined; expires_in?: number | undefined };

/** The client's name at the provider. */
export const CLIENT = 'vpisnik-web';

type RenewalOptions = {
  origin: string;
  fetch: typeof window.fetch;
  /** What the document asked for before this code came. */
  early?: Pick<EarlyAnswers, 'renewal' | 'keep'> | undefined;
};

/**
 * Renewing and ending the session at the mediator of this origin, which keeps the refresh token in a cookie that this
 * code can't read (docs/decisions/007-refresh-token.md).
 */
export function createRenewal({ origin, fetch, early }: RenewalOptions) {
  const at = (path: string) => new URL(path, origin).href;
  const tokensIn = (answer: Answer) => tokensFrom(answer, claimsOf(answer.id_token, at('/oidc')));
  return {
    /** The tokens of the renewal that the document has begun; undefined where it has not, or where that failed. */
    async begun(): Promise<Tokens | undefined> {
      const answer: unknown = await (await early?.renewal())?.json().catch(() => undefined);
      if (!answer) return undefined;
      early?.keep(answer);
      return tokensIn(answer as Answer);
    },

    /**
     * New tokens for the cookie's refresh token.
     *
     * @throws {RefusedError} when there is no session any more; anything else may pass
     */
    async renew(): Promise<Tokens> {
      const response = await fetch(at('/api/auth/session'), {
        method: 'POST',
        credentials: 'same-origin',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ grant_type: 'refresh_token' }),
        signal: AbortSignal.timeout(30_000),
      });
      const body: unknown = await response.json().catch(() => undefined);
      if (!response.ok) throw refusalOf(response.status, body);
      return tokensIn(body as Answer);
    },

    /**
     * Revokes the refresh token and ends the provider's session. Resolves to the sign-out address of the hosted provider if
     * the session began there.
     */
    async end(): Promise<string | undefined> {
      const response = await fetch(at('/api/auth/session'), {
        method: 'DELETE',
        credentials: 'same-origin',
        keepalive: true,
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) throw new Error(`Sign-out answered ${response.status}`);
      if (response.status === 204) return undefined;
      return ((await response.json()) as { redirect_to?: string }).redirect_to;
    },
  };
}

/** A refusal in OAuth's own words is final; an answer of the network or a broken server is not. */
function refusalOf(status: number, body: unknown): Error {
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const isRefused = status >= 400 && status < 429 && typeof code === 'string';
  return isRefused ? new RefusedError(code) : new Error(`The renewal answered ${status}`);
}

/**
 * The claims of an ID token that came straight from this origin's token endpoint: that connection stands for the check
 * of the signature (OpenID Connect Core 3.1.3.7, 6).
 *
 * @throws when the token is none, or another account's
 */
function claimsOf(idToken: string | undefined, issuer: string): Claims {
  const [, payload = ''] = (idToken ?? '').split('.');
  const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  const isOurs = claims.iss === issuer && [claims.aud].flat().includes(CLIENT);
  if (!isOurs || !claims.sub || !(claims.exp > claims.iat))
    throw new Error('The ID token is not for this page');
  return claims;
}

/** The tokens as a page holds them; they end by this device's clock, however wrong it is. */
export function tokensFrom(answer: Answer, claims: Claims | undefined): Tokens {
  const user = userOf(answer.id_token, claims);
  const idTokenSeconds = claims ? claims.exp - claims.iat : 0;
  const seconds = Math.min(answer.expires_in ?? idTokenSeconds, idTokenSeconds);
  return { accessToken: answer.access_token, expiresAt: Date.now() + seconds * 1000, user };
}
