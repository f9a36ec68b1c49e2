import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { type Case, startLoader } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';
import { applicationRequest, forgetApplications, targetsOf } from './application.ts';

/** Each causes a confirmation and a notice to the staff. */
const APPLICATIONS = 500;
/** Sent before the clock runs, while a process that has just started still compiles what it does. */
const WARM_UP = 200;

/** Mails about applications from their rows to the mail server: the processor time of the process that sends them. */
export const mails: Case = {
  name: 'mails',
  run: async (stage, parts) => {
    const { large } = stage;
    await forgetApplications(large);
    parts.defer(() => forgetApplications(large));
    const smtp = await startChild(parts, 'smtp-sink.ts', undefined);
    const taking = await startApp(parts, large);
    await startLoader(parts)({
      ...{ port: taking.port, connections: 16, seconds: 600, requests: APPLICATIONS },
      ...{ request: applicationRequest(), targets: await targetsOf(large) },
    });

    const sending = await startApp(parts, large, {
      WORKER: 'true',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    });
    const first = await sent(large, WARM_UP);
    const [began, cpu] = [performance.now(), await sending.cpu()];
    const last = await sent(large, 2 * APPLICATIONS);
    const count = last - first;
    const each = ((await sending.cpu()) - cpu) / count;
    return [
      {
        case: 'mail about an application, row to mail server',
        unit: 'ms CPU',
        ours: each,
        limit: null,
        ratio: each,
        target: { at: 'most', value: 4 },
        note: `${(count / ((performance.now() - began) / 1000)).toFixed(0)} mails a second`,
      },
    ];
  },
};

/** Waits until at least so many mails have left; returns their number. */
async function sent({ owner, organizationId }: Site, least: number): Promise<number> {
  for (;;) {
    const { rows } = await owner.query<{ sent: number }>(
      `select count(*)::integer as sent from mails where organization_id = $1 and state = 'sent'`,
      [organizationId],
    );
    const [{ sent } = { sent: 0 }] = rows;
    if (sent >= least) return sent;
    await wait(50);
  }
}
