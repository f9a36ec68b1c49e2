import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  fetchArchive,
  makeArchive,
  password,
  type ReadArchive,
  readArchive,
  withPassword,
} from '../../test/archives.ts';
import { runCommand } from '../../test/backups.ts';
import { startForwarder } from '../../test/outside/forwarder.ts';
import { codeIn } from '../../test/outside/mailed-code.ts';
import { blackPng } from '../../test/outside/pictures.ts';
import { fillOrganization } from '../../test/product/full-organization.ts';
import { until } from '../../test/until.ts';
import { startWorker } from '../background/worker.ts';
import { connectOwner } from '../db/connection/connect-owner.ts';
import { PlainError } from '../plain-error.ts';
import { checkArchive } from './check.ts';
import { importArchive } from './import.ts';
import { ZipReader } from './unzip.ts';
import { type Part, zipped } from './zip.ts';

// several processes begin in a test, each of which loads the application
vi.setConfig({ testTimeout: 600_000 });

type Row = Record<string, unknown>;

let dir: string;
/** Where the organisation comes from, and another installation. */
let home: TestApp;
let abroad: TestApp;
let its: Awaited<ReturnType<typeof fillOrganization>>;
let path: string;
let archive: ReadArchive;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'vpisnik-import-'));
  const files = (name: string) => ({ FILES_URL: pathToFileURL(join(dir, name)).href });
  home = await createTestApp({ variables: files('home') });
  abroad = await createTestApp({ variables: files('abroad'), mailbox: true });
  its = await fillOrganization(home);
  await withPassword(home, its.owner);
  await addWaiting(its.id);
  const staff = home.as(its.owner);
  const { body: picture } = await staff.post<{ id: string }>('/files', blackPng(1200, 300), {
    'content-type': 'image/png',
  });
  const crop = { x: 0, y: 0, width: 1200, height: 300 };
  expect((await staff.post(`/files/${picture.id}/crop`, crop)).status).toBe(201);
  const worker = await startWorker(home, home.app.log);
  path = await fetchArchive(home, its.owner, await makeArchive(home, its.owner), dir);
  await worker.stop();
  archive = await readArchive(path);
});
afterAll(async () => {
  await home.close();
  await abroad.close();
  rmSync(dir, { recursive: true });
});

/** What must not go on by itself elsewhere: mails that wait, a planned message, and bulk work that is under way. */
async function addWaiting(organization_id: string): Promise<void> {
  const group = await home.factories.group({ organization_id, label: 'sreda' });
  for (const state of ['queued', 'held', 'sending', 'sent', 'failed'])
    await home.factories.mail({
      ...{ organization_id, group_id: group.id, to_address: `${state}@example.com`, state },
      ...{ send_after: '2199-01-01T08:00:00Z', taken_until: '2199-01-01T08:00:00Z' },
    });
  await home.factories.message({
    ...{ organization_id, state: 'planned', send_at: '2199-01-01T08:00:00Z', sender_id: its.owner.id },
    ...{ sender: 'Maja "Ž" \u{1F483}\n\\N', kind: 'news' },
  });
  await home.factories.bulkJob({ organization_id, state: 'running', finished_at: null, total_count: 1 });
}

const importInto = (site: TestApp, file = path) => runCommand('import', [file], site.env).ended;

/** What a row is expected to be where it has arrived. */
const arrived: Record<string, (row: Row) => Row> = {
  mails: (row) =>
    ['queued', 'held', 'sending'].includes(String(row.state))
      ? { ...row, state: 'cancelled', state_reason: 'imported', taken_until: null }
      : { ...row, taken_until: null },
  messages: (row) => (row.state === 'planned' ? { ...row, state: 'cancelled' } : row),
  bulk_jobs: ({ finished_at, ...row }) =>
    row.state === 'running' ? { ...row, state: 'stopped', stop_reason: 'stopped' } : { ...row, finished_at },
};

