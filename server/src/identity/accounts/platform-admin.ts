import type { Pool } from 'pg';
import { asSystem } from '../../db/scope.ts';
import { PlainError } from '../../plain-error.ts';
import { removeAllFactors } from '../factors/factor-changes.ts';
import { enqueueAccountMail } from '../mails/account-outbox.ts';
import { endSignIns, normaliseEmail } from './accounts.ts';
import { BY_OPERATOR, issueCode, voidAddressChanges } from './codes.ts';

/** Seconds a link is good for. */
const LIFE = 3600;

/** How the platform ADMIN came to be. */
export type AdminOutcome = 'created' | 'recovered';

/** Result; `factorReset` if second factors were removed. */
export interface InvitedAdmin {
  outcome: AdminOutcome;
  link: string;
  factorReset: boolean;
}

/**
 * Creates a platform ADMIN or recovers one, by a link that sets the password, works once and for an hour. Recovery also
 * removes the password and all second factors, ends sign-ins and voids changes of addresses that the account has requested, as it
 * may be in other hands: without a factor, the password that others know would let them in before the link is used. An ADMIN who
 * lost a factor is told by mail. The code stands behind `#`, so that it reaches no server log on the way.
 *
 * @throws when the address belongs to an organisation's user, who can't be a platform ADMIN as well
 */
export async function invitePlatformAdmin(
  system: Pool,
  publicUrl: string,
  address: string,
): Promise<InvitedAdmin> {
  const email = normaliseEmail(address);
  return await asSystem(system, async (client) => {
    const { rows: known } = await client.query<{ id: string }>('select id from accounts where email = $1', [
      email,
    ]);
    for (const { id } of known) await voidAddressChanges(client, id);
    const { rows } = await client.query<{ id: string; created: boolean; member: boolean }>(
      `insert into accounts as a (email, name, platform_admin) values ($1, $1, true)
       on conflict (email) do update set password_hash = null, platform_admin =
         a.platform_admin or not exists (select from memberships m where m.account_id = a.id)
       returning id, xmax = 0 as created, exists (select from memberships m where m.account_id = a.id) as member`,
      [email],
    );
    const account = rows[0];
    if (!account) throw new Error('The account could not be written.');
    if (account.member) {
      throw new PlainError(
        `${email} belongs to a user of an organisation. Choose another address for the platform.`,
      );
    }
    const factorReset = await removeAllFactors(client, account.id);
    if (!account.created) await endSignIns(client, account.id);
    if (factorReset) {
      const mail = { kind: 'second_factor_reset', to_address: email, account_id: account.id } as const;
      await enqueueAccountMail(client, mail);
    }
    const code = await issueCode(client, account.id, 'password_reset', LIFE, BY_OPERATOR);
    const link = new URL('/reset-password/confirm', publicUrl);
    link.hash = `code=${code}`;
    return { outcome: account.created ? 'created' : 'recovered', link: link.href, factorReset };
  });
}
