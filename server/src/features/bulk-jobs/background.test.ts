import type { BulkJob, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { waitingForLocks } from '../../../test/hold-up.ts';
import { until } from '../../../test/until.ts';
import { purge } from '../../background/purge.ts';

// fixed days: when people applied, which is over whatever day it is

/** More than are done at once: three batches. */
const MANY = 450;

let site: TestApp;
let organization_id: string;
let admin: Member;
let staff: Caller;
let group: { id: string };
let held: { release(): Promise<void> } | undefined;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '30' }, mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  admin = await site.factories.member({ organization_id });
  staff = site.as(admin);
  group = await site.factories.group({ organization_id });
});
afterEach(async () => {
  await held?.release();
  held = undefined;
});

/** Fills a group; the first half applied to it first. */
async function fill(group_id: string, status: string, count = MANY): Promise<string[]> {
  const rows = await site.rows<{ id: string }>(
    `insert into participants (organization_id, group_id, name, email, status, application_date, reference, language)
     select $1, $2, 'Ana Kos ' || i, 'ana' || i || '@example.com', $3, timestamptz '2026-01-01' + i * interval '1 minute',
       app.new_reference(), 'sl'
     from generate_series(1, $4::integer) i returning id`,
    [organization_id, group_id, status, count],
  );
  return rows.map(({ id }) => id);
}

const begin = (ids: string[], given: object = {}, as = staff) =>
  as.post<StartedBulkJob>('/participants/bulk/status', { selection: { ids }, status: 'approved', ...given });
const read = async (id: string, as = staff) => (await as.get<BulkJob>(`/bulk-jobs/${id}`)).body;
const rested = (id: string, as = staff) =>
  until(async () => {
    const job = await read(id, as);
    expect(['running', 'undoing']).not.toContain(job.state);
    return job;
  });
const countOf = async (status: string) => {
  const { body } = await staff.get<Record<string, number>>('/participants/counts');
  return body[status];
};
const mailStates = () =>
  site.rows<{ state: string; count: number }>(
    'select state, count(*)::integer as count from mails where organization_id = $1 group by state order by state',
    [organization_id],
  );

/** Keeps a group locked, so that work on it waits. */
async function hold({ id }: { id: string }) {
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query('select from groups where id = $1 for update', [id]);
  const lock = {
    release: async () => {
      if (held !== lock) return;
      held = undefined;
      await client.query('commit');
      client.release();
    },
  };
  held = lock;
  return lock;
}

