import { readFileSync } from 'node:fs';

/** Reads the parent's options from the file named by the first argument. */
export function options<T>(): T {
  return JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as T;
}

/** Answers the parent: the port once it listens, the processor time used and the most memory. Ends when the parent lets go. */
export function answerParent(listening: Promise<number>, stop: () => Promise<void> = async () => {}): void {
  process.on('message', async (question) => {
    const { user, system } = process.cpuUsage();
    const answer = {
      port: question === 'start' ? await listening : 0,
      cpu: (user + system) / 1000,
      peak: process.resourceUsage().maxRSS / 1024,
    };
    process.send?.(answer);
  });
  process.on('disconnect', async () => {
    await stop();
    process.exit();
  });
}
