/** Reads on a streaming replica: who wrote finds it, and whatever becomes of the replica, everything is answered. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { applicationPath } from '@vpisnik/contract/rules/public-addresses';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createPools } from '../../src/db/connection/pools.ts';
import { requireReadyDatabase } from '../../src/db/connection/ready.ts';
import { type Embedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Replica, replicaReads, type Unused } from '../../src/db/replica/replica.ts';
import { readEnv } from '../../src/env.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { application } from '../applicants/applicants.ts';
import type { Member } from '../factories.ts';
import { type Browser, openBrowser } from '../outside/browser.ts';
import { type Forwarder, startForwarder } from '../outside/forwarder.ts';
import { scratchDir } from '../scratch-dir.ts';
import { until } from '../until.ts';
import { isAnonymous, makeRow, sendStep, walk } from '../walk/walk.ts';
import { createWorld, requiredFields, sampleBody } from '../walk/walk-samples.ts';
import { buildPublicPages } from '../web-build.ts';
import { type Pooler, pooledVariables, startPooler } from './pooler.ts';
import { askAt, type ReplicaCluster, startReplica } from './replica-cluster.ts';

const token = 'a token for metrics';
const dir = mkdtempSync(join(scratchDir(), 'vpisnik-replica-'));
let embedded: Embedded;
/** Its owner has the password of the cluster of all tests, which is another database for the replica. */
let primary: string;
let cluster: ReplicaCluster;
/** PgBouncer in front of primary and replica, where all tests go through it. */
const poolers: (Pooler & { stop(): Promise<void> })[] = [];
/** What the application reaches the replica through. */
let way: Forwarder;
let site: TestApp;
let replica: Replica;
let origin: string;
let staff: Member;
let organization_id: string;

const replicaPort = () => Number((poolers[1]?.host ?? new URL(cluster.url).host).split(':')[1]);
const primaryPort = () => Number((poolers[0]?.host ?? new URL(primary).host).split(':')[1]);
const variables = (replicaUrl: string, maxLag = '300') => ({
  ...(poolers[0] && pooledVariables(poolers[0], 'vpisnik')),
  DATA_DIR: inject('dataDir'),
  DATABASE_URL: primary,
  DATABASE_REPLICA_URL: replicaUrl,
  DATABASE_REPLICA_MAX_LAG: maxLag,
  METRICS_TOKEN: token,
});
/** Where the roles sign in to another cluster. */
const foreign = () => inject('pooler')?.host ?? new URL(inject('templateUrl')).host;
const overWay = () => `postgres://127.0.0.1:${way.port}/vpisnik`;
const startSite = (given: Record<string, string>, webFolder?: string) =>
  createTestApp({
    database: { env: readEnv(given, 'test'), drop: async () => undefined },
    ...(webFolder !== undefined && { webFolder }),
  });

beforeAll(async () => {
  const [webFolder] = await Promise.all([
    buildPublicPages(),
    (async () => {
      embedded = await startEmbedded({ dir, fast: true, replicated: true });
      const { password } = new URL(inject('templateUrl'));
      await askAt(embedded.url, `alter role app_owner password '${password}'`);
      primary = Object.assign(new URL(embedded.url), { password }).href;
      await migrate({ databaseUrl: primary });
      cluster = await startReplica({ dir, url: primary });
      const pooled = inject('pooler');
      if (pooled) {
        poolers.push(await startPooler(primary, join(dir, 'pooler'), pooled));
        await cluster.caughtUp();
        const its = { ...pooled, isReplica: true };
        poolers.push(await startPooler(cluster.url, join(dir, 'replica-pooler'), its));
      }
      way = await startForwarder(replicaPort());
    })(),
  ]);
  site = await startSite(variables(overWay()), webFolder);
  if (!site.pools.replica) throw new Error('There is no replica');
  replica = site.pools.replica;
  ({ origin } = await site.listen());
  ({ id: organization_id } = await site.factories.organization());
  staff = await site.factories.member({ organization_id });
});
afterAll(async () => {
  await cluster?.ask('select pg_wal_replay_resume()').catch(() => {});
  await site?.close();
  await way?.stop();
  for (const pooler of poolers) await pooler.stop();
  await cluster?.stop().catch(() => {});
  await embedded?.stop();
  rmSync(dir, { recursive: true, force: true });
});

beforeEach(async () => {
  await cluster.caughtUp();
  await replica.look();
  expect(replica.standing).toMatchObject({ used: true });
});

