import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { type Browser, openBrowser } from '../../../test/outside/browser.ts';
import { installationOf } from '../../installation/state.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});

afterAll(() => app.close());

type Tokens = { access_token: string; id_token: string; refresh_token?: string; error?: string };

function send(browser: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return browser.fetch('/api/auth/session', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: app.origin, ...headers },
  });
}

const renew = (browser: Browser) => send(browser, { grant_type: 'refresh_token' });

const end = (browser: Browser, origin = app.origin) =>
  browser.fetch('/api/auth/session', { method: 'DELETE', headers: { origin } });

async function signIn(options: Parameters<typeof app.createAccount>[0] = {}) {
  const { email } = await app.createAccount(options);
  const { browser, checks, callback } = await app.authorize(email);
  const answer = await send(browser, {
    grant_type: 'authorization_code',
    client_id: 'vpisnik-web',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: checks.pkceCodeVerifier,
    redirect_uri: `${app.origin}/auth/callback`,
  });
  return { browser, answer, tokens: (await answer.json()) as Tokens };
}

describe('the token endpoint of the web app', () => {
  it('exchanges a code, and keeps the refresh token where no script can read it', async () => {
    const { browser, answer, tokens } = await signIn();
    expect(answer.status).toBe(200);
    expect(tokens.access_token).toBeTruthy();
    expect(tokens.id_token).toBeTruthy();
    expect(tokens).not.toHaveProperty('refresh_token');
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('vpisnik_refresh='));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(browser.cookies.get('vpisnik_signed_in')).toBe('1');
  });

  it('binds its cookies to the host under HTTPS', async () => {
    const secure = await app.start({ publicUrl: 'https://vpisnik.test' });
    const query = new URLSearchParams({
      client_id: 'vpisnik-web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://vpisnik.test/auth/callback',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const answer = await fetch(`${secure.address}/oidc/auth?${query}`, { redirect: 'manual' });
    const lines = answer.headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-vpisnik_.*; path=\/;|^__Secure-vpisnik_resume/);
      expect(line).toMatch(/; secure; httponly/i);
    }
  });

  it('renews by the cookie, which changes each time', async () => {
    const { browser } = await signIn();
    const before = browser.cookies.get('vpisnik_refresh');
    const answer = await renew(browser);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    expect(browser.cookies.get('vpisnik_refresh')).not.toBe(before);
  });

  it('goes on while the installation is read-only: people sign in, stay signed in and sign out', async () => {
    const change = async (statement: string) => {
      await app.system.query(statement);
      await installationOf(app.system).renew();
    };
    await change(`insert into installation_settings (read_only, changed_by) values (true, 'Ana')`);
    onTestFinished(() => change('delete from installation_settings'));
    const { browser, answer } = await signIn();
    expect(answer.status).toBe(200);
    const renewed = await renew(browser);
    expect(renewed.status).toBe(200);
    const { access_token } = (await renewed.json()) as Tokens;
    const written = await browser.fetch('/api/users/me', {
      method: 'PATCH',
      body: JSON.stringify({ name: 'Ana' }),
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    });
    expect(await written.json()).toMatchObject({ code: 'read_only' });
    expect((await end(browser)).status).toBe(204);
  });

  it('leaves the cookie alone when a race is lost, for it may be the winner’s', async () => {
    const { browser } = await signIn();
    const late = openBrowser(app.origin);
    for (const [name, value] of browser.cookies) late.cookies.set(name, value);
    await renew(browser);
    const answer = await renew(late);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await renew(browser)).status).toBe(200);
  });

  it('signs out: the token is revoked, the provider session ends and the cookies go', async () => {
    const { browser } = await signIn();
    const stolen = openBrowser(app.origin);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    expect((await end(browser)).status).toBe(204);
    expect(browser.cookies.has('vpisnik_refresh')).toBe(false);
    expect([...browser.cookies.keys()].filter((name) => !/interaction|device/.test(name))).toEqual([]);
    expect((await renew(stolen)).status).toBe(400);
    // the provider's session is gone as well, also for a copy of its cookie
    const { stop } = await app.begin(stolen, { prompt: 'none' });
    expect(stop.searchParams.get('error')).toBe('login_required');
    expect((await end(browser)).status).toBe(204);
  });

  it.each([
    ['no cookie', { grant_type: 'refresh_token' }],
    ['no code', { grant_type: 'authorization_code' }],
    ['another grant', { grant_type: 'client_credentials' }],
    ['nothing', {}],
  ])('refuses %s', async (_case, fields) => {
    const answer = await send(openBrowser(app.origin), fields as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'invalid_grant' });
  });

  it('refuses forgery', async () => {
    const { browser } = await signIn();
    const renewal = { grant_type: 'refresh_token' };
    expect((await send(browser, renewal, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await send(browser, renewal, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await end(browser, 'https://evil.test')).status).toBe(403);
    expect((await renew(browser)).status).toBe(200);
  });
});

