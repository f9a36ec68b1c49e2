import type { Pool } from 'pg';
import { fingerprint, networkOf } from '../http/address.ts';

/** How many attempts are free, and how long all attempts of an hour count, in seconds. */
interface Allowance {
  free: number;
}

const HOUR = 3600;
/** The longest wait between two attempts, in seconds. */
const LONGEST = 900;

/** Mistyping happens; after that every attempt on this account from this address waits twice as long. */
const perAccount: Allowance = { free: 5 };
/** A whole school may sit behind one address. */
const perAddress: Allowance = { free: 100 };

/** Limits on guessing, kept in the database and so shared by all processes. */
export interface Guessing {
  /** Counts an attempt before it is made; answers the seconds to wait when it must not be made. */
  attempt(email: string, address: string): Promise<number | undefined>;
  /** Forgets the failures of somebody who got in; from their address, this one attempt. */
  succeeded(email: string, address: string): Promise<void>;
}

/** Growing delay per account and address, so that neither many guesses nor many accounts help. */
export function createGuessing(system: Pool): Guessing {
  const keys = (email: string, address: string) => ({
    account: `sign-in:${fingerprint(`${email} ${networkOf(address)}`)}`,
    address: `sign-in:${fingerprint(networkOf(address))}`,
  });

  return {
    async attempt(email, address) {
      const key = keys(email, address);
      return (await count(system, key.account, perAccount)) ?? (await count(system, key.address, perAddress));
    },
    async succeeded(email, address) {
      const key = keys(email, address);
      await system.query('delete from rate_limits where key = $1', [key.account]);
      // else the people of a large office would wait for one another
      await system.query('update rate_limits set hits = greatest(hits - 1, 0) where key = $1', [key.address]);
    },
  };
}

/**
 * One statement counts and decides, so parallel attempts can't slip through: each waits for the row and then sees
 * the one before. The row lives an hour from the last attempt, which also tells when that was.
 */
async function count(system: Pool, key: string, { free }: Allowance): Promise<number | undefined> {
  const wait = `(case when r.hits < $3 then 0 else least(power(2, least(r.hits - $3, 20)), $4) end)`;
  const since = `extract(epoch from clock_timestamp() - (r.expires_at - make_interval(secs => $2)))`;
  const values = [key, HOUR, free, LONGEST];
  const { rowCount } = await system.query({
    text: `insert into rate_limits as r (key, hits, expires_at)
      values ($1, 1, clock_timestamp() + make_interval(secs => $2))
      on conflict (key) do update set
        hits = case when r.expires_at < clock_timestamp() then 1 else r.hits + 1 end,
        expires_at = clock_timestamp() + make_interval(secs => $2)
      where ${since} >= ${wait}`,
    values,
  });
  if (rowCount) return undefined;
  const { rows } = await system.query<{ seconds: number }>({
    text: `select ceil(${wait} - ${since})::integer as seconds from rate_limits r where key = $1 and $2 > 0`,
    values,
  });
  return Math.max(1, rows[0]?.seconds ?? 1);
}