const pause = () => cluster.ask('select pg_wal_replay_pause()');
const resume = () => cluster.ask('select pg_wal_replay_resume()');
const standing = () => (replica.standing.used ? 'used' : replica.standing.because);
const becomes = (wanted: 'used' | Unused) =>
  until(async () => {
    await replica.look();
    expect(standing()).toBe(wanted);
  });

/** How many reads were sent to the replica meanwhile, by what came of them. */
async function readsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const counts = async () =>
    new Map((await replicaReads.get()).values.map(({ labels, value }) => [String(labels.outcome), value]));
  const before = await counts();
  await work();
  const more = [...(await counts())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
}

type Names = { results: { name: string }[] };

/** A browser of a member of staff, with the cookies that it was given. */
async function tabOf(member: Member, at = origin) {
  const browser = openBrowser(at);
  const headers = { authorization: `Bearer ${await site.tokenOf(member)}` };
  return {
    ...browser,
    add: (name: string) => browser.post('/api/locations', { name }, headers),
    async names(): Promise<string[]> {
      const response = await browser.fetch('/api/locations', { headers });
      expect(response.status).toBe(200);
      return ((await response.json()) as Names).results.map(({ name }) => name);
    },
  };
}

describe('who wrote', () => {
  afterEach(resume);

  test('reads it from the primary until the replica has it; others read what the replica has', async () => {
    await pause();
    const [writer, other] = [await tabOf(staff), await tabOf(staff)];
    expect((await writer.add('Telovadnica')).status).toBe(201);
    expect(await writer.names()).toContain('Telovadnica');
    expect(await readsOf(() => other.names())).toEqual({ answered: 1 });
    expect(await other.names()).not.toContain('Telovadnica');
    expect(await readsOf(() => writer.names())).toEqual({ behind: 1 });
    await resume();
    await cluster.caughtUp();
    expect(await readsOf(() => writer.names())).toEqual({ answered: 1 });
    expect(await other.names()).toContain('Telovadnica');
  });

  test('reads it whichever process answers', async () => {
    const second = await startSite(variables(overWay()));
    const elsewhere = (await second.listen()).origin;
    await second.pools.replica?.look();
    await pause();
    const here = await tabOf(staff);
    await here.add('Bazen');
    const there = await tabOf(staff, elsewhere);
    expect(await there.names()).not.toContain('Bazen');
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect(await there.names()).toContain('Bazen');
    await second.close();
  });

  test('reads the latest of several tabs, in whichever order their answers come', async () => {
    const [first, last] = [await tabOf(staff), await tabOf(staff)];
    await first.add('Prvi zavihek');
    await cluster.caughtUp();
    await pause();
    await last.add('Zadnji zavihek');
    // one browser: the later write's answer came before that of the earlier one
    const both = await tabOf(staff);
    for (const [name, value] of [...last.cookies, ...first.cookies]) both.cookies.set(name, value);
    expect(await both.names()).toContain('Zadnji zavihek');
  });

  test('reads from the primary also after an answer that was a refusal', async () => {
    await pause();
    const [refused, other] = [await tabOf(staff), await tabOf(staff)];
    await site.factories.location({ organization_id, name: 'Medtem' });
    expect((await refused.add('')).status).toBe(422);
    expect(await refused.names()).toContain('Medtem');
    expect(await other.names()).not.toContain('Medtem');
  });

  test('gets a cookie for a minute and some, which no script reads', async () => {
    const response = await (await tabOf(staff)).add('Piškotek');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vpisnik_position_[0-9a-f]+=1; Max-Age=360; Path=\/; SameSite=Lax; HttpOnly$/),
    ]);
  });

  test('and sees what others wrote goes on seeing it, once the replica has the first alone', async () => {
    await pause();
    const tab = await tabOf(staff);
    await tab.add('Lastna');
    const [before] = [...tab.cookies.keys()];
    await site.factories.location({ organization_id, name: 'Od drugod' });
    expect(await tab.names()).toContain('Od drugod');
    expect(tab.cookies.size).toBe(1);
    expect([...tab.cookies.keys()]).not.toContain(before);
  });

  test.each([
    'vpisnik_position_ffffffffffffffff=1',
    'vpisnik_position_=1',
    'vpisnik_position_zz=1; vpisnik_position_0=1',
    `vpisnik_position_${'f'.repeat(400)}=1`,
    'vpisnik_position_-1=; vpisnik_position_1e9=1; =; ;;',
  ])('may make positions up: %s', async (cookie) => {
    const headers = { authorization: `Bearer ${await site.tokenOf(staff)}`, cookie };
    const response = await fetch(`${origin}/api/locations`, { headers });
    expect(response.status).toBe(200);
    const added = await fetch(`${origin}/api/locations`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Izmišljena' }),
    });
    expect(added.status).toBe(201);
  });

  test('watches work in the background on the primary, and finds there what came of it', async () => {
    const { id } = await site.factories.bulkJob({ organization_id });
    const tab = await tabOf(staff);
    const headers = { authorization: `Bearer ${await site.tokenOf(staff)}` };
    await tab.fetch(`/api/bulk-jobs/${id}/events`, { headers }).then((response) => response.text());
    expect([...tab.cookies.keys()]).toEqual(['vpisnik_position_ffffffffffffffff']);
    await pause();
    await site.factories.location({ organization_id, name: 'Iz ozadja' });
    expect(await tab.names()).toContain('Iz ozadja');
  });
});

