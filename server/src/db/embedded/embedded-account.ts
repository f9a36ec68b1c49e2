import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { PlainError } from '../../plain-error.ts';

/** How to run PostgreSQL's programs so that they don't see themselves as root. */
export interface DatabaseAccount {
  /** Owner that the cluster's files must have on disk; undefined when they stay our own. */
  owner?: { uid: number; gid: number };
  /** The command to spawn in place of the given one. */
  wrap(command: string, args: string[]): [command: string, args: string[]];
}

const asOurselves: DatabaseAccount = { wrap: (command, args) => [command, args] };

/**
 * Decides who runs a cluster. PostgreSQL refuses uid 0, and initdb wants its uid to have a name, so root (and a nameless uid of a
 * container) need help: a user namespace, which changes no file's owner, or else an unprivileged account that keeps only the
 * capability to reach its files below directories such as /root. A cluster that exists keeps the owner it has.
 */
export function accountFor(dataDirectory: string): DatabaseAccount {
  if (process.platform === 'win32') return asOurselves;
  if (process.getuid?.() !== 0) return hasName() ? asOurselves : (inNamespace() ?? asOurselves);
  const cluster = existsSync(dataDirectory) ? statSync(dataDirectory) : undefined;
  if (cluster && cluster.uid !== 0) return asOwner({ uid: cluster.uid, gid: cluster.gid });
  return inNamespace() ?? asOwner(nobody());
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function nobody(): { uid: number; gid: number } {
  const ask = (what: string) => Number(spawnSync('id', [what, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: ask('-u') || 65534, gid: ask('-g') || 65534 };
}

function inNamespace(): DatabaseAccount | undefined {
  const { uid, gid } = nobody();
  const options = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  if (!succeeds('unshare', [...options, 'true'])) return undefined;
  return { wrap: (command, args) => ['unshare', [...options, command, ...args]] };
}

function asOwner(owner: { uid: number; gid: number }): DatabaseAccount {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const reach = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const options = [[...identity, ...reach], identity].find((tried) =>
    succeeds('setpriv', [...tried, '--', 'true']),
  );
  if (options) return { owner, wrap: (command, args) => ['setpriv', [...options, '--', command, ...args]] };
  throw new PlainError(
    'PostgreSQL refuses to run as root, and this machine has neither user namespaces nor setpriv. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
