import { AppError } from './errors.ts';

/** Does work when its turn comes; throws `unavailable` when too many wait already. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** How many works of a lane run at once, and how many more may wait. */
type Lane = { atOnce: number; waiting: number };

/** Lets only so many works run at once and so many more wait. */
export function takingTurns(atOnce: number, waiting: number): TakeTurn {
  return turnsInLanes(atOnce, { only: { atOnce, waiting } }).only;
}

/**
 * Lets only so many works run at once, in lanes. A place that gets free goes to the first lane with a work that waits
 * and may run.
 *
 * @param atOnce of all lanes together
 * @param lanes in the order of their precedence
 */
export function turnsInLanes<Name extends string>(
  atOnce: number,
  lanes: Record<Name, Lane>,
): Record<Name, TakeTurn> {
  const states = Object.entries<Lane>(lanes).map(([name, lane]) => ({
    ...lane,
    name,
    running: 0,
    queue: [] as (() => void)[],
  }));
  type State = (typeof states)[number];
  let running = 0;
  const mayRun = (lane: State) => running < atOnce && lane.running < lane.atOnce;

  const startNext = () => {
    const lane = states.find((one) => one.queue.length > 0 && mayRun(one));
    if (!lane) return;
    running += 1;
    lane.running += 1;
    lane.queue.shift()?.();
  };
  const turnsOf =
    (lane: State): TakeTurn =>
    async (work) => {
      if (!mayRun(lane) && lane.queue.length >= lane.waiting)
        throw new AppError('unavailable', { retry_after: 5 });
      await new Promise<void>((resolve) => {
        lane.queue.push(resolve);
        startNext();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        lane.running -= 1;
        startNext();
      }
    };
  return Object.fromEntries(states.map((lane) => [lane.name, turnsOf(lane)])) as Record<Name, TakeTurn>;
}