describe('visitors', () => {
  afterEach(resume);

  test('read public pages from the replica, without cookies', async () => {
    const group = await site.factories.group({ organization_id });
    const [organization] = await site.rows<{ label: string }>(
      'select label from organizations where id = $1',
      [organization_id],
    );
    const path = applicationPath({ ...organization, id: organization_id } as never, group as never);
    await cluster.caughtUp();
    for (const address of [
      path,
      `/public/${organization_id}/categories`,
      `/public/${organization_id}/groups`,
    ]) {
      const visitor = openBrowser(origin);
      const reads = await readsOf(async () => {
        const response = await visitor.fetch(address);
        expect([address, response.status]).toEqual([address, 200]);
      });
      expect([address, reads]).toEqual([address, { answered: 1 }]);
      expect(visitor.cookies.size).toBe(0);
    }
  });

  test('open at once what was published a moment ago', async () => {
    await pause();
    const { id: other } = await site.factories.organization({ label: 'nova-sola' } as never);
    const group = await site.factories.group({ organization_id });
    const opened = openBrowser(origin);
    expect((await opened.fetch(`/public/${organization_id}/groups/${group.id}/apply`)).status).toBe(200);
    expect((await opened.fetch(`/public/${other}/categories`)).status).toBe(200);
    expect((await opened.fetch('/nova-sola')).status).toBe(200);
    expect((await opened.fetch('/ni-je-nikjer')).status).toBe(404);
    expect(opened.cookies.size).toBe(0);
  });

  test('see the pictures of an organisation that is a moment old', async () => {
    await pause();
    const { id: young } = await site.factories.organization();
    const key = `${young}/${young}/${'a'.repeat(16)}-400.webp`;
    await site.storage.put(key, Buffer.from('a picture'));
    const { status } = await fetch(`${origin}/files/${key}`);
    expect(status).toBe(200);
  });

  test('find their application counted once they have sent it', async () => {
    const group = await site.factories.group({ organization_id, capacity: 1 });
    await cluster.caughtUp();
    const path = `/api/public/${organization_id}/groups/${group.id}`;
    const enrolment = async (browser: Browser) =>
      ((await (await browser.fetch(path)).json()) as { group: { enrolment: string } }).group.enrolment;
    const visitor = openBrowser(origin);
    const before = await enrolment(visitor);
    await pause();
    const sent = await visitor.post(`${path}/participants`, application(), {
      'idempotency-key': `key-${crypto.randomUUID()}`,
    });
    expect(sent.status).toBe(201);
    expect(await enrolment(visitor)).not.toBe(before);
    expect(await enrolment(openBrowser(origin))).toBe(before);
  });
});

describe('exports', () => {
  afterEach(resume);

  test('are read from the replica while they are sent, whatever asks for them', async () => {
    const group = await site.factories.group({ organization_id });
    const { id } = await site.factories.participant({ organization_id, group_id: group.id });
    await site.factories.payment({ organization_id, participant_id: id });
    await cluster.caughtUp();
    const caller = site.as(staff);
    const body = { selection: { ids: [id] }, columns: ['name'] };
    const files: (() => Promise<{ status: number }>)[] = [
      () => caller.get('/participants/export.csv'),
      () => caller.post('/participants/bulk/export.csv', body),
      () => caller.get('/payments/export.csv'),
    ];
    for (const file of files) {
      let status = 0;
      const reads = await readsOf(async () => ({ status } = await file()));
      expect([file.toString(), status, reads.failed, (reads.answered ?? 0) > 0]).toEqual([
        ...[file.toString(), 200, undefined, true],
      ]);
    }
  });
});

