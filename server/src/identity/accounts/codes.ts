import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

/** Purposes of codes; a code is valid for one only. */
export type CodePurpose = 'activation' | 'password_reset' | 'email_change' | 'owner_change' | 'device';

/** Seconds that a code is good for, from the moment its mail leaves. */
const codeLife: Record<CodePurpose, number> = {
  activation: 24 * 3600,
  password_reset: 3600,
  email_change: 24 * 3600,
  owner_change: 7 * 24 * 3600,
  device: 3600,
};

/** Why a code is refused: it never was, or was used, or it is too late. */
export type CodeRefusal = 'code_invalid' | 'code_expired';

/** Account of a redeemed code, and the data of the change. */
export interface Redeemed {
  accountId: string;
  data: Record<string, string>;
}

type Queries = Pick<Pool | PoolClient, 'query'>;

/** Data of a code that the operator has made. */
export const BY_OPERATOR = { made_by: 'operator' };

/**
 * Makes a code of 256 random bits and forgets the older ones of the same purpose and organisation. Only its hash is kept.
 * The operator's codes are replaced by newer ones of the operator only, since anyone may ask for a code by mail.
 *
 * @param seconds how long it is good for
 * @param data what it changes when it is used
 */
export async function issueCode(
  system: Queries,
  accountId: string,
  purpose: CodePurpose,
  seconds: number = codeLife[purpose],
  data: Record<string, string> = {},
): Promise<string> {
  const { code, hash } = newCode();
  // two codes made at the same moment: the later transaction must see the earlier one's, or both would work
  await system.query('select from accounts where id = $1 for no key update', [accountId]);
  // a platform ADMIN may propose owners of several organisations; all else is about the account alone
  await system.query(
    `delete from account_codes where account_id = $1 and purpose = $2 and used_at is null
       and ($2 <> 'owner_change' or data ->> 'organization_id' is not distinct from $3)
       and (not data @> $4 or $5 @> $4)`,
    [accountId, purpose, data.organization_id ?? null, BY_OPERATOR, data],
  );
  await system.query(
    `insert into account_codes (account_id, purpose, code_hash, expires_at, data)
     values ($1, $2, $3, now() + make_interval(secs => $4), $5)`,
    [accountId, purpose, hash, seconds, data],
  );
  return code;
}

/** Makes the codes of an account for some purposes worthless. */
export async function voidCodes(
  system: Queries,
  accountId: string,
  ...purposes: CodePurpose[]
): Promise<void> {
  await system.query(
    'delete from account_codes where account_id = $1 and purpose = any ($2) and used_at is null',
    [accountId, purposes],
  );
}

type AddressChange = 'email_change' | 'owner_change';

/**
 * Makes every link to a new address that an account has asked for worthless, for itself or as an organisation's owner: those
 * mailed, and those whose mail waits. Locks the account.
 */
export async function voidAddressChanges(client: PoolClient, accountId: string): Promise<void> {
  const kinds: AddressChange[] = ['email_change', 'owner_change'];
  await cancelAddressMails(client, accountId, ...kinds);
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  // one that was just being requested, with the account held by `holdForRequest`
  await cancelAddressMails(client, accountId, ...kinds);
  await voidCodes(client, accountId, ...kinds);
}

/**
 * Holds an account that requests a link to a new address, so that none is enqueued past `voidAddressChanges`: afterwards, read
 * anew whether the caller may still do so.
 */
export async function holdForRequest(client: PoolClient, accountId: string): Promise<void> {
  await client.query('select from accounts where id = $1 for share', [accountId]);
}

/**
 * Cancels the mails of links to a new address that wait, which would get a code when they leave. Call it before the transaction
 * locks the account: all lock an organisation, its mails, the account and its codes in this order, as sending does.
 */
export async function cancelAddressMails(
  client: PoolClient,
  accountId: string,
  ...kinds: AddressChange[]
): Promise<void> {
  await client.query(
    `update account_mails set state = 'cancelled', state_reason = 'taken back'
     where account_id = $1 and kind = any ($2) and state in ('held', 'queued', 'sending')`,
    [accountId, kinds],
  );
}

/** Uses a code up, with its account locked; of several that try at once one succeeds. Answers whose it was, or why not. */
export async function redeemCode(
  client: Queries,
  code: string,
  purpose: CodePurpose,
): Promise<Redeemed | CodeRefusal> {
  // as `issueCode` does: the account first, then its codes
  await client.query(
    `select from accounts where id = (select account_id from account_codes where code_hash = $1 and purpose = $2)
     for no key update`,
    [hashOf(code), purpose],
  );
  const { rows } = await client.query<Redeemed>(
    `update account_codes set used_at = now()
     where code_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
     returning account_id as "accountId", data`,
    [hashOf(code), purpose],
  );
  return rows[0] ?? (await refusalOf(client, code, purpose)) ?? 'code_invalid';
}

/** Why a code would be refused; undefined when it is good. Looking doesn't use it up. */
export async function refusalOf(
  client: Queries,
  code: string,
  purpose: CodePurpose,
): Promise<CodeRefusal | undefined> {
  const found = await findCode(client, code, purpose);
  if (!found || found.used) return 'code_invalid';
  return found.expired ? 'code_expired' : undefined;
}

/** A code that was issued, whatever became of it. */
export async function findCode(
  client: Queries,
  code: string,
  purpose: CodePurpose,
): Promise<(Redeemed & { used: boolean; expired: boolean }) | undefined> {
  const { rows } = await client.query<Redeemed & { used: boolean; expired: boolean }>(
    `select account_id as "accountId", data, used_at is not null as used, expires_at <= now() as expired
     from account_codes where code_hash = $1 and purpose = $2`,
    [hashOf(code), purpose],
  );
  return rows[0];
}

/** A new code of 256 random bits for a link, with the hash to store. */
export function newCode(): { code: string; hash: Buffer } {
  const code = randomBytes(32).toString('base64url');
  return { code, hash: hashOf(code) };
}

/** SHA-256 of a code; only that is stored. */
export function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
