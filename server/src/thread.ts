import { Worker } from 'node:worker_threads';

/** What a thread may take. */
export type ThreadLimits = {
  /** Of processor time, so that a busy machine ends nothing that is quick; and six times as long by the clock. */
  seconds: number;
  /** Megabytes. */
  memory: number;
};

/** Milliseconds between looks at a thread's processor time. */
const LOOK = 250;

/**
 * Runs a module in a worker thread, for work that would block other requests noticeably.
 *
 * @param data its `workerData`
 * @returns its first message; undefined when it fails, or takes more than it may
 */
export async function inThread<T>(module: URL, data: unknown, limits: ThreadLimits): Promise<T | undefined> {
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 32 },
  });
  const tooMuch = limits.seconds * 1_000_000;
  const watch = setInterval(async () => {
    // one that has ended has no processor time
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if (user + system > tooMuch) await worker.terminate();
  }, LOOK);
  const timer = setTimeout(() => worker.terminate(), limits.seconds * 6000);
  try {
    return await new Promise<T | undefined>((resolve) => {
      const fails = () => resolve(undefined);
      worker.once('message', resolve).once('error', fails).once('exit', fails);
    });
  } finally {
    clearInterval(watch);
    clearTimeout(timer);
    await worker.terminate();
  }
}
