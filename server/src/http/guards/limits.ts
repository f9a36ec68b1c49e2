import type { Endpoint } from '@vpisnik/contract/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '../../errors.ts';
import { fingerprint, networksOf } from './address.ts';

/**
 * Counts a hit and tells how many there were in the present window, over all processes.
 *
 * @param key names the limit
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

/**
 * Counts a call of an address in the present minute, in each network around the address.
 *
 * @param what the path called
 * @param most calls of one visitor in a minute
 * @returns seconds to wait when one of the networks has made too many
 */
export async function countCall(
  system: Pool,
  what: string,
  address: string,
  most: number,
): Promise<number | undefined> {
  const networks = networksOf(address);
  const keys = networks.map(({ network }) => `${what}:${fingerprint(network)}`);
  const { rows } = await system.query<{ key: string; hits: number; retry_after: number }>({
    name: 'count_call',
    text: `insert into rate_limits as r (key, hits, expires_at)
      select key, 1, now() + interval '1 minute' from unnest($1::text[]) as key order by key
      on conflict (key) do update set
        hits = case when r.expires_at < now() then 1 else r.hits + 1 end,
        expires_at = case when r.expires_at < now() then excluded.expires_at else r.expires_at end
      returning key, hits, greatest(1, ceil(extract(epoch from expires_at - now())))::integer as retry_after`,
    values: [keys],
  });
  const waits = rows
    .filter(({ key, hits }) => hits > most * (networks[keys.indexOf(key)]?.visitors ?? 1))
    .map(({ retry_after }) => retry_after);
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Refuses a call once its address has made more of them in a minute than the endpoint allows. */
export function addressLimit(system: Pool, endpoint: Endpoint) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (endpoint.perMinute === undefined) return;
    const retry_after = await countCall(system, endpoint.path, request.ip, endpoint.perMinute);
    if (retry_after !== undefined) throw new AppError('rate_limited', { retry_after });
  };
}
