import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { asSystem, type SystemClient } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { findSignedIn, isTaken, normaliseEmail } from '../accounts/accounts.ts';
import { voidCodes } from '../accounts/codes.ts';
import { findInvitationOf, makeInvitedAccount } from '../accounts/invitations.ts';
import type { ExternalIdentity } from './external-provider.ts';

interface Candidate {
  id: string;
  confirmed: boolean;
}

/**
 * Finds the account of a sign-in at the hosted provider by issuer and subject; the first time by the address that the
 * provider has verified, which links the two.
 *
 * @param trustEmail whether every address of this provider counts as verified
 * @throws {AppError} external_unverified, external_stranger or account_inactive
 */
export async function findExternalAccount(
  system: Pool,
  identity: ExternalIdentity,
  trustEmail: boolean,
): Promise<string> {
  const accountId = await asSystem(
    system,
    async (client) => (await findLinked(client, identity)) ?? (await link(client, identity, trustEmail)),
  );
  if (!(await findSignedIn(system, accountId))) throw new AppError('account_inactive');
  return accountId;
}

async function findLinked(
  client: SystemClient,
  { issuer, subject }: ExternalIdentity,
): Promise<string | undefined> {
  const { rows } = await client.query<{ account_id: string }>(
    'select account_id from account_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  return rows[0]?.account_id;
}

async function link(client: SystemClient, identity: ExternalIdentity, trustEmail: boolean): Promise<string> {
  const { issuer, subject, email } = identity;
  if (email === undefined || !(identity.email_verified || trustEmail))
    throw new AppError('external_unverified');
  // a platform ADMIN is more than a provider's word about an address may give
  const { rows } = await client.query<Candidate>(
    'select id, confirmed_at is not null as confirmed from accounts where email = $1 and not platform_admin for update',
    [normaliseEmail(email)],
  );
  const account = rows[0]?.confirmed ? rows[0] : ((await invited(client, email)) ?? rows[0]);
  if (!account) throw new AppError('external_stranger');
  const { rowCount } = await client.query(
    'insert into account_identities (account_id, issuer, subject) values ($1, $2, $3) on conflict do nothing',
    [account.id, issuer, subject],
  );
  // the account is linked to another subject, since the address changed hands; or a parallel sign-in linked it first
  if (!rowCount && (await findLinked(client, identity)) !== account.id)
    throw new AppError('external_stranger');
  if (!account.confirmed) await confirm(client, account);
  // passwords can't be changed here any more, so a required change would block the account
  await client.query('update accounts set password_change_required = false where id = $1', [account.id]);
  if (rowCount) await recordOwn(client, account.id, 'identity_linked', { provider: new URL(issuer).host });
  return account.id;
}

/** The account of the latest invitation of an address, made now: the provider has confirmed the address. */
async function invited(client: SystemClient, email: string): Promise<Candidate | undefined> {
  const invitation = await findInvitationOf(client, normaliseEmail(email));
  // a platform ADMIN with the address is no member, and never found by it
  if (!invitation || (await isTaken(client, invitation.email))) return undefined;
  return { id: await makeInvitedAccount(client, invitation, null), confirmed: true };
}

/** Confirms the account by the provider's word. Deletes its password: the registration may have been a stranger's. */
async function confirm(client: SystemClient, { id }: Candidate): Promise<void> {
  await client.query('update accounts set confirmed_at = now(), password_hash = null where id = $1', [id]);
  await voidCodes(client, id, 'activation', 'password_reset');
  await recordOwn(client, id, 'account_activated');
}
