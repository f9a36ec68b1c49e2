import type { contract } from '@vpisnik/contract/contract';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { readHealth } from '../../http/operations/health.ts';
import { readRelease } from '../../release.ts';
import type { Services } from '../../services.ts';
import { askBackup, selectBackups, selectFacts } from './queries.ts';

/** How the installation is, for a platform ADMIN. */
export function platformHealthRoutes({ pools, env }: Services): Handlers<typeof contract.platform_health> {
  const { system, replica } = pools;
  return {
    async read() {
      const [health, facts, latest, version] = await Promise.all([
        readHealth(pools, env.dataDir),
        selectFacts(system),
        selectBackups(system),
        readRelease(),
      ]);
      const good = health.backup_last_success_timestamp_seconds;
      return {
        version,
        database: { version: facts.database_version, bytes: facts.database_bytes },
        mail_waits: health.mail_oldest_due_seconds,
        job_waits: health.job_oldest_due_seconds,
        failed_jobs: facts.failed_jobs,
        disk_free: health.disk_free_bytes,
        replica: replica ? { because: null, ...replica.standing } : null,
        backups: {
          target: env.backupTarget ?? null,
          running: facts.running,
          good_at: good ? new Date(good * 1000).toISOString() : null,
          latest,
        },
      };
    },
    async back_up() {
      if (!env.backupTarget) throw new AppError('not_found');
      await askBackup(system);
      return undefined;
    },
  };
}
