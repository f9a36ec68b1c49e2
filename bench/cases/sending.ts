import { setTimeout as wait } from 'node:timers/promises';
import { usualPace } from '../../server/src/background/mail-rounds.ts';
import { startChild } from '../child.ts';
import { type MoneyCase, medianOf } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

/** Mails of one bulk decision, to as many addresses; in a quick run fewer. */
const MANY = 10_000;
const FEW = 2000;
/** Sent before the clock runs, while a process that has just started still compiles what it does. */
const WARM_UP = 400;
/** Milliseconds that the mail server takes for each mail. */
const PAUSE = 20;
/** Previews that are asked for one after another. */
const PREVIEWS = 60;

/**
 * Mails of bulk work from their rows to a mail server that takes its time, beside as many bare mails over as many connections; the
 * memory of the process that sends them; and the preview of a template.
 */
export const sending: MoneyCase = {
  name: 'sending',
  run: async ({ money, quick }, parts) => {
    const count = quick ? FEW : MANY;
    await restore(money);
    parts.defer(() => restore(money));
    const { connections } = usualPace;
    const smtp = await startChild(parts, 'smtp-sink.ts', { pause: PAUSE });
    const bare = await bareRate(parts, smtp.port, connections, quick ? FEW : MANY / 2);
    await money.owner.query(queue, [money.organizationId, count]);
    const app = await startApp(parts, money, {
      WORKER: 'true',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    });
    const first = await sent(money, WARM_UP);
    const early = await app.held();
    const [began, cpu] = [performance.now(), await app.cpu()];
    const last = await sent(money, count);
    const rate = (last - first) / ((performance.now() - began) / 1000);
    const each = ((await app.cpu()) - cpu) / (last - first);
    const late = await app.held();
    const peak = await app.peak();
    const previews = await previewTimes(money, `http://127.0.0.1:${app.port}/api`);
    return [
      {
        case: `mails to a server that takes ${PAUSE} ms for each`,
        unit: '/s',
        ours: rate,
        limit: bare,
        ratio: rate / bare,
        target: { at: 'least', value: 0.8 },
        note: `${last - first} mails over ${connections} connections, ${each.toFixed(1)} ms CPU each`,
      },
      {
        case: `memory held after ${count} mails and after ${WARM_UP}`,
        unit: 'MB',
        ours: late,
        limit: early,
        ratio: late / early,
        target: { at: 'most', value: 1.25 },
        note: `${peak.toFixed(0)} MB at most, with what waits to be collected`,
      },
      {
        case: 'preview of a template, median',
        unit: 'ms',
        ours: medianOf(previews),
        limit: null,
        ratio: medianOf(previews),
        target: { at: 'most', value: 150 },
      },
    ];
  },
};

/** Decisions about participants who are as they say, each to another address of one of 500 domains. */
const queue = `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language,
    status_at, bulk_job_id)
  select p.organization_id, p.group_id, p.id, 'application_status_update', 'applicant', 'ana' || n || '@d' || n % 500 || '.test',
    p.language, p.status, uuidv7()
  from (
    select *, row_number() over (order by id) as place, count(*) over () as all from participants
    where organization_id = $1 and status not in ('rejected', 'inactive')
  ) as p
  join generate_series(0, $2::integer - 1) as n on n % p.all + 1 = p.place`;

async function restore({ owner, organizationId }: Site): Promise<void> {
  await owner.query('delete from mails where organization_id = $1', [organizationId]);
  await owner.query('delete from mail_pauses');
  // young organisations have a daily limit
  await owner.query(`update organizations set created_at = now() - interval '1 year' where id = $1`, [
    organizationId,
  ]);
  await owner.query('vacuum analyze mails, mail_texts');
}

/** Waits until at least so many mails have left; returns their number. */
async function sent({ owner, organizationId }: Site, least: number): Promise<number> {
  for (;;) {
    const { rows } = await owner.query<{ sent: number; others: number }>(
      `select count(*) filter (where state = 'sent')::integer as sent,
        count(*) filter (where state not in ('sent', 'queued', 'sending'))::integer as others
       from mails where organization_id = $1`,
      [organizationId],
    );
    const [{ sent, others } = { sent: 0, others: 0 }] = rows;
    if (others > 0) throw new Error(`${others} mails did not leave`);
    if (sent >= least) return sent;
    await wait(100);
  }
}

/** Mails a second that bare connections bring to the server, by a process that does nothing else. */
async function bareRate(
  parts: AsyncDisposableStack,
  port: number,
  connections: number,
  count: number,
): Promise<number> {
  const warm = await startChild(parts, 'bare-mails.ts', { port, connections, count: WARM_UP });
  await once(warm.port);
  const measured = await startChild(parts, 'bare-mails.ts', { port, connections, count });
  const began = performance.now();
  await once(measured.port);
  return count / ((performance.now() - began) / 1000);
}

/** Asks a server of ours on this machine and waits for its answer. */
const once = async (port: number): Promise<void> => {
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
};

async function previewTimes({ owner, organizationId, token }: Site, api: string): Promise<number[]> {
  const { rows } = await owner.query<{ id: string; group_id: string }>(
    `select t.id, g.id as group_id from notification_templates t, groups g
     where t.organization_id = $1 and g.organization_id = $1 and t.email_type = 'application_status_update' limit 1`,
    [organizationId],
  );
  const [template] = rows;
  if (!template) throw new Error('The organisation has no template');
  const times: number[] = [];
  for (let round = 0; round < PREVIEWS; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${api}/notification-templates/${template.id}/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'sl', status: 'approved', group_id: template.group_id }),
    });
    if (!answer.ok) throw new Error(`A preview was answered ${answer.status} ${await answer.text()}`);
    await answer.json();
    times.push(performance.now() - began);
  }
  return times.slice(PREVIEWS / 6);
}