it.each(['{}', '{"grant_type":"refresh_token"}', '[["grant_type","refresh_token"]]', '"text"'])(
  'no grant is the JSON body %s',
  async (body) => {
    const { browser } = await signIn();
    const headers = { origin: app.origin, 'content-type': 'application/json' };
    const answer = await browser.fetch('/api/auth/session', { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }]);
  },
);

describe('what comes along with a renewal', () => {
  const renewAsking = (browser: Browser, urls: string[], more: Record<string, string> = {}) => {
    const fields = new URLSearchParams({ grant_type: 'refresh_token', ...more });
    for (const url of urls) fields.append('get', url);
    return browser.fetch('/api/auth/session', {
      method: 'POST',
      body: fields,
      headers: { origin: app.origin },
    });
  };
  type Answered = Tokens & { answers: { url: string; body: string }[] };

  it('are the answers that the API gives with the new token, and nothing of it may be kept', async () => {
    const { browser } = await signIn();
    const answer = await renewAsking(browser, ['/users/me', '/groups?limit=1&with_total=true']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { answers, access_token } = (await answer.json()) as Answered;
    expect(answers.map(({ url }) => url)).toEqual(['/users/me', '/groups?limit=1&with_total=true']);
    for (const { url, body } of answers) {
      const own = await browser.fetch(`/api${url}`, { headers: { authorization: `Bearer ${access_token}` } });
      expect(JSON.parse(body)).toEqual(await own.json());
    }
  });

  it('leaves out what is refused, not offered, no address of the API, or too much', async () => {
    const { browser } = await signIn();
    const refused = [
      '/organizations',
      '/nothing',
      '/groups?limit=x',
      '/groups/0199a000-0000-7000-8000-000000000001',
      '/groups/..',
      '/../health',
      '//evil.test/users/me',
      'https://evil.test/',
      `/groups?search=${'x'.repeat(1_000)}`,
      '',
    ];
    const none = (await (await renewAsking(browser, refused)).json()) as Answered;
    expect(none.access_token).toBeTruthy();
    expect(none.answers).toEqual([]);
    const many = Array.from({ length: 30 }, (_, at) => `/groups?limit=${at + 1}`);
    expect(((await (await renewAsking(browser, many)).json()) as Answered).answers).toHaveLength(12);
  });

  it('is for the own organisation, whichever is named', async () => {
    const { browser } = await signIn();
    const { answers } = (await (
      await renewAsking(browser, ['/groups?limit=1', '/users/me'], {
        organization: '0199a000-0000-7000-8000-000000000009',
      })
    ).json()) as Answered;
    expect(answers.map(({ url }) => url)).toEqual(['/users/me']);
  });

  it('is for the organisation that a platform ADMIN acts for', async () => {
    const { browser } = await signIn({ admin: true });
    const asked = ['/organizations/me', '/groups?limit=1'];
    const answer = await renewAsking(browser, asked, { organization: app.organizationId });
    const { answers } = (await answer.json()) as Answered;
    expect(answers.map(({ url }) => url)).toEqual(asked);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ id: app.organizationId });
  });

  it('is nothing for anybody who has no session', async () => {
    const answer = await renewAsking(openBrowser(app.origin), ['/users/me']);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'invalid_grant' });
  });
});
