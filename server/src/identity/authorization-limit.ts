import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { fingerprint, networkOf } from '../http/address.ts';
import { sendProblem } from '../http/errors.ts';
import { countHit } from '../http/limits.ts';
import { PROVIDER_PATH } from './provider.ts';

/** Sign-ins that one address may begin in a minute: more than a school's whole staff behind one. */
export const AUTHORIZATIONS = 300;

/**
 * Bounds how many sign-ins an address begins. Each is a row that waits half an hour, made for whoever asks. A program
 * gets a problem with Retry-After, a person the sign-in page that says so.
 */
export function limitAuthorizations(app: FastifyInstance, system: Pool): void {
  app.addHook('onRequest', async (request, reply) => {
    // the provider reads addresses in either case, and with a slash at the end
    const path = request.url.split('?')[0]?.toLowerCase().replace(/\/+$/, '');
    if (path !== `${PROVIDER_PATH}/auth`) return;
    const key = `${path}:${fingerprint(networkOf(request.ip))}`;
    const { hits, retryAfter } = await countHit(system, key, 60);
    if (hits <= AUTHORIZATIONS) return;
    const isPerson = request.headers.accept?.includes('text/html') ?? false;
    if (isPerson) return reply.redirect('/login?notice=rate_limited', 303);
    return sendProblem(reply, 'rate_limited', { retry_after: retryAfter });
  });
}
