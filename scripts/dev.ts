import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '../server/src/env.ts';
import { runUntilStopped } from '../server/src/lifecycle.ts';
import { readDemoEnv, say, startDatabase, startDemoMailbox } from './demo-parts.ts';
import { root } from './run.ts';
import { buildWeb, isWebOutdated } from './web-build.ts';

/** Demo for development: rebuilds the web and restarts the application after every change. */
await runUntilStopped(async (parts) => {
  const env = await startDatabase(parts, await readDemoEnv());
  const mailbox = await startDemoMailbox(parts, env);
  const changed = watchSources(parts);
  let app: ChildProcess | undefined;
  parts.defer(() => end(app));
  say(`\n  ${env.publicUrl}   mailbox ${mailbox?.url ?? env.smtpUrl}   Ctrl-C stops\n`);
  void repeat(async () => {
    await buildWhatChanged();
    await end(app);
    if (!parts.disposed) app = startApp(env);
    await changed();
  }, parts);
});

async function repeat(round: () => Promise<void>, parts: AsyncDisposableStack): Promise<void> {
  while (!parts.disposed) await round();
}

async function buildWhatChanged(): Promise<void> {
  if (!isWebOutdated()) return;
  try {
    await buildWeb();
    say('Built the web.');
  } catch (error) {
    say(String(error));
  }
}

function startApp(env: Env): ChildProcess {
  return spawn(process.execPath, [join(root, 'scripts/dev-app.ts')], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: env.databaseUrl, SMTP_URL: env.smtpUrl, DATA_DIR: env.dataDir },
  });
}

async function end(app: ChildProcess | undefined): Promise<void> {
  if (!app || app.exitCode !== null || app.signalCode !== null) return;
  const ended = once(app, 'exit');
  app.kill('SIGTERM');
  await ended;
}

/** Returns a function that waits for the next change of any source, and then until an editor is done with its others. */
function watchSources(parts: AsyncDisposableStack): () => Promise<void> {
  let next = Promise.withResolvers<void>();
  for (const directory of ['contract/src', 'server/src', 'web/src']) {
    const watcher = watch(join(root, directory), { recursive: true }, (_event, file) => {
      if (!file?.includes('.gen.')) next.resolve();
    });
    parts.defer(() => watcher.close());
  }
  return async () => {
    await next.promise;
    await pause(150);
    next = Promise.withResolvers();
  };
}
