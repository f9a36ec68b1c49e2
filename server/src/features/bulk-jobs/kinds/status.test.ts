import type { BulkJob, BulkRow, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Caller, createTestApp, type TestApp } from '../../../../test/app.ts';
import { asWorker } from '../../../db/scope.ts';
import { selectNext } from '../work.ts';

// fixed days: when people applied, which is over whatever day it is

const DELAY = 30;

let site: TestApp;
let organization_id: string;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: String(DELAY) } });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
});

type Problem = { code: string; count?: number; errors?: { path: string; code: string }[] };
type Job = StartedBulkJob & Problem;
const bulk = (body: object, as = staff) => as.post<Job>('/participants/bulk/status', body);
const approve = (ids: string[], given = {}) => bulk({ selection: { ids }, status: 'approved', ...given });
/** A moment after which nobody was added; the clock of the database tells parts of a millisecond. */
const inAMinute = () => new Date(Date.now() + 60_000).toISOString();

const add = async (status: string, given = {}) =>
  (await site.factories.participant({ organization_id, status, ...given })).id;
const statusesOf = async (ids: string[]) => {
  const rows = await site.rows<{ id: string; status: string }>(
    'select id, status from participants where id = any ($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};
const outcomes = ({ body }: Answer<Job>) =>
  Object.fromEntries(body.rows.map(({ participant_id, state, reason }) => [participant_id, reason ?? state]));
const mailsOf = (ids: string[]) =>
  site.rows<{ state: string; status_at: string; bulk_job_id: string | null }>(
    'select state, status_at, bulk_job_id from mails where participant_id = any ($1) order by created_at, id',
    [ids],
  );

describe('a few at once', () => {
  test('are decided when the call is answered, each by the rules for one', async () => {
    const pending = await add('pending');
    const approved = await add('approved');
    const silent = await add('pending', { email: null });
    const answer = await approve([pending, approved, silent]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...{ kind: 'status', state: 'done', total_count: 3, done_count: 2, mail_count: 1 },
        skipped: [{ reason: 'same_status', count: 1 }],
        parameters: { status: 'approved', notify: true },
      },
    });
    expect(outcomes(answer)).toEqual({ [pending]: 'done', [silent]: 'done', [approved]: 'same_status' });
    expect(await statusesOf([pending, approved, silent])).toEqual(['approved', 'approved', 'approved']);
    expect(await mailsOf([pending, approved, silent])).toEqual([
      { state: 'queued', status_at: 'approved', bulk_job_id: answer.body.id },
    ]);
  });

  test('are rejected for one reason, which each of their mails gives', async () => {
    const ids = [await add('pending'), await add('approved')];
    const reject = (body: object) =>
      staff.post<Job>('/participants/bulk/status', { selection: { ids }, ...body });
    expect((await reject({ status: 'approved', reason: 'Polno.' })).status).toBe(422);
    expect((await reject({ status: 'rejected', notify: false, reason: 'Polno.' })).status).toBe(422);
    expect((await reject({ status: 'rejected', reason: ' Polno. ' })).status).toBe(200);
    const mails = await site.rows('select decision_reason from mails where participant_id = any ($1)', [ids]);
    expect(mails).toEqual([{ decision_reason: 'Polno.' }, { decision_reason: 'Polno.' }]);
  });

  test('get the places that are left by date of application, in each group', async () => {
    const groups = [
      await site.factories.group({ organization_id, capacity: 2 }),
      await site.factories.group({ organization_id, capacity: 1 }),
      await site.factories.group({ organization_id }),
    ];
    const waiting: string[][] = [];
    for (const { id: group_id } of groups) {
      const late = await add('waitlisted', { group_id, application_date: '2026-03-03T10:00:00Z' });
      const early = await add('waitlisted', { group_id, application_date: '2026-03-01T10:00:00Z' });
      const middle = await add('waitlisted', { group_id, application_date: '2026-03-02T10:00:00Z' });
      waiting.push([early, middle, late]);
    }
    const ids = waiting.flat();
    const answer = await approve(ids);
    const full = 'group_full';
    expect(ids.map((id) => outcomes(answer)[id])).toEqual(
      [
        ['done', 'done', full],
        ['done', full, full],
        ['done', 'done', 'done'],
      ].flat(),
    );
    const again = ids.filter((id) => outcomes(answer)[id] === full);
    const overbooked = await approve(again, { allow_overbooking: true });
    expect(overbooked.body).toMatchObject({ done_count: 3, skipped: [] });
    expect(new Set(await statusesOf(ids))).toEqual(new Set(['approved']));
  });

  test('tell unknown and foreign people from nobody, and repeated ones once', async () => {
    const own = await add('pending');
    const foreign = (await site.factories.participant({ status: 'pending' })).id;
    const unknown = crypto.randomUUID();
    const answer = await approve([foreign, own, unknown, own]);
    expect(answer.body).toMatchObject({ total_count: 3, done_count: 1 });
    const nobody = { name: null, group_id: null, group_name: null, reason: 'not_found', state: 'skipped' };
    expect(answer.body.rows.slice(1)).toMatchObject([nobody, nobody]);
    expect(await statusesOf([foreign])).toEqual(['pending']);
  });
});

