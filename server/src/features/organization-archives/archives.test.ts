import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OrganizationArchive } from '@vpisnik/contract/organization-archives';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fetchArchive, makeArchive, password, readArchive, withPassword } from '../../../test/archives.ts';
import { blackPng } from '../../../test/outside/pictures.ts';
import { lossyPools } from '../../../test/processes/lossy-pools.ts';
import { fillOrganization } from '../../../test/product/full-organization.ts';
import { until } from '../../../test/until.ts';
import { purge } from '../../background/purge.ts';
import { startWorker } from '../../background/worker.ts';
import { asAccount, asWorker } from '../../db/scope.ts';
import type { Storage } from '../../files/stored.ts';
import { fileKey } from './files.ts';
import { noteDone } from './queries.ts';

let site: TestApp;
let dir: string;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
beforeAll(async () => {
  site = await createTestApp();
  dir = mkdtempSync(join(tmpdir(), 'vpisnik-archives-'));
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  // all tests ask from one address
  await site.owner.query('delete from rate_limits');
});
afterAll(async () => {
  await site.close();
  rmSync(dir, { recursive: true });
});

/** An organisation with something in every table, and its administrator, who has a password. */
async function full() {
  const its = await fillOrganization(site);
  await withPassword(site, its.owner);
  return its;
}
/** Begins the work in the background, until the end of the test. */
async function work(): Promise<void> {
  worker = await startWorker(site, site.app.log);
}
/** What storage has of an organisation's archives. */
const stored = (organization: string): string[] => {
  const folder = `${fileURLToPath(site.env.filesUrl)}/${organization}`;
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((path) => path.endsWith('archive.zip'))
    : [];
};

