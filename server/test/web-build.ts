import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../web');
const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));

/**
 * Builds the public pages as in production into a temporary folder, beside a staff page that only shows the values filled
 * into it.
 */
export async function buildPublicPages(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'vpisnik-web-'));
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
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
