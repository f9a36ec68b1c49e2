import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { until } from '../until.ts';
import { type AppProcess, startAppProcess } from './processes.ts';

/** What three processes answer of which one alone has heard: no memory of one decides anything. */
let site: TestApp;
let processes: AppProcess[];
beforeAll(async () => {
  site = await createTestApp();
  const variables = { PUBLIC_URL: site.env.publicUrl };
  processes = await Promise.all([1, 2, 3].map(() => startAppProcess(site.env, variables)));
});
afterAll(async () => {
  await Promise.all(processes.map((app) => app.kill()));
  await site.close();
});

type Asked = { method?: string; body?: object; headers?: Record<string, string> };

/** The answer of one of the processes. */
async function ask(at: number, path: string, { method = 'GET', body, headers = {} }: Asked = {}) {
  const response = await fetch(`${processes[at % 3]?.origin}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}
const askAll = (path: string, asked?: Asked) => Promise.all([0, 1, 2].map((at) => ask(at, path, asked)));
const signedIn = async (member: { id: string }) => ({
  authorization: `Bearer ${await site.tokenOf(member)}`,
});

test('a change is seen at once, though each remembers what it read, and so is a right that is taken away', async () => {
  const { id: organization_id } = await site.factories.organization();
  const { id } = await site.factories.category({ organization_id, name: { sl: 'Balet', en: 'Ballet' } });
  await site.factories.group({ organization_id, category_id: id });
  const member = await site.factories.member({ organization_id, role: 'ORGANIZATION_ADMIN' });
  const headers = await signedIn(member);
  const seen = async () =>
    (await askAll(`/public/${organization_id}/categories`)).map(({ body }) => body.results[0]?.name.sl);
  expect(await seen()).toEqual(['Balet', 'Balet', 'Balet']);
  for (const [at, sl] of ['Jazz', 'Step', 'Balet'].entries()) {
    const { body: its } = await ask(at, `/categories/${id}`, { headers });
    const body = { name: { sl, en: 'Dance' }, version: its.version };
    expect((await ask(at, `/categories/${id}`, { method: 'PATCH', headers, body })).status).toBe(200);
    expect(await seen()).toEqual([sl, sl, sl]);
  }
  await site.rows('update memberships set active = false where account_id = $1', [member.id]);
  expect((await askAll('/categories', { headers })).map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('a limit counts what all of them were asked', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const body = { email: 'nobody@example.com' };
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1)
    statuses.push((await ask(at, '/password-resets', { method: 'POST', headers, body })).status);
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
});

test('read-only mode that is switched on at one is obeyed by all within moments', async () => {
  const headers = await signedIn(await site.factories.member({ role: 'ADMIN' }));
  const { body: its } = await ask(0, '/installation', { headers });
  const switched = (read_only: boolean, version: number) =>
    ask(0, '/installation', { method: 'PATCH', headers, body: { read_only, version } });
  /** By nobody, who otherwise may not: what is refused first tells. */
  const answers = async () =>
    (await askAll('/categories', { method: 'POST', body: {} })).map(({ status }) => status);
  const { body: on } = await switched(true, its.version);
  await until(async () => expect(await answers()).toEqual([503, 503, 503]));
  await switched(false, on.version);
  await until(async () => expect(await answers()).toEqual([401, 401, 401]));
});
