import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import './quick-archives.ts';
import type { Env } from '../src/env.ts';
import { compileCache } from './compile-cache.ts';
import { databaseVariables } from './database.ts';

export const passphrase = 'pet naključnih besed za test';

/** The configuration of an installation in production, as commands read it. */
export const commandVariables = (env: Env): Record<string, string> => ({
  PUBLIC_URL: 'https://vpisnik.example.org',
  SECRET_KEY: env.secretKeys.join(','),
  ...databaseVariables(env),
  SMTP_URL: env.smtpUrl,
  MAIL_FROM: env.mailFrom,
  OPERATOR_NAME: 'Vpisnik',
  OPERATOR_ADDRESS: 'Ljubljana',
  OPERATOR_EMAIL: 'operator@example.org',
  DATA_DIR: env.dataDir,
  FILES_URL: env.filesUrl,
  BACKUP_PASSPHRASE: passphrase,
});

/** A command for the operator in a process of its own, as npm runs it. */
export type Command = {
  child: ChildProcess;
  /** Its exit code, null when it was killed, and all that it has written. */
  ended: Promise<{ code: number | null; said: string }>;
};

/**
 * Runs a command of `server/src/backup`, or the import of an organisation.
 *
 * @param most blocks of 512 bytes that a file may have, as on a disk that is full
 */
export function runCommand(
  name: 'backup' | 'restore' | 'verify' | 'import',
  args: string[],
  env: Env,
  { most, ...variables }: Record<string, string> & { most?: string } = {},
): Command {
  const room = name === 'import' ? 'organization-archive' : 'backup';
  const path = fileURLToPath(new URL(`../src/${room}/${name}-command.ts`, import.meta.url));
  const quick = new URL('quick-archives.ts', import.meta.url).href;
  const [command, ...before] = most
    ? ['sh', '-c', `ulimit -f ${most}; exec "$@"`, 'sh', process.execPath]
    : [process.execPath];
  const child = spawn(command ?? process.execPath, [...before, '--import', quick, path, ...args], {
    env: { PATH: process.env.PATH, ...compileCache, ...commandVariables(env), ...variables },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said })) };
}