describe('many', () => {
  test('are accepted, and done in the background, each once', async () => {
    const ids = await fill(group.id, 'pending');
    const answer = await begin(ids);
    expect(answer).toMatchObject({ status: 202, body: { state: 'running', total_count: MANY, rows: [] } });
    const job = await rested(answer.body.id);
    expect(job).toMatchObject({ state: 'done', done_count: MANY, mail_count: MANY, skipped: [] });
    expect(job.undo_until).not.toBeNull();
    expect(await countOf('approved')).toBe(MANY);
    const versions = await site.rows('select distinct version from participants where organization_id = $1', [
      organization_id,
    ]);
    expect(versions).toEqual([{ version: 2 }]);
    // no mail leaves before all is done and can be undone
    expect(await mailStates()).toEqual([{ state: 'queued', count: MANY }]);
  });

  test('get the places that are left by date of application, over all batches', async () => {
    await site.rows('update groups set capacity = 300 where id = $1', [group.id]);
    const ids = await fill(group.id, 'waitlisted');
    const { body } = await begin(ids.toReversed());
    expect(await rested(body.id)).toMatchObject({
      done_count: 300,
      skipped: [{ reason: 'group_full', count: 150 }],
    });
    const rows = await site.rows<{ id: string }>(
      `select id from participants where group_id = $1 and status = 'approved' order by application_date`,
      [group.id],
    );
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 300));
  });

  test('can be watched until they are done', async () => {
    const ids = await fill(group.id, 'pending');
    const lock = await hold(group);
    const { body } = await begin(ids);
    const listening = await site.listen();
    const seen: number[] = [];
    const events = await listening.as(admin).api.bulk_jobs.events({ params: { id: body.id } });
    for await (const job of events) {
      seen.push(job.done_count);
      await lock.release();
    }
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(MANY);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('stop when they are told to; what is done stays done', async () => {
    const other = await site.factories.group({ organization_id });
    const [first = group, second = other] = [group, other].sort((a, b) => (a.id < b.id ? -1 : 1));
    const ids = [...(await fill(first.id, 'pending', 200)), ...(await fill(second.id, 'pending', 200))];
    const lock = await hold(second);
    const { body } = await begin(ids);
    await until(async () => expect((await read(body.id)).done_count).toBe(200));
    await waitingForLocks(site, 1);
    const stopped = await staff.post<BulkJob>(`/bulk-jobs/${body.id}/stop`);
    expect(stopped).toMatchObject({
      status: 200,
      body: { state: 'stopped', stop_reason: 'stopped', done_count: 200 },
    });
    await lock.release();
    expect(await staff.post(`/bulk-jobs/${body.id}/stop`)).toMatchObject({
      status: 409,
      body: { code: 'job_finished' },
    });
    await waitingForLocks(site, 0);
    expect(await countOf('approved')).toBe(200);
    expect(await read(body.id)).toMatchObject({ state: 'stopped', done_count: 200 });
    // and can be undone as far as they got
    expect((await staff.post<BulkJob>(`/bulk-jobs/${body.id}/undo`)).body).toMatchObject({
      state: 'undone',
      undone_count: 200,
    });
    expect(await countOf('pending')).toBe(400);
  });
});

describe('whoever began it', () => {
  test.each([
    [
      'has a lower rank now',
      `update memberships set role = 'GROUP_EDITOR_USER' where account_id = $1`,
      'forbidden',
    ],
    ['is deactivated', 'update memberships set active = false where account_id = $1', 'account_inactive'],
    ['is gone', 'delete from memberships where account_id = $1', 'unauthorized'],
    [
      'belongs to an organisation that is not active any more',
      `update organizations set active = false where id = (select organization_id from memberships where account_id = $1)`,
      'organization_disabled',
    ],
  ])('%s: it stops at the next row', async (_what, change, stop_reason) => {
    const maker = await site.factories.member({ organization_id, role: 'GROUP_ADMIN' });
    const ids = await fill(group.id, 'pending', 201);
    const lock = await hold(group);
    const { body } = await begin(ids, {}, site.as(maker));
    await waitingForLocks(site, 1);
    await site.rows(change, [maker.id]);
    await lock.release();
    await until(async () => {
      const [job] = await site.rows('select state, stop_reason, done_count from bulk_jobs where id = $1', [
        body.id,
      ]);
      expect(job).toEqual({ state: 'stopped', stop_reason, done_count: 0 });
    });
    const [{ count } = { count: 0 }] = await site.rows<{ count: number }>(
      `select count(*)::integer as count from participants where group_id = $1 and status = 'pending'`,
      [group.id],
    );
    expect(count).toBe(201);
  });

  test('has fewer groups now: their people are left', async () => {
    const other = await site.factories.group({ organization_id });
    const maker = await site.factories.member({
      ...{ organization_id, role: 'GROUP_ADMIN' },
      groups: [group.id, other.id],
    });
    const ids = [...(await fill(group.id, 'pending', 150)), ...(await fill(other.id, 'pending', 100))];
    const lock = await hold(group);
    const { body } = await begin(ids, {}, site.as(maker));
    await waitingForLocks(site, 1);
    await site.rows('delete from membership_groups where account_id = $1 and group_id = $2', [
      maker.id,
      other.id,
    ]);
    await lock.release();
    expect(await rested(body.id)).toMatchObject({
      done_count: 150,
      skipped: [{ reason: 'gone', count: 100 }],
    });
  });
});

