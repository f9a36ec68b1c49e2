import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { inTurn } from './database.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../web');
const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));

/**
 * Builds the public pages as in production, beside a staff page that only shows the values filled into it.
 *
 * @returns their folder, which all tests of the run share
 */
export function buildPublicPages(): Promise<string> {
  return inTurn(async () => {
    const folder = join(inject('dataDir'), 'web');
    if (!existsSync(folder)) renameSync(await buildDraft(), folder);
    return folder;
  });
}

async function buildDraft(): Promise<string> {
  mkdirSync(inject('dataDir'), { recursive: true });
  const folder = mkdtempSync(join(inject('dataDir'), 'web-'));
  const build = (outDir: string, ...more: string[]) =>
    run(
      process.execPath,
      [vite, 'build', '-c', 'vite.public.config.ts', '--outDir', join(folder, outDir), ...more],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
  await Promise.all([build('public'), build('public-server', '--ssr', 'src/public/server.tsx')]);
  mkdirSync(join(folder, 'staff/assets'), { recursive: true });
  writeFileSync(
    join(folder, 'staff/index.html'),
    '<!doctype html><title>Staff</title><meta content="{{config}}"><script nonce="{{nonce}}"></script>',
  );
  return folder;
}