/** What only this installation knows of a row. */
const without: Record<string, string[]> = {
  organizations: ['label', 'version', 'updated_at'],
  activity_log: ['id'],
  bulk_jobs: ['finished_at'],
};
/** What has happened to the organisation since it arrived. */
const since = [
  ...['organization_imported', 'organization_activated', 'password_reset'],
  ...['archive_requested', 'archive_downloaded'],
];

/**
 * The rows of an archive by table, without what may differ, in no order; of the log, what was there before the archive. Rows of
 * which nothing differs are compared to the letter.
 */
function comparable({ lines, rows, head }: ReadArchive, rename: (text: string) => string, isHere: boolean) {
  return Object.fromEntries(
    head.tables.map(({ name }) => {
      const hasDifferences = name in arrived || name in without;
      const all = hasDifferences ? (rows[name] ?? []).filter(isOld).map(written(name, isHere)) : lines[name];
      return [name, (all ?? []).map(rename).sort()];
    }),
  );
}
const isOld = ({ action }: Row) => !since.includes(String(action));
const written =
  (name: string, isHere: boolean) =>
  (row: Row): string => {
    const its = isHere ? row : (arrived[name]?.(row) ?? row);
    const kept = Object.entries(its).filter(([column]) => !without[name]?.includes(column));
    return JSON.stringify(Object.fromEntries(kept));
  };

/** Calls ids as they were called at home: of rows with an id by their place, of people by their addresses. */
function renaming(here: ReadArchive): (text: string) => string {
  const names = new Map<string, string>();
  for (const [table, rows] of Object.entries(archive.rows)) {
    if (table === 'activity_log') continue;
    const others = here.rows[table] ?? [];
    for (const [at, row] of rows.entries()) {
      if (typeof row.id !== 'string') continue;
      const other = table === 'accounts' ? others.find(({ email }) => email === row.email) : others[at];
      if (typeof other?.id === 'string') names.set(other.id, row.id);
    }
  }
  return (text) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id);
}

/** Activates an imported organisation as the operator does, and lets its administrator in by the mailed link. */
async function enter(site: TestApp, organization: string, email: string): Promise<{ id: string }> {
  const operator = site.as(await site.factories.member({ role: 'ADMIN' }));
  await operator.api.organizations.setStatus({ params: { id: organization }, body: { active: true } });
  const [account] = await site.rows<{
    id: string;
    password_hash: string | null;
    confirmed_at: string | null;
  }>('select id, password_hash, confirmed_at from accounts where email = $1', [email]);
  expect(account).toMatchObject({ password_hash: null, confirmed_at: null });
  const before = (await site.mails()).length;
  expect((await site.visitor.post('/password-resets', { email })).status).toBe(204);
  const mail = await until(async () => {
    const found = (await site.mails()).slice(before).find((one) => codeIn(one) !== '');
    expect(found?.to[0]?.address).toBe(email);
    return found;
  });
  const confirmed = await site.visitor.post('/password-resets/confirm', {
    ...{ code: codeIn(mail), new_password: password },
  });
  expect(confirmed.status).toBe(204);
  return { id: account?.id ?? '' };
}

const identity = (text: string) => text;

