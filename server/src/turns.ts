import { AppError } from './errors.ts';

/**
 * Does work when its turn comes; throws `unavailable` when too many wait already. Of a full queue, a network with more
 * works than the newcomer's gives up its latest one. A work whose signal is aborted before its turn leaves the queue.
 */
export type TakeTurn = <T>(work: () => Promise<T>, network?: string, signal?: AbortSignal) => Promise<T>;

/** How many works of a lane run at once, how many more may wait, and how many of one network run at once. */
type Lane = { atOnce: number; waiting: number; ofOne?: number };

/** A work that waits: for whom, and how it is let in or turned away. */
type Waiting = { network: string; start: () => void; refuse: (error: AppError) => void };

/** Lets only so many works run at once, only `ofOne` of them of one network, and so many more wait. */
export function takingTurns(atOnce: number, waiting: number, ofOne = atOnce): TakeTurn {
  return turnsInLanes(atOnce, { only: { atOnce, waiting, ofOne } }).only;
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
    /** The networks whose works run. */
    running: [] as string[],
    queue: [] as Waiting[],
  }));
  type State = (typeof states)[number];
  let running = 0;
  const mayRun = ({ running: its, ofOne = Number.POSITIVE_INFINITY, ...lane }: State, network: string) =>
    running < atOnce && its.length < lane.atOnce && its.filter((one) => one === network).length < ofOne;

  const startNext = () => {
    for (const lane of states) {
      const at = lane.queue.findIndex(({ network }) => mayRun(lane, network));
      const [next] = at < 0 ? [] : lane.queue.splice(at, 1);
      if (!next) continue;
      running += 1;
      lane.running.push(next.network);
      return next.start();
    }
  };
  const turnsOf =
    (lane: State): TakeTurn =>
    async (work, network = '', signal) => {
      if (!mayRun(lane, network) && lane.queue.length >= lane.waiting) makeRoom(lane.queue, network);
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
        lane.running.splice(lane.running.indexOf(network), 1);
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
