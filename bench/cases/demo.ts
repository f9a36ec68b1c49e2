import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from '../../server/src/ports.ts';
import { type Case, medianOf } from '../measure.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** From `npm run demo` until it says that it is ready, in a place where it has been started once before. */
export const demo: Case = {
  name: 'demo',
  run: async ({ quick }, parts) => {
    const dir = mkdtempSync(join(tmpdir(), 'vpisnik-bench-demo-'));
    parts.defer(() => rmSync(dir, { recursive: true, force: true }));
    await startDemo(dir);
    const seconds: number[] = [];
    for (let start = 0; start < (quick ? 1 : 3); start += 1) seconds.push(await startDemo(dir));
    const median = medianOf(seconds);
    return [
      {
        case: 'demo ready, second start',
        unit: 's',
        ours: median,
        limit: null,
        ratio: median,
        target: { at: 'most', value: 5 },
      },
    ];
  },
};

/** Starts the demo, waits until it is ready, stops it. Gives the seconds that it took to be ready. */
async function startDemo(dir: string): Promise<number> {
  const [port, mailbox, smtp] = await findFreePorts(3);
  const began = performance.now();
  const child = spawn('npm', ['run', 'demo'], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dir },
      ...{ PORT: String(port), MAILBOX_PORT: String(mailbox), MAILBOX_SMTP_PORT: String(smtp) },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // the output ends with the last process that writes to it, which is not npm's own
  const closed = once(child, 'close');
  let said = '';
  const ready = new Promise<void>((done, fail) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('is ready')) done();
    });
    child.stdout.on('end', () => fail(new Error(`The demo ended before it was ready: ${said}`)));
  });
  try {
    await ready;
    return (performance.now() - began) / 1000;
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
}