describe('a selection', () => {
  const list = async (query: string) =>
    (await staff.get<{ total: number; as_of: string }>(`/participants?with_total=true&limit=1&${query}`))
      .body;

  test('of all that match leaves out who is taken out, and who came later', async () => {
    const ids = [await add('pending'), await add('pending'), await add('pending')];
    await add('waitlisted');
    const { total, as_of } = await list('status=pending');
    expect(total).toBe(3);
    const later = await add('pending');
    const [first = ''] = ids;
    const selection = { filter: { status: ['pending'] }, exclude_ids: [first], expected_count: 2, as_of };
    expect((await bulk({ selection, status: 'rejected' })).body).toMatchObject({ done_count: 2 });
    expect(await statusesOf([...ids, later])).toEqual(['pending', 'rejected', 'rejected', 'pending']);
  });

  test('that has changed is refused with the present count, and nothing is changed', async () => {
    const ids = [await add('pending'), await add('pending')];
    const { as_of } = await list('status=pending');
    const selection = { filter: { status: ['pending'] }, expected_count: 3, as_of };
    expect(await bulk({ selection, status: 'rejected' })).toMatchObject({
      status: 409,
      body: { code: 'selection_changed', count: 2 },
    });
    expect(await statusesOf(ids)).toEqual(['pending', 'pending']);
    expect(await site.rows('select from bulk_jobs where organization_id = $1', [organization_id])).toEqual(
      [],
    );
  });

  test('takes every filter of the list', async () => {
    const { id: group_id } = await site.factories.group({ organization_id });
    const wanted = await add('pending', { group_id, name: 'Špela Žnidaršič' });
    await add('pending', { name: 'Špela Žnidaršič' });
    await add('pending', { group_id, name: 'Ana Kos' });
    const filter = { search: 'spela znid', group_id, applied_from: '2020-01-01', applied_to: '2100-01-01' };
    const { total, as_of } = await list(new URLSearchParams(filter).toString());
    expect(total).toBe(1);
    const answer = await bulk({ selection: { filter, expected_count: 1, as_of }, status: 'rejected' });
    expect(outcomes(answer)).toEqual({ [wanted]: 'done' });
    await site.factories.payment({ organization_id, participant_id: wanted, expiration_date: '2020-01-01' });
    const owing = { filter: { overdue: true }, expected_count: 1, as_of };
    expect(outcomes(await bulk({ selection: owing, status: 'inactive' }))).toEqual({
      [wanted]: 'move_not_allowed',
    });
  });

  test.each([
    ['no ids', { ids: [] }, 422, 'selection_empty'],
    ['nobody who matched', { filter: { search: 'nihče' }, expected_count: 0 }, 422, 'selection_empty'],
    ['nobody who matches', { filter: { search: 'nihče' }, expected_count: 4 }, 409, 'selection_changed'],
    [
      'too many ids',
      { ids: Array.from({ length: 100_001 }, () => crypto.randomUUID()) },
      422,
      'selection_too_large',
    ],
    [
      'ids and a filter',
      { ids: [crypto.randomUUID()], filter: {}, expected_count: 1 },
      422,
      'invalid_fields',
    ],
    ['a filter without its count', { filter: {} }, 422, 'invalid_fields'],
    ['neither', {}, 422, 'invalid_fields'],
    ['a filter that the list has not', { filter: { nonsense: 1 }, expected_count: 1 }, 422, 'invalid_fields'],
    ['an order', { filter: { sort: 'name' }, expected_count: 1 }, 422, 'invalid_fields'],
    ['an id that is none', { ids: ['nonsense'] }, 422, 'invalid_fields'],
  ])('of %s is refused', async (_what, given, status, code) => {
    await add('pending');
    const selection =
      'filter' in given && 'expected_count' in given ? { as_of: '2100-01-01T00:00:00Z', ...given } : given;
    expect(await bulk({ selection, status: 'approved' })).toMatchObject({ status, body: { code } });
    const act = { kind: 'status', status: 'approved' };
    expect(await staff.post('/participants/bulk/preview', { selection, act })).toMatchObject({
      status,
      body: { code },
    });
  });
});

