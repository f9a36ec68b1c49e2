/** Whoever tells of dates tells of the same ones: the dashboard, the group's page, calendars, mails and clashes. */
import { addDays } from '@vpisnik/contract/dates';
import type { PublicGroupPage } from '@vpisnik/contract/public';
import { dayOf } from '@vpisnik/contract/schedule';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantsOf, application } from '../../../test/applicants.ts';
import { occurrences } from '../../../test/occurrences.ts';

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

  test('is the meeting of that day for everybody, when the day is open after all', async () => {
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

    // nobody who has it in a calendar finds another event there
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
  test('is told of by everybody who tells of dates', async () => {
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
