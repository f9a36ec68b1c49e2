import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PlainError } from '../../plain-error.ts';
import { isAlive } from '../../processes.ts';
import { accountFor, type DatabaseAccount } from './embedded-account.ts';
import { findBinaries, findMajor } from './embedded-binaries.ts';

/** A database cluster on disk and the means to run PostgreSQL's programs on it. */
export interface Cluster {
  data: string;
  log: string;
  pidFile: string;
  /** The superuser's, made with the cluster. */
  password: string;
  account: DatabaseAccount;
  binaries: ReturnType<typeof findBinaries>;
}

const execute = promisify(execFile);

/**
 * Finds the cluster of a directory or makes it. A new one is made beside its final place and moved there whole, so neither a kill
 * halfway nor a second process doing the same leaves half a cluster. `fast` leaves out waiting for the disk.
 *
 * @param release folder of another release of the application, whose PostgreSQL is meant
 * @throws {PlainError} the cluster is of another major version, or its upgrade was cut off
 */
export async function openCluster(dir: string, fast: boolean, release?: string): Promise<Cluster> {
  const home = join(dir, 'cluster');
  mkdirSync(dir, { recursive: true });
  const [put] = readdirSync(dir).filter((name) => /^cluster-\d+$/.test(name));
  if (!existsSync(home) && put)
    throw new PlainError(
      `The upgrade of the database in ${dir} was cut off. Run npm run db:upgrade again to its end.`,
    );
  if (!existsSync(home)) await makeCluster(dir, home, fast, release);
  const data = join(home, 'data');
  const [found, wanted] = [majorOf(data), findMajor(release)];
  if (found !== wanted)
    throw new PlainError(
      `The database in ${data} is of PostgreSQL ${found}, and this release brings ${wanted}. ` +
        'npm run db:upgrade takes it along; nothing was changed.',
    );
  return {
    data,
    log: join(home, 'postgres.log'),
    pidFile: join(data, 'postmaster.pid'),
    password: readFileSync(join(home, 'password'), 'utf8'),
    account: accountFor(data),
    binaries: findBinaries(release),
  };
}

/** The major version of a cluster on disk. */
export const majorOf = (data: string): number => Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'));

/** Runs one of PostgreSQL's programs; rejects with what it said. */
export async function run(
  cluster: Pick<Cluster, 'account' | 'binaries'>,
  program: keyof Cluster['binaries'],
  args: string[],
): Promise<void> {
  const [command, wrapped] = cluster.account.wrap(cluster.binaries[program], args);
  // the messages are read by code: keep them English. The current directory may be out of the account's reach
  const env = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' };
  try {
    await execute(command, wrapped, { env, cwd: process.platform === 'win32' ? undefined : '/' });
  } catch (error) {
    const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message: string };
    throw new Error(stderr?.trim() || stdout?.trim() || message);
  }
}

async function makeCluster(dir: string, home: string, fast: boolean, release?: string): Promise<void> {
  removeAbandoned(dir);
  const draft = join(dir, `new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = join(draft, 'password');
  mkdirSync(draft, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    const account = accountFor(join(draft, 'data'));
    if (account.owner) {
      for (const path of [draft, passwordFile]) chownSync(path, account.owner.uid, account.owner.gid);
    }
    await run({ account, binaries: findBinaries(release) }, 'initdb', [
      ...['-D', join(draft, 'data'), '-U', 'app_owner', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      // the same letters and cases on every platform, whatever the machine's own locale is
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions', ...(fast ? ['--no-sync'] : [])],
    ]);
    moveInto(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function moveInto(draft: string, home: string): void {
  try {
    renameSync(draft, home);
  } catch (error) {
    if (!existsSync(join(home, 'data'))) throw error; // otherwise another process was first, and its cluster is as good
  }
}

/** Drafts of processes that are no more. */
function removeAbandoned(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = /^new-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dir, name), { recursive: true, force: true });
  }
}
