import { createHash, randomInt } from 'node:crypto';
import type { SystemClient } from '../../db/scope.ts';

/** Number of recovery codes, and characters of each: 80 bits. */
const CODES = 10;
const CODE_LENGTH = 16;
/** Without those that are easily taken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** New recovery codes; the present ones are worthless from then on. Only their hashes are kept. */
export async function replaceRecoveryCodes(client: SystemClient, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await forgetRecoveryCodes(client, accountId);
  await client.query(
    'insert into recovery_codes (account_id, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
    [accountId, codes.map((code) => hashOf(plainCode(code)))],
  );
  return codes;
}

/** Makes all recovery codes of an account worthless. */
export async function forgetRecoveryCodes(
  client: Pick<SystemClient, 'query'>,
  accountId: string,
): Promise<void> {
  await client.query('delete from recovery_codes where account_id = $1', [accountId]);
}

/** Uses a recovery code up; of several that try at once one succeeds. Answers whether it was good. */
export async function redeemRecoveryCode(
  client: SystemClient,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update recovery_codes set used_at = now() where account_id = $1 and code_hash = $2 and used_at is null',
    [accountId, hashOf(plainCode(code))],
  );
  return rowCount === 1;
}

/** A code as it is compared, however it was typed. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
