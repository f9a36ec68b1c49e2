import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readEnv } from '../../src/env.ts';
import { findFreePorts } from '../../src/ports.ts';
import { application } from '../applicants.ts';
import { createFactories } from '../factories.ts';
import { startProxy } from '../outside/proxy.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../outside/smtp.ts';
import { type AppProcess, startAppProcess } from '../processes.ts';
import { until } from '../until.ts';

/**
 * Kills processes during a load of applications. Every applicant retries with the same key, as the form does, until
 * answered; then every answer must agree with exactly one row, and every mail must have left.
 */
const PEOPLE = 80;
const AT_ONCE = 10;
const PLACES = 30;
/** Mails that a process may have handed over without having noted it when it is killed. */
const IN_FLIGHT = 8;

// a database of its own, which waits for the disk as in production
const dir = mkdtempSync(join(tmpdir(), 'vpisnik-faults-'));
let port = 0;
let embedded: Embedded;
let smtp: ScriptedSmtp;
const apps: AppProcess[] = [];

const start = () =>
  startAppProcess(readEnv({ DATABASE_URL: embedded.url }, 'test'), {
    ...{ SMTP_URL: smtp.url, DRAIN_SECONDS: '3' },
  });

beforeAll(async () => {
  [port = 0] = await findFreePorts(1);
  embedded = await startEmbedded({ dir, port });
  await migrate({ databaseUrl: embedded.url });
  smtp = await startScriptedSmtp();
  apps.push(await start(), await start());
});
afterEach(() => {
  smtp.taken.length = 0;
  smtp.delay = 0;
  smtp.comeBack();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill()));
  await smtp.stop();
  await embedded.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = new pg.Pool({ connectionString: embedded.url, max: 1 });
  owner.on('error', () => {});
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

type Group = { organization_id: string; id: string };
type Receipt = { reference: string; status: string };
/** Statuses answered before the final one. */
const heard = new Set<number>();

