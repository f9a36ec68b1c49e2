import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: a version of a text is called so

let site: TestApp;
let visitor: Caller;
let as: TestApp['as'];
let organization_id: string;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
  ({ visitor, as } = await site.listen());
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
});

const application = (index: number, given: object = {}) => ({
  name: `Ana Kovač ${index}`,
  email: `ana${index}@example.com`,
  language: 'sl',
  privacy_version: privacyVersion,
  filled_ms: 20_000,
  accept_waitlist: true,
  ...given,
});

type Sent = { reference: string; status: string; code: string };

/** Applies over a real connection, each index from its own address. */
function apply(group: { id: string }, index: number, body: object, key = `key-of-applicant-${index}`) {
  return visitor.post<Sent>(`/public/${organization_id}/groups/${group.id}/participants`, body, {
    'idempotency-key': key,
    'x-forwarded-for': `10.1.${Math.floor(index / 200)}.${index % 200}`,
  });
}

function many(count: number, one: (index: number) => Promise<{ status: number; body: Sent }>) {
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

type Row = { reference: string; status: string; application_date: string };
const rowsOf = (group: { id: string }) =>
  site.rows<Row>(
    `select reference, status, application_date::text from participants where group_id = $1 order by application_date`,
    [group.id],
  );
const countOf = (rows: { status: string }[], status: string) =>
  rows.filter((row) => row.status === status).length;

describe('at the same moment', () => {
  test('twenty copies of one application leave one row, one answer and one mail to each side', async () => {
    const group = await site.factories.group({ organization_id, capacity: 30 });
    const answers = await many(20, () => apply(group, 1, application(1)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await rowsOf(group)).toHaveLength(1);
    const mails = await site.rows<{ recipient_kind: string }>(
      `select recipient_kind from mails where group_id = $1 order by 1`,
      [group.id],
    );
    expect(mails).toEqual([{ recipient_kind: 'applicant' }, { recipient_kind: 'staff' }]);
  });

  test('twenty sends of one person under keys of their own leave one row and one mail to them', async () => {
    const group = await site.factories.group({ organization_id, capacity: 30 });
    const answers = await many(20, (index) => apply(group, index, application(1)));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await rowsOf(group)).toHaveLength(1);
    const mails = await site.rows(`select from mails where group_id = $1 and recipient_kind = 'applicant'`, [
      group.id,
    ]);
    expect(mails).toHaveLength(1);
  });

  test('two hundred people and thirty places: thirty are in, the others wait in order of arrival', async () => {
    const group = await site.factories.group({ organization_id, capacity: 30 });
    const answers = await many(200, (index) => apply(group, index, application(index)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const rows = await rowsOf(group);
    expect(rows).toHaveLength(200);
    expect(rows.slice(0, 30).every(({ status }) => status === 'pending')).toBe(true);
    expect(rows.slice(30).every(({ status }) => status === 'waitlisted')).toBe(true);
    expect(new Set(rows.map((row) => row.application_date)).size).toBe(200);
    // every reply agrees with the stored row
    const told = new Map(answers.map(({ body }) => [body.reference, body.status]));
    expect(rows.every(({ reference, status }) => told.get(reference) === status)).toBe(true);
  });

  test('two hundred people and thirty places of a group that closes: thirty are in, the others know', async () => {
    const group = await site.factories.group({ organization_id, capacity: 30, when_full: 'close' });
    const answers = await many(200, (index) => apply(group, index, application(index)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.filter(({ body }) => body.code === 'group_full')).toHaveLength(170);
    const rows = await rowsOf(group);
    expect([rows.length, countOf(rows, 'pending')]).toEqual([30, 30]);
    const [kept] = await site.rows<{ keys: string; mails: string }>(
      `select (select count(*) from idempotency_keys where organization_id = $1) as keys,
         (select count(*) from mails where organization_id = $1) as mails`,
      [organization_id],
    );
    expect(kept).toEqual({ keys: '30', mails: '60' });
  });

  test('people apply while staff decide and lower the capacity: never more are taken than fit', async () => {
    const group = await site.factories.group({ organization_id, capacity: 30 });
    const of = { organization_id, group_id: group.id };
    const early = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        site.factories.participant({ ...of, status: index < 10 ? 'pending' : 'waitlisted' }),
      ),
    );
    const staff = as(await site.factories.member({ organization_id }));
    const decide = (id: string, status: string) => staff.patch(`/participants/${id}/status`, { status });
    const lower = (capacity: number) =>
      site.rows('update groups set capacity = $2 where id = $1', [group.id, capacity]);

    const exceeded: unknown[] = [];
    let watching = true;
    const watch = (async () => {
      while (watching) {
        exceeded.push(
          ...(await site.rows(
            `select g.capacity, count(*) from groups g join participants p on p.group_id = g.id
             where g.id = $1 and p.status in ('pending', 'approved') group by 1 having count(*) > 12`,
            [group.id],
          )),
        );
      }
    })();
    await lower(12);
    const [answers] = await Promise.all([
      many(60, (index) => apply(group, index, application(index))),
      ...early.map(({ id }, index) => decide(id, index % 3 === 0 ? 'rejected' : 'approved')),
      lower(11),
      lower(12),
    ]);
    watching = false;
    await watch;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(exceeded).toEqual([]);
    const rows = await rowsOf(group);
    expect(rows).toHaveLength(80);
  });

  test('people apply while staff reject and lower the capacity: none gets in beyond it from then on', async () => {
    const group = await site.factories.group({ organization_id, capacity: 30 });
    const early = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.factories.participant({ organization_id, group_id: group.id, status: 'pending' }),
      ),
    );
    const staff = as(await site.factories.member({ organization_id }));
    type Seen = { capacity: number; taken: number };
    const seen: Seen[] = [];
    let watching = true;
    const watch = (async () => {
      while (watching) {
        seen.push(
          ...(await site.rows<Seen>(
            `select g.capacity, (select count(*)::integer from participants p
               where p.group_id = g.id and p.status in ('pending', 'approved')) as taken
             from groups g where g.id = $1`,
            [group.id],
          )),
        );
      }
    })();
    const [answers, rejected, lowered] = await Promise.all([
      many(60, (index) => apply(group, index, application(index))),
      Promise.all(
        early.slice(0, 5).map(({ id }) => staff.patch(`/participants/${id}/status`, { status: 'rejected' })),
      ),
      staff.patch(`/groups/${group.id}`, { version: 1, capacity: 12 }),
    ]);
    watching = false;
    await watch;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set([...rejected, lowered].map(({ status }) => status))).toEqual(new Set([200]));
    const broken = seen.filter(({ capacity, taken }, at) => {
      const before = seen[at - 1];
      return taken > 30 || (before?.capacity === capacity && taken > Math.max(capacity, before.taken));
    });
    expect(broken).toEqual([]);
    expect(await rowsOf(group)).toHaveLength(70);
  });

  test('two administrators give the last place: one succeeds', async () => {
    const group = await site.factories.group({ organization_id, capacity: 1 });
    const of = { organization_id, group_id: group.id, status: 'waitlisted' };
    const waiting = await Promise.all([1, 2, 3, 4].map(() => site.factories.participant(of)));
    const staff = as(await site.factories.member({ organization_id }));
    const answers = await Promise.all(
      waiting.map(({ id }) => staff.patch(`/participants/${id}/status`, { status: 'approved' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(countOf(await rowsOf(group), 'approved')).toBe(1);
  });

  test('participants who change places between two groups do not lock each other out', async () => {
    const [a, b] = [
      await site.factories.group({ organization_id, capacity: 10 }),
      await site.factories.group({ organization_id, capacity: 10 }),
    ];
    const people = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        site.factories.participant({ organization_id, group_id: index % 2 ? a.id : b.id }),
      ),
    );
    const staff = as(await site.factories.member({ organization_id }));
    const answers = await Promise.all(
      people.map(({ id }, index) =>
        staff.patch<Sent>(`/participants/${id}`, { version: 1, group_id: index % 2 ? b.id : a.id }),
      ),
    );
    for (const { status, body } of answers)
      expect(status === 200 || body.code === 'group_full', JSON.stringify(body)).toBe(true);
    for (const group of [a, b]) expect((await rowsOf(group)).length).toBeLessThanOrEqual(10);
  });
});

test('a refused application leaves no key behind, and its transaction holds the group no longer than the database', async () => {
  const group = await site.factories.group({ organization_id, capacity: 1, when_full: 'close' });
  expect((await apply(group, 1, application(1))).status).toBe(201);
  const order: string[] = [];
  const client = await site.pools.public.connect();
  const { query } = client;
  Object.assign(client, {
    query: (...sent: unknown[]) => {
      const [first] = sent as [string | { text: string }];
      order.push(typeof first === 'string' ? first : first.text);
      return Reflect.apply(query, client, sent);
    },
  });
  client.release();
  expect((await apply(group, 2, application(2))).body.code).toBe('group_full');
  Object.assign(client, { query });
  // the commit is sent with the statement that takes the lock, not when its answer has been read
  expect(order.at(-1)).toBe('commit');
  expect(order.at(-2)).toContain('app.apply(');
  expect(order).not.toContain('rollback');
  const keys = await site.rows('select key from idempotency_keys where organization_id = $1', [
    organization_id,
  ]);
  expect(keys).toEqual([{ key: 'key-of-applicant-1' }]);
});