test('an organisation arrives in another installation as it was, and its next archive is the same', async () => {
  const { code, said } = await importInto(abroad);
  expect(said).toMatch(/participants +\d+ rows/);
  expect(said).toContain(`${its.owner.email} has an account without a password`);
  expect(said).toMatch(/Mails that waited and are not sent from here: \d+\./);
  expect(code).toBe(0);
  // the planner knows of them
  expect(
    await abroad.rows(`select from pg_class where oid = 'public.participants'::regclass and reltuples > 0`),
  ).toHaveLength(1);
  // nothing goes out, and nobody is in, before the operator says so
  expect(
    await abroad.rows(
      `select count(*)::integer as waiting from mails where organization_id = $1 and state in ('queued', 'held', 'sending')`,
      [its.id],
    ),
  ).toEqual([{ waiting: 0 }]);
  expect((await abroad.as(its.owner).get('/groups')).status).toBe(401);
  await enter(abroad, its.id, its.owner.email);
  expect((await abroad.as(its.owner).get('/groups')).status).toBe(200);
  const again = await fetchArchive(abroad, its.owner, await makeArchive(abroad, its.owner), dir);
  const here = await readArchive(again);
  expect(comparable(here, identity, true)).toEqual(comparable(archive, identity, false));
  expect(here.rows.organizations).toMatchObject([{ label: archive.head.organization.label, active: true }]);
  expect(Object.keys(archive.files)).toHaveLength(8);
  expect(here.files).toEqual(archive.files);
  expect(
    await abroad.rows(
      `select changes ->> 'made_by' as made_by from activity_log where organization_id = $1 and action = 'organization_imported'`,
      [its.id],
    ),
  ).toEqual([{ made_by: its.owner.name }]);
  // a mail of the clock, or one that had waited, would have come by now: the link came after it
  const [first] = await abroad.mails();
  expect(first?.to[0]?.address).toBe(its.owner.email);
});

test('in the installation that it comes from, where all ids are taken, it is the same with ids of its own', async () => {
  // its people have other addresses by now, so that they become new accounts under taken ids
  await home.owner.query(`update accounts set email = 'other-' || email`);
  const { code, said } = await importInto(home);
  expect(said).toContain('It was here already');
  expect(said).toMatch(
    new RegExp(`"${archive.head.organization.label}" is taken here; it is "[a-z0-9-]+-2" now`),
  );
  expect(code).toBe(0);
  const [copy] = await home.rows<{ id: string; admin: string }>(
    `select o.id, a.id as admin from organizations o join accounts a on a.email = $3
     where o.id <> $1 and o.name = $2`,
    [its.id, archive.head.organization.name, its.owner.email],
  );
  const { id = '', admin = '' } = copy ?? {};
  expect(admin).not.toBe(its.owner.id);
  await withPassword(home, { id: admin });
  await home.owner.query('update accounts set confirmed_at = now() where id = $1', [admin]);
  await home.owner.query('update organizations set active = true where id = $1', [id]);
  const worker = await startWorker(home, home.app.log);
  const made = await makeArchive(home, { id: admin });
  await worker.stop();
  const here = await readArchive(await fetchArchive(home, { id: admin }, made, dir));
  expect(comparable(here, renaming(here), true)).toEqual(
    comparable(withoutFormerLabels(archive), identity, false),
  );
  // no row has the id of another organisation's
  const ids = (from: ReadArchive) =>
    Object.entries(from.rows).flatMap(([table, rows]) =>
      table === 'activity_log' ? [] : rows.flatMap((row) => (typeof row.id === 'string' ? [row.id] : [])),
    );
  const taken = new Set(ids(archive));
  expect(ids(here).filter((one) => taken.has(one))).toEqual([]);
  expect(Object.values(here.files)).toEqual(Object.values(archive.files));
  expect(Object.keys(here.files).every((name) => name.includes(id))).toBe(true);
});

/** Its former addresses lead to the other one still. */
const withoutFormerLabels = (from: ReadArchive): ReadArchive => ({
  ...from,
  lines: { ...from.lines, former_organization_labels: [] },
  rows: { ...from.rows, former_organization_labels: [] },
});

