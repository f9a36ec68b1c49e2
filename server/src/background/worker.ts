import { type LinkRequest, linkRequests, sendLinks } from '../features/applicant-links/requests.ts';
import { type BulkKey, resumeJobs, rowsLane, workForTurn } from '../features/bulk-jobs/work.ts';
import { exportLane, readPeople } from '../features/exports/work.ts';
import { makeDuePayments } from '../features/fee-plans/daily.ts';
import { sendPlanned } from '../features/messages/planned.ts';
import { workOffers } from '../features/offers/round.ts';
import type { ArchiveKey } from '../features/organization-archives/queries.ts';
import { makeArchive, resumeArchives } from '../features/organization-archives/work.ts';
import { countOrganizations } from '../features/organizations/numbers.ts';
import { removeDueOrganizations } from '../features/organizations/removal.ts';
import { readPayments } from '../features/payment-exports/service.ts';
import { remindOfPayments } from '../features/payment-mails/daily.ts';
import { expirePayments } from '../features/payments/expiry.ts';
import { writeQueueDigests } from '../features/queue-digests/daily.ts';
import { followDns } from '../identity/keys/dkim-keys.ts';
import { openDkimRing } from '../identity/keys/dkim-ring.ts';
import { keepKeys } from '../identity/keys/key-keeping.ts';
import { startJobs } from '../jobs/boss.ts';
import { askNames } from '../mail/dns/names.ts';
import { mailMarks } from '../mail/returned/marks.ts';
import { domainOf, type Log } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import { startAfterRelease } from './after-release.ts';
import type { MailPace } from './mail-rounds.ts';
import { startMailWorker } from './mail-worker.ts';
import { backUpNightly } from './nightly-backup.ts';
import { purge } from './purge.ts';
import { readReportMailbox } from './report-mailbox.ts';
import { startWhileWritable } from './while-writable.ts';

/** How long a stopping process waits for jobs that run, in milliseconds; a try to send a mail may take longer and comes again. */
const PATIENCE = 15_000;

/** Polling for scheduled jobs, for which no user waits. */
const slowly = { pollingIntervalSeconds: 60 };

/** For work that a user watches; two organisations' at a time. */
const promptly = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, localConcurrency: 2 };

/** Starts the work in the background: everything that jobs and the clock cause. It waits while the installation is read-only. */
export function startWorker(
  services: Services,
  log: Log,
  pace?: MailPace,
): Promise<{ stop(): Promise<void> }> {
  return startWhileWritable(services.pools.system, () => startWork(services, log, pace), log);
}

async function startWork(
  { env, pools, storage, names = askNames() }: Services,
  log: Log,
  pace?: MailPace,
): Promise<{ stop(): Promise<void> }> {
  await using parts = new AsyncDisposableStack();
  const domain = domainOf(env.mailFrom);
  const dkim = await openDkimRing(pools.system, env.secretKeys, domain, (error) =>
    log.error({ err: error }, 'keys that sign mails could not be read'),
  );
  parts.defer(() => dkim.stop());
  const boss = await startJobs(env, {
    error: (error) => log.error({ err: error }, 'job queue'),
    warning: (message) => log.warn({ warning: message }, 'job queue'),
  });
  const stopping = new AbortController();
  let mail: { stop(): Promise<void> } | undefined;
  parts.defer(async () => {
    stopping.abort();
    await boss.stop(PATIENCE);
    await mail?.stop();
  });
  const sending = () => startMailWorker(boss, pools.system, { ...env, dkim: dkim.signer }, log, pace);
  mail = await startAfterRelease(pools.system, sending, log);
  const seals = linkRequests(env.secretKeys);
  await boss.work<LinkRequest>('applicant_link', promptly, ({ data }) =>
    sendLinks(pools.system, seals, data),
  );
  await boss.work('purge', slowly, () => purge(pools.system, storage));
  await boss.work('keys', slowly, async () => {
    await keepKeys(pools.system, env.secretKeys);
    await followDns(pools.system, env.secretKeys, domain, names);
  });
  await boss.work('payment_expiry', slowly, () => expirePayments(pools.system));
  await boss.work('payment_reminders', slowly, () => remindOfPayments(pools.system));
  await boss.work('queue_digests', slowly, () => writeQueueDigests(pools.system));
  await boss.work('organization_numbers', slowly, () => countOrganizations(pools.system));
  await boss.work('organization_removal', slowly, () =>
    removeDueOrganizations(pools.system, storage, stopping.signal),
  );
  await boss.work('fee_payments', slowly, () => makeDuePayments(pools.system, new Date(), stopping.signal));
  if (env.backupTarget)
    await boss.work('backup', slowly, () => backUpNightly(pools.system, log, stopping.signal));
  const bulk = { pools, env, storage, boss, log, stopping: stopping.signal };
  await boss.work<BulkKey>('bulk', promptly, ({ data }) => workForTurn(bulk, rowsLane, data));
  const exports = exportLane({ participants: readPeople, payments: readPayments });
  await boss.work<BulkKey>('bulk_export', { ...promptly, localConcurrency: 1 }, ({ data }) =>
    workForTurn(bulk, exports, data),
  );
  await boss.work<ArchiveKey>('organization_archive', { ...promptly, localConcurrency: 1 }, ({ data }) =>
    makeArchive(bulk, data),
  );
  await boss.work('message_planned', slowly, () => sendPlanned(bulk));
  await boss.work('place_offers', slowly, async () => void (await workOffers(bulk)));
  const address = env.mailBouncesImap;
  if (address) {
    const mailbox = { pool: pools.system, address, marks: mailMarks(env.secretKeys), log };
    await boss.work('report_mailbox', slowly, () =>
      readReportMailbox({ ...mailbox, stopping: stopping.signal }),
    );
  }
  const resume = async (all: boolean) => {
    await resumeJobs(bulk, all);
    await resumeArchives(bulk, all);
  };
  await boss.work('bulk_resume', slowly, () => resume(false));
  await resume(true);
  // a new installation has numbers before the clock first comes round
  await boss.send('organization_numbers');
  // days that passed while no process ran
  await boss.send('payment_expiry');
  const started = parts.move();
  return { stop: () => started.disposeAsync() };
}
