import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import type { SecretKeys } from './keys.ts';
import { createSealer, sealedAs } from './seal.ts';

/** A key that signs mails of a domain; receivers look the public half up under its selector. */
export type DkimKey = { domainName: string; keySelector: string; privateKey: KeyObject };

/** A DNS record of type TXT. */
export type TxtRecord = { name: string; value: string };

/** Length that every receiver checks and every DNS takes. */
const BITS = 2048;

/** The key of a domain; undefined if none has been made. */
export async function loadDkimKey(
  system: Pool,
  secretKeys: SecretKeys,
  domain: string,
): Promise<DkimKey | undefined> {
  const name = sealedAs.dkim(domain);
  const { rows } = await system.query<{ sealed: string }>(
    'select sealed from platform_secrets where name = $1',
    [name],
  );
  if (!rows[0]) return undefined;
  const { selector, key } = JSON.parse(createSealer(secretKeys).open(name, rows[0].sealed).text);
  return { domainName: domain, keySelector: selector, privateKey: createPrivateKey(key) };
}

/** Makes the key of a domain unless it has one; of two processes the first one's is kept. */
export async function makeDkimKey(system: Pool, secretKeys: SecretKeys, domain: string): Promise<DkimKey> {
  const known = await loadDkimKey(system, secretKeys, domain);
  if (known) return known;
  const name = sealedAs.dkim(domain);
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const selector = `vpisnik-${randomBytes(3).toString('hex')}`;
  await system.query('insert into platform_secrets (name, sealed) values ($1, $2) on conflict do nothing', [
    name,
    createSealer(secretKeys).seal(name, JSON.stringify({ selector, key })),
  ]);
  return await makeDkimKey(system, secretKeys, domain);
}

/** The record with which DNS must show the public half of a key. */
export function dkimRecord({ domainName, keySelector, privateKey }: DkimKey): TxtRecord {
  const shown = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { name: `${keySelector}._domainkey.${domainName}`, value: `v=DKIM1; k=rsa; p=${shown}` };
}