test('all that only reads is answered by the replica, and nothing fails there', async () => {
  const world = await createWorld(site);
  const admin = await site.factories.member({ role: 'ADMIN' });
  const steps = await Promise.all(
    walk
      .filter(({ endpoint }) => (endpoint.method === 'GET' || endpoint.reads) && !endpoint.events)
      .map(async (step) => ({ step, id: step.hasId ? await makeRow(site, step, world) : undefined })),
  );
  const failed: unknown[] = [];
  const byPrimaryAlone: string[] = [];
  for (const { step, id } of steps) {
    const { endpoint, noun, name } = step;
    const inOrganization = endpoint.scope === 'organization' || endpoint.rank !== 5;
    const acting = inOrganization ? world.organization_id : undefined;
    const caller = isAnonymous(step) ? site.visitor : site.as(admin, acting);
    const body = endpoint.body && sampleBody(noun, endpoint, world, { only: requiredFields(endpoint) });
    // what the trail of the last call wrote
    await cluster.caughtUp();
    let status = 0;
    const reads = await readsOf(async () => {
      const given = { org: world.organization_id, ...(id && { id }), ...(body && { body }) };
      ({ status } = await sendStep(caller, step, given));
    });
    // what it refuses the primary is asked, too, which is no failure
    if (reads.failed || reads.behind || status >= 500) failed.push([name, status, reads]);
    const isOfOne = endpoint.scope === 'organization' || endpoint.scope === 'visitor';
    if (endpoint.method === 'GET' && isOfOne && status === 200 && !reads.answered) byPrimaryAlone.push(name);
  }
  expect(failed).toEqual([]);
  expect(byPrimaryAlone).toEqual([]);
});

