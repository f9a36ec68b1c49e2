import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { clockVariables } from '../../../test/clock.ts';
import { databaseVariables } from '../../../test/database.ts';
import type { Member } from '../../../test/factories.ts';
import { fillOrganization } from '../../../test/product/full-organization.ts';
import { openStorage } from '../../files/storage.ts';
import { removeDueOrganizations } from './removal.ts';

let app: TestApp;
let admin: Member;
const dir = mkdtempSync(join(tmpdir(), 'vpisnik-removal-'));
const files = openStorage({ filesUrl: pathToFileURL(dir).href, filesCredentials: undefined });
const { signal: never } = new AbortController();

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.factories.member({ role: 'ADMIN', name: 'Ana Skrbnica' });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

const tables = async (condition: string) =>
  (
    await app.rows<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${condition} order by 1`,
    )
  ).map(({ name }) => name);
const isTenant = `exists (select from pg_attribute a
  where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)`;

/** How many rows each table of an organisation has of it, as the catalogue of the database names the tables. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tables(isTenant)) {
    const [row] = await app.rows<{ count: number }>(
      `select count(*)::integer as count from ${table} where organization_id = $1`,
      [id],
    );
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

/** The tables in whose rows a text still stands anywhere. */
async function whereStill(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tables('true')) {
    const rows = await app.rows(`select from ${table} as row where row::text like $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

const remove = async (id: string) => {
  const [row] = await app.rows<{ name: string }>('select name from organizations where id = $1', [id]);
  return app.as(admin).delete(`/organizations/${id}`, { confirm_name: row?.name });
};
const passTime = (id: string) =>
  app.owner.query(`update organizations set delete_after = now() - interval '1 second' where id = $1`, [id]);
const exists = async (id: string) =>
  (await app.rows('select from organizations where id = $1', [id])).length > 0;
const run = (batch?: number) => removeDueOrganizations(app.pools.system, files, never, batch);

describe('an organisation whose thirty days are over', () => {
  test('goes with every row of every table, its files and the accounts of its people, and leaves one row', async () => {
    const gone = await fillOrganization(app);
    const stays = await fillOrganization(app);
    const before = await rowsOf(stays.id);
    expect(Object.entries(await rowsOf(gone.id)).filter(([, count]) => count === 0)).toEqual([]);
    for (const { id } of [gone, stays]) {
      mkdirSync(join(dir, id, 'banner'), { recursive: true });
      writeFileSync(join(dir, id, 'banner', '1200.webp'), 'x');
    }

    expect((await remove(gone.id)).status).toBe(204);
    await run();
    expect(await exists(gone.id)).toBe(true);
    await passTime(gone.id);
    await run();

    expect(Object.entries(await rowsOf(gone.id)).filter(([, count]) => count > 0)).toEqual([]);
    expect(await whereStill(gone.id)).toEqual(['organization_deletions']);
    for (const text of gone.personal) expect([text, await whereStill(text)]).toEqual([text, []]);
    expect(existsSync(join(dir, gone.id))).toBe(false);
    expect(
      await app.rows(
        `select requested_by, requested_at <= now() as requested, removed_at >= requested_at as removed
         from organization_deletions where id = $1`,
        [gone.id],
      ),
    ).toEqual([{ requested_by: 'Ana Skrbnica', requested: true, removed: true }]);

    expect(await rowsOf(stays.id)).toEqual(before);
    expect(existsSync(join(dir, stays.id))).toBe(true);
    expect((await app.as(stays.owner).get('/organizations/me')).status).toBe(200);
    expect((await app.as(gone.owner).get('/organizations/me')).status).toBe(401);
  });

  test('can’t be entered during the removal, which continues after each interruption', async () => {
    const { id, owner } = await fillOrganization(app);
    await remove(id);
    await passTime(id);
    const stop = new AbortController();
    const interrupted = {
      query: async (text: string, values?: unknown[]) => {
        if (text.includes('remove_organization_rows')) stop.abort();
        return app.pools.system.query(text, values);
      },
    } as typeof app.pools.system;
    await removeDueOrganizations(interrupted, files, stop.signal, 1);
    expect(await exists(id)).toBe(true);
    expect(await app.as(owner).get('/groups')).toMatchObject({ status: 401 });
    expect((await app.as(admin, id).get('/groups')).status).toBe(404);
    expect((await app.as(admin).post(`/organizations/${id}/restore`)).status).toBe(410);
    await run(1);
    expect(await exists(id)).toBe(false);
    await run();
  });

  test('is removed by the next job, when the first is killed in the middle', async () => {
    const { id } = await fillOrganization(app);
    await remove(id);
    await passTime(id);
    const full = await rowsOf(id);
    const child = fork(new URL('../../../test/processes/removal-process.ts', import.meta.url), {
      execArgv: [],
      env: { PATH: process.env.PATH, ...clockVariables, ...databaseVariables(app.env) },
    });
    const gone = once(child, 'exit');
    child.on('message', (batches) => {
      if (Number(batches) >= 8) child.kill('SIGKILL');
    });
    expect(await gone).toEqual([null, 'SIGKILL']);
    const left = await rowsOf(id);
    expect(left).not.toEqual(full);
    expect(await exists(id)).toBe(true);
    await run();
    expect(await exists(id)).toBe(false);
    expect(Object.entries(await rowsOf(id)).filter(([, count]) => count > 0)).toEqual([]);
  });

  test('does not keep another one, when something of it can’t be removed', async () => {
    const stuck = await fillOrganization(app);
    const other = await fillOrganization(app);
    for (const { id } of [stuck, other]) {
      await remove(id);
      await passTime(id);
    }
    const failing = {
      deleteAll: async (prefix: string) => {
        if (prefix.startsWith(stuck.id)) throw new Error('The storage is away');
        await files.deleteAll(prefix);
      },
    };
    await expect(removeDueOrganizations(app.pools.system, failing, never)).rejects.toThrow(
      'could not be removed',
    );
    expect(await exists(other.id)).toBe(false);
    expect((await rowsOf(stuck.id)).groups).toBeGreaterThan(0);
    await run();
    expect(await exists(stuck.id)).toBe(false);
  });
});

test('one that is not deleted, or not long enough ago, is never touched', async () => {
  const { id } = await fillOrganization(app);
  const before = await rowsOf(id);
  await app.pools.system.query('select app.remove_organization_rows($1, 1000)', [id]);
  await remove(id);
  await app.pools.system.query('select app.remove_organization_rows($1, 1000)', [id]);
  expect(await rowsOf(id)).toEqual({ ...before, activity_log: (before.activity_log ?? 0) + 1 });
});
