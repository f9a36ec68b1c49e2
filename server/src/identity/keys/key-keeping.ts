import type { Pool } from 'pg';
import { changeSigningKeys, loadKeys, type SecretKeys } from './keys.ts';
import { createSealer, sealedAs } from './seal.ts';
import { replaced, rotated } from './signing-keys.ts';

/** Result of a run: changes of the signing keys and resealed secrets. */
export interface Kept {
  /** Whether signing keys came or went. */
  changed: boolean;
  /** Number of secrets resealed from an older SECRET_KEY to the newest. */
  resealed: number;
  /** Number of secrets that no key opens; their owners must set them up again. */
  lost: number;
}

/**
 * Rotates the signing key when due, deletes keys whose last tokens have expired, and reseals secrets sealed with an older
 * SECRET_KEY. Sign-ins survive all of it.
 *
 * @param how `rotate` gives a successor now; `replace` forgets all keys but a new one: after a leak, tokens of before are
 *   refused, and pages that hold them renew
 */
export async function keepKeys(
  system: Pool,
  secretKeys: SecretKeys,
  how: 'when_due' | 'rotate' | 'replace' = 'when_due',
): Promise<Kept> {
  // this seals the platform's own keys anew
  await loadKeys(system, secretKeys);
  const changed = await changeSigningKeys(system, secretKeys, (keys) =>
    how === 'replace' ? replaced() : rotated(keys, { due: how === 'rotate' }),
  );
  return { changed, ...(await resealAll(system, secretKeys)) };
}

/** Where sealed texts lie beside the platform's own keys: the name that each is bound to, and how it is replaced. */
const places = [
  {
    read: `select account_id as id, sealed from second_factors`,
    write: 'update second_factors set sealed = $3 where account_id = $1::uuid and sealed = $2',
    nameOf: sealedAs.authenticator,
  },
  {
    read: `select id, payload ->> 'sealed' as sealed from oidc_payloads where model = 'ExternalSignOut'`,
    write: `update oidc_payloads set payload = jsonb_set(payload, '{sealed}', to_jsonb($3::text))
      where model = 'ExternalSignOut' and id = $1 and payload ->> 'sealed' = $2`,
    nameOf: () => sealedAs.externalIdToken,
  },
  {
    read: `select name as id, sealed from platform_secrets where name like 'dkim %'`,
    write: 'update platform_secrets set sealed = $3 where name = $1 and sealed = $2',
    nameOf: (name: string) => name,
  },
];

async function resealAll(system: Pool, secretKeys: SecretKeys): Promise<Pick<Kept, 'resealed' | 'lost'>> {
  const sealer = createSealer(secretKeys);
  const done = { resealed: 0, lost: 0 };
  for (const { read, write, nameOf } of places) {
    const { rows } = await system.query<{ id: string; sealed: string }>(read);
    for (const { id, sealed } of rows) {
      const name = nameOf(id);
      const opened = sealer.tryOpen(name, sealed);
      if (!opened) done.lost += 1;
      if (!opened?.stale) continue;
      await system.query(write, [id, sealed, sealer.seal(name, opened.text)]);
      done.resealed += 1;
    }
  }
  return done;
}