describe('meanwhile', () => {
  test('people who are deleted are skipped, and so are those who were decided', async () => {
    const ids = await fill(group.id, 'pending', 201);
    const lock = await hold(group);
    const { body } = await begin(ids);
    await waitingForLocks(site, 1);
    await site.rows('delete from participants where id = $1', [ids[0]]);
    await site.rows(`update participants set status = 'approved' where id = $1`, [ids[1]]);
    await lock.release();
    const { done_count, skipped } = await rested(body.id);
    expect([done_count, new Set(skipped)]).toEqual([
      199,
      new Set([
        { reason: 'gone', count: 1 },
        { reason: 'same_status', count: 1 },
      ]),
    ]);
  });

  test('two jobs over the same people take turns; neither undoes the other', async () => {
    const ids = await fill(group.id, 'pending', 300);
    const [approving, rejecting] = await Promise.all([
      begin(ids),
      begin(ids.toReversed(), { status: 'rejected' }),
    ]);
    const [approved, rejected] = await Promise.all([rested(approving.body.id), rested(rejecting.body.id)]);
    expect(rejected).toMatchObject({ state: 'done', done_count: 300 });
    const skips = approved.skipped.reduce((sum, { count }) => sum + count, 0);
    expect(approved.done_count + skips).toBe(300);
    // a mail about each person's last decision alone
    const mails = await site.rows(
      `select count(*)::integer as queued from mails m join participants p on p.id = m.participant_id
       where m.organization_id = $1 and m.state = 'queued' and m.status_at = p.status`,
      [organization_id],
    );
    expect(mails).toEqual([{ queued: 300 }]);
  });
});

