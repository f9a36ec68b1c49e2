import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default algorithm), 64 MiB, 3 passes, 1 lane. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Each check takes 64 MiB and a thread of the pool that files and names also need, so only a few run at once. */
const limit = Math.max(1, Math.min(3, availableParallelism()));

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // the place passes straight to whoever waits longest
    if (next) next();
    else running -= 1;
  }
}

/** The hash of a new password, as stored in `accounts.password_hash`. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password), cost));
}

let nobody: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (an unknown address, or an account that has no password
 * yet) it takes as long and says no.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return inTurn(() => verify(stored, normalise(password)));
  nobody ??= hashPassword('nobody has this password');
  const dummy = await nobody;
  await inTurn(() => verify(dummy, normalise(password)));
  return false;
}

/** One person's keyboard composes č from two characters, another's sends one: both must get in. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}
