/** How the installation is: what an operator looks at, and a backup at a press. */
import { z } from 'zod';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

const platform = { scope: 'account', rank: permissions['platform_health.manage'] } as const;

/** Why no read goes to a replica. */
export const replicaUnused = [
  'unknown',
  'unreachable',
  'another_database',
  'promoted',
  'earlier_primary',
  'behind',
  'without_limits',
] as const;

const backup = z.object({
  name: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  /** Of the archive. */
  bytes: z.number().nullable(),
  rows: z.number().nullable(),
  files: z.number().nullable(),
  /** Why there is no archive; null when it was made. */
  failure: z.string().nullable(),
});
export type Backup = z.output<typeof backup>;

const reply = z.object({
  /** Of the application. */
  version: z.string(),
  database: z.object({ version: z.string(), bytes: z.number() }),
  /** Seconds that the mail and the job that are due for the longest time have waited; null where that can't be read. */
  mail_waits: z.number().nullable(),
  job_waits: z.number().nullable(),
  /** Jobs that have failed within the last hour. */
  failed_jobs: z.number(),
  /** Free bytes where the data folder is; null where there is none. */
  disk_free: z.number().nullable(),
  /** Whether reads go to the streaming replica, as the answering process sees it; null where there is none. */
  replica: z
    .object({
      used: z.boolean(),
      /** Seconds; null where that is not known. */
      behind: z.number().nullable(),
      /** Why it is not used; null when it is. */
      because: z.enum(replicaUnused).nullable(),
    })
    .nullable(),
  backups: z.object({
    /** Folder or bucket of the nightly ones; null where none are made. */
    target: z.string().nullable(),
    running: z.boolean(),
    /** Since when there is a good one; null while there is none. */
    good_at: z.string().nullable(),
    /** The latest, the last one first. */
    latest: z.array(backup),
  }),
});
export type PlatformHealth = z.output<typeof reply>;

export const platform_health = {
  read: endpoint({
    ...platform,
    method: 'GET',
    path: '/platform-health',
    summary: 'Version, database, what waits, room on the disk and the latest backups of the installation',
    reply,
  }),
  back_up: endpoint({
    ...platform,
    method: 'POST',
    path: '/platform-health/backups',
    summary: 'Make a backup now, as every night; one that is being made is enough',
    reply: null,
    perMinute: 10,
  }),
};