describe('many are undone', () => {
  test('with their mails, but for those who were changed since', async () => {
    await site.rows('update groups set capacity = 400 where id = $1', [group.id]);
    const ids = await fill(group.id, 'waitlisted', 300);
    const { body } = await begin(ids);
    await rested(body.id);
    await staff.patch(`/participants/${ids[0]}`, { version: 2, notes: 'Klicala' });
    await staff.patch(`/participants/${ids[1]}/status`, { status: 'rejected' });
    await staff.delete(`/participants/${ids[2]}`);
    expect(await staff.post(`/bulk-jobs/${body.id}/undo`)).toMatchObject({
      status: 202,
      body: { state: 'undoing', undo_until: null },
    });
    const job = await rested(body.id);
    expect(job).toMatchObject({ state: 'undone', undone_count: 297, done_count: 300, undo_until: null });
    expect(new Set(job.not_undone)).toEqual(
      new Set([
        { reason: 'changed_since', count: 2 },
        { reason: 'gone', count: 1 },
      ]),
    );
    expect([await countOf('waitlisted'), await countOf('approved'), await countOf('rejected')]).toEqual([
      297, 1, 1,
    ]);
    // who is still approved is told so, and who was rejected since of that
    const told = await site.rows(
      `select participant_id, status_at from mails where organization_id = $1 and state <> 'cancelled' order by status_at`,
      [organization_id],
    );
    expect(told).toEqual([
      { participant_id: ids[0], status_at: 'approved' },
      { participant_id: ids[1], status_at: 'rejected' },
    ]);
    expect(await staff.post(`/bulk-jobs/${body.id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'undo_not_possible' },
    });
  });

  test('not while they run, nor when the time for it is over', async () => {
    const ids = await fill(group.id, 'pending', 201);
    const lock = await hold(group);
    const { body } = await begin(ids);
    await waitingForLocks(site, 1);
    expect(await staff.post(`/bulk-jobs/${body.id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'job_running' },
    });
    // answered at once, and not when the batch has given up waiting for the group
    const turns = await site.rows(
      `select state, retry_count from pgboss.job where name = 'bulk' and data ->> 'id' = $1`,
      [body.id],
    );
    expect(turns).toEqual([{ state: 'active', retry_count: 0 }]);
    await lock.release();
    await rested(body.id);
    await site.rows(`update bulk_jobs set finished_at = now() - interval '31 seconds' where id = $1`, [
      body.id,
    ]);
    expect((await read(body.id)).undo_until).toBeNull();
    expect(await staff.post(`/bulk-jobs/${body.id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'undo_too_late' },
    });
    expect(await countOf('approved')).toBe(201);
  });
});

describe('who undoes the work of others', () => {
  test('may not see it any more: it stops, and mails that still are true leave', async () => {
    const colleague = await site.factories.member({ organization_id });
    const ids = await fill(group.id, 'pending', 201);
    const { body } = await begin(ids);
    await rested(body.id);
    const lock = await hold(group);
    await site.as(colleague).post(`/bulk-jobs/${body.id}/undo`);
    await waitingForLocks(site, 1);
    await site.rows(`update memberships set role = 'GROUP_ADMIN' where account_id = $1`, [colleague.id]);
    await site.rows(`update participants set status = 'rejected' where id = $1`, [ids[200]]);
    await lock.release();
    const stopped = { state: 'stopped', stop_reason: 'not_found', undone_count: 0 };
    expect(await rested(body.id)).toMatchObject(stopped);
    const cancelled = () =>
      site.rows(`select participant_id from mails where organization_id = $1 and state = 'cancelled'`, [
        organization_id,
      ]);
    expect(await cancelled()).toEqual([{ participant_id: ids[200] }]);

    // as if that had been seen between two batches
    await site.rows(`update bulk_jobs set state = 'undoing', stop_reason = null where id = $1`, [body.id]);
    await site.rows(
      `select app.add_job('bulk', jsonb_build_object('organization_id', $1::uuid, 'id', $2::uuid), now())`,
      [organization_id, body.id],
    );
    expect(await rested(body.id)).toMatchObject(stopped);
  });

  test('has fewer groups now: mails to people in the others leave', async () => {
    const other = await site.factories.group({ organization_id });
    const maker = await site.factories.member({
      ...{ organization_id, role: 'GROUP_ADMIN' },
      groups: [group.id, other.id],
    });
    const lost = await fill(other.id, 'pending', 100);
    const { body } = await begin([...(await fill(group.id, 'pending', 150)), ...lost], {}, site.as(maker));
    await rested(body.id);
    const lock = await hold(group);
    await site.as(maker).post(`/bulk-jobs/${body.id}/undo`);
    await waitingForLocks(site, 1);
    await site.rows('delete from membership_groups where account_id = $1 and group_id = $2', [
      maker.id,
      other.id,
    ]);
    await lock.release();
    expect(await rested(body.id)).toMatchObject({
      undone_count: 150,
      not_undone: [{ reason: 'gone', count: 100 }],
    });
    const told = await site.rows(
      `select participant_id from mails where organization_id = $1 and state <> 'cancelled'`,
      [organization_id],
    );
    expect(new Set(told.map(({ participant_id }) => participant_id))).toEqual(new Set(lost));
  });
});

test('an undo of few locks mails after groups and people, as decisions do', async () => {
  const ids = await fill(group.id, 'pending', 2);
  const { body } = await begin(ids);
  const lock = await hold(group);
  const undoing = staff.post<BulkJob>(`/bulk-jobs/${body.id}/undo`);
  await waitingForLocks(site, 1);
  await site.rows('select from mails where organization_id = $1 for update nowait', [organization_id]);
  await lock.release();
  expect((await undoing).body).toMatchObject({ state: 'undone', undone_count: 2 });
});

test('reports are kept for thirty days', async () => {
  const [old, young] = [31, 29].map((days) => new Date(Date.now() - days * 24 * 3600_000).toISOString());
  const kept = await site.factories.bulkJob({ organization_id, created_at: young });
  const gone = await site.factories.bulkJob({ organization_id, created_at: old });
  await purge(site.pools.system, site.storage);
  expect((await staff.get(`/bulk-jobs/${kept.id}`)).status).toBe(200);
  expect((await staff.get(`/bulk-jobs/${gone.id}`)).status).toBe(404);
});