test('an archive holds all of an organisation and nothing of others, as rows and for people', async () => {
  const { id, owner, personal } = await full();
  const other = await full();
  const group = await site.factories.group({ organization_id: id });
  await site.factories.participant({
    ...{ organization_id: id, group_id: group.id, name: '=1+1; "Črt"', phone: '031 123 456' },
  });
  const picture = await site.as(owner).post<{ id: string }>('/files', blackPng(1200, 300), {
    'content-type': 'image/png',
  });
  expect(picture.status).toBe(201);
  await work();
  const made = await makeArchive(site, owner);
  expect(made).toMatchObject({ state: 'done', actor: owner.name, stop_reason: null });
  expect(made.done_count).toBe(made.total_count);
  const path = await fetchArchive(site, owner, made, dir);
  const archive = await readArchive(path);

  const tables = await site.rows<{ name: string }>(
    `select name::text from app.tenant_tables() where name::text not in (
       select tenant from app.archive_omissions() where omitted is null)`,
  );
  const expected = ['accounts', 'organizations', ...tables.map(({ name }) => name)].sort();
  expect(archive.head.tables.map(({ name }) => name).sort()).toEqual(expected);
  const empty = archive.head.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
  expect(empty).toEqual([]);
  for (const { name, rows, columns } of archive.head.tables) {
    expect(archive.rows[name]).toHaveLength(rows);
    expect(Object.keys(archive.rows[name]?.[0] ?? {})).toEqual(columns);
  }
  for (const [name, { sha256 }] of Object.entries(archive.head.parts))
    expect([name, hashOf(archive.files[name] ?? Buffer.from(await archive.text(name)))]).toEqual([
      name,
      sha256,
    ]);
  expect(archive.names.filter((name) => !(name in archive.head.parts))).toEqual(['head.json']);
  expect(archive.head.organization).toMatchObject({ id });
  // as others read it, too
  expect(Object.keys(unzipSync(readFileSync(path))).sort()).toEqual(archive.names.sort());

  const everything = (await Promise.all(archive.names.map(archive.text))).join('\n');
  for (const mine of personal) expect(everything).toContain(mine);
  for (const foreign of [other.id, ...other.personal]) expect(everything).not.toContain(foreign);
  const kept = Object.keys(archive.files).filter((name) => name.includes(picture.body.id));
  expect(kept).toHaveLength(1);
  expect(archive.names.filter((name) => name.startsWith('attachments/'))).toEqual([
    expect.stringMatching(/\/vabilo\.txt$/),
  ]);

  const people = await archive.text('tables/participants.csv');
  expect(people).toMatch(/^\ufefforganization_id;id;group_id;name;email;/);
  expect(people).toContain(`"'=1+1; ""Črt""";`);
  expect(people).toContain(`;'031 123 456;`);
  expect(await archive.text('tables/payments.csv')).toContain(';"12,50";EUR;');
  expect(await archive.text('README.txt')).toContain('Vsi podatki organizacije');
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('an archive tells no secret: neither passwords and second factors, nor links and codes', async () => {
  const { id, owner } = await full();
  await site.owner.query(
    `update invitations set code_hash = sha256('code'), code_expires_at = now() where organization_id = $1`,
    [id],
  );
  await work();
  const archive = await readArchive(await fetchArchive(site, owner, await makeArchive(site, owner), dir));
  const everything = (await Promise.all(archive.names.map(archive.text))).join('\n');
  const secrets = await site.rows<{ secret: string }>(
    `select secret from (
       select encode(seed, 'hex') from applicant_links where organization_id = $1
       union all select encode(token_hash, 'hex') from applicant_links where organization_id = $1
       union all select encode(token_hash, 'hex') from calendar_feeds where organization_id = $1
       union all select encode(code_hash, 'hex') from invitations where organization_id = $1
       union all select password_hash from accounts where id = $2
     ) as its (secret) where secret is not null`,
    [id, owner.id],
  );
  expect(secrets.length).toBeGreaterThan(8);
  for (const { secret } of secrets) expect(everything.includes(secret)).toBe(false);
  expect(Object.keys(archive.rows.accounts?.[0] ?? {})).toEqual(['id', 'email', 'name', 'language', 'role']);
});

test('an archive shows no row that policies hide from administrators', async () => {
  // a new one of these needs its words in `app.archived_rows`, which passes the policies by
  const hiding = await site.rows<{ name: string }>(
    `select tablename || '.' || policyname as name from pg_policies
     where roles && '{app_api,public}' and cmd in ('ALL', 'SELECT')
       and tablename in (select tenant from app.archived_columns())
       and qual !~ '^\\((organization_)?id = \\( SELECT app\\.organization_id\\(\\) AS organization_id\\)\\)$'
       and qual !~ '^\\({1,2} SELECT app\\.all_groups\\(\\) AS all_groups\\)($| OR )'
     order by 1`,
  );
  expect(hiding.map(({ name }) => name)).toEqual(['saved_views.own_or_shared']);
  const { id, owner } = await full();
  const colleague = await site.factories.member({ organization_id: id });
  const shared = await site.factories.savedView({ organization_id: id, name: 'Vsi plačani' });
  for (const account_id of [owner.id, colleague.id])
    await site.factories.savedView({ organization_id: id, account_id, name: 'Le zame' });
  await work();
  const archive = await readArchive(await fetchArchive(site, owner, await makeArchive(site, owner), dir));
  expect(archive.rows.saved_views).toContainEqual(expect.objectContaining({ id: shared.id }));
  expect(archive.rows.saved_views?.filter(({ account_id }) => account_id !== null)).toEqual([]);
  expect(await archive.text('tables/saved_views.csv')).not.toContain('Le zame');
  const demand = {
    ...{ rank: permissions['organization.archive'], organization: true, writes: false, snapshot: true },
    whilePasswordChangeRequired: false,
  };
  const reader = await site.factories.member({ organization_id: id });
  const bearer = { accountId: reader.id, signInId: null };
  const tables = await site.rows<{ name: string }>(
    `select distinct tenant as name from app.archived_columns()
     where has_table_privilege('app_api', format('public.%I', tenant), 'select')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  await asAccount(site.pools.api, bearer, id, demand, async ({ tx }) => {
    for (const { name } of tables) {
      const { rows } = await tx.execute<{ count: number }>(
        sql.raw(`select count(*)::integer as count from ${name}`),
      );
      const readable = rows[0]?.count ?? 0;
      expect({ name, hidden: Math.max(0, (archive.rows[name]?.length ?? 0) - readable) }).toEqual({
        ...{ name, hidden: 0 },
      });
    }
  });
});

test('a column that looks like a secret is named as one, or as none', async () => {
  const suspicious = await site.rows<{ name: string }>(
    `select tenant || '.' || name as name from app.archived_columns()
     where type = 'bytea' or name ~ 'hash|secret|token|seed|seal|password|key|code' order by 1`,
  );
  expect(suspicious.map(({ name }) => name)).toEqual([
    ...['bank_entries.entry_key', 'bank_statements.header_key', 'mails.message_key'],
    ...['message_files.content', 'payment_settings.purpose_code'],
  ]);
});

test('an archive is asked for by an administrator with the password, one at a time, and logged', async () => {
  const { id, owner } = await full();
  const staff = site.as(owner);
  const make = (body: object, who = staff) => who.post<OrganizationArchive>('/organization-archives', body);
  expect((await staff.get('/organization-archives/latest')).body).toMatchObject({ state: 'failed' });
  for (const [body, code] of [
    [{}, 'required'],
    [{ current_password: 'wrong' }, 'incorrect_password'],
  ] as const)
    expect(await make(body)).toMatchObject({
      ...{ status: 422, body: { errors: [{ path: 'current_password', code }] } },
    });
  const lead = await site.factories.member({ organization_id: id, role: 'GROUP_ADMIN' });
  expect((await make({ current_password: password }, site.as(lead))).status).toBe(403);
  const begun = await make({ current_password: password });
  expect(begun.status).toBe(202);
  expect(await make({ current_password: password })).toMatchObject({
    ...{ status: 409, body: { code: 'archive_running' } },
  });
  const url = `/organization-archives/${begun.body.id}/archive.zip`;
  expect((await staff.post(url, { current_password: password })).status).toBe(404);
  await work();
  await until(async () =>
    expect((await staff.get('/organization-archives/latest')).body).toMatchObject({ state: 'done' }),
  );
  const colleague = await site.factories.member({ organization_id: id, name: 'Maja Kovač' });
  await withPassword(site, colleague);
  for (const [body, code] of [
    [{}, 'required'],
    [{ current_password: 'wrong' }, 'incorrect_password'],
  ] as const)
    expect(await site.as(colleague).post(url, body)).toMatchObject({
      ...{ status: 422, body: { errors: [{ path: 'current_password', code }] } },
    });
  expect((await site.as(lead).post(url, { current_password: password })).status).toBe(403);
  const answer = await site.as(colleague).post(url, { current_password: password });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="arhiv-[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(
    await site.rows(
      `select actor, action from activity_log where organization_id = $1 and action ~ '^archive' order by id`,
      [id],
    ),
  ).toEqual([
    { actor: owner.name, action: 'archive_requested' },
    { actor: 'Maja Kovač', action: 'archive_downloaded' },
  ]);
});

test('the operator makes an archive of an organisation that is not active, and nobody else does', async () => {
  const { id, owner } = await full();
  const operator = await site.factories.member({ role: 'ADMIN', name: 'Operater' });
  await withPassword(site, operator);
  await site.owner.query('update organizations set active = false where id = $1', [id]);
  await work();
  expect(await makeArchive(site, operator, id)).toMatchObject({ state: 'done', actor: 'Operater' });
  expect(await site.as(owner).post('/organization-archives', { current_password: password })).toMatchObject({
    status: 403,
    body: { code: 'organization_disabled' },
  });
});

test('an archive is kept for seven days, and gives way to the next one', async () => {
  const { id, owner } = await full();
  await work();
  const first = await makeArchive(site, owner);
  const days = (Date.parse(first.file_until ?? '') - Date.parse(first.finished_at ?? '')) / 86_400_000;
  expect(days).toBe(7);
  const second = await makeArchive(site, owner);
  const fetched = ({ id: archive }: OrganizationArchive) =>
    site.as(owner).post(`/organization-archives/${archive}/archive.zip`, { current_password: password });
  expect((await fetched(first)).status).toBe(404);
  // at once: archives made one after the other must not fill the disk
  await until(async () => expect(stored(id)).toEqual([`${second.id}/archive.zip`]));
  expect((await fetched(second)).status).toBe(200);
  await site.owner.query(
    `update organization_archives set file_until = now() - interval '1 s' where id = $1`,
    [second.id],
  );
  expect((await fetched(second)).status).toBe(404);
  await purge(site.pools.system, site.storage);
  expect(stored(id)).toEqual([]);
  const latest = () => site.as(owner).get('/organization-archives/latest');
  expect((await latest()).body).toMatchObject({ id: second.id, file_until: null });
  const lost = await makeArchive(site, owner);
  await site.storage.deleteAll(`${id}/${lost.id}`);
  expect((await latest()).body).toMatchObject({ file_until: lost.file_until });
  expect((await fetched(lost)).status).toBe(404);
  expect((await latest()).body).toMatchObject({ id: lost.id, file_until: null });
  await site.owner.query(
    `update organization_archives set created_at = now() - interval '31 days' where organization_id = $1`,
    [id],
  );
  await purge(site.pools.system, site.storage);
  expect((await latest()).body).toBe(null);
});

test('an administrator whose rank is lowered meanwhile gets none, and others are told why', async () => {
  const { id, owner } = await full();
  const other = await site.factories.member({ organization_id: id });
  await site.as(owner).post('/organization-archives', { current_password: password });
  await site.owner.query(`update memberships set role = 'GROUP_ADMIN' where account_id = $1`, [owner.id]);
  await work();
  await until(async () =>
    expect((await site.as(other).get('/organization-archives/latest')).body).toMatchObject({
      ...{ state: 'failed', stop_reason: 'forbidden' },
    }),
  );
  expect(stored(id)).toEqual([]);
});

test('an archive that storage does not take is said so, and the next one is made', async () => {
  const { id, owner } = await full();
  const staff = site.as(owner);
  const begun = await staff.post<OrganizationArchive>('/organization-archives', {
    current_password: password,
  });
  // where its folder would be
  const path = `${fileURLToPath(site.env.filesUrl)}/${id}/${begun.body.id}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  await work();
  await until(async () =>
    expect((await staff.get('/organization-archives/latest')).body).toMatchObject({
      ...{ state: 'failed', stop_reason: 'storage_failed' },
    }),
  );
  expect(await makeArchive(site, owner)).toMatchObject({ state: 'done' });
});

test('an archive whose end is noted with an answer that is lost keeps its file', async () => {
  const its = await full();
  const { way, pools } = await lossyPools(site);
  const lost = way.loseCommit('answer', "set state = 'done', name");
  expect(
    await site.as(its.owner).post('/organization-archives', { current_password: password }),
  ).toMatchObject({ status: 202 });
  const running = await startWorker({ ...site, pools }, site.app.log);
  await lost;
  await running.stop();
  expect(stored(its.id)).toHaveLength(1);
  const { body } = await site.as(its.owner).get<OrganizationArchive>('/organization-archives/latest');
  expect(body.state).toBe('done');
});

test('an archive that another process has made meanwhile keeps its file', async () => {
  const its = await full();
  const storage: Storage = {
    ...site.storage,
    putStream: async (...given) => {
      await site.storage.putStream(...given);
      await site.owner.query(
        `update organization_archives set state = 'done', name = 'arhiv.zip', bytes = 1, finished_at = now(),
           file_until = now() + interval '1 day' where organization_id = $1`,
        [its.id],
      );
    },
  };
  const running = await startWorker({ ...site, storage }, site.app.log);
  expect(await makeArchive(site, its.owner)).toMatchObject({ state: 'done' });
  await running.stop();
  expect(stored(its.id)).toHaveLength(1);
});

/** Begins an archive whose file is a pipe, so that it stands still in the midst of its rows until `goOn`. */
async function beginPiped({ id, owner }: Awaited<ReturnType<typeof full>>) {
  await site.owner.query(
    `insert into activity_log (organization_id, actor, action, entity)
     select $1, md5(i::text) || md5((-i)::text), 'sign_in', 'user' from generate_series(1, 20000) i`,
    [id],
  );
  const { status, body } = await site
    .as(owner)
    .post<OrganizationArchive>('/organization-archives', { current_password: password });
  expect(status).toBe(202);
  const path = `${fileURLToPath(site.env.filesUrl)}/${fileKey({ organization_id: id, id: body.id })}`;
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  const running = await startWorker(site, site.app.log);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  onTestFinished(stop);
  // opens when the other end does
  const pipe = await open(path);
  onTestFinished(() => pipe.close());
  await pipe.read(Buffer.alloc(1));
  return { stop, goOn: () => pipe.readFile(), key: { organization_id: id, id: body.id } };
}

test('an archive whose organisation is removed meanwhile leaves no file', async () => {
  const { goOn, key } = await beginPiped(await full());
  const { organization_id } = key;
  await site.owner.query('update organizations set active = false, delete_after = now() where id = $1', [
    organization_id,
  ]);
  const remove = () =>
    site.rows<{ more: boolean }>('select app.remove_organization_rows($1, 100000) as more', [
      organization_id,
    ]);
  while ((await remove())[0]?.more);
  expect(
    await site.rows('select id from organization_archives where organization_id = $1', [organization_id]),
  ).toEqual([]);
  const result = { name: 'arhiv.zip', bytes: 1, rows: 1, days: 7 };
  expect(await asWorker(site.pools.system, (tx) => noteDone(tx, key, result))).toBeUndefined();
  await goOn();
  await until(async () => expect(stored(organization_id)).toEqual([]));
});

test('an archive whose process ends in the midst of it is made again', async () => {
  const its = await full();
  const { stop, goOn } = await beginPiped(its);
  const latest = async () => {
    const { body } = await site.as(its.owner).get<OrganizationArchive>('/organization-archives/latest');
    return body;
  };
  const stopped = stop();
  await goOn();
  await stopped;
  expect(await latest()).toMatchObject({ state: 'running' });
  await work();
  const made = await until(async () => {
    const now = await latest();
    expect(now.state).toBe('done');
    return now;
  });
  const archive = await readArchive(await fetchArchive(site, its.owner, made, dir));
  expect(archive.rows.activity_log?.length).toBeGreaterThan(20_000);
});
