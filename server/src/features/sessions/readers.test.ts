/** All views show the same dates: the dashboard, the group's page, calendars, mails and clashes. */

import type { PublicGroupPage } from '@vpisnik/contract/public';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, days, minutesOf, overlaps } from '@vpisnik/contract/rules/schedule';
import { exceptionKinds, goesAhead, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantsOf, application } from '../../../test/applicants/applicants.ts';
import { occurrences } from '../../../test/product/occurrences.ts';

let site: TestApp;
let organization_id: string;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp({ mailbox: true, variables: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
});

/** A day some weeks from tomorrow, so that no hour of the day decides what has begun. */
const week = (at: number) => new Date(Date.now() + (1 + 7 * at) * 86_400_000).toISOString().slice(0, 10);
const weekly = (date: string) => ({ day: dayOf(date), start_time: '17:00', duration: 60 });

const dashboard = async (from: string, to: string) =>
  (await staff.api.sessions.list({ query: { from, to } })).results.map(
    ({ date, start_time, duration, state }) => `${date} ${start_time} ${duration} ${state}`,
  );

const page = async (groupId: string) =>
  (await site.visitor.get<{ group: PublicGroupPage }>(`/public/${organization_id}/groups/${groupId}`)).body
    .group;

type Subscribed = { kind: 'organization' | 'group'; group_id?: string };

/** The text of a calendar, that of all groups unless another is given, as it is whenever it is called. */
async function subscribe(of: Subscribed = { kind: 'organization' }): Promise<() => Promise<string>> {
  const { url } = await staff.api.calendar_feeds.create({ body: { ...of, language: 'sl' } });
  const path = url.slice(`${site.env.publicUrl}/api`.length);
  return async () => (await site.visitor.get<{ text: string }>(path)).body.text;
}

/** Random plans of a group, its session exceptions and its organisation's closures. */
const pad = (value: number) => String(value).padStart(2, '0');
const time = fc.integer({ min: 0, max: 1439 }).map((at) => `${pad(Math.floor(at / 60))}:${pad(at % 60)}`);
// ends are compared as wall time, so no session may span a change of clocks
const duration = fc.integer({ min: 5, max: 55 });
const schedule = fc
  .array(fc.record({ day: fc.constantFrom(...days), start_time: time, duration }), {
    minLength: 1,
    maxLength: 4,
  })
  .filter((slots) => overlaps(slots).length === 0);
