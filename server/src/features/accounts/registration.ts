import { randomUUID } from 'node:crypto';
import type { contract } from '@vpisnik/contract/contract';
import { termsVersion } from '@vpisnik/contract/legal';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { z } from 'zod';
import { asSystem, type SystemClient } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { recordOwn } from '../../identity/activity.ts';
import { findCode, redeemCode } from '../../identity/codes.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { enqueueLimitedMail } from '../../mail/account-outbox.ts';
import type { Services } from '../../services.ts';
import { seedOrganization } from '../organizations/starter.ts';

type SignUp = z.output<typeof contract.accounts.signUp.body>;

/**
 * Registers an organisation with its first administrator, who is unconfirmed until the mailed link is followed. An
 * earlier registration of the address that nobody confirmed gives way.
 *
 * @throws {AppError} email_taken, unless accounts are concealed: then the address is told by mail, in the same time
 */
export async function signUp({ env, pools }: Services, body: SignUp): Promise<void> {
  const passwordHash = await hashPassword(body.password);
  await asSystem(pools.system, async (client) => {
    const isFree = await claimAddress(client, body.email);
    if (!isFree && !env.identityConcealAccounts)
      throw new AppError('email_taken', { errors: [{ path: 'email', code: 'email_taken' }] });
    // the same work in any case, undone where the address is somebody's: the time of an answer doesn't tell
    await client.query('savepoint registration');
    const email = isFree ? body.email : `${randomUUID()}@rehearsal.invalid`;
    await createOrganization(client, { ...body, email }, passwordHash);
    await client.query(`${isFree ? 'release' : 'rollback to'} savepoint registration`);
    await enqueueLimitedMail(client, {
      kind: isFree ? 'activation' : 'account_exists',
      to_address: body.email,
    });
  });
}

/** Activates an account. Mail scanners open links, so the same code again is no mistake while it lives. */
export async function confirmSignUp(
  { pools }: Services,
  code: string,
): Promise<{ outcome: 'activated' | 'already_active'; email: string }> {
  return await asSystem(pools.system, async (client) => {
    const redeemed = await redeemCode(client, code, 'activation');
    if (typeof redeemed === 'string') {
      const known = await findCode(client, code, 'activation');
      if (!known?.used || known.expired) throw new AppError(redeemed);
      return { outcome: 'already_active', email: await emailOf(client, known.accountId) };
    }
    await client.query('update accounts set confirmed_at = coalesce(confirmed_at, now()) where id = $1', [
      redeemed.accountId,
    ]);
    await recordOwn(client, redeemed.accountId, 'account_activated');
    return { outcome: 'activated', email: await emailOf(client, redeemed.accountId) };
  });
}

/**
 * Whether the address is free, perhaps because an unconfirmed registration has just been removed. Others who want it
 * wait for the end of the transaction.
 */
export async function claimAddress(client: SystemClient, email: string): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [email]);
  const { rows } = await client.query<{ removed: boolean }>(
    'select app.remove_registration(id) as removed from accounts where email = $1',
    [email],
  );
  return rows[0]?.removed ?? true;
}

async function createOrganization(client: SystemClient, body: SignUp, passwordHash: string): Promise<void> {
  const { organization_name, name, email, language } = body;
  const { rows } = await client.query<{ id: string; default_language: string }>(
    `with organization as (
       insert into organizations (name, owner_email, default_language) values ($1, $2, $3)
       returning id, default_language
     ), account as (
       insert into accounts (email, name, language, password_hash, terms_version, terms_language, terms_accepted_at)
       values ($2, $4, $3, $5, $6, $3, now()) returning id
     ), membership as (
       insert into memberships (organization_id, account_id, role, all_groups_allowed)
       select organization.id, account.id, 'ORGANIZATION_ADMIN', true from organization, account
     )
     select id, default_language from organization`,
    [organization_name, email, language, name, passwordHash, termsVersion],
  );
  const [organization] = rows;
  if (!organization) throw new Error('The organisation was not inserted');
  await seedOrganization(drizzle({ client }), organization);
}

async function emailOf(client: SystemClient, accountId: string): Promise<string> {
  const { rows } = await client.query<{ email: string }>('select email from accounts where id = $1', [
    accountId,
  ]);
  return rows[0]?.email ?? '';
}
