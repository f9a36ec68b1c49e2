import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Pool } from 'pg';
import { createSealer, type Sealer } from './seal.ts';

/** What every process needs to issue and check sign-ins; the same in all of them. */
export interface IdentityKeys {
  /** Private signing keys (ES256); the first one signs, all of them verify. */
  signing: JWK[];
  /** Keys that sign the provider's cookies; the first one signs, all of them verify. */
  cookies: string[];
  /** The web client's secret. It never leaves the server. */
  clientSecret: string;
}

/** Reads the keys from the database; the first process ever makes them. */
export async function loadKeys(
  system: Pool,
  secretKeys: readonly [string, ...string[]],
): Promise<IdentityKeys> {
  const sealer = createSealer(secretKeys);
  return {
    signing: await load<JWK[]>(system, sealer, 'signing_keys', async () => [await newSigningKey()]),
    cookies: await load<string[]>(system, sealer, 'cookie_keys', () => [randomText()]),
    clientSecret: await load<string>(system, sealer, 'web_client_secret', randomText),
  };
}

/** The public half of signing keys: what verifies a token, and may be shown to anybody. */
export function publicKeys(keys: JWK[]): JWK[] {
  return keys.map(({ kty, crv, x, y, use, alg, kid }) => ({ kty, crv, x, y, use, alg, kid }) as JWK);
}

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
  if (stale) {
    await system.query('update platform_secrets set sealed = $3 where name = $1 and sealed = $2', [
      name,
      stored,
      sealer.seal(name, text),
    ]);
  }
  return JSON.parse(text) as T;
}

async function read(system: Pool, name: string): Promise<string | undefined> {
  const { rows } = await system.query<{ sealed: string }>(
    'select sealed from platform_secrets where name = $1',
    [name],
  );
  return rows[0]?.sealed;
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    use: 'sig',
    alg: 'ES256',
    kid: randomBytes(9).toString('base64url'),
  };
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
