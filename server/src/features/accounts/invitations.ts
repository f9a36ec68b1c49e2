import type { Pool, PoolClient } from 'pg';
import { asSystem } from '../../db/scope.ts';
import { makeInvitedAccount, requireInvitation } from '../../identity/accounts/invitations.ts';
import { hashPassword } from '../../identity/accounts/passwords.ts';

/**
 * Who is invited to what; looking doesn't use the code up.
 *
 * @throws {AppError} code_invalid, code_expired, email_taken when the address has become an account's since
 */
export async function checkInvitation(
  system: Pick<PoolClient, 'query'>,
  code: string,
): Promise<{ organization_name: string; name: string; email: string }> {
  const { organization_name, name, email } = await requireInvitation(system, code);
  return { organization_name, name, email };
}

/** Accepts an invitation by choosing a password. The link came to the address, so that is confirmed. */
export async function acceptInvitation(
  system: Pool,
  code: string,
  password: string,
): Promise<{ email: string }> {
  // a bad link costs no hashing
  await checkInvitation(system, code);
  const hash = await hashPassword(password, 'known');
  return await asSystem(system, async (client) => {
    const invitation = await requireInvitation(client, code, true);
    await makeInvitedAccount(client, invitation, hash);
    return { email: invitation.email };
  });
}
