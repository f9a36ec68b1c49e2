import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { Pool } from 'pg';
import { createSealer, type Sealer } from './seal.ts';
import { inOrder, newSigningKey, type SigningKey } from './signing-keys.ts';

/** What every process needs to issue and check sign-ins; the same in all of them. */
export interface IdentityKeys {
  /** Private signing keys (ES256); the first one signs, all of them verify. */
  signing: JWK[];
  /** Keys that sign the provider's cookies; the first one signs, all of them verify. */
  cookies: string[];
  /** The web client's secret. It never leaves the server. */
  clientSecret: string;
}

/** `SECRET_KEY`: the first seals, all open. */
export type SecretKeys = readonly [string, ...string[]];

/** Reads the keys from the database; the first process ever makes them. */
export async function loadKeys(system: Pool, secretKeys: SecretKeys): Promise<IdentityKeys> {
  const sealer = createSealer(secretKeys);
  return {
    signing: await loadSigningKeys(system, secretKeys),
    cookies: await load<string[]>(system, sealer, 'cookie_keys', () => [randomText()]),
    clientSecret: await load<string>(system, sealer, 'web_client_secret', randomText),
  };
}

/** The signing keys as they are at this moment, the one that signs first. */
export async function loadSigningKeys(system: Pool, secretKeys: SecretKeys): Promise<JWK[]> {
  const sealer = createSealer(secretKeys);
  return inOrder(await load<SigningKey[]>(system, sealer, SIGNING, async () => [await newSigningKey()]));
}

/**
 * Replaces the stored signing keys by what `change` makes of them; `undefined` leaves them. Of two changes at once the
 * later one is made on what the earlier one left. Answers whether anything was changed.
 */
export async function changeSigningKeys(
  system: Pool,
  secretKeys: SecretKeys,
  change: (keys: SigningKey[]) => Promise<SigningKey[] | undefined>,
): Promise<boolean> {
  const sealer = createSealer(secretKeys);
  for (;;) {
    const stored = await read(system, SIGNING);
    if (stored === undefined) await loadSigningKeys(system, secretKeys);
    else {
      const changed = await change(JSON.parse(sealer.open(SIGNING, stored).text) as SigningKey[]);
      if (!changed) return false;
      if (await replace(system, SIGNING, stored, sealer.seal(SIGNING, JSON.stringify(changed)))) return true;
    }
  }
}

/** The public halves of signing keys, which verify tokens. */
export function publicKeys(keys: JWK[]): JWK[] {
  return keys.map(({ kty, crv, x, y, use, alg, kid }) => ({ kty, crv, x, y, use, alg, kid }) as JWK);
}

const SIGNING = 'signing_keys';

async function load<T>(system: Pool, sealer: Sealer, name: string, make: () => T | Promise<T>): Promise<T> {
  const stored = await read(system, name);
  if (stored === undefined) {
    // two processes may start at once: the first insert wins, and both read it back
    const sealed = sealer.seal(name, JSON.stringify(await make()));
    await system.query('insert into platform_secrets (name, sealed) values ($1, $2) on conflict do nothing', [
      name,
      sealed,
    ]);
    return load(system, sealer, name, make);
  }
  const { text, stale } = sealer.open(name, stored);
  if (stale) await replace(system, name, stored, sealer.seal(name, text));
  return JSON.parse(text) as T;
}

/** Stores a secret anew, unless it is no longer what it was. */
async function replace(system: Pool, name: string, before: string, after: string): Promise<boolean> {
  const { rowCount } = await system.query(
    'update platform_secrets set sealed = $3 where name = $1 and sealed = $2',
    [name, before, after],
  );
  return rowCount === 1;
}

async function read(system: Pool, name: string): Promise<string | undefined> {
  const { rows } = await system.query<{ sealed: string }>(
    'select sealed from platform_secrets where name = $1',
    [name],
  );
  return rows[0]?.sealed;
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
