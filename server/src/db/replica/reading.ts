import { AsyncLocalStorage } from 'node:async_hooks';
import { furthest, type Position, START } from './position.ts';

type Given = {
  /** What its browser has written or seen already: only who has replayed so far may answer. */
  position: Position;
  /** Whether it may read from a replica at all. */
  onlyReads: boolean;
  /** Whether its browser must not see less at its next request than it sees now. */
  keepsWhatItSaw: boolean;
};

/** What one request may read from a replica, and whether its browser must from now on find more than it did before. */
export class Reading {
  readonly onlyReads: boolean;
  /** The position of what it has written and seen itself, as of the last `settle`; `START` where there is nothing. */
  own: Position = START;
  readonly #keepsWhatItSaw: boolean;
  readonly #given: Position;
  /** Whether it has written, or seen something on the primary, after `own`. */
  #isPast = false;
  /** Whether it has been answered; what goes on then is nobody's request. */
  isOver = false;

  constructor({ position, onlyReads, keepsWhatItSaw }: Given) {
    this.#given = position;
    this.onlyReads = onlyReads;
    this.#keepsWhatItSaw = keepsWhatItSaw;
  }

  /** Notes that something was committed, or may have been. */
  wrote(): void {
    this.#isPast = true;
  }

  /** Notes that the primary was read. */
  sawPrimary(): void {
    if (this.#keepsWhatItSaw) this.#isPast = true;
  }

  /**
   * The position that has all that the request has written and seen, and what it was given.
   *
   * @param ask where the primary is now
   */
  async settle(ask: () => Promise<Position>): Promise<Position> {
    if (this.#isPast) {
      // later commits are past it again
      this.#isPast = false;
      const position = await ask().catch((error: unknown) => {
        this.#isPast = true;
        throw error;
      });
      this.own = furthest(this.own, position);
    }
    return furthest(this.#given, this.own);
  }
}

const present = new AsyncLocalStorage<Reading>();

/** The reading of the request that is being answered here; none in work that belongs to no request. */
export function presentReading(): Reading | undefined {
  const reading = present.getStore();
  return reading?.isOver ? undefined : reading;
}

/** Runs a step of a request's answer, and all that follows from it, as part of its reading. */
export function withReading(reading: Reading, step: () => void): void {
  present.run(reading, step);
}
