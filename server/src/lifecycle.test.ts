import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const lifecycle = JSON.stringify(join(import.meta.dirname, 'lifecycle.ts'));

/** Two parts, of which the first takes its time to stop; `rest` is what happens after they have started. */
const program = (rest: string, run: string) => `
  import { ${run}, startPart } from ${lifecycle};
  const say = (text) => process.stdout.write(text + '\\n');
  const part = async (name, ms) => ({
    stop: () => new Promise((done) => setTimeout(() => { say('stopped ' + name); done(); }, ms)),
  });
  await ${run}(async (parts) => {
    await startPart(parts, part('database', 500));
    await startPart(parts, part('application', 10));
    ${rest}
  });`;

const stayAwake = `say('ready'); setInterval(() => {}, 1000);`;

/** Programs that a failed test has left. */
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const { pid } of running) process.kill(-(pid ?? 0), 'SIGKILL');
});

function start(
  rest: string,
  { output = '', run = 'runUntilStopped' } = {},
): { child: ChildProcess; ended: Promise<string> } {
  // the shell stays between us and the program, as it does under npm
  const child = spawn('sh', ['-c', `"$NODE" --input-type=module -e "$PROGRAM" ${output}; exit $?`], {
    detached: true,
    env: { ...process.env, NODE: process.execPath, PROGRAM: program(rest, run), npm_lifecycle_event: 'demo' },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  return { child, ended: once(child, 'close').then(() => said) };
}

const stopped = 'stopped application\nstopped database\n';

test.each([
  ['the whole group, again and again', (pid: number) => Array.from({ length: 200 }, () => -pid)],
  ['the shell between npm and the program alone', (pid: number) => [pid]],
])('a signal to %s stops all parts in reverse order', async (_whom, targets) => {
  const { child, ended } = start(stayAwake);
  await once(child.stdout ?? child, 'data');
  for (const pid of targets(child.pid ?? 0)) process.kill(pid, 'SIGTERM');
  expect(await ended).toBe(`ready\n${stopped}`);
});

test('a failure while starting stops what had started, says why and fails', async () => {
  const { child, ended } = start(`throw new Error('no luck');`);
  const said = await ended;
  expect(said).toContain('Error: no luck');
  expect(said).toContain(stopped);
  expect(child.exitCode).toBe(1);
});

test('an uncaught error stops all parts too', async () => {
  const { child, ended } = start(`setImmediate(() => { throw new Error('no luck'); });`);
  const said = await ended;
  expect(said).toContain('Error: no luck');
  expect(said).toContain(stopped);
  expect(child.exitCode).toBe(1);
});

test.each([
  [
    'is stopped before its end fails',
    `process.kill(process.pid, 'SIGTERM'); await new Promise((done) => setTimeout(done, 60_000));`,
    1,
  ],
  ['comes to its end succeeds', '', 0],
])('a command that %s', async (_what, rest, code) => {
  const { child, ended } = start(rest, { run: 'runToEnd' });
  expect(await ended).toContain(stopped);
  expect(child.exitCode).toBe(code);
});

test('a program whose output nobody reads any more goes on until it is told to stop', async () => {
  const { child, ended } = start(`
    say('ready');
    let said = 0;
    setInterval(() => {
      say('at work');
      process.stderr.write('still\\n');
      if (++said === 20) process.kill(process.pid, 'SIGTERM');
    }, 20);`);
  await once(child.stdout ?? child, 'data');
  child.stdout?.destroy();
  child.stderr?.destroy();
  await ended;
  expect(child.exitCode).toBe(0);
});

if (process.platform === 'linux')
  test('what a full disk does not take makes a command fail', async () => {
    const { child, ended } = start(`say('a link that works once'); await parts.disposeAsync();`, {
      output: '> /dev/full',
    });
    expect(await ended).toContain('ENOSPC');
    expect(child.exitCode).toBe(1);
  });

test('a query that failed unheard is reported without its values', async () => {
  const { ended } = start(`
    const { DrizzleQueryError } = await import('drizzle-orm');
    const refusal = Object.assign(new Error('could not write'), { detail: 'Failing row contains (maja@example.com).' });
    throw new DrizzleQueryError('insert into accounts values ($1)', ['maja@example.com'], refusal);`);
  const said = await ended;
  expect(said).toContain('Failed query: insert into accounts values ($1)');
  expect(said).toContain('Caused by Error: could not write');
  expect(said).not.toContain('maja@');
});

test.each([
  ['after a failure to start', `throw new Error('no luck');`, 'no luck'],
  ['after an uncaught error', `setImmediate(() => { throw new Error('no luck'); });`, 'no luck'],
])('errors while stopping %s do not cut it short', async (_when, rest, reason) => {
  const late = `setTimeout(() => { throw new Error('late'); }, 50); setTimeout(() => { throw new Error('later'); }, 100);`;
  const { child, ended } = start(`${late} ${rest}`);
  const said = await ended;
  expect(said).toContain(reason);
  expect(said).toMatch(/stopped application.*stopped database/s);
  expect(child.exitCode).toBe(1);
});
