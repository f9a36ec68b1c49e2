import { Worker } from 'node:worker_threads';

/** What a thread may take. */
export type ThreadLimits = {
  seconds: number;
  /** Megabytes. */
  memory: number;
};

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
  const timer = setTimeout(() => worker.terminate(), limits.seconds * 1000);
  try {
    return await new Promise<T | undefined>((resolve) => {
      const fails = () => resolve(undefined);
      worker.once('message', resolve).once('error', fails).once('exit', fails);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
