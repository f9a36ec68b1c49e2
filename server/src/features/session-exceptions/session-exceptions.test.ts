import { dayOf } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: every list is asked for by its first and last day; what must be to come is counted from today

let app: TestApp;
let staff: Caller;
let organization_id: string;
let group: { id: string; version: number };

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  organization_id = (await app.factories.organization()).id;
  group = await app.factories.group({
    organization_id,
    schedule: [
      { day: 'tuesday', start_time: '17:30', duration: 60 },
      { day: 'thursday', start_time: '17:30', duration: 60 },
    ],
    start_date: '2026-09-01',
    end_date: '2027-06-30',
  });
  staff = app.as(await app.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
});

const add = (body: object) => staff.post(`/groups/${group.id}/exceptions`, body);
const about = { date: '2026-09-08', start_time: '17:30' };
const elsewhere = { new_date: '2026-09-12', new_start_time: '10:00', new_duration: 90 };

async function week(from = '2026-09-07', to = '2026-09-13') {
  const { results } = await staff.api.sessions.list({ query: { from, to, group_id: group.id } });
  return results.map(({ date, start_time, duration, state, reason }) => ({
    at: `${date} ${start_time} ${duration}`,
    state,
    ...(reason.sl && { reason: reason.sl }),
  }));
}

describe('a date that departs from the schedule', () => {
  test('is told as cancelled, with its reason, until that is taken back', async () => {
    const { body, status } = await add({ kind: 'cancelled', ...about, reason: { sl: 'Nastop v Celju' } });
    expect(status).toBe(201);
    expect(await week()).toEqual([
      { at: '2026-09-08 17:30 60', state: 'cancelled', reason: 'Nastop v Celju' },
      { at: '2026-09-10 17:30 60', state: 'regular' },
    ]);
    expect((await staff.delete(`/session-exceptions/${body.id}`)).status).toBe(204);
    expect((await week()).map(({ state }) => state)).toEqual(['regular', 'regular']);
  });

  test('is moved, and moved again, but never onto another session of its group', async () => {
    const { body } = await add({ kind: 'moved', ...about, ...elsewhere });
    expect(await week()).toEqual([
      { at: '2026-09-10 17:30 60', state: 'regular' },
      { at: '2026-09-12 10:00 90', state: 'moved' },
    ]);
    const change = (fields: object) =>
      staff.patch(`/session-exceptions/${body.id}`, { version: 1, ...fields });
    for (const fields of [
      { new_date: '2026-09-10', new_start_time: '18:00' },
      { new_date: '2026-09-09', new_start_time: '23:30', new_duration: 18 * 60 + 1 },
    ])
      expect(await change(fields)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'new_start_time', code: 'slots_overlap' }] },
      });
    expect((await change({ new_date: '2026-09-10', new_start_time: '18:30' })).status).toBe(200);
    expect(await change({ new_date: '2026-09-11' })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { version: 2, new_date: '2026-09-10' } },
    });
  });

  test('does not come back at a time that another date of its group has taken', async () => {
    const { body } = await add({ kind: 'cancelled', ...about });
    const added = { new_date: about.date, new_start_time: '18:00', new_duration: 60 };
    const { body: other } = await add({ kind: 'added', ...added });
    expect(await staff.delete(`/session-exceptions/${body.id}`)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'date', code: 'slots_overlap' }] },
    });
    expect((await week()).map(({ state }) => state)).toEqual(['cancelled', 'added', 'regular']);
    expect((await staff.delete(`/session-exceptions/${other.id}`)).status).toBe(204);
    expect((await staff.delete(`/session-exceptions/${body.id}`)).status).toBe(204);
  });

  test('may be later on its own day, and outside the first and last day of its group', async () => {
    expect((await add({ kind: 'moved', ...about, ...elsewhere, new_date: '2026-09-08' })).status).toBe(201);
    expect((await add({ kind: 'added', ...elsewhere, new_date: '2026-08-29' })).status).toBe(201);
    expect(await week('2026-08-24', '2026-08-30')).toEqual([{ at: '2026-08-29 10:00 90', state: 'added' }]);
  });

  test('takes place on a closed day if marked as held', async () => {
    const held = { kind: 'held', ...about };
    expect(await add(held)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'kind', code: 'not_closed' }] },
    });
    await app.factories.closure({
      organization_id,
      name: { sl: 'Kolektivni dopust' },
      start_date: '2026-09-08',
      end_date: '2026-09-09',
    });
    expect((await week())[0]).toEqual({
      at: '2026-09-08 17:30 60',
      state: 'closed',
      reason: 'Kolektivni dopust',
    });
    expect((await add(held)).status).toBe(201);
    expect((await week())[0]).toMatchObject({ state: 'held' });
  });

  test.each([
    ['cancelled', [['2026-09-08 17:30 60', 'cancelled']]],
    ['moved', [['2026-09-12 10:00 90', 'moved']]],
  ] as const)('held on a day that is open again may be %s like others', async (kind, expected) => {
    const span = { start_date: about.date, end_date: about.date };
    const closure = await app.factories.closure({ organization_id, name: { sl: 'Dopust' }, ...span });
    expect((await add({ kind: 'held', ...about })).status).toBe(201);
    const decision = { kind, ...about, ...(kind === 'moved' && elsewhere) };
    expect((await add(decision)).status).toBe(409);
    await app.rows('delete from closures where id = $1', [closure.id]);
    const { status, body } = await add(decision);
    expect(status).toBe(201);
    const states = async () =>
      (await week()).flatMap(({ at, state }) => (at.startsWith('2026-09-10') ? [] : [[at, state]]));
    expect(await states()).toEqual(expected);
    expect((await staff.delete(`/session-exceptions/${body.id}`)).status).toBe(204);
    expect(await states()).toEqual([['2026-09-08 17:30 60', 'regular']]);
  });

  describe('at the very time of the schedule, added while that day was closed', () => {
    const at = { new_date: about.date, new_start_time: about.start_time, new_duration: 90 };
    const told = { at: '2026-09-08 17:30 90', state: 'added' };
    const overlap = (path: string) => ({ status: 422, body: { errors: [{ path, code: 'slots_overlap' }] } });
    let id: string;
    let open: () => Promise<unknown>;
    beforeEach(async () => {
      const closure = { organization_id, start_date: about.date, end_date: about.date };
      const { id: closureId } = await app.factories.closure(closure);
      open = () => app.rows('delete from closures where id = $1', [closureId]);
      const { status, body } = await add({ kind: 'added', ...at, reason: { sl: 'Vseeno vadimo' } });
      expect(status).toBe(201);
      id = String(body.id);
    });

    test('is that meeting, closed or not, and the schedule’s comes back when it is removed', async () => {
      expect((await week())[0]).toMatchObject(told);
      await open();
      expect((await week()).slice(0, 2)).toMatchObject([told, { at: '2026-09-10 17:30 60' }]);
      expect((await staff.delete(`/session-exceptions/${id}`)).status).toBe(204);
      expect((await week())[0]).toEqual({ at: '2026-09-08 17:30 60', state: 'regular' });
    });

    test('leaves no second one to hold, cancel or move', async () => {
      for (const body of [{ kind: 'held' }, { kind: 'cancelled' }, { kind: 'moved', ...elsewhere }])
        expect(await add({ ...about, ...body })).toMatchObject({
          status: 422,
          body: { errors: [{ path: 'date', code: 'no_session' }] },
        });
    });

    test('may be changed where it is when the day is open, and go elsewhere, but not onto another session', async () => {
      await open();
      const change = (fields: object, version: number) =>
        staff.patch(`/session-exceptions/${id}`, { version, ...fields });
      expect((await change({ reason: { sl: 'Dlje' }, new_duration: 120 }, 1)).status).toBe(200);
      expect(await change({ new_start_time: '18:00' }, 2)).toMatchObject(overlap('new_start_time'));
      expect(await change({ new_date: '2026-09-10' }, 2)).toMatchObject(overlap('new_start_time'));
      expect((await change({ new_date: '2026-09-11' }, 2)).status).toBe(200);
      expect((await week()).map(({ at: one }) => one)).toEqual([
        '2026-09-08 17:30 60',
        '2026-09-10 17:30 60',
        '2026-09-11 17:30 120',
      ]);
    });

    test('at some other time keeps the closed session from being held meanwhile', async () => {
      await staff.patch(`/session-exceptions/${id}`, { version: 1, new_start_time: '18:00' });
      expect(await add({ kind: 'held', ...about })).toMatchObject(overlap('date'));
      await staff.delete(`/session-exceptions/${id}`);
      expect((await add({ kind: 'held', ...about })).status).toBe(201);
    });
  });

  test('is one of the schedule, once', async () => {
    for (const wrong of [
      { date: '2026-09-09', start_time: '17:30' },
      { date: '2026-09-08', start_time: '18:30' },
      { date: '2027-07-06', start_time: '17:30' },
    ])
      expect(await add({ kind: 'cancelled', ...wrong })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'date', code: 'no_session' }] },
      });
    const answers = await Promise.all([1, 2, 3].map(() => add({ kind: 'cancelled', ...about })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('of two that are added at the same moment at the same time one is refused', async () => {
    const answers = await Promise.all([1, 2].map(() => add({ kind: 'added', ...elsewhere })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test.each([
    [{ kind: 'cancelled' }, ['date', 'start_time']],
    [{ kind: 'cancelled', ...about, ...elsewhere }, ['new_date', 'new_start_time', 'new_duration']],
    [{ kind: 'moved', ...about }, ['new_date', 'new_start_time', 'new_duration']],
    [{ kind: 'added', ...about, ...elsewhere }, ['date', 'start_time']],
  ])('has what its kind needs and nothing more: %o', async (body, paths) => {
    const { status, body: problem } = await add(body);
    expect(status).toBe(422);
    expect((problem.errors as { path: string }[]).map(({ path }) => path)).toEqual(paths);
  });

  describe('is somewhere else', () => {
    const moved = { kind: 'moved', ...about, ...elsewhere };
    const places = async () => {
      const query = { from: '2026-09-07', to: '2026-09-13', group_id: group.id };
      const { results } = await staff.api.sessions.list({ query });
      return results.map(({ date, location_name, other_location_id }) => [
        date,
        location_name,
        other_location_id,
      ]);
    };

    test('when it is moved there, and back where its group is when that is taken back', async () => {
      const usual = await app.factories.location({ organization_id, name: 'Dvorana' });
      const { id } = await app.factories.location({ organization_id, name: 'Oder na trgu' });
      await app.rows('update groups set location_id = $2 where id = $1', [group.id, usual.id]);
      const { body, status } = await add({ ...moved, location_id: id });
      expect([status, body.location_id]).toEqual([201, id]);
      expect(await places()).toEqual([
        ['2026-09-10', 'Dvorana', null],
        ['2026-09-12', 'Oder na trgu', id],
      ]);
      await app.rows('update locations set active = false where id = $1', [id]);
      const change = (fields: object) => staff.patch(`/session-exceptions/${body.id}`, fields);
      // a location chosen before its deactivation may stay
      expect((await change({ version: 1, reason: { sl: 'Nastop' } })).status).toBe(200);
      expect((await change({ version: 2, location_id: null })).status).toBe(200);
      expect((await places())[1]).toEqual(['2026-09-12', 'Dvorana', null]);
    });

    test('only in a location of its organisation that is in use, and only when it is moved or added', async () => {
      const { id: closed } = await app.factories.location({ organization_id, active: false });
      const { id: foreign } = await app.factories.location();
      const { id } = await app.factories.location({ organization_id });
      for (const [body, code] of [
        [{ ...moved, location_id: closed }, 'inactive'],
        [{ ...moved, location_id: foreign }, 'unknown_id'],
        [{ kind: 'cancelled', ...about, location_id: id }, 'invalid_value'],
      ] as const)
        expect(await add(body)).toMatchObject({
          status: 422,
          body: { errors: [{ path: 'location_id', code }] },
        });
    });

    test('which is not deleted under it', async () => {
      const { id } = await app.factories.location({ organization_id });
      await add({ kind: 'added', ...elsewhere, location_id: id });
      const owner = app.as(await app.factories.member({ organization_id }));
      expect(await owner.delete(`/locations/${id}`)).toMatchObject({ status: 409 });
    });
  });

  test('is an editor’s to decide, not a viewer’s', async () => {
    const viewer = app.as(await app.factories.member({ organization_id, role: 'GROUP_VIEWER_USER' }));
    expect(
      (await viewer.post(`/groups/${group.id}/exceptions`, { kind: 'cancelled', ...about })).status,
    ).toBe(403);
  });
});

describe('when the schedule changes', () => {
  const reschedule = (schedule: object[], version = 1) =>
    staff.patch(`/groups/${group.id}`, { schedule, version });

  test('exceptions follow a slot to its new time', async () => {
    await add({ kind: 'cancelled', ...about, reason: { sl: 'Nastop' } });
    const later = { day: 'tuesday', start_time: '18:00', duration: 60 };
    expect((await reschedule([later, { day: 'thursday', start_time: '17:30', duration: 60 }])).status).toBe(
      200,
    );
    expect(await week()).toEqual([
      { at: '2026-09-08 18:00 60', state: 'cancelled', reason: 'Nastop' },
      { at: '2026-09-10 17:30 60', state: 'regular' },
    ]);
  });

  test('exceptions follow all slots of a day that change their times at once, each its own', async () => {
    const slots = (...times: string[]) =>
      times.map((start_time) => ({ day: 'tuesday', start_time, duration: 45 }));
    expect((await reschedule(slots('17:30', '16:00'))).status).toBe(200);
    await add({ kind: 'cancelled', ...about });
    await add({ kind: 'moved', ...about, start_time: '16:00', ...elsewhere });
    expect((await reschedule(slots('16:15', '17:45'), 2)).status).toBe(200);
    const told = (await week()).map(({ at, state }) => `${at} ${state}`);
    expect(told).toEqual(['2026-09-08 17:45 45 cancelled', '2026-09-12 10:00 90 moved']);
  });

  test('a moved session stays at its new time when its slot is removed, and may be moved on', async () => {
    const { body } = await add({ kind: 'moved', ...about, ...elsewhere });
    expect((await reschedule([])).status).toBe(200);
    expect(await week()).toEqual([{ at: '2026-09-12 10:00 90', state: 'moved' }]);
    const later = { new_start_time: '11:00', version: 1 };
    expect((await staff.patch(`/session-exceptions/${body.id}`, later)).status).toBe(200);
    expect(await week()).toEqual([{ at: '2026-09-12 11:00 90', state: 'moved' }]);
  });

  test('a moved session stays when another slot takes the time of its own', async () => {
    const thursday = { day: 'thursday', start_time: '17:30', duration: 60 };
    const tuesday = (start_time: string) => ({ day: 'tuesday', start_time, duration: 60 });
    await add({ kind: 'moved', ...about, ...elsewhere, reason: { sl: 'Nastop' } });
    await add({ kind: 'cancelled', ...about, date: '2026-09-15' });
    await reschedule([thursday]);
    await reschedule([tuesday('18:00'), thursday], 2);
    expect((await reschedule([tuesday('17:30'), thursday], 3)).status).toBe(200);
    expect(await week('2026-09-07', '2026-09-20')).toEqual([
      { at: '2026-09-08 17:30 60', state: 'regular' },
      { at: '2026-09-10 17:30 60', state: 'regular' },
      { at: '2026-09-12 10:00 90', state: 'added', reason: 'Nastop' },
      { at: '2026-09-15 17:30 60', state: 'regular' },
      { at: '2026-09-17 17:30 60', state: 'regular' },
    ]);
  });

  test('a slot that is taken off and put back has its dates as they were: cancelled ones cancelled, moved ones moved', async () => {
    const [tuesday, thursday] = ['tuesday', 'thursday'].map((day) => ({
      day,
      start_time: '17:30',
      duration: 60,
    })) as [object, object];
    await add({ kind: 'cancelled', ...about, reason: { sl: 'Nastop v Celju' } });
    await add({ kind: 'moved', ...about, date: '2026-09-15', ...elsewhere, new_date: '2026-09-19' });
    await app.factories.closure({ organization_id, start_date: '2026-09-22', end_date: '2026-09-24' });
    await add({ kind: 'held', ...about, date: '2026-09-22' });
    const weeks = () => week('2026-09-07', '2026-09-27');
    const before = await weeks();
    const states = ['cancelled', 'regular', 'regular', 'moved', 'held', 'closed'];
    expect(before.map(({ state }) => state)).toEqual(states);
    expect((await reschedule([thursday])).status).toBe(200);
    // people were told of the moved one
    expect((await weeks()).map(({ state }) => state)).toEqual(['regular', 'regular', 'moved', 'closed']);
    expect((await reschedule([tuesday, thursday], 2)).status).toBe(200);
    expect(await weeks()).toEqual(before);
  });

  describe('a date that was added and is still to come', () => {
    const ahead = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const day = dayOf(ahead);
    const once = (new_date: string) =>
      add({ kind: 'added', new_date, new_start_time: '20:00', new_duration: 60 });
    beforeEach(async () => {
      await app.rows('update groups set end_date = null where id = $1', [group.id]);
      await reschedule([]);
      expect((await once(ahead)).status).toBe(201);
    });

    test('is met by no slot of a new schedule', async () => {
      const early = { day, start_time: '18:00', duration: 60 };
      const late = { day, start_time: '20:30', duration: 60 };
      expect(await reschedule([early, late], 2)).toMatchObject({
        status: 422,
        body: {
          code: 'invalid_fields',
          errors: [{ path: 'schedule.1.start_time', code: 'slot_meets_date' }],
        },
      });
      expect((await reschedule([early, { ...late, start_time: '21:00' }], 2)).status).toBe(200);
    });

    test('is the meeting of its day for a slot of its very time, which may be changed like others', async () => {
      const slot = { day, start_time: '20:00', duration: 90 };
      expect((await reschedule([slot], 2)).status).toBe(200);
      expect(await week(ahead, ahead)).toEqual([{ at: `${ahead} 20:00 60`, state: 'added' }]);
      const early = { day, start_time: '09:00', duration: 60 };
      expect((await reschedule([slot, early], 3)).status).toBe(200);
    });

    test('may be where the group has no sessions yet, but not when its dates are drawn out', async () => {
      const slot = { day, start_time: '20:30', duration: 60 };
      const before = new Date(Date.parse(ahead) - 86_400_000).toISOString().slice(0, 10);
      const change = (fields: object, version: number) =>
        staff.patch(`/groups/${group.id}`, { ...fields, version });
      expect((await change({ schedule: [slot], end_date: before }, 2)).status).toBe(200);
      expect(await change({ end_date: ahead }, 3)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'schedule.0.start_time', code: 'slot_meets_date' }] },
      });
      expect((await change({ end_date: before }, 3)).status).toBe(200);
    });

    test('over midnight counts as well', async () => {
      const slot = { day, start_time: '12:00', duration: 8 * 60 + 1 };
      expect((await reschedule([slot], 2)).status).toBe(422);
      expect((await reschedule([{ ...slot, duration: 8 * 60 }], 2)).status).toBe(200);
    });
  });

  test('past dates don’t restrict a change', async () => {
    await add({ kind: 'added', new_date: '2026-09-14', new_start_time: '20:00', new_duration: 60 });
    expect((await reschedule([{ day: 'monday', start_time: '20:00', duration: 60 }])).status).toBe(200);
  });
});
