import { setTimeout as wait } from 'node:timers/promises';
import { type Case, medianOf } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

/** Groups of which everybody who is approved is chosen: about 10 000 people. */
const GROUPS = 25;

/**
 * Everybody who matches a filter is decided about, with a mail to each: from the call until the job is done, beside the
 * bare statements as the table owner in one transaction, without policies, reports and undo.
 */
export const bulk: Case = {
  name: 'bulk',
  run: async (stage, parts) => {
    const { large, quick } = stage;
    // nobody is mailed before the round is tidied up
    const variables = { WORKER: 'true', MAIL_DELAY_SECONDS: '3600' };
    const app = await startApp(parts, large, variables);
    // a run that was cut off has left its changes
    await restore(large);
    parts.defer(() => restore(large));
    const ours: number[] = [];
    const limits: number[] = [];
    let count = 0;
    for (let round = -1; round < (quick ? 1 : 5); round += 1) {
      const job = await decide(large, `http://127.0.0.1:${app.port}/api`);
      await restore(large);
      const bare = await decideBarely(large);
      await restore(large);
      if (job.count !== bare.count) throw new Error(`${job.count} were changed, and ${bare.count} barely`);
      count = job.count;
      if (round < 0) continue;
      ours.push(job.ms);
      limits.push(bare.ms);
    }
    return [
      {
        case: 'select all, bulk status of 10 000, mails enqueued',
        unit: 'ms',
        ours: medianOf(ours),
        limit: medianOf(limits),
        ratio: medianOf(ours) / medianOf(limits),
        target: { at: 'most', value: 2 },
        note: `${count} people in batches of 200`,
      },
    ];
  },
};

const chosen = ({ groupIds }: Site) => groupIds.slice(0, GROUPS);

async function decide(site: Site, api: string): Promise<{ ms: number; count: number }> {
  const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' };
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(api + path, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const filter = { status: ['approved'], group_id: chosen(site) };
  const query = new URLSearchParams(filter.group_id.map((id) => ['group_id', id]));
  const { total, as_of } = await ask<{ total: number; as_of: string }>(
    `/participants?limit=1&with_total=true&status=approved&${query}`,
  );
  const selection = { filter, expected_count: total, as_of };
  const { id } = await ask<{ id: string }>('/participants/bulk/status', { selection, status: 'inactive' });
  for (;;) {
    // the bench's own looks are few, and the times are those of the rows
    await wait(250);
    const { rows } = await site.owner.query<{ state: string; ms: number; count: number }>(
      `select state, extract(epoch from finished_at - created_at)::float8 * 1000 as ms, done_count as count
       from bulk_jobs where id = $1`,
      [id],
    );
    const [job] = rows;
    if (job?.state === 'done') return job;
    if (job?.state !== 'running') throw new Error(`The job is ${job?.state}`);
  }
}

const change = `update participants set status = 'inactive', previous_status = status, decided_at = now()
  where organization_id = $1 and group_id = any ($2) and status = 'approved'`;
const mails = `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language,
    status_at, template_id, send_after)
  select p.organization_id, p.group_id, p.id, 'application_status_update', 'applicant', lower(p.email), p.language, p.status,
    s.template_id, now() + interval '1 hour'
  from participants p
  left join group_email_settings s on s.organization_id = p.organization_id and s.group_id = p.group_id
    and s.email_type = 'application_status_update'
  where p.organization_id = $1 and p.group_id = any ($2) and p.decided_at = now() and p.email is not null
    and coalesce(s.enabled, true)`;

async function decideBarely(site: Site): Promise<{ ms: number; count: number }> {
  const client = await site.owner.connect();
  const values = [site.organizationId, chosen(site)];
  const began = performance.now();
  await client.query('begin');
  const { rowCount } = await client.query(change, values);
  await client.query(mails, values);
  await client.query('commit');
  const ms = performance.now() - began;
  client.release();
  return { ms, count: rowCount ?? 0 };
}

/** Everything as it was before a round. */
async function restore({ owner, organizationId }: Site): Promise<void> {
  const its = [organizationId];
  await owner.query(
    `delete from mails where organization_id = $1 and email_type = 'application_status_update'`,
    its,
  );
  await owner.query(
    `update participants set status = previous_status, previous_status = null, decided_at = null
     where organization_id = $1 and previous_status is not null`,
    its,
  );
  await owner.query('delete from bulk_jobs where organization_id = $1', its);
  await owner.query('vacuum participants, mails, bulk_job_rows');
}
