import type { FactorKind, Passkey } from '@vpisnik/contract/second-factor';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { instantColumn } from '../../db/instants.ts';
import type { SystemClient } from '../../db/scope.ts';
import type { Env } from '../../env.ts';
import { AppError } from '../../errors.ts';
import { createSealer, sealedAs } from '../keys/seal.ts';
import { factorChanges, requiredFactor } from './factor-changes.ts';
import { createPasskeys, rpIdOf } from './passkeys.ts';
import { plainCode, redeemRecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts';

/** An account's second factors, and whether its role requires one. */
export interface SecondFactorState {
  enabled: boolean;
  required: boolean;
  app: boolean;
  passkeys: Passkey[];
  recovery_codes_left: number;
}

/** Set-up of an authenticator app: the secret to type, and the URI for a QR code. */
export interface Setup {
  secret: string;
  uri: string;
}

interface Stored {
  sealed: string;
  confirmed: boolean;
}

/** Dependencies and settings of second factors. */
interface SecondFactorOptions {
  system: Pool;
  publicUrl: string;
  secretKeys: readonly [string, ...string[]];
  /** Whether platform ADMINs need one in any case. */
  requiredOfAdmins: boolean;
}

/**
 * Second factors of accounts: an app (TOTP, RFC 6238), whose secret is sealed at rest, passkeys, and recovery codes,
 * kept as hashes, which stand in for either.
 */
export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Second factors by the configuration; built once for a process. */
export function secondFactorsOf(
  { publicUrl, secretKeys, mode }: Pick<Env, 'publicUrl' | 'secretKeys' | 'mode'>,
  system: Pool,
): SecondFactors {
  return createSecondFactors({ system, publicUrl, secretKeys, requiredOfAdmins: mode === 'production' });
}

/** Second factors in the database; see {@link SecondFactors}. */
function createSecondFactors(options: SecondFactorOptions) {
  const { system, publicUrl, secretKeys, requiredOfAdmins } = options;
  const sealer = createSealer(secretKeys);
  const inFactorTransaction = factorChanges(system, requiredOfAdmins);

  /** The time step that a code belongs to, of those around now; undefined for a wrong one. */
  function stepOf(accountId: string, { sealed }: Stored, code: string): number | undefined {
    const totp = new TOTP({
      secret: Secret.fromBase32(sealer.open(sealedAs.authenticator(accountId), sealed).text),
    });
    const delta = totp.validate({ token: code, window: 1 });
    return delta === null ? undefined : totp.counter() + delta;
  }

  return {
    passkeys: createPasskeys({ system, publicUrl, inFactorTransaction }),
    /** Kinds of factors that can be set up at this installation. */
    kinds: (rpIdOf(publicUrl) ? ['app', 'passkey'] : ['app']) as FactorKind[],

    async state(accountId: string): Promise<SecondFactorState> {
      const { rows } = await system.query<Omit<SecondFactorState, 'enabled'>>(
        `select coalesce(f.confirmed_at is not null, false) as app, ${requiredFactor} as required,
           coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name,
               'created_at', ${instantColumn('k.created_at')}, 'used_at', ${instantColumn('k.used_at')})
               order by k.created_at, k.id)
             from passkeys k where k.account_id = a.id), '[]') as passkeys,
           (select count(*) from recovery_codes r
            where r.account_id = a.id and r.used_at is null)::integer as recovery_codes_left
         from accounts a
         left join second_factors f on f.account_id = a.id
         left join memberships m on m.account_id = a.id
         left join organizations o on o.id = m.organization_id
         where a.id = $1`,
        [accountId, requiredOfAdmins],
      );
      const [row] = rows;
      if (!row) throw new AppError('unauthorized');
      return { ...row, enabled: row.app || row.passkeys.length > 0 };
    },

    /**
     * A new secret, which waits for a code to confirm it.
     *
     * @param onlyFirst refuses an account that has any factor: its owner has not been asked for that one yet
     * @throws {AppError} conflict when the app is on already
     */
    setUp: (accountId: string, { onlyFirst = false } = {}): Promise<Setup> =>
      inFactorTransaction(accountId, async ({ client, held }) => {
        if (held.app || (onlyFirst && held.passkeys > 0)) throw new AppError('conflict');
        const secret = new Secret({ size: 20 });
        await client.query(
          `insert into second_factors (account_id, sealed) values ($1, $2)
           on conflict (account_id) do update set sealed = excluded.sealed`,
          [accountId, sealer.seal(sealedAs.authenticator(accountId), secret.base32)],
        );
        const uri = new TOTP({ issuer: 'Vpisnik', label: held.email, secret }).toString();
        return { secret: secret.base32, uri };
      }),

    /**
     * Turns the app on, and answers the recovery codes that come with the first factor; undefined when the code is
     * wrong. `onlyFirst` as in `setUp`.
     */
    confirm: (accountId: string, code: string, { onlyFirst = false } = {}): Promise<string[] | undefined> =>
      inFactorTransaction(accountId, async ({ client, held, tell, codesForFirst }) => {
        const stored = await read(client, accountId);
        if (!stored || held.app || (onlyFirst && held.passkeys > 0)) throw new AppError('conflict');
        const step = stepOf(accountId, stored, plainCode(code));
        if (step === undefined) return undefined;
        await client.query(
          'update second_factors set confirmed_at = now(), last_step = $2 where account_id = $1',
          [accountId, step],
        );
        await tell({ action: 'second_factor_enabled', mail: 'app_added' });
        return await codesForFirst();
      }),

    /** Whether a code of the app or a recovery code is right; it is used up by that. */
    verify: (accountId: string, code: string): Promise<boolean> =>
      inFactorTransaction(accountId, async ({ client, tell }) => {
        const given = plainCode(code);
        if (!/^\d{6}$/.test(given)) {
          if (!(await redeemRecoveryCode(client, accountId, given))) return false;
          await tell({ action: 'recovery_code_used', mail: 'recovery_code_used' });
          return true;
        }
        const stored = await read(client, accountId);
        const step = stored?.confirmed ? stepOf(accountId, stored, given) : undefined;
        if (step === undefined) return false;
        const { rowCount } = await client.query(
          'update second_factors set last_step = $2 where account_id = $1 and last_step < $2',
          [accountId, step],
        );
        return rowCount === 1;
      }),

    /** New recovery codes; the present ones are worthless from then on. Throws conflict when there is no factor. */
    renewCodes: (accountId: string): Promise<string[]> =>
      inFactorTransaction(accountId, async ({ client, held, tell }) => {
        if (!held.app && held.passkeys === 0) throw new AppError('conflict');
        await tell({ action: 'recovery_codes_renewed', mail: 'recovery_codes_renewed' });
        return await replaceRecoveryCodes(client, accountId);
      }),

    /** Turns the app off. Throws second_factor_needed when that is the last factor and the role must have one. */
    removeApp: (accountId: string): Promise<void> =>
      inFactorTransaction(accountId, async ({ client, held, tell, letGo }) => {
        if (!held.app) throw new AppError('conflict');
        await letGo();
        await client.query('delete from second_factors where account_id = $1', [accountId]);
        await tell({ action: 'second_factor_disabled', mail: 'app_removed' });
      }),
  };
}

async function read(client: SystemClient, accountId: string): Promise<Stored | undefined> {
  const { rows } = await client.query<Stored>(
    'select sealed, confirmed_at is not null as confirmed from second_factors where account_id = $1',
    [accountId],
  );
  return rows[0];
}