describe('the report', () => {
  test('is kept with its rows, named as they are now, and as a file', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, name: { sl: 'Balet' } });
    const ids = [
      await add('approved', { group_id, name: 'Špela "Š" Kos' }),
      await add('pending', { group_id, name: '=1+1' }),
      await add('pending', { group_id }),
    ];
    const { body } = await approve(ids);
    await staff.delete(`/participants/${ids[2]}`);
    const rows = await staff.get<{ results: BulkRow[]; last_id: string }>(
      `/bulk-jobs/${body.id}/rows?limit=2`,
    );
    expect(rows.body.results).toHaveLength(2);
    const rest = await staff.get<{ results: BulkRow[]; last_id: null }>(
      `/bulk-jobs/${body.id}/rows?limit=2&last_id=${rows.body.last_id}`,
    );
    expect([...rows.body.results, ...rest.body.results].map(({ name, reason }) => [name, reason])).toEqual([
      ['Špela "Š" Kos', 'same_status'],
      ['=1+1', null],
      [null, null],
    ]);
    const skipped = await staff.get<{ results: BulkRow[] }>(`/bulk-jobs/${body.id}/rows?reason=same_status`);
    expect(skipped.body.results.map(({ participant_id }) => participant_id)).toEqual([ids[0]]);
    const file = await staff.get<{ text: string }>(`/bulk-jobs/${body.id}/report.csv`);
    expect(file.body.text.split('\r\n')).toEqual([
      'Udeleženec;Skupina;Izid;Opomba',
      '"Špela ""Š"" Kos";Balet;preskočeno;že ima to stanje',
      "'=1+1;Balet;spremenjeno;",
      'izbrisano;;spremenjeno;',
      '',
    ]);
  });

  test('is for its maker, and for administrators', async () => {
    const { id: group_id } = await site.factories.group({ organization_id });
    const limited = () => site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
    const maker = site.as(await limited());
    const colleague = site.as(await limited());
    const id = await add('pending', { group_id });
    const { body } = await bulk({ selection: { ids: [id] }, status: 'approved' }, maker);
    const own = await approve([id]);
    for (const path of ['', '/rows', '/events', '/report.csv']) {
      expect((await maker.get(`/bulk-jobs/${body.id}${path}`)).status).toBe(200);
      expect((await staff.get(`/bulk-jobs/${body.id}${path}`)).status).toBe(200);
      expect((await colleague.get(`/bulk-jobs/${body.id}${path}`)).status).toBe(404);
      expect((await maker.get(`/bulk-jobs/${own.body.id}${path}`)).status).toBe(404);
    }
    const jobs = async (as: Caller, query = '') =>
      (await as.get<{ results: BulkJob[] }>(`/bulk-jobs${query}`)).body.results.map((job) => job.id);
    expect(await jobs(staff)).toEqual([own.body.id, body.id]);
    expect(await jobs(staff, '?own=true')).toEqual([own.body.id]);
    expect(await jobs(maker)).toEqual([body.id]);
    expect(await jobs(colleague)).toEqual([]);
    expect(await jobs(staff, '?state=running')).toEqual([]);
  });

  test('leaves what was written about people out of the activity log', async () => {
    const id = await add('pending');
    await bulk({ selection: { ids: [id] }, status: 'rejected', reason: 'Zdravje' });
    await staff.post('/participants/bulk/note', { selection: { ids: [id] }, text: 'Zdravje' });
    const entries = await site.rows<{ changes: object }>(
      'select changes from activity_log where organization_id = $1 order by created_at',
      [organization_id],
    );
    expect(entries.map(({ changes }) => changes)).toEqual([
      { status: 'rejected', notify: true, allow_overbooking: false, count: 1, ids: 1 },
      { count: 1, ids: 1 },
    ]);
  });

  test('is one entry of the activity log, with filter and count', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, name: { sl: 'Balet' } });
    await add('pending', { group_id });
    const as_of = inAMinute();
    const filter = { status: 'pending', group_id };
    const selection = { filter, expected_count: 1, as_of };
    const { body } = await bulk({ selection, status: 'approved' });
    const entries = await site.rows(
      'select action, entity, entity_id, changes from activity_log where organization_id = $1',
      [organization_id],
    );
    expect(entries).toEqual([
      {
        ...{ action: 'bulk_status', entity: 'bulk_job', entity_id: body.id },
        changes: {
          ...{ status: 'approved', notify: true, allow_overbooking: false, count: 1 },
          ...{ filter: { status: ['pending'], group_id: [group_id] }, excluded: 0, expected_count: 1, as_of },
          names: { [group_id]: { sl: 'Balet' } },
        },
      },
    ]);
  });

  test('keeps neither names nor sensitive answers in the activity log', async () => {
    const field = (sensitive: boolean) => site.factories.formField({ organization_id, sensitive } as never);
    const [health, shirt] = [await field(true), await field(false)];
    const gone = crypto.randomUUID();
    const id = await add('pending', { name: 'Ana Kos' });
    const answer = [`${health.id}:!`, `${shirt.id}:!`, `${gone}:!`];
    const as_of = inAMinute();
    const selection = { filter: { search: 'ana', answer }, expected_count: 1, as_of };
    expect(outcomes(await bulk({ selection, status: 'approved' }))).toEqual({ [id]: 'done' });
    const [entry] = await site.rows('select changes from activity_log where organization_id = $1', [
      organization_id,
    ]);
    expect(entry).toMatchObject({
      changes: { filter: { search: true, answer: [health.id, `${shirt.id}:!`, gone] } },
    });
  });
});

