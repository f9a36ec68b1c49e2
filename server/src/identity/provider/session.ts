import type { Contract } from '@vpisnik/contract/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { sameOriginOnly } from '../../http/guards/same-origin.ts';
import type { ExternalSignOut } from '../external/external-sign-out.ts';
import { type Asked, firstAnswers, offeredBy } from './first-answers.ts';
import { stateOrigin } from './mount.ts';
import { CLIENT_ID, endGrants, PROVIDER_PATH } from './provider.ts';
import { sessionCookies } from './session-cookies.ts';

/** Dependencies of the token mediator. */
export interface SessionOptions {
  provider: Provider;
  system: Pool;
  publicUrl: string;
  clientSecret: string;
  /** The API's calls; a renewal may be answered with some of them. */
  contract: Contract;
  /** Signing out of a hosted provider, if there is one. */
  signOut?: ExternalSignOut | undefined;
}

interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  [name: string]: unknown;
}

const form = 'application/x-www-form-urlencoded';

/**
 * The web app's token endpoint. It adds the client's secret, and keeps the refresh token in a cookie that no script
 * can read; the page gets access and ID token only. `POST /api/auth/session` exchanges a code or renews,
 * `DELETE` revokes and ends the provider's session; with a hosted provider it answers 200 and `{ redirect_to }`, where the
 * browser signs out of that one too. A renewal may ask for what its page shows first (`get`, several times), so that
 * one way there and back brings all of it. See docs/decisions/007-refresh-token.md and 027-first-second.md.
 */
export async function tokenRoutes(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const { provider, system, publicUrl, clientSecret, contract, signOut } = options;
  const isOffered = offeredBy(contract);
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${clientSecret}`).toString('base64')}`;
  const kept = sessionCookies(publicUrl);

  /** Calls the provider inside this process, so that no proxy sees the secret. */
  const ask = (request: FastifyRequest, path: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: PROVIDER_PATH + path,
      remoteAddress: request.ip,
      headers: { authorization, 'content-type': form, 'x-request-id': request.id },
      payload: new URLSearchParams(fields).toString(),
    });

  await app.register(async (scope) => {
    scope.addHook('onRequest', sameOriginOnly(publicUrl));
    scope.removeContentTypeParser(form);
    scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: 10_000 }, (_request, text, done) =>
      done(null, new URLSearchParams(String(text))),
    );

    scope.post('/api/auth/session', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // a body of another type has no fields
      const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const fields = grantFields(Object.fromEntries(body), kept.read(request));
      if (!fields) return reply.code(400).send({ error: 'invalid_grant' });
      const answer = await ask(request, '/token', fields);
      if (answer.statusCode !== 200) {
        // the cookie stays: the refusal may come from a lost race, and the winner's cookie be here by now
        return reply.code(answer.statusCode).type('application/json').send(answer.body);
      }
      const { refresh_token: refreshToken, ...rest } = answer.json<TokenAnswer>();
      if (refreshToken) kept.write(reply, refreshToken);
      const asked = askedIn(body);
      if (asked.urls.length === 0) return rest;
      const answers = await firstAnswers(app, request, isOffered, rest.access_token, asked);
      return { ...rest, answers };
    });

    scope.delete('/api/auth/session', async (request, reply) => {
      const token = kept.read(request);
      if (token) {
        const answer = await ask(request, '/token/revocation', { token, token_type_hint: 'refresh_token' });
        if (answer.statusCode !== 200) request.log.warn({ status: answer.statusCode }, 'revocation failed');
      }
      stateOrigin(request, publicUrl);
      const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
      await endGrants(system, session);
      if (session.accountId) await session.destroy();
      kept.clear(reply);
      const redirectTo = await signOut?.end(request, reply);
      return redirectTo ? { redirect_to: redirectTo } : reply.code(204).send();
    });
  });
}

/** What the page asks for along with its session, and for which organisation. */
function askedIn(body: URLSearchParams): Asked {
  const organization = body.get('organization') ?? undefined;
  return { urls: body.getAll('get'), organization };
}

/** The two grants that the web app may use, with nothing but their own fields; undefined when something is missing. */
function grantFields(
  { grant_type, code, code_verifier, redirect_uri }: Record<string, string>,
  refreshToken: string | undefined,
): Record<string, string> | undefined {
  if (grant_type === 'refresh_token')
    return refreshToken ? { grant_type, refresh_token: refreshToken } : undefined;
  if (grant_type !== 'authorization_code' || !code || !code_verifier || !redirect_uri) return undefined;
  return { grant_type, code, code_verifier, redirect_uri };
}