test('people who belong to another organisation are left behind, those with an account stay who they are', async () => {
  const known = archive.rows.accounts?.find(({ id }) => id !== its.owner.id);
  // as an organisation that was imported before, whose people are here
  const other = await createTestApp({ variables: { FILES_URL: pathToFileURL(join(dir, 'other')).href } });
  try {
    const elsewhere = await other.factories.member({ email: its.owner.email });
    const [free] = await other.rows<{ id: string }>(
      `insert into accounts (email, name, password_hash, confirmed_at) values ($1, 'Iva', 'x', now()) returning id`,
      [known?.email],
    );
    // of all the rest, only one id is taken
    const [place] = archive.rows.locations as [{ id: string }];
    await other.factories.location({ id: place.id });
    // and the zone of its clock is none that the database knows
    const strange = await remadeWhole((name, content) =>
      name === 'rows/organizations.jsonl' ? content.replace('"Europe/Ljubljana"', '"+0200"') : content,
    );
    const { code, said } = await importInto(other, strange);
    expect(said).toContain(`${its.owner.email} belongs to another organisation or to the platform here`);
    expect(said).toContain(`${known?.email} had an account here`);
    expect(said).toMatch(/Rows left behind.*: \d+\./);
    expect(code).toBe(0);
    expect(
      await other.rows('select account_id from memberships where organization_id = $1', [its.id]),
    ).toEqual([{ account_id: free?.id }]);
    expect(
      await other.rows(
        `select account_id from group_leaders where organization_id = $1
         union select account_id from saved_views where organization_id = $1 and account_id is not null`,
        [its.id],
      ),
    ).toEqual([{ account_id: free?.id }]);
    expect(
      await other.rows('select organization_id from memberships where account_id = $1', [elsewhere.id]),
    ).toEqual([{ organization_id: elsewhere.organization_id }]);
    const [moved, ...kept] = await other.rows<{ id: string; used: boolean }>(
      `select id, exists (select from groups g where g.organization_id = l.organization_id and g.location_id = l.id) as used
       from locations l where organization_id = $1 order by id`,
      [its.id],
    );
    expect(moved).toEqual({ id: expect.stringMatching(`^${place.id.slice(0, 19)}`), used: true });
    expect(moved?.id).not.toBe(place.id);
    expect(kept.map(({ id }) => id)).toEqual(archive.rows.locations?.slice(1).map(({ id }) => id));
    expect(
      await other.rows('select id from groups where organization_id = $1 order by id', [its.id]),
    ).toEqual(archive.rows.groups?.map(({ id }) => ({ id })));
    expect(await other.rows('select password_hash from accounts where id = $1', [free?.id])).toEqual([
      { password_hash: 'x' },
    ]);
    expect(await other.rows('select time_zone from organizations where id = $1', [its.id])).toEqual([
      { time_zone: 'Europe/Ljubljana' },
    ]);
  } finally {
    await other.close();
  }
});

/** The archive made anew from its parts, with some of them changed. */
async function remade(change: (name: string, content: string) => string | null): Promise<string> {
  const zip = await ZipReader.open(path);
  const parts = async function* (): AsyncGenerator<Part> {
    for (const name of zip.names()) {
      const content = Buffer.concat(await Array.fromAsync(zip.read(name)));
      const changed = change(name, content.toString('latin1'));
      if (changed === null) continue;
      yield { name, content: Readable.from([Buffer.from(changed, 'latin1')]) as AsyncIterable<Uint8Array> };
    }
  };
  const file = join(mkdtempSync(join(dir, 'changed-')), 'arhiv.zip');
  await pipeline(
    Readable.from(
      zipped(parts(), () => {}),
      { objectMode: false },
    ),
    createWriteStream(file),
  );
  await zip.close();
  return file;
}
const withHead = (change: (head: Row) => Row) =>
  remade((name, content) =>
    name === 'head.json' ? JSON.stringify(change(JSON.parse(content) as Row)) : content,
  );
/** The bytes of the archive, changed. */
function bytes(change: (archive: Buffer) => Buffer): string {
  const file = join(mkdtempSync(join(dir, 'changed-')), 'arhiv.zip');
  writeFileSync(file, change(readFileSync(path)));
  return file;
}
const flipped = (all: Buffer, at: number) => {
  all[at] = (all[at] ?? 0) ^ 1;
  return all;
};

