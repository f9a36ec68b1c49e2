import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../errors.ts';

/** argon2id (the library's default algorithm), 64 MiB, 3 passes, 1 lane. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Each check takes 64 MiB and a thread of the pool that files and names also need, so only a few run at once. */
const limit = Math.max(1, Math.min(3, availableParallelism()));

/** How many may wait: some ten seconds of work. Whoever would wait longer is gone before the answer comes. */
const QUEUE = 150;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws {AppError} unavailable when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= QUEUE) throw new AppError('unavailable', { retry_after: 5 });
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

/** Nobody has this password; it is here with the cost of all others, so that even the first look at nobody's takes no longer. */
const nobody =
  '$argon2id$v=19$m=65536,t=3,p=1$XcZbArYDJ4N4fM74LROQ4w$7zoNhNeZx9p7c9F2f6xYxr5cZlNGhm5gx0n7XKuTPWk';

/**
 * Whether the password belongs to the hash. Without a hash (an unknown address, or an account that has no password
 * yet) it takes as long and says no.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored || nobody, normalise(password)));
  return Boolean(stored) && matches;
}

/** One person's keyboard composes č from two characters, another's sends one: both must get in. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}
