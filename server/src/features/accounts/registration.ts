import { randomUUID } from 'node:crypto';
import type { contract } from '@vpisnik/contract/contract';
import { processingVersion, termsVersion } from '@vpisnik/contract/rules/legal';
import type { z } from 'zod';
import { recordOwn } from '../../db/activity.ts';
import { asSystem, type SystemClient, transactionOf } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { claimAddress } from '../../identity/accounts/accounts.ts';
import { findCode, redeemCode } from '../../identity/accounts/codes.ts';
import { createGuessing } from '../../identity/accounts/guessing.ts';
import { hashPassword, verifyPassword } from '../../identity/accounts/passwords.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import type { Services } from '../../services.ts';
import { seedOrganization } from '../organizations/starter.ts';

type SignUp = z.output<typeof contract.accounts.signUp.body>;

/**
 * Registers an organisation with its first administrator, who is unconfirmed until the mailed link is followed. Replaces
 * an earlier unconfirmed registration of the address.
 *
 * @throws {AppError} email_taken, unless accounts are concealed: then the address is told by mail, in the same time
 * @param address the caller's network address
 */
export async function signUp({ env, pools }: Services, body: SignUp, address: string): Promise<void> {
  const passwordHash = await hashPassword(body.password, { stranger: address });
  await asSystem(pools.system, async (client) => {
    const isFree = await claimAddress(client, body.email);
    if (!isFree && !env.identityConcealAccounts)
      throw new AppError('email_taken', { errors: [{ path: 'email', code: 'email_taken' }] });
    // does the same work for a taken address and undoes it, so that the response time doesn't reveal accounts
    await client.query('savepoint registration');
    const email = isFree ? body.email : `${randomUUID()}@rehearsal.invalid`;
    await createOrganization(client, { ...body, email }, passwordHash);
    await client.query(`${isFree ? 'release' : 'rollback to'} savepoint registration`);
    await enqueueAccountMail(client, {
      kind: isFree ? 'activation' : 'account_exists',
      to_address: body.email,
    });
  });
}

type Registration = {
  account_id: string;
  email: string;
  password_hash: string | null;
  organization_name: string;
};

/** Whose registration a link confirms, and whether that has been done; looking doesn't use the code up. */
export async function checkSignUp(
  { pools }: Pick<Services, 'pools'>,
  code: string,
): Promise<Registration & { outcome: 'waiting' | 'already_active' }> {
  const known = await findCode(pools.system, code, 'activation');
  if (!known) throw new AppError('code_invalid');
  if (known.expired) throw new AppError(known.used ? 'code_invalid' : 'code_expired');
  const { rows } = await pools.system.query<Registration & { confirmed: boolean }>(
    `select a.id as account_id, a.email, a.password_hash, a.confirmed_at is not null as confirmed,
       coalesce(o.name, '') as organization_name
     from accounts a left join memberships m on m.account_id = a.id
     left join organizations o on o.id = m.organization_id where a.id = $1`,
    [known.accountId],
  );
  const { confirmed, ...registration } = found(rows[0]);
  return { ...registration, outcome: known.used || confirmed ? 'already_active' : 'waiting' };
}

/**
 * Activates an account. The link proves access to the mailbox, but a stranger may have registered with the address. So the
 * registration's password is required; without it, the mailbox's owner sets a new one by a link.
 *
 * @param address the caller's network address
 * @throws {AppError} code_invalid, code_expired, rate_limited, invalid_fields (incorrect_password)
 */
export async function confirmSignUp(
  { pools }: Pick<Services, 'pools'>,
  { code, password }: { code: string; password: string },
  address: string,
): Promise<{ outcome: 'activated' | 'already_active'; email: string }> {
  // a bad link costs no hashing
  const { outcome, account_id, email, password_hash } = await checkSignUp({ pools }, code);
  if (outcome === 'already_active') return { outcome, email };
  // requires the link, so that strangers can't use up the attempts
  const guesser = { email, address, device: `activation ${account_id}` };
  const guessing = createGuessing(pools.system);
  const obstacle = await guessing.attempt(guesser);
  if (obstacle && 'seconds' in obstacle)
    throw new AppError('rate_limited', { retry_after: obstacle.seconds });
  if (!(await verifyPassword(password_hash, password, 'known')))
    throw invalidFields([{ path: 'password', code: 'incorrect_password' }]);
  await guessing.succeeded(guesser);
  const isFirst = await asSystem(pools.system, async (client) => {
    if (typeof (await redeemCode(client, code, 'activation')) === 'string') return false;
    await client.query('update accounts set confirmed_at = coalesce(confirmed_at, now()) where id = $1', [
      account_id,
    ]);
    await recordOwn(client, account_id, 'account_activated');
    return true;
  });
  if (isFirst) return { outcome: 'activated', email };
  // another try of the same moment was first, unless a newer link has made this one worthless
  const { outcome: now } = await checkSignUp({ pools }, code);
  if (now !== 'already_active') throw new AppError('code_invalid');
  return { outcome: now, email };
}

async function createOrganization(client: SystemClient, body: SignUp, passwordHash: string): Promise<void> {
  const { organization_name, name, email, language } = body;
  const { rows } = await client.query<{ id: string; default_language: string }>(
    `with organization as (
       insert into organizations (name, owner_email, default_language, languages) values ($1, $2, $3, array[$3])
       returning id, default_language
     ), account as (
       insert into accounts (
         email, name, language, password_hash, terms_version, processing_version, terms_language, terms_accepted_at
       ) values ($2, $4, $3, $5, $6, $7, $3, now()) returning id
     ), membership as (
       insert into memberships (organization_id, account_id, role, all_groups_allowed)
       select organization.id, account.id, 'ORGANIZATION_ADMIN', true from organization, account
     )
     select id, default_language from organization`,
    [organization_name, email, language, name, passwordHash, termsVersion, processingVersion],
  );
  const [organization] = rows;
  if (!organization) throw new Error('The organisation was not inserted');
  await seedOrganization(transactionOf(client), organization);
}