const refused: [string, () => string | Promise<string>, RegExp][] = [
  ['no file', () => join(dir, 'nothing.zip'), /There is no archive/],
  ['another file', () => bytes(() => Buffer.from('no archive')), /no archive of an organisation/],
  [
    'another ZIP',
    () => remade((name, content) => (name === 'head.json' ? null : content)),
    /no archive of an/,
  ],
  ['an archive that is cut', () => bytes((all) => all.subarray(0, all.length >> 1)), /is damaged/],
  ['one without its last bytes', () => bytes((all) => all.subarray(0, -9)), /is damaged/],
  ['a flipped bit', () => bytes((all) => flipped(all, all.length >> 1)), /is damaged/],
  [
    'one with other rows than it says',
    () => remade((name, content) => (name === 'rows/groups.jsonl' ? '' : content)),
    /is damaged/,
  ],
  [
    'one without a part',
    () => remade((name, content) => (name === 'README.txt' ? null : content)),
    /is damaged/,
  ],
  [
    'a later format',
    () => withHead((head) => ({ ...head, format: 2, release: '9.9.9' })),
    /newer release.*9\.9\.9/,
  ],
  [
    'a later schema',
    () => withHead((head) => ({ ...head, migrations: ['2099_x'], release: '9.9.9' })),
    /newer release.*9\.9\.9/,
  ],
  [
    'an older schema',
    () => withHead((head) => ({ ...head, migrations: (head.migrations as string[]).slice(0, -1) })),
    /older release/,
  ],
  [
    'a table of the platform',
    () =>
      withHead((head) => ({
        ...head,
        tables: (head.tables as Row[]).map((table) =>
          table.name === 'locations' ? { ...table, name: 'platform_secrets' } : table,
        ),
      })),
    /no archive of an organisation/,
  ],
];

test('what is wrong is said in a sentence, and nothing is done', async () => {
  const counted = () =>
    abroad.rows(
      `select (select count(*) from organizations) as organizations, (select count(*) from accounts) as accounts`,
    );
  const before = await counted();
  for (const [what, file, says] of refused) {
    const failure = await checked(await file()).catch((error) => error);
    expect([what, failure]).toEqual([what, expect.any(PlainError)]);
    expect([what, (failure as Error).message]).toEqual([what, expect.stringMatching(says)]);
  }
  for (const [what, file, says] of refused.filter(([what]) => ['no file', 'a flipped bit'].includes(what))) {
    const { code, said } = await importInto(abroad, await file());
    expect([what, said]).toEqual([what, expect.stringMatching(says)]);
    expect([what, said]).toEqual([what, expect.not.stringMatching(/^ +at /m)]);
    expect([what, code]).toEqual([what, 1]);
  }
  expect(await counted()).toEqual(before);
});

/** Reads an archive as the command does before it imports anything. */
async function checked(file: string): Promise<unknown> {
  const zip = await ZipReader.open(file);
  const client = await connectOwner(abroad.env.databaseUrl);
  try {
    return await checkArchive(zip, client);
  } finally {
    await client.end();
    await zip.close();
  }
}

