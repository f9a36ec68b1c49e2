import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Configuration, type FindAccount, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { findSignedIn } from '../accounts/accounts.ts';
import { recordSignIn } from '../accounts/sign-ins.ts';
import type { IdentityKeys } from '../keys/keys.ts';
import { createAdapter } from './adapter.ts';

/** Client id of our own web app. */
export const CLIENT_ID = 'vpisnik-web';
/** Audience of access tokens: the API. */
export const AUDIENCE = 'urn:vpisnik:api';
/** Where the provider is mounted. */
export const PROVIDER_PATH = '/oidc';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Seconds an access token is good for. */
const ACCESS_TOKEN = 5 * MINUTE;
/** Seconds without any use after which a device is signed out. */
export const IDLE = 14 * DAY;
/** Seconds after which a device is signed out in any case. */
export const ABSOLUTE = 90 * DAY;

const scopes = 'openid email profile offline_access';

/** The issuer that tokens name, for a public address. */
export function issuerOf(publicUrl: string): string {
  return new URL(PROVIDER_PATH, publicUrl).href;
}

/** Whether cookies can be bound to this host and to HTTPS. */
export function isSecure(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}

/**
 * The name of a cookie. Under HTTPS no other host, not even a subdomain, can plant one with the prefix `__Host-`, which
 * needs the path `/`; a cookie of another path gets the weaker `__Secure-`.
 */
export function cookieName(
  publicUrl: string,
  name: string,
  prefix: '__Host-' | '__Secure-' = '__Host-',
): string {
  return `${isSecure(publicUrl) ? prefix : ''}vpisnik_${name}`;
}

/** Dependencies of the provider. */
export interface ProviderOptions {
  publicUrl: string;
  keys: IdentityKeys;
  system: Pool;
  log: FastifyBaseLogger;
}

/**
 * The OpenID provider: authorization code with PKCE for our own web app, JWT access tokens for the API, rotating
 * refresh tokens. It keeps no state of its own, so any process can answer any request.
 */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(issuerOf(options.publicUrl), configuration(options));
  // the mount states scheme, host and address itself, from PUBLIC_URL and Fastify's TRUST_PROXY
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    const isSignedOut = ctx.oidc?.route === 'end_session_confirm' && ctx.status === 303;
    if (isSignedOut) await endGrants(options.system, ctx.oidc.session);
  });
  provider.on('server_error', (_ctx, error) => options.log.error(error, 'The OpenID provider failed'));
  return provider;
}

function configuration({ publicUrl, keys, system }: ProviderOptions): Configuration {
  const at = (path: string) => new URL(path, publicUrl).href;
  const cookie = {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    signed: true,
    secure: isSecure(publicUrl),
  } as const;

  return {
    adapter: createAdapter(system),
    jwks: { keys: keys.signing },
    findAccount: accountFinder(system),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: keys.clientSecret,
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // a code in a fragment or a form would get into scripts and pages that have no business with it
        response_modes: ['query'],
        redirect_uris: [at('/auth/callback')],
        post_logout_redirect_uris: [at('/login?notice=signed_out')],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // pages never call the provider themselves, not even ours
    clientBasedCORS: () => false,
    scopes: scopes.split(' '),
    // claims come with the ID token; there is no userinfo endpoint to fetch them from
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'user_id', 'organization_id', 'role'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    interactions: { url: (_ctx, interaction) => `/login?uid=${interaction.uid}` },
    cookies: {
      keys: keys.cookies,
      names: {
        session: cookieName(publicUrl, 'session'),
        interaction: cookieName(publicUrl, 'interaction'),
        // the provider ties it to the path of the step
        resume: cookieName(publicUrl, 'resume', '__Secure-'),
      },
      short: cookie,
      long: cookie,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource: toLogin },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    // so that a sign-in can be named, and be over at once when it is ended
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { sign_in: token.grantId } : undefined),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // renewals may go on past the session's own end; signing out ends them all the same, see endGrants
    expiresWithSession: () => false,
    rotateRefreshToken: () => true,
    loadExistingGrant: grantLoader(system),
    ttl: {
      AccessToken: ACCESS_TOKEN,
      IdToken: ACCESS_TOKEN,
      AuthorizationCode: MINUTE,
      Interaction: 30 * MINUTE,
      Session: IDLE,
      // renewals need the grant, so it lives as long as they may go on
      Grant: ABSOLUTE,
      RefreshToken: (_ctx, token) => {
        const now = Math.floor(Date.now() / 1000);
        return Math.max(1, Math.min(IDLE, (token.iiat ?? now) + ABSOLUTE - now));
      },
    },
    renderError: (ctx, out) => {
      if (ctx.accepts('json', 'html') === 'html') ctx.redirect('/login?notice=sign_in_failed');
      else ctx.body = out;
    },
  };
}

/** Claims by the names that the web app reads; the first paint uses them, decisions come from the database. */
function accountFinder(system: Pool): FindAccount {
  return async (_ctx, id) => {
    const account = await findSignedIn(system, id);
    if (!account) return undefined;
    return {
      accountId: account.id,
      claims: () => ({
        sub: account.id,
        user_id: account.id,
        name: account.name,
        preferred_username: account.email,
        email: account.email,
        email_verified: true,
        role: account.role,
        ...(account.organization_id === null ? {} : { organization_id: account.organization_id }),
      }),
    };
  };
}

/** Grants our own web app its scopes without consent; a new grant is a new sign-in, which is recorded. */
function grantLoader(system: Pool) {
  return async (ctx: KoaContextWithOIDC) => {
    const { session, client, provider } = ctx.oidc;
    if (!session?.accountId || !client) return undefined;
    const { accountId } = session;
    const id = session.grantIdFor(client.clientId);
    const found = id ? await provider.Grant.find(id) : undefined;
    const known = found?.accountId === accountId ? found : undefined;
    const grant = known ?? new provider.Grant({ clientId: client.clientId, accountId });
    grant.addOIDCScope(scopes);
    grant.addResourceScope(AUDIENCE, scopes);
    const grantId = await grant.save();
    if (!known) await recordSignIn(system, { accountId, grantId, userAgent: ctx.get('user-agent') });
    return grant;
  };
}

/** Signing out of the provider takes with it every token that the session ever led to. */
export async function endGrants(system: Pool, session: KoaContextWithOIDC['oidc']['session']): Promise<void> {
  const grants = Object.values(session?.authorizations ?? {}).map(({ grantId }) => grantId);
  await system.query(
    `delete from oidc_payloads where grant_id = any ($1) or (model = 'Grant' and id = any ($1))`,
    [grants],
  );
}

/** Our own page signs out at once; a link from elsewhere must be confirmed, or any site could sign people out. */
function logoutSource(ctx: KoaContextWithOIDC, form: string): void {
  const nonce = randomBytes(16).toString('base64');
  const isOurs = ctx.get('sec-fetch-site') === 'same-origin';
  const script = isOurs
    ? `<script nonce="${nonce}">document.getElementById('op.logoutForm').submit()</script>`
    : '';
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  const confirmed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
  ctx.body = `<!doctype html><html lang="sl"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Odjava · Sign out</title>
${confirmed}<button type="submit" form="op.logoutForm">Odjava · Sign out</button>${script}</html>`;
}

function toLogin(ctx: KoaContextWithOIDC): void {
  ctx.redirect('/login');
}
