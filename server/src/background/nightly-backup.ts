import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { tellAdmins } from '../identity/mails/tell-admins.ts';
import type { Log } from '../mail/transport.ts';

const command = fileURLToPath(new URL('../backup/backup-command.ts', import.meta.url));

/** Lines of what the command said that are kept as the reason. */
const LINES = 5;

/**
 * Makes the nightly backup in a process of its own, whose work holds up no request, and tells the platform's administrators
 * when it fails.
 *
 * @param system of the role app_system
 * @param stopping ends it; the next one begins anew
 */
export async function backUpNightly(system: Pool, log: Log, stopping: AbortSignal): Promise<void> {
  const child = fork(command, ['--nightly'], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const end = () => child.kill('SIGTERM');
  stopping.addEventListener('abort', end);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4_000);
  });
  const [code] = await once(child, 'close');
  stopping.removeEventListener('abort', end);
  if (code === 0 || stopping.aborted) return;
  const reason = said.trim().split('\n').slice(0, LINES).join(' ') || 'The process was ended.';
  log.error({ reason }, 'the nightly backup failed');
  await tellAdmins(system, 'backup_failed', { subject: reason.slice(0, 300) });
}