/** One try at one of the processes, in turn. */
async function attempt(
  group: Group,
  at: number,
  tries: number,
  origin = apps[(at + tries) % apps.length]?.origin,
): Promise<Receipt> {
  const url = `${origin}/api/public/${group.organization_id}/groups/${group.id}/participants`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-of-${group.id}-${at}`,
      'x-forwarded-for': `10.${tries % 250}.${Math.floor(at / 250)}.${at % 250}`,
    },
    body: JSON.stringify({
      ...application({ name: `Ana Kovač ${at}`, accept_waitlist: true }),
      email: `ana${at}.${group.id}@example.com`,
    }),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status !== 201) {
    heard.add(response.status);
    throw new Error(`${response.status} ${await response.text()}`);
  }
  return (await response.json()) as Receipt;
}

/** All apply, a few at once; `disturb` runs when a third of them have their answer. */
async function applyMeanwhile(
  group: Group,
  disturb: () => Promise<void>,
  people = PEOPLE,
): Promise<Receipt[]> {
  heard.clear();
  const answered: Receipt[] = [];
  let next = 0;
  let disturbed: Promise<void> | undefined;
  const somebody = async () => {
    while (next < people) {
      const at = next;
      next += 1;
      let tries = 0;
      answered[at] = await until(() => attempt(group, at, tries++));
      if (at >= people / 3) disturbed ??= disturb();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, somebody));
  await disturbed;
  return answered;
}

type Row = Receipt & { mails: number };

/** Every acknowledged application is there, once, as its sender was told, with a mail to them and one to the staff. */
async function expectAllKept(group: Group, receipts: Receipt[]): Promise<void> {
  const { rows } = await asOwner((owner) =>
    owner.query<Row>(
      `select reference, status, (
         select count(*)::integer from mails m where m.participant_id = p.id and m.origin_id is null
       ) as mails
       from participants p where group_id = $1 order by application_date`,
      [group.id],
    ),
  );
  const byReference = (a: Receipt, b: Receipt) => (a.reference < b.reference ? -1 : 1);
  const told = receipts.map(({ reference, status }) => ({ reference, status, mails: 2 }));
  expect(rows.toSorted(byReference)).toEqual(told.sort(byReference));
  expect(rows.map(({ status }) => status)).toEqual([
    ...Array(Math.min(PLACES, receipts.length)).fill('pending'),
    ...Array(Math.max(0, receipts.length - PLACES)).fill('waitlisted'),
  ]);
}

/** Expects every mail to be delivered, at most `mostTwice` of them twice, with the same Message-ID. */
async function expectAllSent(group: Group, mostTwice: number): Promise<void> {
  const mails = await until(async () => {
    await letTimePass();
    const { rows } = await asOwner((owner) =>
      owner.query<{ id: string; state: string }>('select id, state from mails where group_id = $1', [
        group.id,
      ]),
    );
    const waiting = rows.filter(({ state }) => state !== 'sent');
    if (waiting.length > 0)
      throw new Error(`${waiting.length} mails have not left: ${JSON.stringify(waiting)}`);
    return rows.length;
  });
  const delivered = smtp.taken.map((mail) => /^Message-ID:\s*<(.*?)@/im.exec(mail)?.[1]);
  expect(delivered).not.toContain(undefined);
  expect(new Set(delivered).size).toBe(mails);
  expect(delivered.length - mails).toBeLessThanOrEqual(mostTwice);
}

const newGroup = () => asOwner((owner) => createFactories(owner).group({ capacity: PLACES }));

test('an application that is killed with its worker loses and doubles nothing', async () => {
  const group = await newGroup();
  const receipts = await applyMeanwhile(group, async () => {
    await apps[0]?.kill();
    await apps[0]?.start();
  });
  await expectAllKept(group, receipts);
  await expectAllSent(group, IN_FLIGHT);
});

test('a database that is killed loses and doubles nothing, and its applications go on by themselves', async () => {
  const group = await newGroup();
  const receipts = await applyMeanwhile(group, async () => {
    const pid = Number(readFileSync(join(dir, 'cluster/data/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    embedded = await startEmbedded({ dir, port });
  });
  expect(apps.every((app) => app.isAlive())).toBe(true);
  // who asks meanwhile hears that it is worth trying again
  expect([...heard].filter((status) => status !== 503)).toEqual([]);
  await expectAllKept(group, receipts);
  await expectAllSent(group, IN_FLIGHT * apps.length);
});

test('a mail server that takes its time gets every mail once', async () => {
  const group = await newGroup();
  smtp.delay = 50;
  const receipts = await applyMeanwhile(group, async () => {});
  await expectAllKept(group, receipts);
  await expectAllSent(group, 0);
});

test('a mail server that is away gets every mail once when it is back', async () => {
  const group = await newGroup();
  smtp.leave();
  const receipts = await applyMeanwhile(group, async () => {}, 12);
  await expectAllKept(group, receipts);
  for (let pauses = 1; pauses <= 8; pauses += 1) {
    await until(async () => {
      const { rows } = await asOwner((owner) =>
        owner.query<{ failures: number; seconds: number }>(
          'select failures, extract(epoch from until - now())::integer as seconds from mail_pauses',
        ),
      );
      expect(rows[0]?.failures).toBe(pauses);
    });
    await letTimePass();
  }
  const { rows } = await asOwner((owner) =>
    owner.query<{ tries: number; failed: number }>(
      `select sum(attempts)::integer as tries, (count(*) filter (where state = 'failed'))::integer as failed
       from mails where group_id = $1`,
      [group.id],
    ),
  );
  // the server is asked by those under way when a pause begins, and none is given up
  expect(rows[0]?.failed).toBe(0);
  expect(rows[0]?.tries).toBeLessThanOrEqual(9 * IN_FLIGHT * apps.length);
  expect(smtp.taken).toEqual([]);
  smtp.comeBack();
  await expectAllSent(group, 0);
});

test('processes that are replaced one after the other behind their proxy turn nobody away', async () => {
  const group = await newGroup();
  const three = [...apps, await start()];
  const proxy = await startProxy(three.map(({ origin }) => origin));
  const receipts: Receipt[] = [];
  let replaced = false;
  let next = 0;
  const somebody = async () => {
    // nobody tries twice; each takes a moment, so that mails go as fast as people come
    while (!replaced) {
      receipts.push(await attempt(group, next++, 0, proxy.origin));
      await wait(100);
    }
  };
  try {
    await Promise.all([
      ...Array.from({ length: 3 }, somebody),
      (async () => {
        for (const app of three) {
          await app.stop();
          await app.start();
        }
        replaced = true;
      })(),
    ]);
  } finally {
    await proxy.stop();
    // not killed: it may have mails in its hands
    await three.at(-1)?.stop();
  }
  await expectAllKept(group, receipts);
  await expectAllSent(group, 0);
});

/** Lets the time pass that mails and pauses have to wait; that of a process for a mail in its hands goes on. */
const letTimePass = () =>
  asOwner((owner) =>
    owner.query(`
      update mails set send_after = now() where state = 'queued' and send_after > now();
      update mail_pauses set until = now() where until > now()`),
  );
