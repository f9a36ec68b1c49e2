import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Reads the parent's options from the file named by the first argument. */
export function options<T>(): T {
  return JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as T;
}

/** Megabytes that are in use once garbage is collected. */
function held(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/**
 * Answers the parent: the port once it listens, the processor time used, the most memory, and when asked for, what is held of
 * it. Ends when the parent lets go.
 */
export function answerParent(listening: Promise<number>, stop: () => Promise<void> = async () => {}): void {
  process.on('message', async (question) => {
    const { user, system } = process.cpuUsage();
    const answer = {
      port: question === 'start' ? await listening : 0,
      cpu: (user + system) / 1000,
      peak: process.resourceUsage().maxRSS / 1024,
      held: question === 'held' ? held() : 0,
    };
    process.send?.(answer);
  });
  process.on('disconnect', async () => {
    await stop();
    process.exit();
  });
}
