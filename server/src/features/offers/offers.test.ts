import type { OfferStanding } from '@vpisnik/contract/offers';
import type { Participant } from '@vpisnik/contract/participants';
import { describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';
import { asApplicant, asOrganization } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { acceptOffer, declineOffer, wantStill } from './answers.ts';
import { workOffers } from './round.ts';

let site: TestApp;
let organization_id: string;
let staff: Caller;
inOrganization(
  (given) => {
    ({ site, organization_id, staff } = given);
  },
  { MAIL_DELAY_SECONDS: '30' },
);

type Body = Participant & { code: string };
type Row = { status: string; offered: boolean; paused: boolean; offer_no: number };

/** A group of so many places with people of these statuses, the first applied first; answers their ids. */
async function groupOf(capacity: number | null, statuses: string[], given = {}) {
  const { id: group_id } = await site.factories.group({ organization_id, capacity, ...given });
  const ids: string[] = [];
  for (const status of statuses)
    ids.push((await site.factories.participant({ organization_id, group_id, status })).id);
  return { group_id, ids, at: (index: number) => ids[index] ?? '' };
}
const queue = (count: number) => Array.from({ length: count }, () => 'waitlisted');
const offer = (id: string, body = {}) => staff.post<Body>(`/participants/${id}/offer`, body);
const first = (group: string, count: number) =>
  staff.post<OfferStanding & { offered_ids: string[]; code: string }>(`/groups/${group}/offers`, { count });
const standing = async (group: string, query = '') =>
  (await staff.get<OfferStanding>(`/groups/${group}/offers${query}`)).body;
const apply = <T>(act: (reader: Parameters<typeof acceptOffer>[0], id: string) => Promise<T>, id: string) =>
  asOrganization(site.pools.api, organization_id, (reader) => act(reader, id));
const outcome = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const rows = async (ids: string[]) => {
  const found = await site.rows<Row & { id: string }>(
    `select id, status, offer_until is not null as offered, offer_paused_at is not null as paused, offer_no
     from participants where id = any ($1)`,
    [ids],
  );
  return ids.map((id) => found.find((row) => row.id === id));
};
const words = async (ids: string[]) =>
  (await rows(ids)).map((row) => (row?.offered ? 'offered' : row?.paused ? 'paused' : row?.status));
const pass = (ids: string[]) =>
  site.rows(`update participants set offer_until = now() - interval '1 second' where id = any ($1)`, [ids]);
const settled = () => site.rows(`update group_counts set freed_at = now() - interval '1 hour'`);
const round = () => workOffers({ pools: site.pools, log: { error: expect.fail } as never });

describe('an offer', () => {
  test('takes a place until it is answered, and goes to the first in the queue', async () => {
    const { group_id, ids, at } = await groupOf(2, ['approved', 'waitlisted', 'waitlisted']);
    expect(await offer(at(2))).toMatchObject({ status: 409, body: { code: 'out_of_turn' } });
    const given = await offer(at(1));
    expect(given).toMatchObject({ status: 200, body: { status: 'waitlisted', offer_no: 1 } });
    expect(given.body.offer_until).not.toBeNull();
    expect(await offer(at(1))).toMatchObject({ status: 409, body: { code: 'offer_open' } });
    expect(await standing(group_id)).toMatchObject({ free: 0, waiting: 1, offered: 1, paused: 0 });
    const group = await staff.get(`/groups/${group_id}`);
    expect(group.body).toMatchObject({ places: 2, taken: 2, waiting: 1 });
    expect(await offer(at(2))).toMatchObject({ status: 409, body: { code: 'group_full' } });
    // whom a place is offered needs none to be approved
    const decided = await staff.patch<Body>(`/participants/${at(1)}/status`, { status: 'approved' });
    expect(decided).toMatchObject({ status: 200, body: { status: 'approved', offer_until: null } });
    expect(await words(ids)).toEqual(['approved', 'approved', 'waitlisted']);
  });

  test('is made out of turn with a reason, and beyond the places by name', async () => {
    const { at } = await groupOf(1, queue(3));
    expect((await offer(at(2), { reason: 'Sestra že pleše' })).status).toBe(200);
    expect(await offer(at(0))).toMatchObject({ status: 409, body: { code: 'group_full' } });
    expect((await offer(at(0), { allow_overbooking: true })).status).toBe(200);
    const history = await staff.get<{ results: { changes: { field: string; to: unknown }[] }[] }>(
      `/participants/${at(2)}/history`,
    );
    const changes = history.body.results.flatMap((entry) => entry.changes);
    expect(changes.find(({ field }) => field === 'offer_reason')?.to).toBe('Sestra že pleše');
    const editor = site.as(await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
    const beyond = await editor.post<Body>(`/participants/${at(1)}/offer`, { allow_overbooking: true });
    expect([beyond.status, beyond.body.code]).toEqual([403, 'field_not_allowed']);
  });

  test('is of nobody who does not wait, nor of a group that ends', async () => {
    const { at } = await groupOf(9, ['pending', 'approved', 'rejected', 'inactive']);
    for (const index of [0, 1, 2, 3])
      expect(await offer(at(index))).toMatchObject({ status: 409, body: { code: 'move_not_allowed' } });
    const ended = await groupOf(9, queue(1), { start_date: '2020-01-01', end_date: '2020-06-30' });
    expect(await offer(ended.at(0))).toMatchObject({ status: 409, body: { code: 'offer_too_late' } });
    expect((await standing(ended.group_id)).until).toBeNull();
  });

  test('is lengthened within the rules, and withdrawn', async () => {
    const { at, ids } = await groupOf(1, queue(1));
    const { body } = await offer(at(0));
    const lengthen = (until: string) => staff.patch<Body>(`/participants/${at(0)}/offer`, { until });
    const days = (count: number, time: string) => {
      const day = Temporal.Instant.from(body.offer_until ?? '')
        .toZonedDateTimeISO('Europe/Ljubljana')
        .toPlainDate();
      return day
        .add({ days: count })
        .toZonedDateTime({ timeZone: 'Europe/Ljubljana', plainTime: time })
        .toInstant()
        .toString();
    };
    expect((await lengthen(days(-3, '12:00'))).status).toBe(422);
    expect((await lengthen(days(3, '22:00'))).status).toBe(422);
    expect((await lengthen(days(3, '20:00'))).body.offer_until).toBe(days(3, '20:00'));
    expect((await staff.post(`/participants/${at(0)}/offer/withdraw`, { version: 1 })).status).toBe(409);
    expect((await staff.post(`/participants/${at(0)}/offer/withdraw`, {})).status).toBe(200);
    expect(await words(ids)).toEqual(['waitlisted']);
    expect(await staff.post(`/participants/${at(0)}/offer/withdraw`, {})).toMatchObject({
      body: { code: 'offer_gone' },
    });
  });

  test('ends with a move, a rejection, a deletion, and does not come back by Undo', async () => {
    const { group_id, ids, at } = await groupOf(3, queue(4));
    expect((await first(group_id, 9)).body.offered_ids).toEqual(ids.slice(0, 3));
    const other = await groupOf(1, ['approved']);
    const { version } = (await staff.get<Body>(`/participants/${at(0)}`)).body;
    const moved = await staff.patch<Body>(`/participants/${at(0)}`, { group_id: other.group_id, version });
    expect(moved).toMatchObject({ status: 200, body: { offer_until: null, status: 'waitlisted' } });
    const rejected = await staff.patch<Body>(`/participants/${at(1)}/status`, { status: 'rejected' });
    const undone = await staff.post<Body>(`/participants/${at(1)}/status/undo`, {
      version: rejected.body.version,
    });
    expect(undone.body).toMatchObject({ status: 'waitlisted', offer_until: null });
    await staff.delete(`/participants/${at(2)}`);
    expect(await standing(group_id)).toMatchObject({ free: 3, waiting: 2, offered: 0 });
  });
});

describe('an answer', () => {
  test('accepted approves and tells; declined leaves the queue', async () => {
    const { group_id, ids, at } = await groupOf(2, queue(3));
    await first(group_id, 2);
    expect(await outcome(apply(acceptOffer, at(0)))).toBe('done');
    expect(await outcome(apply(declineOffer, at(1)))).toBe('done');
    expect(await words(ids)).toEqual(['approved', 'inactive', 'waitlisted']);
    expect(await standing(group_id)).toMatchObject({ free: 1, waiting: 1, offered: 0 });
    const mails = await site.rows(
      `select participant_id, status_at from mails where group_id = $1 and email_type = 'application_status_update'
       order by status_at`,
      [group_id],
    );
    expect(mails).toEqual([
      { participant_id: at(0), status_at: 'approved' },
      { participant_id: at(1), status_at: 'inactive' },
    ]);
    const [row] = await site.rows(
      'select withdrawal_reason, withdrawn_at is not null as withdrawn from participants where id = $1',
      [at(1)],
    );
    expect(row).toEqual({ withdrawal_reason: 'declined_offer', withdrawn: true });
    // pressed again
    for (const act of [acceptOffer, declineOffer])
      expect(await outcome(apply(act, at(0)))).toBe('offer_gone');
    expect(await outcome(apply(acceptOffer, at(2)))).toBe('offer_gone');
  });

  test('declined asks for nothing that was cancelled when staff took a place away', async () => {
    const { at } = await groupOf(2, ['approved']);
    const { id } = await site.factories.payment({ organization_id, participant_id: at(0) });
    await staff.patch(`/participants/${at(0)}/status`, { status: 'waitlisted' });
    expect((await offer(at(0))).status).toBe(200);
    expect(await outcome(apply(declineOffer, at(0)))).toBe('done');
    expect((await staff.get(`/payments/${id}`)).body).toMatchObject({ status: 'cancelled' });
  });

  test('too late is refused; silence pauses until they still want a place, in their old turn', async () => {
    const { group_id, ids, at } = await groupOf(1, queue(2));
    await first(group_id, 1);
    await pass(ids.slice(0, 1));
    expect(await outcome(apply(acceptOffer, at(0)))).toBe('offer_gone');
    expect(await outcome(apply(declineOffer, at(0)))).toBe('offer_gone');
    await round();
    expect(await words(ids)).toEqual(['paused', 'waitlisted']);
    expect(await standing(group_id)).toMatchObject({ first_id: at(1), in_turn: [{ id: at(1) }] });
    await apply(wantStill, at(0));
    await apply(wantStill, at(0));
    expect(await standing(group_id)).toMatchObject({ first_id: at(0), in_turn: [{ id: at(0) }] });
    // by the staff, for who calls
    await first(group_id, 1);
    await pass(ids.slice(0, 1));
    expect((await staff.post(`/participants/${at(0)}/offer/resume`, {})).status).toBe(200);
    expect(await words(ids)).toEqual(['waitlisted', 'waitlisted']);
  });

  test('too late stands in the history as ended by its time, whoever came upon that', async () => {
    const { group_id, ids, at } = await groupOf(2, queue(3));
    await first(group_id, 2);
    await pass(ids.slice(0, 2));
    await asApplicant(site.pools.api, { organization_id, address: 'ana@example.com' }, (scope) =>
      wantStill(scope, at(0)),
    );
    const lapses = () =>
      site.rows(
        `select participant_id, by, actor from participant_changes
         where participant_id = any ($1) and changes @> '[{"field": "offer_until", "to": null}]' order by created_at`,
        [ids],
      );
    const bySystem = { by: 'system', actor: '' };
    expect(await lapses()).toEqual(
      expect.arrayContaining(ids.slice(0, 2).map((participant_id) => ({ participant_id, ...bySystem }))),
    );
    await first(group_id, 1);
    await pass([at(0)]);
    await first(group_id, 1);
    expect((await lapses()).map(({ by }) => by)).toEqual(['system', 'system', 'system']);
    const [resumed] = await site.rows(
      `select by from participant_changes where participant_id = $1 and changes @> '[{"field": "offer_paused_at", "to": null}]'
       and not changes @> '[{"field": "offer_until"}]'`,
      [at(0)],
    );
    expect(resumed).toEqual({ by: 'applicant' });
  });

  test('of two at the same instant has one winner', async () => {
    const { group_id, at } = await groupOf(1, queue(1));
    await first(group_id, 1);
    const answers = await Promise.all(
      [acceptOffer, declineOffer, acceptOffer, declineOffer].map((act) => outcome(apply(act, at(0)))),
    );
    expect(answers.filter((one) => one === 'done')).toHaveLength(1);
    expect(answers.filter((one) => one === 'offer_gone')).toHaveLength(3);
  });
});

test('siblings who are tied are offered places together, and answer together', async () => {
  const { id: group_id } = await site.factories.group({ organization_id, capacity: 1 });
  const add = async (email: string) =>
    (await site.factories.participant({ organization_id, group_id, status: 'waitlisted', email })).id;
  const ids = [await add('mama@example.com'), await add('mama@example.com'), await add('oce@example.com')];
  const [one = '', two = '', alone = ''] = ids;
  expect((await staff.post(`/participants/${two}/offer/tie`, { tied: true })).status).toBe(200);
  // one place is none for two: they keep their turn
  expect((await first(group_id, 1)).body.offered_ids).toEqual([alone]);
  await staff.post(`/participants/${alone}/offer/withdraw`, {});
  await site.rows('update groups set capacity = 2 where id = $1', [group_id]);
  expect((await offer(two)).status).toBe(200);
  expect(await words(ids)).toEqual(['offered', 'offered', 'waitlisted']);
  await apply(acceptOffer, one);
  expect(await words(ids)).toEqual(['approved', 'approved', 'waitlisted']);
});

describe('before offers are made, staff see', () => {
  const namesOf = (people: OfferStanding['in_turn']) => people.map(({ name }) => name);
  /** Whom so many offers would go to and whom they pass over, and whom they went to when they were made. */
  const seen = async (group: string, count: number) => {
    const { in_turn, passed_over } = await standing(group, `?count=${count}`);
    const { body } = await first(group, count);
    expect(body.offered_ids).toEqual(in_turn.map(({ id }) => id));
    await site.rows('update participants set offer_until = null where group_id = $1', [group]);
    return [namesOf(in_turn), namesOf(passed_over)];
  };
  const people = async (capacity: number | null, given: [name: string, fields?: object][]) => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity });
    for (const [name, fields] of given)
      await site.factories.participant({ organization_id, group_id, status: 'waitlisted', name, ...fields });
    return group_id;
  };
  const kos = { email: 'kos@example.com', offer_tie: crypto.randomUUID() };
  const rak = { email: 'rak@example.com', offer_tie: crypto.randomUUID() };

  test('those who get one, as many as they choose, are free or wait', async () => {
    const group = await people(3, [['Ana'], ['Bor'], ['Cene'], ['Dana']]);
    expect(await seen(group, 2)).toEqual([['Ana', 'Bor'], []]);
    expect(await seen(group, 50)).toEqual([['Ana', 'Bor', 'Cene'], []]);
    expect(namesOf((await standing(group)).in_turn)).toEqual(['Ana', 'Bor', 'Cene']);
    const unlimited = await people(null, [['Ana'], ['Bor']]);
    expect(namesOf((await standing(unlimited)).in_turn)).toEqual(['Ana', 'Bor']);
    const full = await people(1, [['Zala', { status: 'approved' }], ['Ana']]);
    expect(await standing(full)).toMatchObject({
      in_turn: [],
      passed_over: [],
      first_id: expect.any(String),
    });
    expect(await standing(await people(1, []))).toMatchObject({ in_turn: [], first_id: null });
  });

  test('siblings who are tied next to each other, or passed over together', async () => {
    const group = await people(4, [['Ana', kos], ['Bor'], ['Ina', kos], ['Jan', rak], ['Lea', rak]]);
    expect(await seen(group, 1)).toEqual([['Bor'], ['Ana', 'Ina']]);
    expect(await seen(group, 2)).toEqual([['Ana', 'Ina'], []]);
    expect(await seen(group, 4)).toEqual([
      ['Ana', 'Ina', 'Bor'],
      ['Jan', 'Lea'],
    ]);
  });

  test('also a sibling whose own offer is paused: they need a place for both', async () => {
    const paused = { ...kos, offer_paused_at: new Date().toISOString() };
    const group = await people(2, [['Ana', kos], ['Ina', paused], ['Bor']]);
    expect(await seen(group, 1)).toEqual([['Bor'], ['Ana', 'Ina']]);
    await site.rows(`update participants set offer_paused_at = now() where name = 'Ina' and group_id = $1`, [
      group,
    ]);
    expect(await seen(group, 2)).toEqual([['Ana', 'Ina'], []]);
  });

  test('nothing for a count that is never offered', async () => {
    const { group_id } = await groupOf(1, []);
    for (const count of ['0', '51', '1.5', 'two', ''])
      expect((await staff.get(`/groups/${group_id}/offers?count=${count}`)).status).toBe(400);
  });
});

