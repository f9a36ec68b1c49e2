import type { Position } from './position.ts';

type Sample = { at: number; position: Position };

/**
 * How far a replica is behind its primary, by looks at the primary's log: it is behind for as long as there has been something
 * that it hasn't replayed. Neither machine's clock counts, and a primary at rest makes no replica look late.
 */
export class Progress {
  readonly #limit: number;
  /** Each time the primary was seen further than before, oldest first; the first is at least as old as the limit, once there is one. */
  #samples: Sample[] = [];

  /** @param limit milliseconds that a replica may be behind */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Notes where the primary is. One that is further back than before is another one, and what was known is of no use. */
  note(position: Position, now: number): void {
    const last = this.#samples.at(-1);
    if (last && position < last.position) this.#samples = [];
    if (last?.position !== position) this.#samples.push({ at: now, position });
    const aged = this.#samples.findLastIndex(({ at }) => at <= now - this.#limit);
    if (aged > 0) this.#samples.splice(0, aged);
  }

  /**
   * What a replica must have replayed to be within the limit; undefined while nothing is known of the primary. A process that
   * has just begun asks for all that was there at its first look.
   */
  floor(now: number): Position | undefined {
    const [first] = this.#samples;
    return (this.#samples.findLast(({ at }) => at <= now - this.#limit) ?? first)?.position;
  }

  /** Milliseconds for which the primary has been known to be further than a replica that has replayed up to `position`. */
  behind(position: Position, now: number): number {
    const missed = this.#samples.find((sample) => sample.position > position);
    return missed ? now - missed.at : 0;
  }
}
