import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** A private signing key as it is stored; `made_at` in seconds, absent for keys of before there was any rotation. */
export type SigningKey = JWK & { made_at?: number };

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Seconds before a new key signs, in which every process learns of it; see the keyring. */
const ANNOUNCED = 5 * MINUTE;
/** Age, in seconds, at which the newest key gets a successor. */
const ROTATION = 90 * DAY;
/** Seconds that a key verifies after it has signed for the last time; tokens live five minutes. */
const KEPT = DAY;

/** A new ES256 key. */
export async function newSigningKey(now = seconds()): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    use: 'sig',
    alg: 'ES256',
    kid: randomBytes(9).toString('base64url'),
    made_at: now,
  };
}

/** The keys without what only their keeping needs: the one that signs now, the others from the newest on. */
export function inOrder(keys: SigningKey[], now = seconds()): JWK[] {
  const sorted = newestFirst(keys);
  const signing = sorted.find((key) => signsFrom(key) <= now) ?? sorted.at(-1);
  return [...(signing ? [signing] : []), ...sorted.filter((key) => key !== signing)].map(
    ({ made_at: _, ...key }) => key,
  );
}

/**
 * The keys with a successor when the newest is due for one, and without those whose last token has long expired;
 * undefined when nothing is to be done.
 *
 * @param due whether it is due, whatever its age
 */
export async function rotated(
  keys: SigningKey[],
  { due = false, now = seconds() }: { due?: boolean; now?: number } = {},
): Promise<SigningKey[] | undefined> {
  const [newest, ...older] = newestFirst(keys);
  const isDue = due || !newest || now - madeAt(newest) > ROTATION;
  const successors = [...(isDue ? [await newSigningKey(now)] : []), ...(newest ? [newest] : [])];
  // a key signs until its successor does
  const kept = older.filter((_, at) => {
    const successor = older[at - 1] ?? newest;
    return successor === undefined || now - signsFrom(successor) < KEPT;
  });
  return isDue || kept.length < older.length ? [...successors, ...kept] : undefined;
}

/** One new key that signs at once, and no other: tokens of before are good for nothing. */
export async function replaced(): Promise<SigningKey[]> {
  return [await newSigningKey(seconds() - ANNOUNCED)];
}

const seconds = () => Math.floor(Date.now() / 1000);
const madeAt = ({ made_at = 0 }: SigningKey) => made_at;
const signsFrom = (key: SigningKey) => madeAt(key) + ANNOUNCED;
const newestFirst = (keys: SigningKey[]) => keys.toSorted((a, b) => madeAt(b) - madeAt(a));