test('siblings whose offers end at different times answer only what stands', async () => {
  const { id: group_id } = await site.factories.group({ organization_id, capacity: 2 });
  const given = { organization_id, group_id, status: 'waitlisted', email: 'mama@example.com' };
  const ids = [(await site.factories.participant(given)).id, (await site.factories.participant(given)).id];
  const [one = '', two = ''] = ids;
  await staff.post(`/participants/${one}/offer/tie`, { tied: true });
  await first(group_id, 2);
  await pass([one]);
  expect(await outcome(apply(acceptOffer, two))).toBe('done');
  expect(await words(ids)).toEqual(['offered', 'approved']);
  await round();
  expect(await words(ids)).toEqual(['paused', 'approved']);
});

describe('the round', () => {
  const automatic = { offer_mode: 'automatic' };

  test('offers free places by itself, once what freed them cannot be taken back', async () => {
    const { ids, at } = await groupOf(2, ['approved', 'approved', ...queue(3)], automatic);
    await settled();
    await round();
    expect((await words(ids)).slice(2)).toEqual(queue(3));
    const { body } = await staff.patch<Body>(`/participants/${at(0)}/status`, { status: 'inactive' });
    await round();
    expect((await words(ids)).slice(2)).toEqual(queue(3));
    await staff.post(`/participants/${at(0)}/status/undo`, { version: body.version });
    await staff.patch(`/participants/${at(1)}/status`, { status: 'inactive' });
    await settled();
    // for any reader, any number of times
    const rounds = await Promise.all([round(), round(), round()]);
    expect(rounds.reduce((sum, { offered }) => sum + offered, 0)).toBe(1);
    expect((await words(ids)).slice(2)).toEqual(['offered', 'waitlisted', 'waitlisted']);
    await pass([at(2)]);
    await settled();
    expect(await round()).toEqual({ lapsed: 1, reminded: 0, offered: 1 });
    expect((await words(ids)).slice(2)).toEqual(['paused', 'offered', 'waitlisted']);
    await apply(declineOffer, at(3));
    await settled();
    await round();
    expect((await words(ids)).slice(2)).toEqual(['paused', 'inactive', 'offered']);
  });

  test('offers nothing by hand, where proposed, nor again what staff took back', async () => {
    for (const offer_mode of ['by_hand', 'proposed']) {
      const { ids } = await groupOf(2, queue(1), { offer_mode });
      await settled();
      await round();
      expect(await words(ids)).toEqual(['waitlisted']);
    }
    const { ids, at } = await groupOf(1, queue(1), automatic);
    await settled();
    await round();
    expect(await words(ids)).toEqual(['offered']);
    await staff.post(`/participants/${at(0)}/offer/withdraw`, {});
    await settled();
    await round();
    expect(await words(ids)).toEqual(['paused']);
  });
});

