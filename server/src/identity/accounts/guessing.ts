import type { Pool } from 'pg';
import { fingerprint, networkOf, networksOf } from '../../http/guards/address.ts';

/** Free attempts, after which each further one doubles the wait. */
interface Allowance {
  free: number;
}

/** How long all attempts count from the last one, in seconds. */
const HOUR = 3600;
/** The longest wait between two attempts, in seconds. */
const LONGEST = 900;

/** Mistyping happens; after that every attempt on this account from this address waits twice as long. */
const perAccount: Allowance = { free: 5 };
/** Attempts that each visitor's worth of a network has: a whole school may sit behind one address. */
const perVisitor = 100;
/** Attempts on one account from everywhere, after which a browser that is not known must show that it reads the mail. */
const everywhere = 50;

/** Origin of an attempt: the network address, and the token of a known browser. */
export interface Guesser {
  email: string;
  address: string;
  /** Undefined for a browser that the account has not signed in with. */
  device?: string | undefined;
}

/** Why an attempt must not be made now: seconds to wait, or a browser to be confirmed by mail first. */
export type Obstacle = { seconds: number } | { confirm: true };

/** Limits on guessing, kept in the database and so shared by all processes. */
export interface Guessing {
  /** Counts an attempt before it is made; answers what stands in its way. */
  attempt(guesser: Guesser): Promise<Obstacle | undefined>;
  /**
   * Uncounts the successful attempt. Failures stay until an hour passes without attempts; otherwise each sign-in of the
   * owner would allow five more guesses on a device that others use too.
   */
  succeeded(guesser: Guesser): Promise<void>;
}

/**
 * Growing delay per account and address, so that neither many guesses nor many accounts help. Many addresses don't
 * either: beyond a number of attempts from everywhere, unknown browsers need a mailed link. A known browser has a count
 * of its own, so that strangers can't lock the owner out.
 */
export function createGuessing(system: Pool): Guessing {
  const keys = ({ email, address, device }: Guesser) => ({
    account: `sign-in:${fingerprint(device ? `${email} device ${device}` : `${email} ${networkOf(address)}`)}`,
    networks: networksOf(address).map(({ network, visitors }) => ({
      key: `sign-in:${fingerprint(network)}`,
      free: perVisitor * visitors,
    })),
    everywhere: `sign-in:${fingerprint(`${email} everywhere`)}`,
  });

  return {
    async attempt(guesser) {
      const key = keys(guesser);
      const counted = [{ key: key.account, ...perAccount }, ...(guesser.device ? [] : key.networks)];
      for (const { key: one, free } of counted) {
        const seconds = await count(system, one, { free });
        if (seconds !== undefined) return { seconds };
      }
      if (guesser.device) return undefined;
      return (await total(system, key.everywhere)) > everywhere ? { confirm: true } : undefined;
    },
    async succeeded(guesser) {
      const key = keys(guesser);
      const shared = guesser.device ? [] : [...key.networks.map((one) => one.key), key.everywhere];
      await system.query(
        `update rate_limits r set hits = greatest(r.hits - 1, 0)
         from (select key from rate_limits where key = any ($1) order by key for update) as counted
         where r.key = counted.key`,
        [[key.account, ...shared]],
      );
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

/** Counts, and tells how many there were until an hour passed without any. */
async function total(system: Pool, key: string): Promise<number> {
  const { rows } = await system.query<{ hits: number }>(
    `insert into rate_limits as r (key, hits, expires_at)
     values ($1, 1, clock_timestamp() + make_interval(secs => $2))
     on conflict (key) do update set
       hits = case when r.expires_at < clock_timestamp() then 1 else r.hits + 1 end,
       expires_at = excluded.expires_at
     returning hits`,
    [key, HOUR],
  );
  return rows[0]?.hits ?? 1;
}
