import { AppError } from './errors.ts';

/**
 * Does work when its turn comes; throws `unavailable` when too many wait already. Of a full queue, a network with more
 * works than the newcomer's gives up its latest one. A work whose signal is aborted before its turn leaves the queue.
 */
export type TakeTurn = <T>(work: () => Promise<T>, network?: string, signal?: AbortSignal) => Promise<T>;

/** How many works of a lane run at once, and how many more may wait. */
type Lane = { atOnce: number; waiting: number };

/** A work that waits: for whom, and how it is let in or turned away. */
type Waiting = { network: string; start: () => void; refuse: (error: AppError) => void };

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
    queue: [] as Waiting[],
  }));
  type State = (typeof states)[number];
  let running = 0;
  const mayRun = (lane: State) => running < atOnce && lane.running < lane.atOnce;

  const startNext = () => {
    const lane = states.find((one) => one.queue.length > 0 && mayRun(one));
    if (!lane) return;
    running += 1;
    lane.running += 1;
    lane.queue.shift()?.start();
  };
  const turnsOf =
    (lane: State): TakeTurn =>
    async (work, network = '', signal) => {
      if (!mayRun(lane) && lane.queue.length >= lane.waiting) makeRoom(lane.queue, network);
      await new Promise<void>((start, refuse) => {
        const waiting = { network, start, refuse };
        lane.queue.push(waiting);
        const leave = () => {
          const at = lane.queue.indexOf(waiting);
          if (at < 0) return;
          lane.queue.splice(at, 1);
          refuse(new AppError('unavailable'));
        };
        if (signal?.aborted) leave();
        signal?.addEventListener('abort', leave, { once: true });
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

/** Turns the latest work away of the network with the most, unless the newcomer's would then have as many. */
function makeRoom(queue: Waiting[], newcomer: string): void {
  const byNetwork = Map.groupBy(queue, ({ network }) => network);
  const most = [...byNetwork.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const full = new AppError('unavailable', { retry_after: 5 });
  const latest = most.at(-1);
  if (!latest || most.length <= (byNetwork.get(newcomer)?.length ?? 0) + 1) throw full;
  queue.splice(queue.lastIndexOf(latest), 1);
  latest.refuse(full);
}