describe('much work', () => {
  const many = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

  test('is refused while an account, or an organisation, has too much of it open', async () => {
    const member = await site.factories.member({ organization_id });
    const open = (account_id: string) =>
      site.factories.bulkJob({ organization_id, account_id, state: 'running', finished_at: null });
    for (let at = 0; at < 5; at += 1) await open(member.id);
    const refusal = { status: 409, body: { code: 'too_many_jobs' } };
    expect(await approve(many(201), {})).toMatchObject({ status: 202 });
    expect(await bulk({ selection: { ids: many(201) }, status: 'approved' }, site.as(member))).toMatchObject(
      refusal,
    );
    // few are done at once
    expect((await bulk({ selection: { ids: many(2) }, status: 'approved' }, site.as(member))).status).toBe(
      200,
    );
    for (let at = 0; at < 14; at += 1) await open(crypto.randomUUID());
    expect(await approve(many(201))).toMatchObject(refusal);
  });

  test('has its turns by organisation, and by job within one', async () => {
    const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 10, 0, second)).toISOString();
    const open = async (its: string, second: number) => {
      const given = { organization_id: its, state: 'running', total_count: 300, finished_at: null };
      return (await site.factories.bulkJob({ ...given, worked_at: at(second) })).id;
    };
    const other = (await site.factories.organization()).id;
    const [first, second] = [await open(organization_id, 1), await open(organization_id, 3)];
    const third = await open(other, 2);
    const turn = async (second: number) => {
      const next = await asWorker(site.pools.system, (tx) => selectNext(tx, 'bulk'));
      await site.rows('update bulk_jobs set worked_at = $2 where id = $1', [next?.key.id, at(second)]);
      return next?.key.id;
    };
    expect([await turn(4), await turn(5), await turn(6), await turn(7)]).toEqual([
      third,
      first,
      third,
      second,
    ]);
    // another process works on it
    const busy = await site.owner.connect();
    await busy.query('begin');
    await busy.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [third]);
    expect(await turn(8)).toBe(first);
    await busy.query('rollback');
    busy.release();
    expect(await turn(9)).toBe(third);
  });

  test('keeps the first unknown ids, and counts all', async () => {
    const { body } = await approve([await add('pending'), ...many(250)]);
    expect(body).toMatchObject({ total_count: 251, skipped: [{ reason: 'not_found', count: 250 }] });
    const [rows] = await site.rows(
      `select count(*)::integer as all, count(*) filter (where state = 'waiting')::integer as waiting
       from bulk_job_rows where job_id = $1`,
      [body.id],
    );
    expect(rows).toEqual({ all: 201, waiting: 1 });
  });

  test('is not read before the caller is known', async () => {
    const body = { status: 'x'.repeat(5_000_000) };
    expect((await bulk(body, site.visitor)).status).toBe(401);
    const viewer = await site.factories.member({ organization_id, role: 'GROUP_VIEWER_USER' });
    expect((await bulk(body, site.as(viewer))).status).toBe(403);
    expect((await bulk(body)).status).toBe(413);
  });
});
