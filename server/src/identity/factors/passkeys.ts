import { isIP } from 'node:net';
import type { NewPasskey, UsedPasskey } from '@vpisnik/contract/second-factor';
import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { keepChallenge, type Place, takeChallenge } from '../accounts/challenges.ts';
import type { FactorChange, factorChanges } from './factor-changes.ts';

/** Loaded at the first ceremony: their library is the largest of the server's, and few sign in with one. */
const ceremonies = () => import('./passkey-ceremonies.ts');

/** Limit of passkeys per account. */
const MOST = 20;

/** Options of a WebAuthn ceremony, in their JSON form. */
export type CeremonyOptions = { [name: string]: unknown };

interface Stored {
  id: string;
  credential_id: Buffer;
  public_key: Buffer;
  transports: string[];
  name: string;
}

/**
 * The name that passkeys are bound to: the host of the public address. Undefined for a bare IP address, for which
 * browsers make none.
 */
export function rpIdOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname;
}

/** Passkeys of accounts (WebAuthn), asked for after the password; see docs/decisions/011-passkeys.md. */
export function createPasskeys({
  system,
  publicUrl,
  inFactorTransaction,
}: {
  system: Pool;
  publicUrl: string;
  inFactorTransaction: ReturnType<typeof factorChanges>;
}) {
  const rpId = rpIdOf(publicUrl);
  const { origin } = new URL(publicUrl);

  const requireRpId = (): string => {
    if (!rpId) throw new AppError('conflict', {}, 'passkeys need a public address with a name');
    return rpId;
  };

  return {
    /**
     * Creates the options for a new passkey and stores their challenge.
     *
     * @throws {AppError} conflict when there are too many, or none can be made here
     */
    async begin(place: Place, { onlyFirst = false } = {}): Promise<CeremonyOptions> {
      const id = requireRpId();
      const email = await inFactorTransaction(place.accountId, async ({ held }) => {
        requireRoom(held, onlyFirst);
        return held.email;
      });
      const { optionsOfNew } = await ceremonies();
      const passkeys = await listOf(system, place.accountId);
      const options = await optionsOfNew(id, { id: place.accountId, email, passkeys });
      await keepChallenge(system, 'PasskeySetup', place, options.challenge);
      return { ...options };
    },

    /**
     * Adds the passkey that the browser has made; answers the recovery codes that come with the first factor.
     *
     * @param onlyFirst refuses an account that has any factor: its owner has not been asked for that one yet
     * @throws {AppError} invalid_fields at `passkey` when it isn't the answer to the challenge of this place
     */
    async add(place: Place, name: string, given: NewPasskey, { onlyFirst = false } = {}): Promise<string[]> {
      const id = requireRpId();
      const challenge = await takeChallenge(system, 'PasskeySetup', place);
      const { verifiedNew } = await ceremonies();
      const made = challenge && (await verifiedNew(given, { origin, rpId: id, challenge }));
      if (!made) throw refusal();
      return await inFactorTransaction(place.accountId, async ({ client, held, tell, codesForFirst }) => {
        requireRoom(held, onlyFirst);
        const { rowCount } = await client.query(
          `insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
           values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`,
          [
            place.accountId,
            Buffer.from(made.id, 'base64url'),
            Buffer.from(made.publicKey),
            made.counter,
            given.transports,
            name,
          ],
        );
        if (!rowCount) throw refusal();
        await tell({ action: 'passkey_added', mail: 'passkey_added', passkey: name });
        return await codesForFirst();
      });
    },

    /** Creates the options for signing in with one of the account's passkeys and stores their challenge. */
    async ask(place: Place): Promise<CeremonyOptions> {
      const id = requireRpId();
      const passkeys = await listOf(system, place.accountId);
      if (passkeys.length === 0) throw new AppError('conflict');
      const { optionsOfUse } = await ceremonies();
      const options = await optionsOfUse(id, passkeys);
      await keepChallenge(system, 'PasskeyUse', place, options.challenge);
      return { ...options };
    },

    /**
     * Verifies a passkey's answer to the challenge of this place. A counter that doesn't increase indicates a copied key: it
     * is refused and logged, and the owner is mailed.
     *
     * @returns the authentication method of RFC 8176; undefined if refused
     */
    async use(place: Place, given: UsedPasskey): Promise<'hwk' | 'swk' | undefined> {
      const id = requireRpId();
      const challenge = await takeChallenge(system, 'PasskeyUse', place);
      const wanted = Buffer.from(given.id, 'base64url');
      const passkey = (await listOf(system, place.accountId)).find((one) => one.credential_id.equals(wanted));
      const { verifiedUse } = await ceremonies();
      const info =
        challenge && passkey && (await verifiedUse(given, passkey, { origin, rpId: id, challenge }));
      if (!info) return undefined;
      return await inFactorTransaction(place.accountId, async ({ client, tell }) => {
        const { rowCount } = await client.query(
          `update passkeys set counter = $3, used_at = now()
           where account_id = $1 and id = $2 and (counter < $3 or counter = 0 and $3 = 0)`,
          [place.accountId, passkey.id, info.newCounter],
        );
        if (!rowCount) {
          await tell({ action: 'passkey_refused', mail: 'passkey_refused', passkey: passkey.name });
          return undefined;
        }
        return info.credentialDeviceType === 'singleDevice' ? 'hwk' : 'swk';
      });
    },

    /** Calls a passkey something else. Throws not_found. */
    rename: (accountId: string, id: string, name: string): Promise<void> =>
      inFactorTransaction(accountId, async ({ client }) => {
        const { rows } = await client.query<{ before: string }>(
          `update passkeys set name = $3 where account_id = $1 and id = $2 returning old.name as before`,
          [accountId, id, name],
        );
        const { before } = found(rows[0]);
        if (before !== name)
          await recordOwn(client, accountId, 'passkey_renamed', { from: before, to: name });
      }),

    /** Removes a passkey. Throws not_found, or second_factor_needed when it is the last factor and one is needed. */
    remove: (accountId: string, id: string): Promise<void> =>
      inFactorTransaction(accountId, async ({ client, tell, letGo }) => {
        const { rows } = await client.query<{ name: string }>(
          'delete from passkeys where account_id = $1 and id = $2 returning name',
          [accountId, id],
        );
        const { name } = found(rows[0]);
        await letGo();
        await tell({ action: 'passkey_removed', mail: 'passkey_removed', passkey: name });
      }),
  };
}

function requireRoom({ app, passkeys }: FactorChange['held'], onlyFirst: boolean): void {
  if (passkeys >= MOST || (onlyFirst && (app || passkeys > 0))) throw new AppError('conflict');
}

function refusal(): AppError {
  return invalidFields([{ path: 'passkey', code: 'passkey_refused' }]);
}

async function listOf(system: Pool, accountId: string): Promise<Stored[]> {
  const { rows } = await system.query<Stored>(
    'select id, credential_id, public_key, transports, name from passkeys where account_id = $1 order by created_at, id',
    [accountId],
  );
  return rows;
}
