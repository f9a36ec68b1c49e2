import { type Job, PgBoss, type SendOptions, type WorkOptions } from 'pg-boss';
import { readCause, runUnit, storedCause } from '../cause.ts';
import { queues, schedules } from './queues.ts';

const SCHEMA = 'pgboss';

/**
 * Creates or updates the schema of the job queue, its queues and schedules, as the owner of the database. Grants are
 * given anew each time, because a later version may bring new tables.
 */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: SCHEMA, supervise: false, max: 2 });
  const problems: Error[] = [];
  boss.on('error', (error) => problems.push(error));
  await boss.start();
  try {
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options);
      const { policy: _, ...changeable } = { policy: '', ...options };
      await boss.updateQueue(name, changeable);
    }
    for (const { queue, cron } of schedules) await boss.schedule(queue, cron);
    await boss.getDb().executeSql(`
      grant usage on schema ${SCHEMA} to app_system;
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to app_system;
      grant execute on all functions in schema ${SCHEMA} to app_system;
    `);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (problems[0]) throw problems[0];
}

/** The cause that a job has kept: see `app.add_job`. */
type Caused = { cause?: string };

/** Runs work on a job, whose lines of the log and statements tell which one it is and which request caused it. */
const whileOnJob = <T>(queue: string, { id, data }: Pick<Job, 'id' | 'data'>, work: () => Promise<T>) =>
  runUnit(
    { kind: 'job', name: queue, cause: { ...readCause((data as Caused | null)?.cause), job_id: id, queue } },
    work,
  );

/** The queue as processes work on it; jobs that a job makes have its cause. */
export class JobQueue {
  readonly #boss: PgBoss;

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Lets `handler` work on the jobs of a queue, each with its own lines of the log. */
  async work<Data extends object, Result = unknown>(
    queue: string,
    options: WorkOptions,
    handler: (job: Job<Data>) => Promise<Result>,
  ): Promise<void> {
    const { perJobResults } = options;
    await this.#boss.work<Data>(queue, options, async (jobs) => {
      const results = await Promise.all(jobs.map((job) => whileOnJob(queue, job, () => handler(job))));
      return perJobResults ? results : results[0];
    });
  }

  async send(queue: string, data: object = {}, options: SendOptions = {}): Promise<void> {
    const cause = storedCause();
    await this.#boss.send(queue, { ...data, ...(cause && { cause }) }, options);
  }

  /** Stops after what runs, or after so many milliseconds. */
  stop(timeout: number): Promise<void> {
    return this.#boss.stop({ graceful: true, timeout });
  }
}

/** Reports of the running queue: database errors, slow queries, backlogs. */
export type JobsLog = { error(error: Error): void; warning(message: string): void };

/**
 * Joins this process to the queue, as app_system: it may work on jobs but not change the schema. Jobs wake it by
 * LISTEN, for which it needs the database itself, past a pooler.
 */
export async function startJobs(
  { databaseSystemUrl, databaseDirectUrl }: { databaseSystemUrl: string; databaseDirectUrl: string },
  log: JobsLog,
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: pastPooler(databaseSystemUrl, databaseDirectUrl),
    schema: SCHEMA,
    application_name: 'vpisnik jobs',
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // rebuilding indexes takes their owner, and autovacuum keeps them small enough
    reindex: false,
    max: 4,
  });
  boss.on('error', (error) => log.error(error));
  boss.on('warning', ({ message }) => log.warning(message));
  await boss.start();
  return new JobQueue(boss);
}

/**
 * The address of a role where the owner's leads past a pooler: host, port and name of the database are the owner's, and so is
 * what the role's own address doesn't say about encryption, since a pooler may need none.
 */
export function pastPooler(url: string, directUrl: string): string {
  const [address, direct] = [new URL(url), new URL(directUrl)];
  const encryption = direct.search
    .slice(1)
    .split('&')
    .filter((part) => part.startsWith('ssl') && !address.searchParams.has(part.split('=')[0] ?? ''));
  address.hostname = direct.hostname;
  address.port = direct.port;
  address.pathname = direct.pathname;
  // not through searchParams, which would write the spaces in `options` as "+"
  address.search = [address.search.slice(1), ...encryption].filter(Boolean).join('&');
  return address.href;
}