const plans = fc.record({
  schedule,
  // far enough for today not to matter, and over a year with its end and both changes of clocks
  starts: fc.integer({ min: 20, max: 385 }),
  lasts: fc.option(fc.integer({ min: 0, max: 90 })),
  public_holidays: fc.boolean(),
  school_breaks: fc.constantFrom('none', 'east', 'west'),
  closed: fc.array(fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: 0, max: 9 })), {
    maxLength: 4,
  }),
  decisions: fc.array(
    fc.record({
      kind: fc.constantFrom(...exceptionKinds),
      about: fc.nat(),
      // mostly to the very time of some session
      onto: fc.oneof(fc.nat(), fc.tuple(fc.integer({ min: -15, max: 46 }), time)),
      new_duration: duration,
      isAway: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

const eventsOf = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');

/** What the mail about an application says, in one line. */
async function mailed(group: { organization_id: string; id: string }): Promise<string> {
  const body = application();
  expect((await applicantsOf(site).apply(group, body)).status).toBe(201);
  const [mail] = await site.mailsTo(body.email);
  return mail?.text.replaceAll(/\s+/g, ' ') ?? '';
}

const spoken = (date: string) => date.split('-').reverse().map(Number).join('. ');

describe('a date that was added on a closed day at the very time of the schedule', () => {
  async function lifted(day: string, more: object = {}) {
    const hall = await site.factories.location({ organization_id });
    const group = await site.factories.group({
      organization_id,
      location_id: hall.id,
      schedule: [weekly(day)],
      start_date: day,
    });
    const closure = await staff.post('/closures', { name: { sl: 'Prosto' }, start_date: day, end_date: day });
    const added = { kind: 'added', new_date: day, new_start_time: '17:00', new_duration: 90, ...more };
    const { status, body } = await staff.post(`/groups/${group.id}/exceptions`, added);
    expect(status).toBe(201);
    return {
      group,
      hall,
      exceptionId: body.id,
      lift: async () => expect((await staff.delete(`/closures/${closure.body.id}`)).status).toBe(204),
    };
  }

  test('is the meeting of that day in all views, when the day is open after all', async () => {
    const day = week(1);
    const next = addDays(day, 7);
    const { group, hall, exceptionId, lift } = await lifted(day);
    const calendar = await subscribe();
    const before = await calendar();
    await lift();

    expect(await dashboard(day, next)).toEqual([`${day} 17:00 90 added`, `${next} 17:00 60 regular`]);
    const { next_session, changes } = await page(group.id);
    expect(next_session).toMatchObject({ date: day, duration: 90, state: 'added' });
    expect(changes).toMatchObject([{ date: day, state: 'added' }]);
    const after = await calendar();
    expect(occurrences(after, next)).toEqual([`${day} 17:00 90`, `${next} 17:00 60`]);
    expect(await mailed(group)).toContain(`${spoken(day)}, ob 17:00`);
    const clashes = await staff.post('/sessions/clashes', {
      location_id: hall.id,
      start_date: day,
      end_date: next,
      schedule: [{ ...weekly(day), start_time: '17:30' }],
    });
    expect(clashes.body).toMatchObject({ results: [{ group_id: group.id, count: 2, date: day }] });

    // the event in calendars stays the same
    const told = (text: string) =>
      eventsOf(text).map((event) =>
        ['uid', 'dtstart', 'exdate'].map((name) => String(event.getFirstPropertyValue(name))),
      );
    expect(told(after)).toEqual(told(before));
    await staff.delete(`/session-exceptions/${exceptionId}`);
    expect(await dashboard(day, day)).toEqual([`${day} 17:00 60 regular`]);
  });
});

describe('a date that was added to a group which ended long ago', () => {
  test('is shown by all views of dates', async () => {
    const day = week(2);
    const hall = await site.factories.location({ organization_id });
    const over = {
      organization_id,
      location_id: hall.id,
      schedule: [weekly(day)],
      start_date: addDays(day, -400),
      end_date: addDays(day, -100),
    };
    const group = await site.factories.group(over);
    await site.factories.group(over);
    const added = { kind: 'added', new_date: day, new_start_time: '19:00', new_duration: 60 };
    expect((await staff.post(`/groups/${group.id}/exceptions`, added)).status).toBe(201);

    expect(await dashboard(week(1), week(3))).toEqual([`${day} 19:00 60 added`]);
    expect(await page(group.id)).toMatchObject({ next_session: { date: day }, changes: [{ date: day }] });
    const clashes = await staff.post('/sessions/clashes', {
      location_id: hall.id,
      schedule: [{ ...weekly(day), start_time: '19:30' }],
    });
    expect(clashes.body).toMatchObject({ results: [{ group_id: group.id, count: 1, date: day }] });
    for (const of of [{ kind: 'organization' }, { kind: 'group', group_id: group.id }] as const) {
      const text = await (await subscribe(of))();
      // the other one has nothing more to tell
      expect(new Set(eventsOf(text).map((event) => event.getFirstPropertyValue('url')))).toEqual(
        new Set([`${site.env.publicUrl}/groups/${group.id}`]),
      );
      expect(occurrences(text, week(3)).filter((one) => one >= week(0))).toEqual([`${day} 19:00 60`]);
    }
  });
});

/** Clocks change at night between Saturday and Sunday: then a wall time may not exist, or last longer. */
const isAtChange = ({ date, start_time }: { date: string; start_time: string }) =>
  dayOf(date) === 'sunday' && start_time < '04:00';

type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never;

/** A group by a plan, in an organisation of its own, and whatever of the decisions about it is allowed. */
async function planned(plan: Plan) {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  const start_date = addDays(new Date().toISOString().slice(0, 10), plan.starts);
  const end_date = plan.lasts === null ? null : addDays(start_date, plan.lasts);
  const hall = await site.factories.location({ organization_id });
  const away = await site.factories.location({ organization_id });
  const times = { schedule: plan.schedule, start_date, end_date };
  const group = await site.factories.group({ organization_id, location_id: hall.id, ...times });
  for (const [at, length] of plan.closed) {
    const first = addDays(start_date, at);
    await site.factories.closure({ organization_id, start_date: first, end_date: addDays(first, length) });
  }
  const close = (isClosed: boolean) =>
    Promise.all([
      site.rows('update closures set active = $2 where organization_id = $1', [organization_id, isClosed]),
      site.rows('update organizations set public_holidays = $2, school_breaks = $3 where id = $1', [
        organization_id,
        isClosed && plan.public_holidays,
        isClosed ? plan.school_breaks : 'none',
      ]),
    ]);
  await close(true);

  const [from, to] = [addDays(start_date, -15), addDays(start_date, 46)];
  const list = async (group_id?: string) => {
    const query = { from, to, ...(group_id && { group_id }) };
    return (await staff.api.sessions.list({ query })).results;
  };
  const regular = sessionsBetween(times, from, to);
  const undo: { id: string; before: object[] }[] = [];
  for (const { kind, about, onto, new_duration, isAway } of plan.decisions) {
    const session = regular[about % regular.length];
    const target = typeof onto === 'number' ? regular[onto % regular.length] : null;
    const [at, new_start_time] = typeof onto === 'number' ? [0, target?.start_time ?? '12:00'] : onto;
    const fresh = {
      ...{ new_date: target?.date ?? addDays(start_date, at), new_start_time, new_duration },
      ...(isAway && { location_id: away.id }),
    };
    const body = {
      kind,
      ...(kind !== 'added' && session && { date: session.date, start_time: session.start_time }),
      ...((kind === 'added' || kind === 'moved') && fresh),
    };
    const before = await list();
    const { status, body: added } = await staff.post(`/groups/${group.id}/exceptions`, body);
    expect([201, 409, 422]).toContain(status);
    if (status === 201) undo.unshift({ id: String(added.id), before });
  }
  return { group, hall, from, to, list, close, undo };
}

describe('whatever is decided about dates and closed days', () => {
  async function expectAgreement(
    { group, hall, from, to, list }: Awaited<ReturnType<typeof planned>>,
    calendar: string,
  ) {
    const all = await list();
    expect(await list(group.id)).toEqual(all);
    const beginnings = all.map(({ date, start_time }) => `${date} ${start_time}`);
    expect(new Set(beginnings).size).toBe(beginnings.length);
    const held = all.filter(goesAhead);

    const when = ({ date, start_time, duration, state }: (typeof all)[number]) => ({
      date,
      start_time,
      duration,
      state,
    });
    const { next_session, changes } = await page(group.id);
    if (held[0]) expect(next_session).toMatchObject(when(held[0]));
    else expect(next_session === null || next_session.date > to).toBe(true);
    const departing = all.filter(({ state }) => state !== 'regular').slice(0, 8);
    expect(changes.filter(({ date }) => date <= to)).toMatchObject(departing.map(when));

    const steady = held.filter((one) => !isAtChange(one));
    const told = occurrences(calendar, to).filter(
      (one) => one >= from && !isAtChange({ date: one.slice(0, 10), start_time: one.slice(11, 16) }),
    );
    expect(told).toEqual(steady.map((one) => `${one.date} ${one.start_time} ${one.duration}`));

    // another draft that takes the hall day and night
    const nightAndDay = Array.from({ length: 62 }, (_, at) => addDays(from, at))
      .filter((date) => date <= to)
      .map((date) => ({ date, start_time: '00:00', duration: 1440 }));
    const { body } = await staff.post<{ results: { count: number }[] }>('/sessions/clashes', {
      location_id: hall.id,
      dates: nightAndDay,
    });
    const touched = held
      .filter(({ other_location_id }) => other_location_id === null)
      .map(({ date, start_time, duration }) =>
        date < to && minutesOf(start_time) + duration > 1440 ? 2 : 1,
      );
    const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0);
    expect(sum(body.results.map(({ count }) => count))).toBe(sum(touched));
  }

  test('all tell of the same meetings, no two at once, also when the days are open again; taken back, it is as before', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const made = await planned(plan);
        const calendar = await subscribe();
        await expectAgreement(made, await calendar());
        await made.close(false);
        await expectAgreement(made, await calendar());
        await made.close(true);
        const told = await made.list();
        for (const [at, slots] of [[], plan.schedule].entries()) {
          const change = { schedule: slots, version: at + 1 };
          expect((await staff.patch(`/groups/${made.group.id}`, change)).status).toBe(200);
        }
        expect(await made.list()).toEqual(told);
        for (const { id, before } of made.undo) {
          expect((await staff.delete(`/session-exceptions/${id}`)).status).toBe(204);
          expect(await made.list()).toEqual(before);
        }
      }),
      // each try is a second of real requests, of which only so many are answered in a minute
      { numRuns: 10, seed: 20261121, endOnFailure: true },
    );
  });
});
