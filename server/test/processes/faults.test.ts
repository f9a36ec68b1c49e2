import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { usualPace } from '../../src/background/mail-rounds.ts';
import { type Embedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readEnv } from '../../src/env.ts';
import { findFreePorts } from '../../src/ports.ts';
import { applicationLoad, type Group, NotTaken, type Receipt } from '../applicants/application-load.ts';
import { createFactories } from '../factories.ts';
import { startProxy } from '../outside/proxy.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../outside/smtp.ts';
import { until } from '../until.ts';
import { type AppProcess, startAppProcess } from './processes.ts';

/**
 * Kills processes during a load of applications. Every applicant retries with the same key, as the form does, until
 * answered; then every answer must agree with exactly one row, and every mail must have left.
 */
const PEOPLE = 80;
const AT_ONCE = 10;
const PLACES = 30;
/**
 * Mails that a process may have handed over without having noted it when it or the database is killed: one on each connection,
 * and one that left it before.
 */
const IN_FLIGHT = 2 * usualPace.connections;

// a database of its own, which waits for the disk as in production
const dir = mkdtempSync(join(tmpdir(), 'vpisnik-faults-'));
let port = 0;
let embedded: Embedded;
let smtp: ScriptedSmtp;
const apps: AppProcess[] = [];

const start = () =>
  startAppProcess(readEnv({ DATABASE_URL: embedded.url }, 'test'), {
    ...{ SMTP_URL: smtp.url, DRAIN_SECONDS: '3', LOG_LEVEL: 'warn' },
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

const { asOwner, attempt, applyThrough, expectAllKept, expectAllSent, letTimePass } = applicationLoad({
  databaseUrl: () => embedded.url,
  smtp: () => smtp,
  places: PLACES,
});

/** Statuses answered before the final one. */
const heard = new Set<number>();

/** All apply, a few at once, at one of the processes in turn; `disturb` runs when a third of them have their answer. */
async function applyMeanwhile(
  group: Group,
  disturb: () => Promise<void>,
  people = PEOPLE,
): Promise<Receipt[]> {
  heard.clear();
  const answered: Receipt[] = [];
  let next = 0;
  let disturbed: Promise<void> | undefined;
  const tryAt = (at: number, tries: number) =>
    attempt(group, at, tries, apps[(at + tries) % apps.length]?.origin).catch((error: Error | NotTaken) => {
      if (error instanceof NotTaken) heard.add(error.status);
      throw error;
    });
  const somebody = async () => {
    while (next < people) {
      const at = next;
      next += 1;
      let tries = 0;
      answered[at] = await until(() => tryAt(at, tries++));
      if (at >= people / 3) disturbed ??= disturb();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, somebody));
  await disturbed;
  return answered;
}

/** Mails that processes say they have left behind when they were stopped, which others may send once more. */
const leftBehind = (all: readonly AppProcess[]) =>
  all
    .flatMap((app) => [...app.log().matchAll(/"mails":(\d+),"msg":"mails under way took too long/g)])
    .reduce((sum, [, mails]) => sum + Number(mails), 0);

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
  expect(rows[0]?.tries).toBeLessThanOrEqual(9 * usualPace.connections * apps.length);
  expect(smtp.taken).toEqual([]);
  smtp.comeBack();
  await expectAllSent(group, 0);
});

test('processes that are replaced one after the other behind their proxy turn nobody away', async () => {
  const group = await newGroup();
  const three = [...apps, await start()];
  const proxy = await startProxy(three.map(({ origin }) => origin));
  let receipts: Receipt[];
  try {
    receipts = await applyThrough(proxy.origin, group, async () => {
      for (const app of three) {
        await app.stop();
        await app.start();
      }
    });
  } finally {
    await proxy.stop();
    // not killed: it may have mails in its hands
    await three.at(-1)?.stop();
  }
  await expectAllKept(group, receipts);
  // none, but on a machine so busy that a mail takes longer than stopping may
  await expectAllSent(group, leftBehind(three));
});
