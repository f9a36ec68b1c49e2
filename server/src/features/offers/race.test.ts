import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantForm } from '../../../test/applicants/applicant-forms.ts';
import { buildPublicPages } from '../../../test/web-build.ts';
import { workOffers } from './round.ts';

let site: TestApp;
let origin: string;
let as: TestApp['as'];
let organization_id: string;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp({
    variables: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' },
    webFolder: await buildPublicPages(),
  });
  ({ origin, as } = await site.listen());
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = as(await site.factories.member({ organization_id }));
});

/** `from`: the address that their telephone has. */
type Person = { id: string; path: string; nonce: (act: string) => string; from: string };

/** People of a group with pages of their own, the first applied first. */
async function people(group_id: string, status: string, count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = `${status}${at}@posta.test`;
    const { id, reference } = await site.factories.participant({
      ...{ organization_id, group_id, status, email: address },
    });
    const form = await applicantForm(site, { organization_id, address, reference });
    const from = `10.${status === 'approved' ? 1 : 2}.0.${at}`;
    made.push({ id, ...form, from });
  }
  return made;
}

/** Sends a form over a connection of its own; answers the status and what the page says then. */
async function press({ path, nonce, from }: Person, act: string): Promise<[number, string | null]> {
  const { status, headers } = await fetch(`${origin}${path}`, {
    ...{
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ act, nonce: nonce(act), reason: 'moving' }),
    },
    // each from an address of their own
    headers: { 'x-forwarded-for': from },
  });
  return [status, new URL(headers.get('location') ?? '', origin).searchParams.get('said')];
}

const round = () => workOffers({ pools: site.pools, log: { error: expect.fail } as never });
const idsOf = (list: readonly Person[]) => list.map(({ id }) => id);

test('a hundred accept ten offers while fifty withdraw, places change and offers are made', async () => {
  const { id: group_id } = await site.factories.group({
    ...{ organization_id, capacity: 60, offer_mode: 'automatic' },
  });
  const having = await people(group_id, 'approved', 50);
  const queue = await people(group_id, 'waitlisted', 100);
  const [passed, offered, waiting] = [queue.slice(0, 10), queue.slice(10, 20), queue.slice(20)];
  const offerFirst = async () =>
    (await staff.post<{ offered_ids: string[] }>(`/groups/${group_id}/offers`, { count: 10 })).body;
  expect((await offerFirst()).offered_ids).toEqual(idsOf(passed));
  const pass = `update participants set offer_until = clock_timestamp() - interval '1 minute' where id = any ($1)`;
  await site.rows(pass, [idsOf(passed)]);
  expect((await offerFirst()).offered_ids).toEqual(idsOf(offered));

  type Seen = { capacity: number; taken: number };
  const seen: Seen[] = [];
  let running = true;
  const meanwhile = async (look: () => Promise<unknown>) => {
    while (running) await look();
  };
  const watch = async () => {
    const rows = await site.rows<Seen>(
      `select g.capacity, (select count(*)::integer from participants p where p.group_id = g.id
         and (p.status in ('pending', 'approved') or p.offer_until is not null)) as taken
       from groups g where g.id = $1`,
      [group_id],
    );
    seen.push(...rows);
  };
  const resized: number[] = [];
  const resize = async () => {
    for (const capacity of [55, 70, 40, 65, 75]) {
      const { version } = (await staff.get<{ version: number }>(`/groups/${group_id}`)).body;
      resized.push((await staff.patch(`/groups/${group_id}`, { version, capacity })).status);
    }
  };
  // two processes at once
  const others = meanwhile(() => Promise.all([watch(), round(), round()]));
  const [accepted, left] = await Promise.all([
    Promise.all(queue.map((one) => press(one, 'accept'))),
    Promise.all(having.map((one) => press(one, 'withdraw'))),
    resize(),
  ]).finally(() => {
    running = false;
  });
  await others;

  const [{ deadlocks } = {}] = await site.rows<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  expect(deadlocks).toBe(0);
  expect(new Set(resized)).toEqual(new Set([200]));
  expect(left).toEqual(having.map(() => [303, 'withdrawn']));
  for (const [status, said] of accepted)
    expect([status, ['accepted', 'too_late'].includes(said ?? '')]).toEqual([303, true]);
  const rows = await site.rows<{
    id: string;
    status: string;
    offer_no: number;
    live: boolean;
    mails: number;
  }>(
    `select id, status, offer_no, offer_until is not null as live,
       (select count(*)::integer from mails m
         where m.participant_id = p.id and m.email_type = 'application_status_update' and m.status_at = p.status) as mails
     from participants p where group_id = $1 order by application_date`,
    [group_id],
  );
  const of = ({ id }: Person) => rows.find((row) => row.id === id);
  for (const one of having) expect(of(one)).toMatchObject({ status: 'inactive', mails: 1 });
  for (const one of passed) expect(of(one)).toMatchObject({ status: 'waitlisted', live: false, offer_no: 1 });
  // whose offer stood has the place, whatever happened beside it; the others what their page told them
  for (const [at, one] of queue.entries()) {
    const has = offered.includes(one) || accepted[at]?.[1] === 'accepted';
    expect(of(one)).toMatchObject(
      has ? { status: 'approved', offer_no: 1, mails: 1 } : { status: 'waitlisted', mails: 0 },
    );
  }
  // offers went along the queue, without a gap
  const made = waiting.map((one) => of(one)?.offer_no);
  expect(made).toEqual([...made].sort((a = 0, b = 0) => b - a));
  const broken = seen.filter(({ capacity, taken }, at) => {
    const before = seen[at - 1];
    return taken > 75 || (before?.capacity === capacity && taken > Math.max(capacity, before.taken));
  });
  expect(broken).toEqual([]);
  // what has become free meanwhile is offered to the next ones
  await round();
  await watch();
  expect(seen.at(-1)).toEqual({ capacity: 75, taken: 75 });
});

test('an offer that ends in the moment when it is accepted has one outcome, and the page says which', async () => {
  const { id: group_id } = await site.factories.group({ organization_id, capacity: 12 });
  const queue = await people(group_id, 'waitlisted', 12);
  await staff.post(`/groups/${group_id}/offers`, { count: 12 });
  // some end before their form is read, some while others are, some stay open until all have answered
  await site.rows(
    `update participants p set offer_until = clock_timestamp() + (place - 3) * interval '40 milliseconds'
     from unnest($1::uuid[]) with ordinality as each (its, place) where p.id = its`,
    [idsOf(queue)],
  );
  const rounds = Array.from({ length: 20 }, round);
  const said = (await Promise.all(queue.map((one) => press(one, 'accept')))).map(([, notice]) => notice);
  await Promise.all(rounds);
  await site.rows(
    `update participants set offer_until = now() - interval '1 second' where offer_until is not null`,
  );
  await round();
  const rows = await site.rows<{ status: string; paused: boolean }>(
    `select status, offer_paused_at is not null as paused from participants where group_id = $1 order by application_date`,
    [group_id],
  );
  expect(rows).toEqual(
    said.map((notice) =>
      notice === 'accepted' ? { status: 'approved', paused: false } : { status: 'waitlisted', paused: true },
    ),
  );
  expect(new Set(said)).toContain('too_late');
});
