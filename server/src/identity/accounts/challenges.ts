import type { Pool } from 'pg';

/** Seconds that somebody has for touching a key. */
export const TOUCH = 5 * 60;

/** What a challenge is for: making a passkey, or signing in with one. */
export type ChallengePurpose = 'PasskeySetup' | 'PasskeyUse';

/** Whose challenge it is and where it may be answered: an interaction's step, or somebody's sign-in. */
export interface Place {
  accountId: string;
  /** The step's uid, or the sign-in's id. */
  place: string;
  /** The sign-in with which it ends. */
  signInId?: string | null;
}

/** Keeps the one challenge that is open in a place for a purpose; an older one is worthless from then on. */
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

/** Takes the challenge out again: it counts once, whatever the answer to it is, and only in its place. */
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
