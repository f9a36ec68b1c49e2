import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { sendProblem } from '../../http/errors.ts';
import { countCall } from '../../http/guards/limits.ts';
import { pathOf, withoutTrailingSlashes } from '../../http/paths.ts';
import { PROVIDER_PATH } from './provider.ts';

/** Sign-ins that one address may begin in a minute: more than a school's whole staff behind one. */
export const AUTHORIZATIONS = 300;

/**
 * A hook of the provider's route that bounds how many sign-ins an address begins: each leaves a row that waits half an
 * hour. A program gets a problem with Retry-After, a person the sign-in page with a notice.
 */
export function limitAuthorizations(system: Pool) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // the provider reads addresses in either case, and with a slash at the end
    const path = withoutTrailingSlashes(pathOf(request)).toLowerCase();
    if (path !== `${PROVIDER_PATH}/auth`) return;
    const retry_after = await countCall(system, path, request.ip, AUTHORIZATIONS);
    if (retry_after === undefined) return;
    const isPerson = request.headers.accept?.includes('text/html') ?? false;
    if (isPerson) return reply.redirect('/login?notice=rate_limited', 303);
    return sendProblem(reply, 'rate_limited', { retry_after });
  };
}
