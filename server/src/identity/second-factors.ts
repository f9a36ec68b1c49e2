import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { asSystem, type SystemClient } from '../db/scope.ts';
import { AppError } from '../errors.ts';
import { recordOwn } from './activity.ts';
import { createSealer } from './seal.ts';

/** How many recovery codes there are, and of how many characters: 80 bits each. */
const CODES = 10;
const CODE_LENGTH = 16;
/** Without those that are easily taken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Whether an account has a second factor, and whether its role must have one. */
export interface SecondFactorState {
  enabled: boolean;
  required: boolean;
  recovery_codes_left: number;
}

/** What an authenticator app needs: the secret to type, and the address for a QR code. */
export interface Setup {
  secret: string;
  uri: string;
}

interface Stored {
  sealed: string;
  confirmed: boolean;
}

/** What is needed to keep second factors. */
export interface SecondFactorOptions {
  system: Pool;
  secretKeys: readonly [string, ...string[]];
  /** Whether platform ADMINs need one in any case. */
  requiredOfAdmins: boolean;
}

/** Second factors of accounts: TOTP (RFC 6238), whose secrets are sealed at rest, and recovery codes, kept as hashes. */
export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Second factors in the database; see {@link SecondFactors}. */
export function createSecondFactors({ system, secretKeys, requiredOfAdmins }: SecondFactorOptions) {
  const sealer = createSealer(secretKeys);
  const nameOf = (accountId: string) => `totp ${accountId}`;

  /** The time step that a code belongs to, of those around now; undefined for a wrong one. */
  function stepOf(accountId: string, { sealed }: Stored, code: string): number | undefined {
    const totp = new TOTP({ secret: Secret.fromBase32(sealer.open(nameOf(accountId), sealed).text) });
    const delta = totp.validate({ token: code, window: 1 });
    return delta === null ? undefined : totp.counter() + delta;
  }

  return {
    async state(accountId: string): Promise<SecondFactorState> {
      const { rows } = await system.query<SecondFactorState>(
        `select coalesce(f.confirmed_at is not null, false) as enabled,
           coalesce(case when a.platform_admin then $2 else m.role = any (o.second_factor_roles) end, false) as required,
           (select count(*) from recovery_codes r
            where r.account_id = a.id and r.used_at is null)::integer as recovery_codes_left
         from accounts a
         left join second_factors f on f.account_id = a.id
         left join memberships m on m.account_id = a.id
         left join organizations o on o.id = m.organization_id
         where a.id = $1`,
        [accountId, requiredOfAdmins],
      );
      return rows[0] ?? { enabled: false, required: true, recovery_codes_left: 0 };
    },

    /** A new secret, which waits for a code to confirm it. Throws conflict when a second factor is on already. */
    async setUp(accountId: string, email: string): Promise<Setup> {
      const secret = new Secret({ size: 20 });
      const { rowCount } = await system.query(
        `insert into second_factors as f (account_id, sealed) values ($1, $2)
         on conflict (account_id) do update set sealed = excluded.sealed where f.confirmed_at is null`,
        [accountId, sealer.seal(nameOf(accountId), secret.base32)],
      );
      if (!rowCount) throw new AppError('conflict');
      const uri = new TOTP({ issuer: 'Vpisnik', label: email, secret }).toString();
      return { secret: secret.base32, uri };
    },

    /** Turns the second factor on, and answers its recovery codes; undefined when the code is wrong. */
    async confirm(accountId: string, code: string): Promise<string[] | undefined> {
      return await asSystem(system, async (client) => {
        const stored = await read(client, accountId);
        if (!stored || stored.confirmed) throw new AppError('conflict');
        const step = stepOf(accountId, stored, plain(code));
        if (step === undefined) return undefined;
        await client.query(
          'update second_factors set confirmed_at = now(), last_step = $2 where account_id = $1',
          [accountId, step],
        );
        await recordOwn(client, accountId, 'second_factor_enabled');
        return await replaceCodes(client, accountId);
      });
    },

    /** Whether a code of the app or a recovery code is right; it is used up by that. */
    async verify(accountId: string, code: string): Promise<boolean> {
      const given = plain(code);
      return await asSystem(system, async (client) => {
        const stored = await read(client, accountId);
        if (!stored?.confirmed) return false;
        if (!/^\d{6}$/.test(given)) return await useRecoveryCode(client, accountId, given);
        const step = stepOf(accountId, stored, given);
        if (step === undefined) return false;
        const { rowCount } = await client.query(
          'update second_factors set last_step = $2 where account_id = $1 and last_step < $2',
          [accountId, step],
        );
        return rowCount === 1;
      });
    },

    /** New recovery codes; the present ones are worthless from then on. */
    async renewCodes(accountId: string): Promise<string[]> {
      return await asSystem(system, async (client) => {
        if (!(await read(client, accountId))?.confirmed) throw new AppError('conflict');
        await recordOwn(client, accountId, 'recovery_codes_renewed');
        return await replaceCodes(client, accountId);
      });
    },

    async remove(accountId: string): Promise<void> {
      await asSystem(system, async (client) => {
        await client.query('delete from second_factors where account_id = $1', [accountId]);
        await client.query('delete from recovery_codes where account_id = $1', [accountId]);
        await recordOwn(client, accountId, 'second_factor_disabled');
      });
    },
  };
}

/** Locked, so that of two attempts with one code the second sees what the first did. */
async function read(client: SystemClient, accountId: string): Promise<Stored | undefined> {
  const { rows } = await client.query<Stored>(
    `select sealed, confirmed_at is not null as confirmed from second_factors where account_id = $1 for update`,
    [accountId],
  );
  return rows[0];
}

async function replaceCodes(client: SystemClient, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await client.query('delete from recovery_codes where account_id = $1', [accountId]);
  await client.query(
    'insert into recovery_codes (account_id, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
    [accountId, codes.map((code) => hashOf(plain(code)))],
  );
  return codes;
}

async function useRecoveryCode(client: SystemClient, accountId: string, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update recovery_codes set used_at = now() where account_id = $1 and code_hash = $2 and used_at is null',
    [accountId, hashOf(code)],
  );
  if (!rowCount) return false;
  await recordOwn(client, accountId, 'recovery_code_used');
  return true;
}

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** A code as it is compared, however it was typed. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
