import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

/**
 * A hook that refuses what doesn't come from our own pages. Browsers send `Origin` with every writing request and no
 * page can forge it, so a call that lives by cookies needs nothing else against forgery.
 */
export function sameOriginOnly(publicUrl: string) {
  const { origin } = new URL(publicUrl);
  return async (request: FastifyRequest): Promise<void> => {
    const site = request.headers['sec-fetch-site'];
    const isOurs = request.headers.origin === origin && (site === undefined || site === 'same-origin');
    if (!isOurs) throw new AppError('forbidden', {}, 'not from a page of this application');
  };
}

/**
 * A hook for calls that read no cookie, and that programs may make too: whatever says that it comes from another site's
 * page is refused.
 */
export function notFromElsewhere(publicUrl: string) {
  const ours = sameOriginOnly(publicUrl);
  return async (request: FastifyRequest): Promise<void> => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined || (site !== undefined && site !== 'none')) await ours(request);
  };
}
