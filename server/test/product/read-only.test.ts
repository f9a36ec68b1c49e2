/** Read-only mode over everything that is answered: nothing is written, and everything can be read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import type { Member } from '../factories.ts';
import { isAnonymous, makeRow, type Step, sendStep, walk } from '../walk/walk.ts';
import { createWorld, requiredFields, sampleBody, type World } from '../walk/walk-samples.ts';
import { buildPublicPages } from '../web-build.ts';

let app: TestApp;
let world: World;
let admin: Member;
let operator: Caller;
beforeAll(async () => {
  app = await createTestApp({ webFolder: await buildPublicPages() });
  world = await createWorld(app);
  admin = await app.factories.member({ role: 'ADMIN' });
  operator = app.as(admin);
  const { version } = (await operator.get('/installation')).body;
  expect(await operator.patch('/installation', { version, read_only: true })).toMatchObject({ status: 200 });
});
afterAll(() => app.close());

/** Methods and addresses of all routes, without those that only read. */
function writingRoutes(): { method: string; url: string }[] {
  const above: string[] = [];
  const lines = app.app.printRoutes({ commonPrefix: false }).split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*?) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    above.length = indent.length / 4;
    above.push(part === '*' && above.length > 1 ? '/*' : part);
    return methods
      .split(', ')
      .filter((method) => !['GET', 'HEAD', 'OPTIONS', ''].includes(method))
      .map((method) => ({ method, url: above.join('') }));
  });
}

test('every route of the server refuses to write, but for those that say why not', async () => {
  const routes = writingRoutes();
  expect(routes.length).toBeGreaterThan(150);
  const answered: string[] = [];
  for (const { method, url } of routes) {
    const path = url.replace(/:\w+(\([^/]*\))?/g, 'zvezda').replaceAll('*', 'x');
    const { statusCode, headers, body } = await app.app.inject({ method: method as 'POST', url: path });
    if (statusCode !== 503) {
      answered.push(`${method} ${url}`);
      continue;
    }
    expect([url, headers['retry-after']]).toEqual([url, '60']);
    if (url.startsWith('/api/'))
      expect(JSON.parse(body)).toMatchObject({ code: 'read_only', retry_after: 60 });
  }
  const asking = walk.filter(({ endpoint }) => endpoint.reads).map(({ endpoint }) => endpoint);
  const urlOf = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const signingIn =
    /^(?:\w+ \/oidc\/\*|POST \/api\/auth\/interactions\/:uid.*|(?:POST|DELETE) \/api\/auth\/session)$/;
  expect(answered.filter((route) => !signingIn.test(route)).sort()).toEqual(
    [
      ...asking.map(({ method, path }) => `${method} ${urlOf(path)}`),
      'PATCH /api/installation',
      // pages that refuse a form by themselves, with everything that was typed
      'POST /my',
      'POST /my/*',
      'POST /public/:org/groups/:id/apply',
      'POST /:organization(^(?!api$)[a-z0-9-]+$)/:group(^[a-z0-9-]+$)',
    ].sort(),
  );
});

test('what is not there is not there in read-only mode either', async () => {
  expect(await app.visitor.post('/nothing', {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await app.visitor.post('/users/me', {})).toMatchObject({ status: 405 });
});

test('only the switch itself writes, and what is said to read is a POST', () => {
  const named = (isWanted: (step: Step) => boolean) => walk.filter(isWanted).map(({ name }) => name);
  expect(named(({ endpoint }) => endpoint.whileReadOnly === true)).toEqual(['installation.update']);
  expect(named(({ endpoint }) => endpoint.reads === true && endpoint.method !== 'POST')).toEqual([]);
});

/** All rows of all tables, but for marks that nobody enters. */
async function contents(): Promise<Record<string, string>> {
  const tables = await app.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('activity_log', 'rate_limits')`,
  );
  const sums = tables.map(async ({ name }) => {
    const [row] = await app.rows<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
    );
    return [name, row?.sum ?? ''];
  });
  return Object.fromEntries(await Promise.all(sums));
}

test('everything can be read, also by a POST, and leaves no row changed', async () => {
  const reading = walk.filter(({ endpoint }) => endpoint.method === 'GET' || endpoint.reads);
  const steps: { step: Step; id?: string }[] = [];
  for (const step of reading)
    steps.push({ step, ...(step.hasId && { id: await makeRow(app, step, world) }) });
  const before = await contents();
  for (const { step, id } of steps) {
    const { endpoint, noun, name } = step;
    // it does not end by itself
    if (endpoint.events) continue;
    const inOrganization = endpoint.scope === 'organization' || endpoint.rank !== 5;
    const caller = isAnonymous(step)
      ? app.visitor
      : app.as(admin, inOrganization ? world.organization_id : undefined);
    const body = endpoint.body && sampleBody(noun, endpoint, world, { only: requiredFields(endpoint) });
    const answer = await sendStep(caller, step, {
      org: world.organization_id,
      ...(id && { id }),
      ...(body && { body }),
    });
    expect([name, answer.status]).not.toEqual([name, 500]);
    expect([name, answer.body?.code]).not.toEqual([name, 'read_only']);
  }
  expect(await contents()).toEqual(before);
});

test('staff sign in to an installation that tells them of it', async () => {
  const { organization_id } = world;
  const staff = app.as(await app.factories.member({ organization_id }));
  const { body, headers } = await staff.get('/users/me');
  expect(body.notice).toMatchObject({ read_only: true, texts: {} });
  expect(headers.get('x-notice')).toBe(String((body.notice as { version: number }).version));
  const refused = await staff.post('/locations', { name: 'Dvorana' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'read_only', retry_after: 60 } });
  expect(refused.headers.get('x-notice')).toBe(headers.get('x-notice'));
});
