import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What our application is to the hosted provider. */
export const clientId = 'vpisnik-at-hosted';
export const clientSecret = 'hosted:secret/with+signs';

/** The next sign-in at the hosted provider; without a subject it answers that the user cancelled. */
export interface Scene {
  subject?: string;
  /** What its userinfo endpoint says. */
  claims?: Record<string, unknown>;
  /** Claims that it puts into its ID token, true or not. */
  lies?: Record<string, unknown>;
}

/** Starts the hosted provider on a port; our application is the client at `origin`. */
export async function startExternalProvider(port: number, origin: string) {
  const path = fileURLToPath(new URL('./external-provider-process.ts', import.meta.url));
  const child = fork(path, [String(port), origin], { execArgv: [], stdio: 'ignore' });
  await ready(child);
  return {
    async meet(scene: Scene): Promise<void> {
      child.send(scene);
      await ready(child);
    },
    async stop(): Promise<void> {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The hosted provider ended with ${code}`);
  });
  await Promise.race([once(child, 'message', { signal }), ended]).finally(() => settled.abort());
  await ended.catch(() => {});
}
