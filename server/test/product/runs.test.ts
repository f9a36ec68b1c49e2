/** Long runs of one character, in addresses and in every header that is read: none may cost the square of its length. */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { contract } from '@vpisnik/contract/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { buildPublicPages } from '../web-build.ts';

/** Nearly all that Node takes in the first line and the headers of a request. */
const LENGTH = 15_000;
/** Milliseconds of this thread, and times what as many letters cost: far above noise, far below the square. */
const [SLACK, TIMES] = [100, 10];
const inAddresses = ['/', ',', '.', '-', '0', '&', '=', '%20', '%2F'];
const inHeaders = [' ', '\t', ',', ', ', ';', '; ', '=', '"', '.', '0', '/', 'W/'];

type Asked = { path: string; method?: string; headers?: OutgoingHttpHeaders };

let site: TestApp;
let port: number;
let authorization: string;
let organization_id: string;
let feed: string;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  site = await createTestApp({
    webFolder: await buildPublicPages(),
    variables: { TRUST_PROXY: '127.0.0.1' },
  });
  port = Number(new URL((await site.listen()).origin).port);
  organization_id = (await site.factories.organization()).id;
  const owner = await site.factories.member({ organization_id });
  authorization = `Bearer ${await site.tokenOf(owner)}`;
  const { url } = await site
    .as(owner)
    .api.calendar_feeds.create({ body: { kind: 'organization', language: 'sl' } });
  feed = new URL(url).pathname;
});
afterAll(async () => {
  agent.destroy();
  await site.close();
});

test('in a path', async () => {
  const paths = [
    '/',
    '/login',
    '/assets/',
    '/oidc/auth',
    '/public/x',
    '/api/feeds/',
    '/files/',
    '/api/groups/',
  ];
  for (const path of paths) {
    await walk(inAddresses, (run) => ({ path: `${path}${run}a` }));
    // below the limit of length
    await walk(inAddresses, (run) => ({ path: `${path}${run.slice(0, 2_000)}a` }));
  }
});

test('in a query', async () => {
  const own = `/public/${organization_id}`;
  const pages = ['/', '/login', `${own}/categories`, `${own}/`, '/oidc/auth', '/auth/callback'];
  const lists = Object.values(contract)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ method, query }) => method === 'GET' && query)
    .map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, organization_id)}`);
  expect(lists.length).toBeGreaterThan(10);
  for (const path of [...pages, ...lists])
    for (const name of ['search=', ''])
      await walk(['/', ',', '%20', '0'], (run) => ({
        path: `${path}?${name}${run}a`,
        headers: { authorization },
      }));
});

const read = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie', 'host'],
  ...['if-modified-since', 'if-none-match', 'origin', 'range', 'referer', 'sec-fetch-site', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-organization-id', 'x-request-id'],
];
test.each(read)('in the header %s', async (name) => {
  const places: Asked[] = [
    { path: `/public/${organization_id}/categories` },
    { path: feed },
    { path: '/api/auth/session', method: 'POST', headers: { authorization } },
  ];
  for (const { headers, ...place } of places)
    await walk(inHeaders, (run) => ({ ...place, headers: { ...headers, [name]: `a${run}b` } }));
});

/** Compares each run with as many letters, in the thread's own time: other processes don't count. */
async function walk(runs: readonly string[], ask: (run: string) => Asked): Promise<void> {
  const letters = await cost(ask('xy'.repeat(LENGTH / 2)), 2);
  for (const run of runs) {
    const asked = ask(run.repeat(LENGTH).slice(0, LENGTH));
    const most = SLACK + TIMES * letters;
    let spent = await cost(asked);
    // retries twice, since garbage collection and the like don't recur
    if (spent > most) spent = await cost(asked, 2);
    expect({ run, path: asked.path.slice(0, 60), isSlow: spent > most }).toMatchObject({ isSlow: false });
  }
}

/** The least of so many tries. */
async function cost(asked: Asked, tries = 1): Promise<number> {
  await site.rows('delete from rate_limits');
  const before = process.threadCpuUsage();
  expect(await statusOf(asked)).toBeLessThan(500);
  const { user, system } = process.threadCpuUsage(before);
  const spent = (user + system) / 1000;
  return tries > 1 ? Math.min(spent, await cost(asked, tries - 1)) : spent;
}

function statusOf({ path, method = 'GET', headers = {} }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}
