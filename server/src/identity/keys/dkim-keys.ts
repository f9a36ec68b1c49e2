import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { instantColumn } from '../../db/instants.ts';
import { judgeDkim } from '../../mail/dns/dns-records.ts';
import type { Names } from '../../mail/dns/names.ts';
import type { DkimSigner } from '../../mail/transport.ts';
import type { SecretKeys } from './keys.ts';
import { createSealer, sealedAs } from './seal.ts';

/** A key that signs mails of a domain; receivers look the public half up under its selector. Instants are RFC 3339. */
export type DkimKey = {
  selector: string;
  /** The public half, as DNS shows it. */
  shown: string;
  /** The private half as PEM; gone once it signs no more. */
  key: string | null;
  made_at: string;
  /** Since when it signs; null until DNS shows it. */
  signs_since: string | null;
  /** When it signed for the last time; mails that it has signed are checked for some days more. */
  retired_at: string | null;
};

/** A DNS record of type TXT. */
export type TxtRecord = { name: string; value: string };

/** Length that every receiver checks and every DNS takes. */
const BITS = 2048;
const DAY = 24 * 3600_000;
/** Days for which mails that were signed may still be on their way: servers try for five. */
const UNDER_WAY = 7;

/** The keys of a domain, the newest first. */
export async function loadDkimKeys(system: Pool, secretKeys: SecretKeys, domain: string): Promise<DkimKey[]> {
  const stored = await read(system, domain);
  return stored ? open(secretKeys, domain, stored) : [];
}

/** Makes the first key of a domain, if there is none; of two processes the first one's is kept. */
export const makeDkimKey = (system: Pool, secretKeys: SecretKeys, domain: string): Promise<DkimKey[]> =>
  changeKeys(system, secretKeys, domain, async (keys) => (keys.length > 0 ? keys : [await newKey()]));

/** Makes a successor of the key that signs, unless one waits for its record already. */
export const rotateDkimKey = (system: Pool, secretKeys: SecretKeys, domain: string): Promise<DkimKey[]> =>
  changeKeys(system, secretKeys, domain, async (keys) =>
    keys.some((key) => stateOf(key) === 'waiting') ? keys : [await newKey(), ...keys],
  );

/**
 * Lets the newest key sign once DNS shows it, or, where no name server answers, a day after it was made; retires the one
 * before it, and forgets those whose mails have long arrived.
 */
export async function followDns(
  system: Pool,
  secretKeys: SecretKeys,
  domain: string,
  names: Names,
  now = new Date(),
): Promise<DkimKey[]> {
  const [newest] = await loadDkimKeys(system, secretKeys, domain);
  const isReady =
    newest !== undefined && stateOf(newest) === 'waiting' && (await maySign(names, domain, newest, now));
  return await changeKeys(system, secretKeys, domain, async (keys) => {
    const at = now.toISOString();
    const followed = keys.map((key) => {
      if (!isReady) return key;
      if (key.selector === newest.selector) return { ...key, signs_since: key.signs_since ?? at };
      return stateOf(key) === 'retired' ? key : { ...key, key: null, retired_at: at };
    });
    return followed.filter((key) => (removableFrom(key) ?? at) >= at);
  });
}

async function maySign(names: Names, domain: string, key: DkimKey, now: Date): Promise<boolean> {
  const { verdict } = await judgeDkim(names, dkimRecord(domain, key));
  return verdict === 'right' || (verdict === 'unknown' && now.getTime() - Date.parse(key.made_at) >= DAY);
}

/** Whether a key waits for its record, signs, or has signed. */
export function stateOf({ signs_since, retired_at }: DkimKey): 'waiting' | 'signing' | 'retired' {
  if (retired_at !== null) return 'retired';
  return signs_since === null ? 'waiting' : 'signing';
}

/** From when on the record of a retired key may be removed; null for one that is needed. */
export const removableFrom = ({ retired_at }: DkimKey): string | null =>
  retired_at === null ? null : new Date(Date.parse(retired_at) + UNDER_WAY * DAY).toISOString();

/** The key that signs now; undefined without one. */
export function signerOf(domain: string, keys: readonly DkimKey[]): DkimSigner | undefined {
  const signing = keys.find((key) => stateOf(key) === 'signing');
  if (!signing?.key) return undefined;
  return { domainName: domain, keySelector: signing.selector, privateKey: createPrivateKey(signing.key) };
}

/** The record with which DNS must show the public half of a key. */
export const dkimRecord = (domain: string, { selector, shown }: DkimKey): TxtRecord => ({
  name: `${selector}._domainkey.${domain}`,
  value: `v=DKIM1; k=rsa; p=${shown}`,
});

async function newKey(): Promise<DkimKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS });
  return {
    selector: `vpisnik-${randomBytes(3).toString('hex')}`,
    shown: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    made_at: new Date().toISOString(),
    signs_since: null,
    retired_at: null,
  };
}

/** Replaces the stored keys by what `change` makes of them. Of two changes at once the later one is made on what the earlier left. */
async function changeKeys(
  system: Pool,
  secretKeys: SecretKeys,
  domain: string,
  change: (keys: DkimKey[]) => Promise<DkimKey[]>,
): Promise<DkimKey[]> {
  const name = sealedAs.dkim(domain);
  const sealer = createSealer(secretKeys);
  for (;;) {
    const stored = await read(system, domain);
    const keys = stored ? open(secretKeys, domain, stored) : [];
    const changed = await change(keys);
    if (JSON.stringify(changed) === JSON.stringify(keys)) return keys;
    const sealed = sealer.seal(name, JSON.stringify(changed));
    const { rowCount } = !stored
      ? await system.query(
          'insert into platform_secrets (name, sealed) values ($1, $2) on conflict do nothing',
          [name, sealed],
        )
      : await system.query('update platform_secrets set sealed = $3 where name = $1 and sealed = $2', [
          name,
          stored.sealed,
          sealed,
        ]);
    if (rowCount === 1) return changed;
  }
}

/** Keys as they are stored; a domain had a single one, which signed at once, before there was any rotation. */
function open(secretKeys: SecretKeys, domain: string, { sealed, made }: Stored): DkimKey[] {
  const name = sealedAs.dkim(domain);
  const stored = JSON.parse(createSealer(secretKeys).open(name, sealed).text) as
    | DkimKey[]
    | { selector: string; key: string };
  if (Array.isArray(stored)) return stored;
  const { selector, key } = stored;
  const shown = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return [{ selector, key, shown, made_at: made, signs_since: made, retired_at: null }];
}

type Stored = { sealed: string; made: string };

async function read(system: Pool, domain: string): Promise<Stored | undefined> {
  const { rows } = await system.query<Stored>(
    `select sealed, ${instantColumn('created_at')} as made from platform_secrets where name = $1`,
    [sealedAs.dkim(domain)],
  );
  return rows[0];
}
