import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';

// fixed days: a first day that is past, and stays so

let app: TestApp;
let organization_id: string;
let owner: Member;
let staff: Caller;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  organization_id = (await app.factories.organization({ name: 'Zvezda' })).id;
  owner = await app.factories.member({ organization_id });
  staff = app.as(owner);
});

const tuesday = { day: 'tuesday', start_time: '17:30', duration: 75 };

/** The path of a new feed, as a calendar program asks for it. */
async function subscribe(caller: Caller, kind: 'mine' | 'group' | 'organization', group_id?: string) {
  const { url } = await caller.api.calendar_feeds.create({
    body: { kind, language: 'sl', ...(group_id && { group_id }) },
  });
  return url.slice(`${app.env.publicUrl}/api`.length);
}

const fetchFeed = (path: string, headers: Record<string, string> = {}) =>
  app.visitor.get<{ text: string; code?: string }>(path, headers);
const eventsOf = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
const valuesOf = (text: string, name: string) =>
  eventsOf(text).map((event) => String(event.getFirstPropertyValue(name)));

describe('a calendar behind a secret address', () => {
  test('shows the published groups of its kind, and no participants', async () => {
    const led = await app.factories.group({ organization_id, name: { sl: 'Jazz' }, schedule: [tuesday] });
    await app.factories.group({ organization_id, name: { sl: 'Balet' }, schedule: [tuesday] });
    await app.factories.group({
      organization_id,
      name: { sl: 'Osnutek' },
      schedule: [tuesday],
      active: false,
    });
    await app.factories.participant({ organization_id, group_id: led.id, name: 'Špela Žnidaršič' });
    await app.rows('insert into group_leaders values ($1, $2, $3)', [organization_id, led.id, owner.id]);

    const all = await fetchFeed(await subscribe(staff, 'organization'));
    expect([all.status, all.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(valuesOf(all.body.text, 'summary').sort()).toEqual(['Balet', 'Jazz']);
    expect(all.body.text).not.toContain('Žnidaršič');
    expect(all.body.text).toContain('X-WR-CALNAME:Zvezda: vsi termini');
    const mine = await fetchFeed(await subscribe(staff, 'mine'));
    expect(valuesOf(mine.body.text, 'summary')).toEqual(['Jazz']);
    const one = await fetchFeed(await subscribe(staff, 'group', led.id));
    expect(valuesOf(one.body.text, 'summary')).toEqual(['Jazz']);
  });

  test('begins a group without a first day when it was made, by the organisation’s calendar', async () => {
    await app.factories.group({
      organization_id,
      schedule: [{ ...tuesday, day: 'monday' }, tuesday],
      // Tuesday, half an hour past midnight in Ljubljana
      created_at: '2026-09-14T22:30:00Z',
    });
    const { body } = await fetchFeed(await subscribe(staff, 'organization'));
    expect(valuesOf(body.text, 'dtstart').sort()).toEqual(['2026-09-15T17:30:00', '2026-09-21T17:30:00']);
  });

  test('keeps only the hash of its token, and tells when it was asked for', async () => {
    const path = await subscribe(staff, 'organization');
    const token = path.replace(/^\/feeds\/[\da-f-]{36}\/|\.ics$/g, '');
    expect(token).toMatch(/^[\w-]{43}$/);
    const [row] = await app.rows<{ token_hash: Buffer }>(
      'select * from calendar_feeds where account_id = $1',
      [owner.id],
    );
    expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify((await staff.api.calendar_feeds.list()).results)).not.toContain(token);
    expect((await staff.api.calendar_feeds.list()).results).toMatchObject([{ fetched_at: null }]);
    await fetchFeed(path);
    expect((await staff.api.calendar_feeds.list()).results).toMatchObject([
      { fetched_at: expect.any(String) },
    ]);
  });

  test('names its organisation, and no other; an address of before names none', async () => {
    const path = await subscribe(staff, 'organization');
    expect(path).toContain(`/feeds/${organization_id}/`);
    const { id } = await app.factories.organization();
    expect((await fetchFeed(path.replace(organization_id, id))).status).toBe(404);
    expect((await fetchFeed(path.replace(`${organization_id}/`, ''))).status).toBe(200);
  });

  test('ends when it is renewed and when it is revoked', async () => {
    const first = await subscribe(staff, 'mine');
    const second = await subscribe(staff, 'mine');
    expect((await fetchFeed(first)).status).toBe(404);
    expect((await fetchFeed(second)).status).toBe(200);
    const { results } = await staff.api.calendar_feeds.list();
    expect(results).toHaveLength(1);
    await staff.api.calendar_feeds.remove({ params: { id: results[0]?.id ?? '' } });
    expect(await fetchFeed(second)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('ends with the access of who made it', async () => {
    const group = await app.factories.group({ organization_id, schedule: [tuesday] });
    const limited = await app.factories.member({
      organization_id,
      role: 'GROUP_VIEWER_USER',
      groups: [group.id],
    });
    const path = await subscribe(app.as(limited), 'organization');
    const other = await app.factories.group({ organization_id, name: { sl: 'Tuja' }, schedule: [tuesday] });
    expect(eventsOf((await fetchFeed(path)).body.text)).toHaveLength(1);
    expect(
      (await app.as(limited).post('/calendar-feeds', { kind: 'group', group_id: other.id, language: 'sl' }))
        .body,
    ).toMatchObject({ code: 'invalid_fields', errors: [{ path: 'group_id', code: 'unknown_id' }] });
    await app.rows('delete from membership_groups where account_id = $1', [limited.id]);
    expect(eventsOf((await fetchFeed(path)).body.text)).toHaveLength(0);
    await app.rows('update memberships set active = false where account_id = $1', [limited.id]);
    expect((await fetchFeed(path)).status).toBe(404);
    await app.rows('update memberships set active = true where account_id = $1', [limited.id]);
    await app.rows('update organizations set active = false where id = $1', [organization_id]);
    expect((await fetchFeed(path)).status).toBe(404);
  });

  test('can be seen and revoked only by its owner', async () => {
    await subscribe(staff, 'mine');
    const colleague = app.as(await app.factories.member({ organization_id }));
    expect((await colleague.api.calendar_feeds.list()).results).toEqual([]);
    const [{ id = '' } = {}] = (await staff.api.calendar_feeds.list()).results;
    expect((await colleague.delete(`/calendar-feeds/${id}`)).status).toBe(404);
  });

  test('is a platform ADMIN’s too, and the organisation’s trail tells that they look', async () => {
    const looks = async () =>
      (
        await app.rows(`select from activity_log where organization_id = $1 and action = 'acted_for'`, [
          organization_id,
        ])
      ).length;
    await app.factories.group({ organization_id, schedule: [tuesday] });
    const admin = app.as(await app.factories.member({ role: 'ADMIN' }), organization_id);
    const path = await subscribe(admin, 'organization');
    expect(await looks()).toBe(0);
    expect(eventsOf((await fetchFeed(path)).body.text)).toHaveLength(1);
    expect(await looks()).toBe(1);
  });

  test.each(['x.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}`, '%00.ics', `${'ž'.repeat(43)}.ics`])(
    'is not at /feeds/%s',
    async (file) => expect((await fetchFeed(`/feeds/${file}`)).body.code).toBe('not_found'),
  );

  test('limits repeated requests', async () => {
    const path = await subscribe(staff, 'organization');
    const answers = await Promise.all(Array.from({ length: 14 }, () => fetchFeed(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(12).fill(200), 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
    // the other calendars of the same person go on
    expect((await fetchFeed(await subscribe(staff, 'mine'))).status).toBe(200);
  });

  test('takes a kind and a group that belong together', async () => {
    const { id } = await app.factories.group({ organization_id });
    for (const body of [{ kind: 'group' }, { kind: 'mine', group_id: id }])
      expect(await staff.post('/calendar-feeds', { ...body, language: 'sl' })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'group_id' }] },
      });
  });
});

describe('a change of the calendar', () => {
  test('raises the sequence and the stamp; without one nothing is sent again', async () => {
    const start_date = '2026-09-01';
    const group = await app.factories.group({ organization_id, schedule: [tuesday], start_date });
    const path = await subscribe(staff, 'group', group.id);
    const first = await fetchFeed(path);
    const again = await fetchFeed(path);
    expect(again.body.text).toBe(first.body.text);
    expect(valuesOf(first.body.text, 'sequence')).toEqual(['1']);
    const etag = first.headers.get('etag') ?? '';
    expect((await fetchFeed(path, { 'if-none-match': `"x", ${etag}` })).status).toBe(304);
    expect(first.headers.get('cache-control')).toBe('private, max-age=900');

    await app.factories.sessionException({ organization_id, group_id: group.id });
    const second = await fetchFeed(path, { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(valuesOf(second.body.text, 'sequence')).toEqual(['2', '2']);
    const uid = (text: string) => valuesOf(text, 'uid')[0];
    expect(uid(second.body.text)).toBe(uid(first.body.text));
    // taking it back is a change as well
    await app.rows('delete from session_exceptions where group_id = $1', [group.id]);
    expect(valuesOf((await fetchFeed(path)).body.text, 'sequence')).toEqual(['3']);
  });

  test('a place of its own counts for a single date alone', async () => {
    const { id } = await app.factories.location({ organization_id, name: 'Oder', address: 'Glavni trg 1' });
    const start_date = '2026-09-01';
    const group = await app.factories.group({ organization_id, schedule: [tuesday], start_date });
    await app.factories.sessionException({ organization_id, group_id: group.id, location_id: id });
    const { body } = await fetchFeed(await subscribe(staff, 'group', group.id));
    expect(valuesOf(body.text, 'location').sort()).toEqual(['Oder, Glavni trg 1', 'null']);
  });

  test('an application is none', async () => {
    const group = await app.factories.group({ organization_id, schedule: [tuesday] });
    const path = await subscribe(staff, 'organization');
    const { headers } = await fetchFeed(path);
    await app.factories.participant({ organization_id, group_id: group.id, status: 'approved' });
    expect((await fetchFeed(path)).headers.get('etag')).toBe(headers.get('etag'));
  });
});