test('rows that break a rule of the database are refused as a whole, with the files', async () => {
  // sums are right, so that only the database finds it
  const broken = await remadeWhole((name, content) =>
    name === 'rows/payments.jsonl' ? content.replace('"amount":12.50', '"amount":-1.00') : content,
  );
  const site = await createTestApp({ variables: { FILES_URL: pathToFileURL(join(dir, 'broken')).href } });
  try {
    const { code, said } = await importInto(site, broken);
    expect(said).toContain("The rows of this archive don't fit (payments, payments_amount_check)");
    expect(code).toBe(1);
    expect(await site.rows('select id from organizations')).toEqual([]);
    expect(await site.rows('select id from accounts')).toEqual([]);
    expect(await Array.fromAsync(site.storage.list())).toEqual([]);
    // triggers are there again
    expect(
      await site.rows(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`),
    ).toEqual([]);
  } finally {
    await site.close();
  }
});

test.each([
  ['answer', 'is there with its files'],
  ['request', 'leaves nothing'],
] as const)('an import that loses the %s of its commit with all connections %s', async (what, _) => {
  const { site, way, port, url } = await abroadBehindNetwork(what);
  const lost = way.loseCommit(what, 'pg_current_xact_id').then(() => way.leadTo(port));
  const { code, said } = await runCommand('import', [path], site.env, { DATABASE_URL: url }).ended;
  await lost;
  const isThere = what === 'answer';
  expect(code).toBe(isThere ? 0 : 1);
  expect(said).toContain(isThere ? '\nImported: ' : 'Nothing was imported');
  expect(await site.rows('select id from organizations')).toEqual(isThere ? [{ id: its.id }] : []);
  const kept = isThere ? Object.keys(archive.files).length : 0;
  expect(await Array.fromAsync(site.storage.list())).toHaveLength(kept);
});

test('an import that loses its commit in a network that answers nothing any more keeps its files, and says so', async () => {
  const { site, way, url } = await abroadBehindNetwork('frozen');
  const zip = await ZipReader.open(path);
  onTestFinished(() => zip.close());
  const client = await connectOwner(site.env.databaseUrl);
  const archived = await checkArchive(zip, client).finally(() => client.end());
  const lost = way.loseCommit('request').then(() => {
    way.freeze();
    // each look at the clock is a minute after the one before
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 61_000));
    onTestFinished(() => clock.mockRestore());
  });
  const importing = importArchive(
    { ...site.env, databaseDirectUrl: url, storage: site.storage },
    zip,
    archived,
  );
  const { organization } = archived.head;
  await expect(importing).rejects.toThrow(`look whether the organisation "${organization.label}" is there`);
  await lost;
  expect(await Array.fromAsync(site.storage.list())).toHaveLength(Object.keys(archive.files).length);
});

/** An installation without organisations, and an address of its database that leads through a network. */
async function abroadBehindNetwork(name: string) {
  const site = await createTestApp({ variables: { FILES_URL: pathToFileURL(join(dir, name)).href } });
  const url = new URL(site.env.databaseUrl);
  const port = Number(url.port);
  const way = await startForwarder(port);
  onTestFinished(async () => {
    await way.stop();
    await site.close();
  });
  url.port = String(way.port);
  return { site, way, port, url: url.href };
}

/** The same with the sums of what was changed. */
async function remadeWhole(change: (name: string, content: string) => string): Promise<string> {
  const changed = await remade((name, content) => (name === 'head.json' ? null : change(name, content)));
  const zip = await ZipReader.open(changed);
  const sums: Row = {};
  const parts = async function* (): AsyncGenerator<Part> {
    for (const name of zip.names()) yield { name, content: zip.read(name) };
    const head = JSON.stringify({ ...archive.head, parts: sums });
    yield { name: 'head.json', content: Readable.from([Buffer.from(head)]) as AsyncIterable<Uint8Array> };
  };
  const file = join(mkdtempSync(join(dir, 'changed-')), 'arhiv.zip');
  await pipeline(
    Readable.from(
      zipped(parts(), (name, sum) => {
        sums[name] = sum;
      }),
      { objectMode: false },
    ),
    createWriteStream(file),
  );
  await zip.close();
  return file;
}

test('each key that is of no organisation is known to the import', async () => {
  const loose = await home.rows<{ name: string }>(
    `select i.relname::text as name from pg_index x
     join pg_class i on i.oid = x.indexrelid
     join pg_class c on c.oid = x.indrelid
     where x.indisunique and c.relnamespace = 'public'::regnamespace
       and c.relname in (select tenant from app.archived_columns())
       and not exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnum = any (x.indkey)
       ) order by 1`,
  );
  expect(loose.map(({ name }) => name)).toEqual([
    // left behind where they are taken; never in an archive; given anew; who belongs elsewhere is left behind
    ...['former_organization_labels_key', 'invitations_code_key', 'memberships_account_key'],
    ...['organizations_label_key', 'organizations_pkey'],
  ]);
});
