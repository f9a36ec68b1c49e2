import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { asSystem } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { enqueueAccountMail } from '../mails/account-outbox.ts';
import { createGuessing } from './guessing.ts';

/** The account and browser of an attempt with a code, after the right password. */
export interface CodeGuesser {
  accountId: string;
  /** The token of a browser that has signed in with this account before, second factor and all. */
  device: string | undefined;
}

/**
 * Limits guesses of codes after the password. All unknown browsers share one count for the account, so that another address
 * or browser gives no further guesses. A known browser has its own, so that an attacker with the password can't lock the
 * owner out.
 */
export function codeGuessing(system: Pool) {
  const guessing = createGuessing(system);
  const guesser = ({ accountId, device = 'unknown' }: CodeGuesser) => ({
    email: `second factor ${accountId}`,
    address: '',
    device,
  });

  return {
    /** Counts an attempt before it is made. Throws rate_limited; then the owner is told, once a day. */
    async attempt(who: CodeGuesser): Promise<void> {
      const obstacle = await guessing.attempt(guesser(who));
      if (!obstacle || !('seconds' in obstacle)) return;
      await warn(system, who.accountId);
      throw new AppError('rate_limited', { retry_after: obstacle.seconds });
    },
    /** Writes a wrong code down. */
    async failed({ accountId, device }: CodeGuesser): Promise<void> {
      await recordOwn(system, accountId, 'sign_in_failed', {
        second_factor: true,
        known_device: device !== undefined,
      });
    },
    /** Resets the count after a right code. */
    succeeded: (who: CodeGuesser): Promise<void> => guessing.succeeded(guesser(who)),
  };
}

/** Mails the owner, once a day: guesses of codes mean that the password is known and should be changed. */
async function warn(system: Pool, accountId: string): Promise<void> {
  await asSystem(system, async (client) => {
    const { rows } = await client.query<{ email: string; warned: boolean }>(
      `select a.email, exists (select from account_mails m where m.to_address = a.email
         and m.kind = 'codes_guessed' and m.created_at > now() - interval '1 day') as warned
       from accounts a where a.id = $1 for no key update of a`,
      [accountId],
    );
    const [row] = rows;
    if (row && !row.warned)
      await enqueueAccountMail(client, {
        kind: 'codes_guessed',
        to_address: row.email,
        account_id: accountId,
      });
  });
}
