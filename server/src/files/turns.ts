import { AppError } from '../errors.ts';

/** Does work when its turn comes. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets only so many works run at once and so many more wait.
 *
 * @returns what does a work in its turn; it throws `unavailable` when too many wait already
 */
export function takingTurns(atOnce: number, waiting: number): TakeTurn {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('unavailable', { retry_after: 5 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // the place goes to whoever waits, without being free in between
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
