import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

/** What a code may be used for, and nothing else. */
export type CodePurpose = 'activation' | 'invitation' | 'password_reset';

/** Why a code is refused: it never was, or was used, or it is too late. */
export type CodeRefusal = 'code_invalid' | 'code_expired';

/**
 * Makes a code of 256 random bits and forgets the older ones of the same purpose. Only its hash is kept.
 *
 * @param seconds how long it is good for
 */
export async function issueCode(
  system: Pool | PoolClient,
  accountId: string,
  purpose: CodePurpose,
  seconds: number,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await system.query(
    `with voided as (
       delete from account_codes where account_id = $1 and purpose = $2 and used_at is null
     )
     insert into account_codes (account_id, purpose, code_hash, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [accountId, purpose, hashOf(code), seconds],
  );
  return code;
}

/** Uses a code up; of several that try at once one succeeds. Answers the account, or why not. */
export async function redeemCode(
  client: Pool | PoolClient,
  code: string,
  purpose: CodePurpose,
): Promise<{ accountId: string } | CodeRefusal> {
  const { rows } = await client.query<{ account_id: string }>(
    `update account_codes set used_at = now()
     where code_hash = $1 and purpose = $2 and used_at is null and expires_at > now() returning account_id`,
    [hashOf(code), purpose],
  );
  return rows[0]
    ? { accountId: rows[0].account_id }
    : ((await refusalOf(client, code, purpose)) ?? 'code_invalid');
}

/** Why a code would be refused; undefined when it is good. Looking doesn't use it up. */
export async function refusalOf(
  client: Pool | PoolClient,
  code: string,
  purpose: CodePurpose,
): Promise<CodeRefusal | undefined> {
  const { rows } = await client.query<{ used: boolean; expired: boolean }>(
    `select used_at is not null as used, expires_at <= now() as expired
     from account_codes where code_hash = $1 and purpose = $2`,
    [hashOf(code), purpose],
  );
  const found = rows[0];
  if (!found || found.used) return 'code_invalid';
  return found.expired ? 'code_expired' : undefined;
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
