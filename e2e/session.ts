import { createHash, randomBytes } from 'node:crypto';
import type { APIResponse, BrowserContext } from '@playwright/test';
import { here } from './places.ts';

/** The password of every account of the demo. */
export const demoPassword = 'Vpisnik-2026!';

/** The headers with which an account calls the API. */
export type ApiHeaders = { authorization: string };

const sessions = new WeakMap<BrowserContext, ApiHeaders>();

/**
 * Gives a browser the session of an account, by the calls that the form of `/login` makes. It loads no page.
 *
 * @throws with the server's answer when it refuses
 */
export async function beginSession(context: BrowserContext, email: string): Promise<ApiHeaders> {
  const { request } = context;
  const { address } = here();
  const secret = () => randomBytes(32).toString('base64url');
  const verifier = secret();
  const redirect_uri = `${address}/auth/callback`;
  const asked = new URLSearchParams({
    client_id: 'vpisnik-web',
    response_type: 'code',
    redirect_uri,
    scope: 'openid email profile',
    state: secret(),
    nonce: secret(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'login',
  });
  const headers = { origin: address, 'sec-fetch-site': 'same-origin' };
  const begun = await answered(await request.get(`${address}/oidc/auth?${asked}`));
  const step = new URL(begun.url()).searchParams.get('uid') ?? '';
  const credentials = { email, password: demoPassword };
  const entered = await answered(
    await request.post(`${address}/api/auth/interactions/${step}`, { headers, data: credentials }),
  );
  const { redirect_to } = (await entered.json()) as { redirect_to: string };
  const back = await answered(await request.get(redirect_to));
  const code = new URL(back.url()).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
  const exchanged = await answered(await request.post(`${address}/api/auth/session`, { headers, form }));
  const { access_token } = (await exchanged.json()) as { access_token: string };
  const own = { authorization: `Bearer ${access_token}` };
  sessions.set(context, own);
  return own;
}

/** What `beginSession` gave this browser. */
export function sessionOf(context: BrowserContext): ApiHeaders {
  const own = sessions.get(context);
  if (!own) throw new Error('This browser has no session');
  return own;
}

async function answered(response: APIResponse): Promise<APIResponse> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response;
}
