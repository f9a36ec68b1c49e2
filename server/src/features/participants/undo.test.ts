import type { BulkJob, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import type { OfferStanding } from '@vpisnik/contract/offers';
import type { Participant } from '@vpisnik/contract/participants';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';
import { session_absences } from '../../db/schema.ts';
import { workOffers } from '../offers/round.ts';

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group: { id: string };
let other: { id: string };
inOrganization(
  (given) => {
    ({ site, organization_id, staff } = given);
  },
  { MAIL_DELAY_SECONDS: '30' },
);
beforeEach(async () => {
  group = await site.factories.group({ organization_id });
  other = await site.factories.group({ organization_id });
});

type Row = Record<string, unknown> & { version: number };
const now = () => new Date().toISOString();
const add = async (given = {}) =>
  (await site.factories.participant({ organization_id, group_id: group.id, ...given })).id;
const stored = async (id: string): Promise<Row> => {
  const [row] = await site.rows<{ its: Row }>(
    'select to_jsonb(participants) as its from participants where id = $1',
    [id],
  );
  return row?.its ?? { version: 0 };
};
/** A row but for its version, the times of its place and of decisions, and an open offer, which stays ended. */
function lasting(row: Row) {
  const left = ['version', 'updated_at', 'placed_at', 'decided_at', 'offer_until'];
  return Object.fromEntries(Object.entries(row).filter(([column]) => !left.includes(column)));
}

const decide = (id: string, status: string) =>
  staff.patch<Participant>(`/participants/${id}/status`, { status, notify: false });
const undo = async (id: string) =>
  staff.post<Participant>(`/participants/${id}/status/undo`, { version: (await stored(id)).version });
const act = async (kind: string, ids: string[], given = {}) =>
  (await staff.post<StartedBulkJob>(`/participants/bulk/${kind}`, { selection: { ids }, ...given })).body;
const undoWork = async ({ id }: { id: string }) => (await staff.post<BulkJob>(`/bulk-jobs/${id}/undo`)).body;
const move = (ids: string[], group_id = other.id) => act('move', ids, { group_id });
const absencesOf = async (id: string) =>
  (
    await site.rows<{ date: string }>(
      'select date::text from session_absences where participant_id = $1 order by date',
      [id],
    )
  ).map(({ date }) => date);
const stayAway = (participant_id: string, date: string) =>
  site.factories.insert(session_absences, { organization_id, participant_id, date });

/** A person whose offer staff took back, and who wants a place together with a sibling. */
const paused = () => ({ status: 'waitlisted', ...offered, offer_paused_at: now(), offer_taken_back: true });
const open = () => ({ status: 'waitlisted', ...offered, offer_until: '2999-01-01T00:00:00Z' });
const offered = { offer_no: 1, offered_at: '2025-09-01T10:00:00Z', offer_tie: crypto.randomUUID() };
const withdrawn = () => ({
  ...{ status: 'inactive', decided_at: now(), withdrawn_at: now(), withdrawal_reason: 'moving' },
});

describe('undo brings back all that was ended beside', () => {
  type Undone = (id: string) => Promise<() => Promise<unknown>>;
  const ways: [string, object, Undone][] = [
    ['by a decision about one in the queue', paused(), one('rejected')],
    ['by a decision about many in the queue', paused(), many('rejected')],
    ['by a decision about one who has withdrawn', withdrawn(), one('pending')],
    ['by a decision about many who have withdrawn', withdrawn(), many('pending')],
    ['by a decision about one to whom a place is offered', open(), one('approved')],
    ['by a move out of the queue', paused(), moved],
    ['by a move of one who has withdrawn', withdrawn(), moved],
    ['by a move of one to whom a place is offered', open(), moved],
    [
      'by a move of one who was decided upon before',
      { status: 'rejected', previous_status: 'waitlisted', decided_at: now(), cleared: { offer_no: 1 } },
      moved,
    ],
  ];

  test.each(ways)('%s', async (_, given, way) => {
    const id = await add(given);
    const before = await stored(id);
    const back = await way(id);
    expect(lasting(await stored(id))).not.toEqual(lasting(before));
    await back();
    expect(lasting(await stored(id))).toEqual(lasting(before));
    expect(await stored(id)).toMatchObject({ offer_until: null });
  });

  test('whichever columns the database clears: each is filled above', async () => {
    const rows = await site.rows<{ name: string }>(
      `select distinct its[1] as name from pg_proc, regexp_matches(prosrc, 'new\\.(\\w+) :=', 'g') as its
       where oid = 'app.take_place'::regproc`,
    );
    const filled = new Set([...ways.flatMap(([, given]) => Object.keys(given)), 'placed_at']);
    expect(rows.map(({ name }) => name).filter((name) => !filled.has(name))).toEqual([]);
    expect(rows).toContainEqual({ name: 'offer_paused_at' });
  });

  function one(status: string): Undone {
    return async (id) => {
      expect((await decide(id, status)).status).toBe(200);
      return async () => expect((await undo(id)).status).toBe(200);
    };
  }
  function many(status: string): Undone {
    return async (id) => {
      const job = await act('status', [id], { status, notify: false });
      return async () => expect(await undoWork(job)).toMatchObject({ undone_count: 1, not_undone: [] });
    };
  }
  async function moved(id: string) {
    const job = await move([id]);
    return async () => expect(await undoWork(job)).toMatchObject({ undone_count: 1, not_undone: [] });
  }
});

test('an offer that staff took back is not made again once a decision is undone', async () => {
  const given = { organization_id, capacity: 1, offer_mode: 'automatic', when_full: 'waitlist' } as const;
  const { id: group_id } = await site.factories.group(given);
  const id = await add({ group_id, status: 'waitlisted' });
  await staff.post(`/participants/${id}/offer`, {});
  expect((await staff.post(`/participants/${id}/offer/withdraw`, {})).status).toBe(200);
  await decide(id, 'rejected');
  expect((await undo(id)).body.status).toBe('waitlisted');
  await site.rows(`update group_counts set freed_at = now() - interval '1 hour'`);
  await workOffers({ pools: site.pools, log: { error: expect.fail } as never });
  const standing = await staff.get<OfferStanding>(`/groups/${group_id}/offers`);
  expect(standing.body).toMatchObject({ offered: 0, paused: 1 });
});

describe('a move that is undone', () => {
  test('brings back on which dates they won’t come, and none of the other group’s', async () => {
    const [id, stays] = [await add({ status: 'approved' }), await add({ status: 'approved' })];
    for (const date of ['2025-09-01', '2025-09-08']) {
      await stayAway(id, date);
      await stayAway(stays, date);
    }
    const job = await move([id]);
    expect(await absencesOf(id)).toEqual([]);
    await stayAway(id, '2025-09-02');
    expect(await undoWork(job)).toMatchObject({ undone_count: 1 });
    expect(await absencesOf(id)).toEqual(['2025-09-01', '2025-09-08']);
    expect(await absencesOf(stays)).toEqual(['2025-09-01', '2025-09-08']);
  });

  test('lets the decision before it be undone, with what that had ended', async () => {
    const id = await add(paused());
    const before = await stored(id);
    await decide(id, 'rejected');
    const job = await move([id]);
    await undoWork(job);
    expect((await undo(id)).status).toBe(200);
    expect(lasting(await stored(id))).toEqual(lasting(before));
  });
});

test('a decision made in another group brings back nothing of the former one', async () => {
  const id = await add(paused());
  await stayAway(id, '2025-09-01');
  await move([id]);
  await decide(id, 'rejected');
  expect((await undo(id)).status).toBe(200);
  expect(await stored(id)).toMatchObject({
    ...{ status: 'waitlisted', group_id: other.id, offer_paused_at: null, offer_tie: null },
  });
  expect(await absencesOf(id)).toEqual([]);
});

test.each([false, true])(
  'the mail about a decision leaves when two later ones are undone, one after the other (many at once: %s)',
  async (isBulk) => {
    const id = await add({ status: 'pending' });
    const waiting = () =>
      site.rows(
        "select status_at from mails where participant_id = $1 and state = 'queued' and recipient_kind = 'applicant'",
        [id],
      );
    const tell = (status: string) => staff.patch(`/participants/${id}/status`, { status });
    await tell('approved');
    for (const status of ['rejected', 'inactive']) {
      if (isBulk) await undoWork(await act('status', [id], { status }));
      else {
        await tell(status);
        expect((await undo(id)).status).toBe(200);
      }
      expect(await waiting()).toEqual([{ status_at: 'approved' }]);
    }
  },
);
