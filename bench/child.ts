import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A child's answer: its port, processor time used, and the most memory it had and what it holds of it, in megabytes. */
type Answer = { port: number; cpu: number; peak: number; held: number };

/** A server in a process of its own. */
export type Child = {
  port: number;
  /** Milliseconds of processor time it has used so far. */
  cpu(): Promise<number>;
  /** The most memory it has had so far, in megabytes. */
  peak(): Promise<number>;
  /** Megabytes that it holds once garbage is collected. */
  held(): Promise<number>;
};

/**
 * Starts a file of `processes/` and waits until it listens.
 *
 * @param options handed to it as JSON
 * @param variables of its environment; nothing else of ours reaches it but where programs are
 */
export async function startChild(
  parts: AsyncDisposableStack,
  file: string,
  options: unknown,
  variables: Record<string, string> = {},
): Promise<Child> {
  const child = launch(parts, file, options, variables);
  const { port } = await ask<Answer>(child, 'start');
  return {
    port,
    cpu: async () => (await ask<Answer>(child, 'cpu')).cpu,
    peak: async () => (await ask<Answer>(child, 'peak')).peak,
    held: async () => (await ask<Answer>(child, 'held')).held,
  };
}

/** Starts a file of `processes/` that listens to messages alone. */
export function launch(
  parts: AsyncDisposableStack,
  file: string,
  options: unknown,
  variables: Record<string, string> = {},
): ChildProcess {
  const profile = process.env.BENCH_PROFILE;
  // a file, since an argument holds no more than 128 KB
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  parts.defer(() => rmSync(folder, { recursive: true }));
  const handed = join(folder, 'options.json');
  writeFileSync(handed, JSON.stringify(options ?? null));
  const child = fork(new URL(`processes/${file}`, import.meta.url), [handed], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: profile
      ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${file}.${Date.now()}.cpuprofile`]
      : [],
  });
  parts.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  });
  return child;
}

/** Asks a child and waits for its answer; fails when it ends instead. One question at a time. */
export async function ask<T>(child: ChildProcess, question: unknown): Promise<T> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with ${code}`);
  });
  try {
    const answered = once(child, 'message', { signal: ended.signal });
    child.send(question as object);
    const [answer] = await Promise.race([answered, gone]);
    return answer as T;
  } finally {
    ended.abort();
    gone.catch(() => {});
  }
}
