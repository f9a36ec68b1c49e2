import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { keepTimeOuts } from '../../src/db/connection/time-outs.ts';
import { findFreePorts } from '../../src/ports.ts';

/** How the roles of the application sign in at a PgBouncer. */
export type Pooler = { host: string; password: string };

const roles = ['app_api', 'app_public', 'app_system'];

/** Addresses of the roles through a pooler, as variables of the environment. */
export function pooledVariables({ host, password }: Pooler, database: string): Record<string, string> {
  const address = (role: string) => `postgres://${role}:${password}@${host}/${database}`;
  return {
    DATABASE_API_URL: address('app_api'),
    DATABASE_PUBLIC_URL: address('app_public'),
    DATABASE_SYSTEM_URL: address('app_system'),
  };
}

/**
 * Starts PgBouncer in front of a migrated cluster, with the settings that docs/operating.md gives, and lets the roles sign in.
 *
 * @param url of the superuser
 * @param dir for its files
 * @param given the password of the roles; a replica has the roles of its primary, and their time-outs
 */
export async function startPooler(
  url: string,
  dir: string,
  given: { password?: string; isReplica?: boolean } = {},
): Promise<Pooler & { stop(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const [listen_port] = await findFreePorts(1);
  const password = given.password ?? randomBytes(24).toString('base64url');
  if (!given.isReplica) {
    const owner = new pg.Client(url);
    await owner.connect();
    for (const role of roles) await owner.query(`alter role ${role} login password '${password}'`);
    await owner.end();
    // before there is any connection through the pooler, which would stay without them
    const direct = pooledVariables({ host: new URL(url).host, password }, new URL(url).pathname.slice(1));
    for (const address of Object.values(direct)) await keepTimeOuts(address);
  }

  mkdirSync(dir, { mode: 0o700 });
  const [ini, users] = [join(dir, 'pgbouncer.ini'), join(dir, 'userlist.txt')];
  const lines = documentedSettings().map((line) => {
    if (line.startsWith('vpisnik =')) return `* = host=${hostname} port=${port}`;
    const [name = ''] = line.split(' = ');
    const own = { listen_port, auth_file: users, logfile: '', pidfile: '', unix_socket_dir: '' }[name];
    return own === undefined ? line : `${name} = ${own}`;
  });
  // each transaction gets another connection than the one before, so that nothing may depend on staying
  lines.push('server_round_robin = 1', ...(process.getuid?.() === 0 ? ['user = nobody'] : []));
  writeFileSync(ini, lines.join('\n'), { mode: 0o600 });
  writeFileSync(users, roles.map((role) => `"${role}" "${password}"\n`).join(''), { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const uid = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
    for (const path of [dir, ini, users]) chownSync(path, uid, -1);
  }
  const child = spawn('pgbouncer', [ini], { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('process up')) resolve();
    });
    gone.then(() => reject(new Error(`PgBouncer did not start: ${said}`)), reject);
  });
  const pooler = { host: `127.0.0.1:${listen_port}`, password };
  return {
    ...pooler,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The lines of the `pgbouncer.ini` that operators are told to write. */
function documentedSettings(): string[] {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const ini = /^ *```ini\n( *\[databases\].*?)^ *```$/ms.exec(page)?.[1];
  if (!ini) throw new Error('docs/operating.md has no pgbouncer.ini');
  return ini.split('\n').map((line) => line.trim());
}