describe('a replica that', () => {
  afterEach(async () => {
    way.leadTo(replicaPort());
    await resume();
    await becomes('used');
  });

  test('is gone leaves its reads to the primary in the same request, and is used when it is back', async () => {
    const tab = await tabOf(staff);
    await tab.names();
    const asked = Array.from({ length: 20 }, () => tab.names());
    await cluster.stop();
    for (const names of await Promise.all([...asked, tab.names(), tab.names()]))
      expect(names.length).toBeGreaterThan(0);
    await becomes('unreachable');
    expect(await readsOf(() => tab.names())).toEqual({});
    await cluster.start();
    await becomes('used');
    expect(await readsOf(() => tab.names())).toEqual({ answered: 1 });
  });

  test('ends a read halfway has it answered by the primary', async () => {
    const [lock] = [await site.owner.connect()];
    await lock.query('begin');
    await lock.query('lock table locations in access exclusive mode');
    // its log says so at the next commit
    await site.factories.category({ organization_id });
    await cluster.caughtUp();
    const names = (await tabOf(staff)).names();
    const waiting = await until(async () => {
      const rows = await cluster.ask<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and backend_type = 'client backend'`,
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    const reads = await readsOf(async () => {
      await cluster.ask('select pg_terminate_backend($1)', [waiting[0]?.pid]);
      await lock.query('rollback');
      expect((await names).length).toBeGreaterThan(0);
    });
    lock.release();
    expect(reads).toEqual({ failed: 1 });
  });

  test('answers no more, and doesn’t say so, holds nobody up for long', async () => {
    const tab = await tabOf(staff);
    await tab.names();
    way.freeze();
    const names = tab.names();
    await becomes('unreachable');
    expect((await names).length).toBeGreaterThan(0);
  });

  test('is behind is not used until it has caught up; a primary at rest makes none late', async () => {
    const strict = await startSite(variables(overWay(), '1'));
    const its = strict.pools.replica;
    const at = (await strict.listen()).origin;
    const is = (wanted: object) =>
      until(async () => {
        await its?.look();
        expect(its?.standing).toMatchObject(wanted);
      });
    await is({ used: true, behind: 0 });
    await pause();
    await site.factories.location({ organization_id, name: 'Počasi' });
    await is({ used: false, because: 'behind' });
    expect(await (await tabOf(staff, at)).names()).toContain('Počasi');
    await resume();
    await is({ used: true, behind: 0 });
    await strict.close();
  });

  test('belongs to another database is refused at the start', async () => {
    await site.rows('create database other');
    await cluster.caughtUp();
    const others = [`postgres://${foreign()}/template`, `postgres://127.0.0.1:${replicaPort()}/other`];
    for (const url of others) {
      const pools = createPools(readEnv(variables(url), 'test'));
      await expect(requireReadyDatabase({ mode: 'test' }, pools)).rejects.toThrow(
        'DATABASE_REPLICA_URL: it is no replica of the database that the other addresses lead to.',
      );
      await pools.close();
    }
  });

  test('does not answer hinders no start', async () => {
    way.leadTo(undefined);
    const pools = createPools(readEnv(variables(overWay()), 'test'));
    await requireReadyDatabase({ mode: 'test' }, pools);
    expect(pools.replica?.standing).toMatchObject({ used: false, because: 'unreachable' });
    await pools.close();
  });

  test('turns out to be of another database later is left alone from then on', async () => {
    way.leadTo(Number(foreign().split(':')[1]));
    await becomes('another_database');
    const tab = await tabOf(staff);
    expect(await readsOf(() => tab.names())).toEqual({});
  });

  test('is promoted is left alone at once, told once, and used when it follows again', async () => {
    const told: string[] = [];
    const log = {
      info: (_: object, said: string) => told.push(said),
      warn: (_: object, said: string) => told.push(said),
    };
    replica.watch(log);
    await cluster.promote();
    const tab = await tabOf(staff);
    await site.factories.location({ organization_id, name: 'Po povišanju' });
    expect(await tab.names()).toContain('Po povišanju');
    await becomes('promoted');
    await replica.look();
    expect(await readsOf(() => tab.names())).toEqual({});
    await cluster.copyAnew();
    await becomes('used');
    expect(await readsOf(() => tab.names())).toEqual({ answered: 1 });
    expect(told.filter((said) => said.includes('takes changes of its own'))).toHaveLength(1);
    expect(told.at(-1)).toBe('The replica is used');
  });
});

describe('the operator', () => {
  const headers = { authorization: `Bearer ${token}` };
  const figures = async () => (await (await fetch(`${origin}/readyz`, { headers })).json()) as object;

  test('reads whether the replica is used and how far it is behind; without it the application is as ready', async () => {
    await until(async () =>
      expect(await figures()).toMatchObject({ ok: true, replica_used: 1, replica_behind_seconds: 0 }),
    );
    way.leadTo(undefined);
    await becomes('unreachable');
    expect(await figures()).toMatchObject({ ok: true, replica_used: 0, replica_behind_seconds: null });
    const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
    expect(metrics).toMatch(/^replica_used 0$/m);
    expect(metrics).toMatch(/^replica_reads_total\{outcome="answered"\} \d+$/m);
    const admin = site.as(await site.factories.member({ role: 'ADMIN' }));
    expect((await admin.get('/platform-health')).body.replica).toEqual({
      used: false,
      because: 'unreachable',
      behind: null,
    });
    way.leadTo(replicaPort());
    await becomes('used');
    const used = { used: true, because: null, behind: 0 };
    // once it has all that was written meanwhile
    await until(async () => expect((await admin.get('/platform-health')).body.replica).toEqual(used));
  });
});

/** The last one: the primary of all tests before is none any more. */
test('the replica takes the place of the primary at one address, and the application goes on', async () => {
  const one = await startForwarder(primaryPort());
  const moved = await startSite({
    ...variables(overWay()),
    ...(poolers[0]
      ? pooledVariables({ ...poolers[0], host: `127.0.0.1:${one.port}` }, 'vpisnik')
      : { DATABASE_URL: Object.assign(new URL(primary), { port: String(one.port) }).href }),
  });
  const at = (await moved.listen()).origin;
  await moved.pools.replica?.look();
  const tab = await tabOf(staff, at);
  expect((await tab.add('Pred zamenjavo')).status).toBe(201);
  await cluster.caughtUp();

  one.leadTo(undefined);
  const refused = await tab.add('Med zamenjavo');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  // what only reads is answered all the while
  expect(await (await tabOf(staff, at)).names()).toContain('Pred zamenjavo');
  expect((await openBrowser(at).fetch(`/api/public/${organization_id}/categories`)).status).toBe(200);

  await cluster.promote();
  one.leadTo(replicaPort());
  expect((await tab.add('Po zamenjavi')).status).toBe(201);
  expect(await tab.names()).toEqual(expect.arrayContaining(['Pred zamenjavo', 'Po zamenjavi']));
  await until(async () => {
    await moved.pools.replica?.look();
    expect(moved.pools.replica?.standing).toMatchObject({ used: false, because: 'promoted' });
  });
  await moved.close();
  await one.stop();
});