test('siblings who need more places than are free hold up nobody, however many they are', async () => {
  const { id: group_id } = await site.factories.group({ organization_id, capacity: 1 });
  const tie = crypto.randomUUID();
  await site.rows(
    `insert into participants (organization_id, group_id, name, email, status, reference, language, application_date, offer_tie)
     select $1, $2, 'Oseba ' || i, case when i < 60 then 'mama@example.com' else 'oce@example.com' end, 'waitlisted', app.new_reference(),
       'sl', now() + i * interval '1 second', case when i < 60 then $3::uuid end
     from generate_series(1, 60) i`,
    [organization_id, group_id, tie],
  );
  const [last] = await site.rows<{ id: string }>(
    `select id from participants where group_id = $1 and email = 'oce@example.com'`,
    [group_id],
  );
  expect((await first(group_id, 1)).body.offered_ids).toEqual([last?.id]);
});

describe('an offer of which nobody would hear', () => {
  const automatic = { offer_mode: 'automatic' };
  const queued = async (capacity: number | null, people: object[]) => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity, ...automatic });
    const ids: string[] = [];
    for (const given of people)
      ids.push(
        (await site.factories.participant({ organization_id, group_id, status: 'waitlisted', ...given })).id,
      );
    await settled();
    return { group_id, ids };
  };

  test('is not made by itself: the place is kept for who has no address, or one at which no mail arrives', async () => {
    const { group_id, ids } = await queued(3, [{ email: null }, { email: 'Odbija@example.com' }, {}, {}]);
    await site.factories.mail({
      ...{
        organization_id,
        group_id,
        participant_id: ids[1],
        to_address: 'odbija@example.com',
        state: 'sent',
        bounce: 'hard',
      },
    });
    await round();
    expect(await words(ids)).toEqual(['waitlisted', 'waitlisted', 'offered', 'waitlisted']);
    // by staff, who talk to them
    expect((await first(group_id, 9)).body.offered_ids).toEqual(ids.slice(0, 2));
  });

  test('is not made by itself where the group sends none, and keeps nobody waiting without a limit', async () => {
    const silent = await queued(2, [{}, {}]);
    await site.factories.emailSetting({
      ...{ organization_id, group_id: silent.group_id, email_type: 'place_offered', enabled: false },
    });
    const open = await queued(null, [{ email: null }, {}]);
    await round();
    expect(await words(silent.ids)).toEqual(['waitlisted', 'waitlisted']);
    expect(await words(open.ids)).toEqual(['waitlisted', 'offered']);
  });
});

test('only staff of the organisation offer places', async () => {
  const { group_id } = await groupOf(1, []);
  const stranger = site.as(await site.factories.member());
  expect((await stranger.post(`/groups/${group_id}/offers`, { count: 1 })).status).toBe(404);
});
