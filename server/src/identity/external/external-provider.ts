import * as openid from 'openid-client';
import type { Env } from '../../env.ts';

/** Path of the callback; it must be registered at the hosted provider. */
export const CALLBACK_PATH = '/api/auth/external/callback';

const HOUR_MS = 3_600_000;
/** Seconds that the hosted provider may take for an answer, well below what browsers wait. */
const PATIENCE = 10;

/** Values that the hosted provider's answer is checked against. */
export interface ExternalChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** An account's identity at the hosted provider. */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider says that the address is theirs. */
  email_verified: boolean;
  idToken: string;
}

/** A hosted OpenID provider as seen by us, its client. */
export interface ExternalProvider {
  /** A new request for signing in, and what its answer is checked against. */
  begin(): Promise<{ url: URL; checks: ExternalChecks }>;
  /** Exchanges the callback's code. Throws when the answer is a refusal or does not match. */
  finish(callback: URL, checks: ExternalChecks): Promise<ExternalIdentity>;
  /** URL that signs the browser out at the provider; undefined if it has none. */
  signOutUrl(idToken: string): Promise<URL | undefined>;
}

/** The hosted provider of the configuration. It is discovered when first needed, so that we start without it. */
export function createExternalProvider(
  { issuer, clientId, clientSecret }: NonNullable<Env['oidc']>,
  publicUrl: string,
): ExternalProvider {
  let known: { until: number; configuration: Promise<openid.Configuration> } | undefined;

  async function discover(): Promise<openid.Configuration> {
    const server = new URL(issuer);
    const insecure = server.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    const metadata = { [openid.clockTolerance]: 30 };
    const options = { execute: insecure, timeout: PATIENCE };
    return await openid.discovery(server, clientId, metadata, authenticate(clientSecret), options);
  }

  function configured(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.configuration;
    const fresh = { until: Date.now() + HOUR_MS, configuration: discover() };
    known = fresh;
    fresh.configuration.catch(() => {
      if (known === fresh) known = undefined;
    });
    return fresh.configuration;
  }

  return {
    async begin() {
      const checks = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(await configured(), {
        redirect_uri: new URL(CALLBACK_PATH, publicUrl).href,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url, checks };
    },

    async finish(callback, { state, nonce, verifier }) {
      const configuration = await configured();
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new Error('The hosted provider answered without an ID token');
      const { iss: issuer, sub: subject } = claims;
      return { issuer, subject, idToken: tokens.id_token, ...(await emailOf(configuration, tokens, claims)) };
    },

    async signOutUrl(idToken) {
      const configuration = await configured();
      if (!configuration.serverMetadata().end_session_endpoint) return undefined;
      return openid.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: new URL('/login?notice=signed_out', publicUrl).href,
      });
    },
  };
}

/** The secret goes the way that the provider takes it; where it doesn't say, the standard's default is Basic. */
function authenticate(secret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(secret);
  const post = openid.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? basic : post;
    return way(server, client, body, headers);
  };
}

/** The address and whether it is verified, always from one source: the ID token, else the userinfo endpoint. */
async function emailOf(
  configuration: openid.Configuration,
  { access_token }: openid.TokenEndpointResponse,
  claims: openid.IDToken,
): Promise<Pick<ExternalIdentity, 'email' | 'email_verified'>> {
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const isComplete = claims.email !== undefined || !hasUserInfo;
  const { email, email_verified } = isComplete
    ? claims
    : await openid.fetchUserInfo(configuration, access_token, claims.sub);
  return {
    email: typeof email === 'string' && email ? email : undefined,
    // some providers send every attribute as a text
    email_verified: email_verified === true || email_verified === 'true',
  };
}
