import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { asWorker } from '../db/scope.ts';
import { reserveMails } from '../features/application-mails/reserve.ts';
import { usualPace } from './mail-rounds.ts';
import { startWorker } from './worker.ts';

let site: TestApp;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await site.owner.query('delete from mails; delete from mail_pauses');
});
afterAll(() => site.close());

type Made = { organization_id: string; group_id: string; id: string };

async function work(answers?: string[], pace = usualPace): Promise<ScriptedSmtp> {
  const smtp = await startScriptedSmtp(answers);
  stops.push(smtp.stop);
  const env = { ...site.env, smtpUrl: smtp.url };
  const worker = await startWorker({ ...site, env }, { warn: () => {}, error: () => {} }, pace);
  stops.push(worker.stop);
  return smtp;
}

/** Mails to a participant that are due: their decision's, of bulk work when there is a job. */
async function queue(to: Made, addresses: string[], bulk = false): Promise<void> {
  await site.owner.query(
    `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, status_at, bulk_job_id)
     select $1, $2, $3, 'application_status_update', 'applicant', address, 'sl', 'pending', case when $5 then uuidv7() end
     from unnest($4::text[]) as address`,
    [to.organization_id, to.group_id, to.id, addresses, bulk],
  );
}
const many = (count: number, domain = 'example.com') =>
  Array.from({ length: count }, (_, at) => `ana${at}@${domain}`);

const reserve = (count: number, after: string | null = null, busy: string[] = []) =>
  asWorker(site.pools.system, (tx) => reserveMails(tx, { count, after, busy, seconds: 60 }));

describe('mails that are due', () => {
  test('of many in bulk work and in single acts leave by turns of organisations, single acts first', async () => {
    const [crowd, few, one] = [
      await site.factories.participant(),
      await site.factories.participant(),
      await site.factories.participant(),
    ] as [Made, Made, Made];
    await queue(crowd, many(10_000), true);
    await queue(few, many(3), true);
    await queue(one, ['zala@example.com']);
    const first = await reserve(16);
    const counts = (mails: Made[] | { organization_id: string }[], { organization_id }: Made) =>
      mails.filter((mail) => mail.organization_id === organization_id).length;
    expect(first[0]).toMatchObject({ organization_id: one.organization_id, bulk: false });
    expect([counts(first, few), counts(first, one)]).toEqual([3, 1]);
    // nothing is reserved twice, and the rest is the crowd's
    const second = await reserve(16);
    expect(second.filter(({ id }) => first.some((mail) => mail.id === id))).toEqual([]);
    expect(counts(second, crowd)).toBe(second.length);

    // single acts of one organisation by the thousand don't come before another's either
    await queue(crowd, many(1000, 'example.org'));
    await queue(few, ['zala@example.org']);
    expect((await reserve(16)).slice(0, 2).map(({ organization_id }) => organization_id)).toContain(
      few.organization_id,
    );
  });

  test('of more organisations than fit at once come around to all of them', async () => {
    const all: Made[] = [];
    for (let at = 0; at < 5; at++) all.push(await site.factories.participant());
    for (const each of all) await queue(each, many(40), true);
    const served = new Set<string>();
    let after: string | null = null;
    for (let turn = 0; turn < 3; turn++) {
      const found = await reserve(2, after);
      after = found.at(-1)?.organization_id ?? null;
      for (const { organization_id } of found) served.add(organization_id);
    }
    expect(served.size).toBe(5);
  });

  test('stay where a domain has enough under way or is paused, and everywhere while our own server is', async () => {
    const to = await site.factories.participant();
    await queue(to, [...many(30, 'slow.test'), 'b@Fast.test']);
    expect(await reserve(4, null, ['slow.test'])).toMatchObject([{ domain: 'fast.test' }]);
    await site.owner.query(`update mails set taken_until = null`);
    const pause = (domain: string) =>
      site.owner.query(`insert into mail_pauses (domain, until) values ($1, now() + interval '1 minute')`, [
        domain,
      ]);
    await pause('slow.test');
    expect(await reserve(4)).toMatchObject([{ domain: 'fast.test' }]);
    await site.owner.query(`update mails set taken_until = null`);
    await pause('*');
    expect(await reserve(4)).toEqual([]);
  });
});

test('a confirmation passes hundreds of mails that began to leave before it', async () => {
  const smtp = await work();
  smtp.delay = 2;
  const [crowd, one] = [await site.factories.participant(), await site.factories.participant()] as [
    Made,
    Made,
  ];
  await queue(crowd, many(400), true);
  await until(() => expect(smtp.taken.length).toBeGreaterThan(8));
  await queue(one, ['zala@example.com']);
  const before = smtp.taken.length;
  const place = () => smtp.taken.findIndex((mail) => /^To: <?zala@example\.com>?\r$/m.test(mail));
  await until(() => expect(place()).toBeGreaterThan(0));
  // those in hand, and those that one look may have found in the same moment
  expect(place() - before).toBeLessThan(60);
});

test('no more mails are reserved than are in hand, however slow the server and often the looks', async () => {
  const smtp = await work(undefined, { ...usualPace, look: 1 });
  smtp.delay = 20;
  const crowd = await site.factories.participant();
  await queue(
    crowd,
    Array.from({ length: 600 }, (_, at) => `ana@d${at % 150}.example.com`),
  );
  await until(() => expect(smtp.taken.length).toBeGreaterThan(24));
  const [{ count } = { count: 0 }] = await site.rows<{ count: number }>(
    `select count(*)::integer from mails where taken_until is not null and state in ('queued', 'sending')`,
  );
  expect(count).toBeLessThanOrEqual(24);
});

test('a domain that puts mail off gets none until its pause is over; others go on', async () => {
  const smtp = await work(['450 4.7.1 too many from you', '250 ok']);
  const to = await site.factories.participant();
  await queue(await site.factories.participant(), ['ana@slow.test']);
  const pauses = () => site.rows('select domain, failures, said from mail_pauses');
  await until(async () =>
    expect(await pauses()).toEqual([
      { domain: 'slow.test', failures: 1, said: '450 4.7.1 too many from you' },
    ]),
  );
  await queue(to, [...many(5, 'slow.test'), 'bor@fast.test']);
  await until(() => expect(smtp.taken).toHaveLength(1));
  expect(smtp.taken[0]).toContain('bor@fast.test');
  expect(
    await site.rows(`select from mails where to_address like '%@slow.test' and attempts > 0`),
  ).toHaveLength(1);
  await site.owner.query('update mails set send_after = now(); update mail_pauses set until = now()');
  await until(() => expect(smtp.taken).toHaveLength(7));
  // the domain has taken mail: its next pause is a short one again
  await until(async () => expect(await pauses()).toEqual([]));
});

test('a mailbox that is full puts off its own mail alone', async () => {
  const smtp = await work(['452 4.2.2 mailbox full', '250 ok']);
  const to = await site.factories.participant();
  await queue(to, ['full@slow.test']);
  await until(async () => expect(await site.rows('select from mails where attempts = 1')).toHaveLength(1));
  await queue(to, ['other@slow.test']);
  await until(() => expect(smtp.taken).toHaveLength(1));
  expect(await site.rows('select from mail_pauses')).toEqual([]);
});
