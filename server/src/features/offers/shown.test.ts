import type { BulkPreview } from '@vpisnik/contract/bulk-jobs';
import type { DashboardFacts } from '@vpisnik/contract/dashboard';
import type { Group } from '@vpisnik/contract/groups';
import type { OfferStanding } from '@vpisnik/contract/offers';
import type { HistoryEntry } from '@vpisnik/contract/participant-history';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { asOrganization } from '../../db/scope.ts';
import { acceptOffer, declineOffer } from './answers.ts';
import { workOffers } from './round.ts';

/** What lists, bulk work, the dashboard and the history tell of offers. */

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group_id: string;
/** Ids by name. */
let people: Record<string, string>;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

/** A group of four places: one is taken, one offered, one offer has passed, and two people wait. */
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  group_id = (await site.factories.group({ organization_id, capacity: 4, name: { sl: 'Jazz', en: 'Jazz' } }))
    .id;
  people = {};
  for (const name of ['Ana', 'Ben', 'Cene', 'Dana', 'Eva']) {
    const status = name === 'Ana' ? 'approved' : 'waitlisted';
    people[name] = (await site.factories.participant({ organization_id, group_id, name, status })).id;
  }
  await staff.post(`/groups/${group_id}/offers`, { count: 2 });
  await site.rows(`update participants set offer_until = now() - interval '1 second' where id = $1`, [
    people.Cene,
  ]);
});

const named = async (query: string, path = '/participants') =>
  (await staff.get<{ results: ParticipantSummary[] }>(`${path}?sort=application_date&${query}`)).body.results;
const names = async (query: string, path?: string) => (await named(query, path)).map(({ name }) => name);
const round = () => workOffers({ pools: site.pools, log: { error: expect.fail } as never });
const asApplicant = (act: typeof acceptOffer, name: string) =>
  asOrganization(site.pools.api, organization_id, (reader) => act(reader, people[name] ?? ''));

test('lists are narrowed to open offers, or to those that passed, ended by the round or not', async () => {
  const passed = async () => [
    await names('offer=open'),
    await names('offer=passed'),
    await names('offer=open&offer=passed', `/groups/${group_id}/participants`),
  ];
  const expected = [['Ben'], ['Cene'], ['Ben', 'Cene']];
  expect(await passed()).toEqual(expected);
  await round();
  expect(await passed()).toEqual(expected);
  expect(await names('offer=passed&search=ana')).toEqual([]);
  expect((await staff.get('/participants?offer=maybe')).status).toBe(400);
});

test('the offers that were shown are made once, however often they are sent', async () => {
  await round();
  const { in_turn } = (await staff.get<OfferStanding>(`/groups/${group_id}/offers?count=1`)).body;
  expect(in_turn.map(({ name }) => name)).toEqual(['Dana']);
  const [facts] = (await staff.get<DashboardFacts>('/dashboard')).body.offering;
  expect(facts?.in_turn_ids).toEqual([people.Dana, people.Eva]);
  const send = () => staff.post(`/groups/${group_id}/offers`, { count: 1, ids: [people.Dana] });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await send()).toMatchObject({ status: 409, body: { code: 'queue_changed' } });
  expect(await names('offer=open')).toEqual(['Ben', 'Dana']);
});

test('whom a place is offered has no place in the queue; those whose offer passed keep theirs', async () => {
  await round();
  expect(
    (await named('status=waitlisted')).map(({ name, waiting_position }) => [name, waiting_position]),
  ).toEqual([
    ['Ben', null],
    ['Cene', 1],
    ['Dana', 2],
    ['Eva', 3],
  ]);
});

test('lists of groups and the group tell how many of the places taken are only offered', async () => {
  const shown = async () => {
    const { body: list } = await staff.get<{ results: Group[] }>('/groups');
    const { body: whole } = await staff.get<Group>(`/groups/${group_id}`);
    return [...list.results, whole].map(({ taken, offered, waiting }) => ({ taken, offered, waiting }));
  };
  expect(await shown()).toEqual(Array(2).fill({ taken: 3, offered: 2, waiting: 2 }));
  await round();
  expect(await shown()).toEqual(Array(2).fill({ taken: 2, offered: 1, waiting: 3 }));
  await asApplicant(acceptOffer, 'Ben');
  expect(await shown()).toEqual(Array(2).fill({ taken: 2, offered: 0, waiting: 3 }));
});

test('bulk work counts offers that end with it, and a decision for them none', async () => {
  const preview = async (act: object) => {
    const selection = { ids: [people.Ben, people.Dana] };
    const { body } = await staff.post<BulkPreview>('/participants/bulk/preview', { selection, act });
    return [body.change_count, body.warnings, body.rows.map(({ name }) => name)];
  };
  const other = await site.factories.group({ organization_id });
  const one = [2, [{ warning: 'offer_ends', count: 1 }], ['Ben']];
  expect(await preview({ kind: 'status', status: 'rejected' })).toEqual(one);
  expect(await preview({ kind: 'move', group_id: other.id })).toEqual(one);
  expect(await preview({ kind: 'delete' })).toEqual(one);
  expect(await preview({ kind: 'status', status: 'approved' })).toEqual([2, [], []]);
  // two places are left by the limit, one of which is Ben's
  expect((await staff.get<Group>(`/groups/${group_id}`)).body).toMatchObject({ taken: 3, waiting: 2 });
});

