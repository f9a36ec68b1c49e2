import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { blockOf } from '../../http/guards/address.ts';
import { turnsInLanes } from '../../turns.ts';

/** The cost of passwords; only tests change it, in their own process (`server/test/quick-passwords.ts`). */
export const hashing = {
  /** argon2id (the library's default algorithm), 64 MiB, 3 passes, 1 lane. */
  cost: { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
  /** A hash of equal cost that no password has, against enumeration: also the first look at an unknown address takes as long. */
  nobody: '$argon2id$v=19$m=65536,t=3,p=1$XcZbArYDJ4N4fM74LROQ4w$7zoNhNeZx9p7c9F2f6xYxr5cZlNGhm5gx0n7XKuTPWk',
};

/** Each check takes 64 MiB and a thread of the pool that files and names also need, so only a few run at once. */
const limit = Math.max(1, Math.min(3, availableParallelism()));

/**
 * Priority of password work. `known` (browsers that an account has signed in with, signed-in accounts, mailed links) goes
 * first, with a queue of some ten seconds of work. A `stranger`, given by network address, may send many requests: one check
 * at a time and a short queue, in which no network crowds out others.
 */
export type PasswordLane = 'known' | { stranger: string };

const lanes = turnsInLanes(limit, {
  known: { atOnce: limit, waiting: 150 },
  stranger: { atOnce: 1, waiting: 20 },
});

function turnOf<T>(lane: PasswordLane, work: () => Promise<T>): Promise<T> {
  return lane === 'known' ? lanes.known(work) : lanes.stranger(work, blockOf(lane.stranger));
}

/**
 * The hash of a new password, as stored in `accounts.password_hash`.
 *
 * @throws {AppError} unavailable when too many wait already
 */
export function hashPassword(password: string, lane: PasswordLane): Promise<string> {
  return turnOf(lane, () => hash(normalise(password), hashing.cost));
}

/**
 * Whether the password belongs to the hash. Without a hash (an unknown address, or an account that has no password
 * yet) it takes as long and says no.
 *
 * @throws {AppError} unavailable when too many wait already
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  lane: PasswordLane,
): Promise<boolean> {
  const matches = await turnOf(lane, () => verify(stored || hashing.nobody, normalise(password)));
  return Boolean(stored) && matches;
}

/** One person's keyboard composes č from two characters, another's sends one: both must get in. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}
