import type { Pool } from 'pg';
import type { DkimSigner } from '../../mail/transport.ts';
import { loadDkimKeys, signerOf } from './dkim-keys.ts';
import type { SecretKeys } from './keys.ts';

/** Milliseconds between two looks at the stored keys. */
const PERIOD = 60_000;

/**
 * The key that signs mails of a domain, which follows the database: another process may have seen that DNS shows a new one.
 *
 * @param failed hears of looks that came to nothing; the key stays
 */
export async function openDkimRing(
  system: Pool,
  secretKeys: SecretKeys,
  domain: string,
  failed: (error: Error) => void,
): Promise<{ signer: () => DkimSigner | undefined; stop(): void }> {
  const look = async () => signerOf(domain, await loadDkimKeys(system, secretKeys, domain));
  let signer = await look();
  const timer = setInterval(() => {
    look().then((found) => {
      signer = found;
    }, failed);
  }, PERIOD);
  timer.unref();
  return { signer: () => signer, stop: () => clearInterval(timer) };
}