test('the dashboard tells how places are offered and how many are in turn, of groups that have not ended', async () => {
  await round();
  await site.rows(`update groups set offer_mode = 'proposed' where id = $1`, [group_id]);
  const offering = async () => (await staff.get<DashboardFacts>('/dashboard')).body.offering;
  expect(await offering()).toEqual([
    {
      id: group_id,
      name: { sl: 'Jazz', en: 'Jazz' },
      free: 2,
      waiting: 3,
      in_turn: 2,
      in_turn_ids: [people.Dana, people.Eva],
      unheard: 0,
      offer_mode: 'proposed',
    },
  ]);
  await site.rows(`update groups set start_date = '2020-01-01', end_date = '2020-06-30' where id = $1`, [
    group_id,
  ]);
  expect(await offering()).toEqual([]);
});

test('those whom no mail about an offer reaches are told of where places are offered by themselves, as many as are in turn', async () => {
  await round();
  await site.rows(`update groups set offer_mode = 'automatic' where id = $1`, [group_id]);
  await site.rows('update participants set email = null where id = any ($1)', [[people.Dana, people.Eva]]);
  const unheard = async () => {
    const { body: facts } = await staff.get<DashboardFacts>('/dashboard');
    const { body: standing } = await staff.get<OfferStanding>(`/groups/${group_id}/offers`);
    return [facts.offering[0]?.unheard, standing.unheard];
  };
  expect(await unheard()).toEqual([2, 2]);
  await site.rows('update groups set capacity = 3 where id = $1', [group_id]);
  expect(await unheard()).toEqual([1, 1]);
  await site.rows('update groups set capacity = null where id = $1', [group_id]);
  expect(await unheard()).toEqual([2, 2]);
  await site.rows(`update groups set offer_mode = 'by_hand' where id = $1`, [group_id]);
  expect(await unheard()).toEqual([0, 0]);
});

test('whom no mail reaches is counted as a round goes through the queue: siblings who don’t fit are passed over', async () => {
  await round();
  const pair = await Promise.all(
    ['Fran', 'Gaja'].map((name) =>
      site.factories.participant({
        organization_id,
        group_id,
        name,
        status: 'waitlisted',
        email: 'g@posta.test',
      }),
    ),
  );
  await site.rows(`update groups set offer_mode = 'automatic', capacity = 3 where id = $1`, [group_id]);
  await site.rows('update participants set application_date = $2 where id = any ($1)', [
    pair.map(({ id }) => id),
    '2020-01-01T08:00:00Z',
  ]);
  await staff.post(`/participants/${pair[0]?.id}/offer/tie`, { tied: true });
  await site.rows('update participants set email = null where id = any ($1)', [[people.Dana, people.Eva]]);
  const unheard = async () => (await staff.get<OfferStanding>(`/groups/${group_id}/offers`)).body.unheard;
  // one place is free: two want it together, and after them Dana is in turn
  expect(await unheard()).toBe(1);
  await site.rows('update groups set capacity = 4 where id = $1', [group_id]);
  expect(await unheard()).toBe(0);
});

test('siblings for all of whom there are too few places are not in turn on the dashboard', async () => {
  await round();
  await site.rows('update participants set email = $1 where id = any ($2)', [
    'kos@mail.test',
    [people.Dana, people.Eva],
  ]);
  await staff.post(`/participants/${people.Dana}/offer/tie`, { tied: true });
  const inTurn = async () => (await staff.get<DashboardFacts>('/dashboard')).body.offering[0]?.in_turn;
  expect(await inTurn()).toBe(2);
  await site.rows('update groups set capacity = 3 where id = $1', [group_id]);
  expect(await inTurn()).toBe(0);
});

test('the history has what became of an offer, and who did it', async () => {
  await round();
  await asApplicant(acceptOffer, 'Ben');
  await staff.post(`/participants/${people.Cene}/offer/resume`, {});
  await staff.post(`/participants/${people.Dana}/offer`, { reason: 'Sestra že pleše' });
  await asApplicant(declineOffer, 'Dana');
  await staff.post(`/participants/${people.Eva}/offer/tie`, { tied: true });
  const told = async (name: string) => {
    const { body } = await staff.get<{ results: HistoryEntry[] }>(`/participants/${people[name]}/history`);
    return body.results
      .filter(({ kind }) => kind === 'changed')
      .map(({ by, changes }) => [
        by,
        ...changes.map(({ field, to }) => `${field} ${to === null ? '–' : '+'}`),
      ]);
  };
  expect(await told('Ben')).toEqual([
    ['system', 'status +', 'offer_until –'],
    ['staff', 'offer_until +'],
  ]);
  expect(await told('Cene')).toEqual([
    ['staff', 'offer_paused_at –'],
    ['system', 'offer_until –', 'offer_paused_at +'],
    ['system', 'offer_until +'],
    ['staff', 'offer_until +'],
  ]);
  expect(await told('Dana')).toEqual([
    ['system', 'status +', 'withdrawal_reason +', 'offer_until –'],
    ['staff', 'offer_until +', 'offer_reason +'],
  ]);
  expect(await told('Eva')).toEqual([['staff', 'offer_tie +']]);
});

test("a group's form has how its places are offered, from group administrators on, and a copy keeps it", async () => {
  const { body: before } = await staff.get<Group>(`/groups/${group_id}`);
  expect(before).toMatchObject({ offer_mode: 'by_hand', offer_hours: 48 });
  const settings = { offer_mode: 'automatic', offer_hours: 24 };
  const { version } = before;
  const editor = site.as(await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
  expect((await editor.patch(`/groups/${group_id}`, { ...settings, version })).status).toBe(403);
  expect((await staff.patch(`/groups/${group_id}`, { ...settings, version })).body).toMatchObject(settings);
  const copy = await staff.post<Group>(`/groups/${group_id}/copies`, {
    label: 'jazz-2',
    name: { sl: 'Jazz 2', en: 'Jazz 2' },
  });
  expect(copy.body).toMatchObject(settings);
});
