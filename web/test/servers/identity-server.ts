/** The network with our server behind it, as far as the session is concerned. */
export type IdentityServer = ReturnType<typeof createIdentityServer>;

type Answer = { status?: number; json?: object; url?: string };

const json = ({ status = 200, json: body, url }: Answer) => {
  const response = new Response(status === 204 ? null : JSON.stringify(body ?? {}), {
    status,
    headers: { 'content-type': body && 'code' in body ? 'application/problem+json' : 'application/json' },
  });
  // where redirects ended; a constructed response has none
  if (url) Object.defineProperty(response, 'url', { value: url });
  return response;
};

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned ID token: what comes straight from the token endpoint is trusted for where it comes from. */
function idToken(claims: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: `${origin}/oidc`,
    aud: 'vpisnik-web',
    sub: 'account-1',
    iat: now,
    exp: now + 300,
    ...claims,
  };
  return `${encode({ alg: 'ES256' })}.${encode(all)}.${Buffer.from('signature').toString('base64url')}`;
}

export const origin = 'http://vpisnik.test';

/** Answers requests like the server does; every property may be changed to let something go wrong. */
export function createIdentityServer() {
  const server = {
    /** Requests by method and path, in their order. */
    requests: [] as { name: string; headers: Headers; body: string }[],
    /** No answer at all to calls of this kind. */
    offline: false,
    /** This address has begun too many sign-ins. */
    isBusy: false,
    /** Whether the refresh cookie is good, and whether the provider still knows the browser. */
    canRenew: true,
    knowsPerson: false,
    /** The status with which the session's own endpoint fails. */
    failure: undefined as number | undefined,
    hasCookie: true,
    expiresIn: 300,
    claims: {
      user_id: 'account-1',
      name: 'Žiga Čuk',
      role: 'GROUP_ADMIN',
      organization_id: 'organization-1',
    } as Record<string, unknown>,
    issued: 0,
    /** The only access token that the API takes; the latest by default. */
    accepted: undefined as string | undefined,
    inactive: false,
    /** Sign-out address of a hosted provider. */
    signOutUrl: undefined as string | undefined,
    /** The organisation was deactivated. */
    disabled: false,
    /** The account's list columns. */
    listColumns: {},
    /** An administrator demands a new password. */
    passwordDue: false,
    /** Answers of the sign-in step, one after another; then it lets in. */
    refusals: [] as { status: number; json: object }[],
    nonce: '',
    state: '',

    count: (name: string) => server.requests.filter((request) => request.name === name).length,

    fetch: async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(String(input), origin);
      const name = `${init.method ?? 'GET'} ${url.pathname}`;
      const headers = new Headers(init.headers);
      server.requests.push({ name, headers, body: String(init.body ?? '') });
      await Promise.resolve();
      if (server.offline) throw new TypeError('Failed to fetch');
      return json(server.answer(name, url, headers, new URLSearchParams(String(init.body ?? ''))));
    },

    answer(name: string, url: URL, headers: Headers, form: URLSearchParams): Answer {
      if (name === 'GET /oidc/auth') {
        if (server.isBusy) return { status: 429, json: { code: 'rate_limited', retry_after: 40 } };
        return server.authorize(url);
      }
      if (name === 'GET /oidc/auth/step') return { url: server.callback('code') };
      if (name === 'DELETE /api/auth/session') {
        if (server.failure) return { status: server.failure };
        server.hasCookie = false;
        return server.signOutUrl ? { json: { redirect_to: server.signOutUrl } } : { status: 204 };
      }
      if (name === 'POST /api/auth/session') {
        if (server.failure) return { status: server.failure, json: { error: 'server_error' } };
        const isRefused = form.get('grant_type') === 'refresh_token' && !server.canRenew;
        return isRefused ? { status: 400, json: { error: 'invalid_grant' } } : server.issue();
      }
      if (name.startsWith('POST /api/auth/interactions/')) {
        return server.refusals.shift() ?? { json: { redirect_to: `${origin}/oidc/auth/step` } };
      }
      if (server.inactive) return { status: 401, json: { code: 'account_inactive' } };
      const accepted = server.accepted ?? `access-${server.issued}`;
      const isKnown = headers.get('authorization') === `Bearer ${accepted}`;
      if (!isKnown) return { status: 401, json: { code: 'unauthorized' } };
      if (name === 'GET /api/users/me') return { json: { list_columns: server.listColumns } };
      if (server.passwordDue) return { status: 403, json: { code: 'password_change_required' } };
      if (name === 'GET /api/organizations/me')
        return { json: { id: 'organization-1', active: !server.disabled } };
      return server.disabled ? { status: 403, json: { code: 'organization_disabled' } } : {};
    },

    authorize(url: URL): Answer {
      server.nonce = url.searchParams.get('nonce') ?? '';
      server.state = url.searchParams.get('state') ?? '';
      if (url.searchParams.get('prompt') === 'login')
        return { url: `${origin}/login?uid=step-${server.requests.length}` };
      return { url: server.callback(server.knowsPerson ? 'code' : 'error') };
    },

    /** The address that the provider comes back to. */
    callback(kind: 'code' | 'error'): string {
      const query = {
        state: server.state,
        iss: `${origin}/oidc`,
        [kind]: kind === 'code' ? 'abc' : 'login_required',
      };
      return `${origin}/auth/callback?${new URLSearchParams(query)}`;
    },

    issue(): Answer {
      server.issued += 1;
      server.hasCookie = true;
      const claims = { ...server.claims, ...(server.nonce && { nonce: server.nonce }) };
      return {
        json: {
          access_token: `access-${server.issued}`,
          id_token: idToken(claims),
          token_type: 'Bearer',
          expires_in: server.expiresIn,
        },
      };
    },
  };
  return server;
}
