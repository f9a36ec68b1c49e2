import { ApiError } from '@vpisnik/contract/kit';
import type { Problem } from '@vpisnik/contract/rules/errors';
import * as oauth from 'oauth4webapi';
import { CLIENT, RefusedError, type Tokens, tokensFrom } from './renewal.ts';

/** Secrets of a sign-in that the provider's answer must match; they stay in the browser. */
export type Transaction = { state: string; nonce: string; verifier: string };

/** The OpenID protocol as this app uses it. */
export type OAuth = ReturnType<typeof createOAuth>;

type Fetch = typeof fetch;

/**
 * Authorization code with PKCE against the application's own provider. The token endpoint is the server's mediator,
 * which keeps the refresh token in a cookie that this code can't read (docs/decisions/007-refresh-token.md).
 */
export function createOAuth({ origin, fetch }: { origin: string; fetch: Fetch }) {
  const at = (path: string) => new URL(path, origin).href;
  const server: oauth.AuthorizationServer = {
    issuer: at('/oidc'),
    authorization_endpoint: at('/oidc/auth'),
    token_endpoint: at('/api/auth/session'),
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const client: oauth.Client = { client_id: CLIENT, [oauth.clockTolerance]: 5 };
  const redirectUri = at('/auth/callback');
  const options = () => ({
    [oauth.customFetch]: (url: string, init: RequestInit) =>
      fetch(url, { ...init, credentials: 'same-origin' }),
    [oauth.allowInsecureRequests]: origin.startsWith('http:'),
    signal: AbortSignal.timeout(30_000),
  });

  /** Follows an address of the provider to where its redirects end. @throws {ApiError} rate_limited */
  async function follow(url: string): Promise<URL> {
    const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(30_000) });
    if (response.status === 429) throw new ApiError(429, (await response.json()) as Problem);
    return new URL(response.url);
  }

  /** Follows the authorization request to where it stops: the sign-in page, or the callback. */
  async function authorize(transaction: Transaction, prompt: 'login' | 'none'): Promise<URL> {
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: 'S256',
      prompt,
    }).toString();
    return follow(url.href);
  }

  /** Exchanges the code of the callback for tokens. */
  async function exchange(callback: URL, { state, nonce, verifier }: Transaction): Promise<Tokens> {
    return refusals(async () => {
      const parameters = oauth.validateAuthResponse(server, client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirectUri,
        verifier,
        options(),
      );
      const skewed = { ...client, [oauth.clockSkew]: skewOf(response) };
      const checks = { expectedNonce: nonce, requireIdToken: true };
      return tokensOf(await oauth.processAuthorizationCodeResponse(server, skewed, response, checks));
    });
  }

  return {
    newTransaction: (): Transaction => ({
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    }),

    /** Opens a sign-in step at the provider and returns its id. It asks for a password even if a session is open there. */
    async begin(transaction: Transaction): Promise<string> {
      const uid = (await authorize(transaction, 'login')).searchParams.get('uid');
      if (!uid) throw new Error('The provider opened no sign-in step');
      return uid;
    },

    exchange,
    follow,

    /**
     * Gets new tokens from the provider's own session, without a prompt: a renewal whose answer was lost has spent its
     * refresh token, which must not cost the user a sign-in.
     */
    async signInSilently(): Promise<Tokens> {
      const transaction = this.newTransaction();
      return exchange(await authorize(transaction, 'none'), transaction);
    },
  };
}

function tokensOf(response: oauth.TokenEndpointResponse): Tokens {
  const claims = oauth.getValidatedIdTokenClaims(response);
  return tokensFrom(response, claims);
}

/** Seconds by which this device's clock is behind the server's, so that a wrong clock does not invalidate tokens. */
function skewOf(response: Response): number {
  const there = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(there) ? 0 : Math.round((there - Date.now()) / 1000);
}

/** A refusal in OAuth's own words is final; an answer of the network or a broken server is not. */
async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefused =
      error instanceof oauth.AuthorizationResponseError ||
      (error instanceof oauth.ResponseBodyError && error.status < 429);
    throw isRefused ? new RefusedError(error.message, { cause: error }) : error;
  }
}
