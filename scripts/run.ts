import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root = fileURLToPath(new URL('../', import.meta.url));

/** How a program ended. */
export interface Ended {
  code: number | null;
  /** Its output, unless shown at once. */
  said: string;
}

/** Options of a run beside the command. */
export interface RunOptions {
  /** Shows what the program says while it runs. */
  show?: boolean;
  env?: Record<string, string>;
  /** Where it runs, if not in the root. */
  cwd?: string;
  signal?: AbortSignal | undefined;
}

/** Runs a command of node_modules, or of the machine, on this very Node. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Ended> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env, PATH: path },
      shell: process.platform === 'win32',
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
      ...(options.signal && { signal: options.signal }),
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    }
    child.once('error', failed);
    child.once('close', (code) => done({ code, said }));
  });
}
