import type { Endpoint } from '@vpisnik/contract/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import { fingerprint, networkOf } from './address.ts';

/**
 * Counts a hit and tells how many there were in the present window, over all processes.
 *
 * @param key what is limited
 * @param seconds length of the window
 */
export async function countHit(
  system: Pool,
  key: string,
  seconds: number,
): Promise<{ hits: number; retryAfter: number }> {
  const { rows } = await system.query<{ hits: number; retry_after: number }>({
    name: 'count_hit',
    text: `insert into rate_limits as r (key, hits, expires_at) values ($1, 1, now() + make_interval(secs => $2))
      on conflict (key) do update set
        hits = case when r.expires_at < now() then 1 else r.hits + 1 end,
        expires_at = case when r.expires_at < now() then excluded.expires_at else r.expires_at end
      returning hits, greatest(1, ceil(extract(epoch from expires_at - now())))::integer as retry_after`,
    values: [key, seconds],
  });
  return { hits: rows[0]?.hits ?? 1, retryAfter: rows[0]?.retry_after ?? seconds };
}

/** Refuses a call once its address has made more of them in a minute than the endpoint allows. */
export function addressLimit(system: Pool, endpoint: Endpoint) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const key = `${endpoint.path}:${fingerprint(networkOf(request.ip))}`;
    const { hits, retryAfter } = await countHit(system, key, 60);
    if (hits > (endpoint.perMinute ?? Number.POSITIVE_INFINITY))
      throw new AppError('rate_limited', { retry_after: retryAfter });
  };
}
