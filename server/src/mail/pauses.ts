import type pg from 'pg';
import { oneLine } from './safe-text.ts';

/** Stands for all domains: our own mail server is away. */
export const everywhere = '*';

/** Seconds of a domain's pauses: the first, doubled each time up to the longest. */
const lengths = { domain: { first: 30, longest: 15 * 60 }, everywhere: { first: 5, longest: 60 } };

/**
 * Sends no mail to a domain for a while. Tries that were under way when a pause began don't make it longer; the next pause is
 * twice as long, unless the domain has taken mail meanwhile.
 */
export async function pauseDomain(pool: pg.Pool, domain: string, said: string): Promise<void> {
  const { first, longest } = domain === everywhere ? lengths.everywhere : lengths.domain;
  await pool.query(
    `insert into mail_pauses (domain, until, said) values ($1, now() + make_interval(secs => $2), $4)
     on conflict (domain) do update set
       said = excluded.said, failures = mail_pauses.failures + 1,
       until = now() + make_interval(secs => least($2 * 2 ^ least(mail_pauses.failures, 12), $3))
     where mail_pauses.until <= now()`,
    [domain, first, longest, oneLine(said).slice(0, 300)],
  );
}

/** Ends the pauses of a domain that has taken a mail. */
export async function endPause(pool: pg.Pool, domain: string): Promise<void> {
  await pool.query('delete from mail_pauses where domain in ($1, $2)', [domain, everywhere]);
}

/** Domains that have been paused and have taken no mail since. */
export async function pausedDomains(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ domain: string }>('select domain from mail_pauses');
  return new Set(rows.map(({ domain }) => domain));
}
