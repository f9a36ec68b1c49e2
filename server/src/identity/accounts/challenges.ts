import type { Pool } from 'pg';

/** Seconds allowed for answering with a passkey. */
export const TOUCH = 5 * 60;

/** Purpose of a challenge: creating a passkey, or signing in with one. */
export type ChallengePurpose = 'PasskeySetup' | 'PasskeyUse';

/** Account of a challenge and where it may be answered: an interaction's step, or a sign-in. */
export interface Place {
  accountId: string;
  /** The step's uid, or the sign-in's id. */
  place: string;
  /** The sign-in with which it ends. */
  signInId?: string | null;
}

/** Stores the challenge of a place and purpose; replaces an older one. */
export async function keepChallenge(
  system: Pool,
  purpose: ChallengePurpose,
  { accountId, place, signInId = null }: Place,
  challenge: string,
): Promise<void> {
  await system.query(
    `insert into oidc_payloads (model, id, payload, grant_id, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (model, id) do update
       set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
    [purpose, place, { accountId, challenge }, signInId, TOUCH],
  );
}

/** Removes and returns the challenge of a place, so that it can be answered only once; undefined if none or expired. */
export async function takeChallenge(
  system: Pool,
  purpose: ChallengePurpose,
  { accountId, place }: Place,
): Promise<string | undefined> {
  const { rows } = await system.query<{ challenge: string }>(
    `delete from oidc_payloads
     where model = $1 and id = $2 and payload ->> 'accountId' = $3 and expires_at > now()
     returning payload ->> 'challenge' as challenge`,
    [purpose, place, accountId],
  );
  return rows[0]?.challenge;
}
