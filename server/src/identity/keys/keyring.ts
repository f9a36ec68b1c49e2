import type { JWK } from 'jose';
import type { Pool } from 'pg';
import { type IdentityKeys, loadKeys, loadSigningKeys, type SecretKeys } from './keys.ts';

/** Milliseconds between two looks at the stored keys; a new key is announced for longer before it signs. */
const PERIOD = 60_000;
/** Milliseconds between two lookups caused by tokens of unknown keys, which can be forged at will. */
const PATIENCE = 2_000;

/** The keys of this process, which follow those in the database. */
export interface Keyring extends IdentityKeys {
  /** Looks whether the signing keys have changed. Answers whether they have. */
  refresh(): Promise<boolean>;
  /** Refreshes after a token of an unknown key, at most every few seconds. */
  learn(): Promise<boolean>;
  /** Looks by itself from now on, until it is told to stop. */
  watch(failed: (error: unknown) => void): { stop(): void };
}

/** Opens the keys in the database, which the first process ever makes. */
export async function openKeyring(system: Pool, secretKeys: SecretKeys): Promise<Keyring> {
  let looked = 0;
  let looking: Promise<boolean> | undefined;

  async function look(): Promise<boolean> {
    looked = Date.now();
    const signing = await loadSigningKeys(system, secretKeys);
    if (kids(signing) === kids(keyring.signing)) return false;
    keyring.signing = signing;
    return true;
  }

  const keyring: Keyring = {
    ...(await loadKeys(system, secretKeys)),
    refresh() {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    learn: async () => (Date.now() - looked < PATIENCE ? (looking ?? false) : keyring.refresh()),
    watch(failed) {
      const timer = setInterval(() => keyring.refresh().catch(failed), PERIOD);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
  return keyring;
}

const kids = (keys: JWK[]) => keys.map(({ kid }) => kid).join(' ');
