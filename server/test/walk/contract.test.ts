/**
 * The walk: every call of the contract refuses wrong callers and bodies, and stores every field that it accepts. A new
 * endpoint is covered by being declared; a new field or path needs a sample.
 */
import { contract } from '@vpisnik/contract/contract';
import type { Contract, Endpoint } from '@vpisnik/contract/kit';
import { urlOf } from '@vpisnik/contract/kit';
import { type Role, rankOf, roles } from '@vpisnik/contract/rules/roles';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import type { Member } from '../factories.ts';
import { type Call, isAnonymous, makeRow, type Step, sendStep, walk } from './walk.ts';
import {
  bodyFields,
  createWorld,
  keptFields,
  requiredFields,
  sampleBody,
  type World,
} from './walk-samples.ts';

let app: TestApp;
let world: World;
let foreign: World;
const members = {} as Record<Role, Member>;
/** Members of an organisation that is not active, for calls that change nothing. */
let stopped: string;
const stoppedMembers = {} as Record<Role, Member>;
/** Has to choose a password first. */
let demanded: Member;

beforeAll(async () => {
  app = await createTestApp();
  world = await createWorld(app);
  foreign = await createWorld(app);
  for (const role of roles) {
    const { organization_id } = world;
    members[role] = await app.factories.member(role === 'ADMIN' ? { role } : { role, organization_id });
  }
  stopped = (await app.factories.organization({ active: false })).id;
  for (const role of roles)
    stoppedMembers[role] = await app.factories.member({ role, organization_id: stopped });
  demanded = await demandedMember();
});
afterAll(() => app.close());
// the walk comes from one address
afterEach(() => app.owner.query('delete from rate_limits'));

const staff = walk.filter((step) => !isAnonymous(step));
const tenant = walk.filter(({ endpoint }) => endpoint.scope === 'organization');
const writing = walk.filter(({ endpoint }) => endpoint.body);

/** Calls as the member with this role; a platform ADMIN acts for the organisation. */
function as(role: Role, organizationId = world.organization_id): Caller {
  return app.as(members[role], role === 'ADMIN' ? organizationId : undefined);
}

/** A caller of a new organisation with the rank for this step. */
async function mightiest({ endpoint }: Step, { organization_id }: World): Promise<Caller> {
  if (endpoint.rank !== 5) return app.as(await app.factories.member({ organization_id }));
  // who has chosen an organisation reads no other one
  return endpoint.scope === 'account' ? app.as(members.ADMIN) : app.as(members.ADMIN, organization_id);
}

async function demandedMember(): Promise<Member> {
  const member = await app.factories.member({ organization_id: world.organization_id });
  await app.owner.query('update accounts set password_change_required = true where id = $1', [member.id]);
  return member;
}

const rowFor = (step: Step, of: World) => makeRow(app, step, of);

const send = (caller: Caller, step: Step, call: Call) =>
  sendStep(caller, step, { org: world.organization_id, ...call });

const fullBody = ({ noun, endpoint }: Step, of: World) =>
  endpoint.body ? { body: sampleBody(noun, endpoint, of) } : {};

/** The least that a body must have. */
const leastBody = ({ noun, endpoint }: Step) =>
  endpoint.body ? { body: sampleBody(noun, endpoint, world, { only: requiredFields(endpoint) }) } : {};

const withId = async (step: Step, of: World) => (step.hasId ? { id: await rowFor(step, of) } : {});

const paths = Map.groupBy(walk, ({ endpoint }) => endpoint.path);
test.each([...paths])('%s says which methods it answers', async (path, steps) => {
  const declared: string[] = steps.map(({ endpoint }) => endpoint.method);
  const url = `/api${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`;
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    if (declared.includes(method)) continue;
    const answer = await app.app.inject({ method, url });
    // another path with a parameter in the same place may take it
    if (answer.statusCode === 401) continue;
    expect([answer.statusCode, answer.json().code]).toEqual([405, 'method_not_allowed']);
    expect(String(answer.headers.allow).split(', ')).toEqual(expect.arrayContaining(declared));
  }
});

describe.each(staff)('$name', (step) => {
  test('asks for a token', async () => {
    expect(await send(app.visitor, step, { id: crypto.randomUUID() })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    const forged = { authorization: 'Bearer aaaa.bbbb.cccc' };
    expect((await send(app.visitor, step, { headers: forged })).status).toBe(401);
  });

  test.each(roles)('as %s', async (role) => {
    const isAllowed = rankOf(role) >= (step.endpoint.rank ?? 0);
    // the rank is looked at before any row is
    const id = isAllowed ? await withId(step, world) : { id: crypto.randomUUID() };
    const answer = await send(as(role), step, { ...id, ...leastBody(step) });
    if (!isAllowed) expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    else expect([401, 403, 500]).not.toContain(answer.status);
  });
});

describe.each(walk.filter(({ endpoint }) => endpoint.scope === 'visitor'))('$name', (step) => {
  test('asks for no token', async () => {
    const call = { ...(await withId(step, world)), ...leastBody(step) };
    expect((await send(app.visitor, step, call)).status).toBe(step.endpoint.status ?? 200);
  });

  test('knows only rows of the organisation', async () => {
    const unknown = crypto.randomUUID();
    const call = { ...(await withId(step, world)), ...fullBody(step, world) };
    expect((await send(app.visitor, step, { ...call, org: unknown })).status).toBe(404);
    if (!step.hasId) return;
    const elsewhere = { ...call, id: await rowFor(step, foreign) };
    expect((await send(app.visitor, step, elsewhere)).status).toBe(404);
    expect((await send(app.visitor, step, { ...call, id: unknown })).status).toBe(404);
  });
});

describe.each(walk.filter(({ endpoint }) => endpoint.scope === 'visitor'))('$name', (step) => {
  test('tells visitors of an inactive organisation no more than that it is inactive', async () => {
    const inactive = await createWorld(app);
    const { organization_id: org } = inactive;
    const call = { ...(await withId(step, inactive)), ...fullBody(step, inactive), org };
    await app.owner.query('update organizations set active = false where id = $1', [org]);
    const answer = await send(app.visitor, step, call);
    if (answer.status === 200) expect(answer.body).toMatchObject({ id: org, active: false });
    else expect(answer).toMatchObject({ status: 403, body: { code: 'organization_disabled' } });
    // the same for signed-in people, who are visitors here like all others
    const staff = await app.factories.member({ organization_id: org });
    expect((await send(app.as(staff), step, call)).status).toBe(answer.status);
  });
});

describe.each(walk.filter(({ endpoint }) => endpoint.scope === 'open'))('$name', (step) => {
  test('needs no token, and refuses a code that was never sent', async () => {
    const answer = await send(app.visitor, step, fullBody(step, world));
    if (answer.status >= 300) expect(answer).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
  });

  test("is refused to other sites' pages", async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: app.env.publicUrl, 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await send(app.visitor, step, { ...fullBody(step, world), headers });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });
});

describe.each(staff)('$name', (step) => {
  test('waits until a demanded password is chosen', async () => {
    const isAllowed = Boolean(step.endpoint.whilePasswordChangeRequired);
    const call = { ...(await withId(step, world)), ...leastBody(step) };
    const { body } = await send(app.as(isAllowed ? await demandedMember() : demanded), step, call);
    expect(body.code === 'password_change_required').toBe(!isAllowed);
  });
});

describe.each(tenant)('$name', (step) => {
  test('asks a platform ADMIN for an organisation', async () => {
    const call = { ...(await withId(step, world)), ...fullBody(step, world) };
    expect(await send(app.as(members.ADMIN), step, call)).toMatchObject({
      status: 400,
      body: { code: 'organization_required' },
    });
  });

  test("refuses another organisation's header to all other callers", async () => {
    const headers = { 'x-organization-id': foreign.organization_id };
    const call = { ...(await withId(step, foreign)), ...fullBody(step, foreign), headers };
    expect(await send(as('ORGANIZATION_ADMIN'), step, call)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const own = { 'x-organization-id': world.organization_id };
    const answer = await send(as('ORGANIZATION_ADMIN'), step, {
      ...leastBody(step),
      headers: own,
      id: crypto.randomUUID(),
    });
    expect(answer.status === 403).toBe(step.endpoint.rank === 5);
  });

  test.each(roles)('stops with the organisation for %s', async (role) => {
    const call = { id: crypto.randomUUID(), ...fullBody(step, world) };
    if (role === 'ADMIN') {
      const { id: organization_id } = await app.factories.organization({ active: false });
      const answer = await send(app.as(members.ADMIN, organization_id), step, call);
      expect(answer.body?.code).not.toBe('organization_disabled');
      return;
    }
    expect(await send(app.as(stoppedMembers[role]), step, call)).toMatchObject({
      status: 403,
      body: { code: 'organization_disabled' },
    });
  });
});

describe.each(staff.filter(({ endpoint }) => endpoint.scope === 'account'))('$name', (step) => {
  test.each(roles)('goes on in an inactive organisation as %s', async (role) => {
    const { id: organization_id } = await app.factories.organization({ active: false });
    const member = role === 'ADMIN' ? members.ADMIN : await app.factories.member({ organization_id, role });
    const call = { id: crypto.randomUUID(), ...leastBody(step) };
    const { body } = await send(app.as(member), step, call);
    expect(body?.code).not.toBe('organization_disabled');
  });
});

describe.each(tenant.filter((step) => step.hasId))('$name', (step) => {
  test("finds neither another organisation's row nor one that isn't there", async () => {
    const caller = as(step.endpoint.rank === 5 ? 'ADMIN' : 'ORGANIZATION_ADMIN');
    for (const id of [await rowFor(step, foreign), crypto.randomUUID(), 'nonsense']) {
      expect(await send(caller, step, { id, ...fullBody(step, world) })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });
});

const grouped = tenant.filter(
  ({ endpoint }) =>
    /\/(groups|participants|payments|session-exceptions)\/\{id\}/.test(endpoint.path) &&
    (endpoint.rank ?? 5) <= 3,
);
describe.each(grouped)('$name', (step) => {
  test('finds nothing outside the groups of a limited user', async () => {
    const { organization_id } = world;
    const limited = await app.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [] });
    const call = { ...(await withId(step, world)), ...fullBody(step, world) };
    expect((await send(app.as(limited), step, call)).status).toBe(404);
  });
});

describe.each(writing)('$name', (step) => {
  test('refuses an unknown field', async () => {
    const caller = isAnonymous(step) ? app.visitor : as('ADMIN');
    const body = { ...sampleBody(step.noun, step.endpoint, world), surprise: 1 };
    expect(await send(caller, step, { ...(await withId(step, world)), body })).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: [{ path: 'surprise', code: 'unknown_field' }] },
    });
  });
});

describe.each(writing)('$name', (step) => {
  test('takes no column that it does not declare', async () => {
    const known = bodyFields(step.endpoint);
    const columns = await app.rows<{ name: string }>(
      `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const hidden = [...columns.map(({ name }) => name), 'constructor', 'toString'].filter(
      (name) => !known.includes(name),
    );
    expect(hidden).toEqual(expect.arrayContaining(['password_hash', 'platform_admin']));
    const caller = isAnonymous(step) ? app.visitor : as('ADMIN');
    const call = await withId(step, world);
    // as many as are listed back at once
    for (let at = 0; at < hidden.length; at += 90) {
      const some = hidden.slice(at, at + 90);
      const given = Object.fromEntries(some.map((name) => [name, 1]));
      const body = { ...sampleBody(step.noun, step.endpoint, world), ...given };
      const answer = await send(caller, step, { ...call, body });
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields']);
      const refused = (answer.body.errors as { path: string; code: string }[])
        .filter(({ code }) => code === 'unknown_field')
        .map(({ path }) => path);
      expect(refused.sort()).toEqual(some.sort());
    }
    const polluted = JSON.stringify(sampleBody(step.noun, step.endpoint, world)).replace(
      '{',
      '{"__proto__":{"rank":5},',
    );
    expect([400, 422]).toContain((await send(caller, step, { ...call, body: polluted })).status);
  });
});

describe.each(writing.filter(({ endpoint }) => endpoint.fieldRanks))('$name', (step) => {
  test('refuses fields above the rank', async () => {
    const known = bodyFields(step.endpoint);
    for (const [field, rank = 5] of Object.entries(step.endpoint.fieldRanks ?? {})) {
      expect(known).toContain(field);
      const only = [...requiredFields(step.endpoint), field];
      const body = sampleBody(step.noun, step.endpoint, world, { only });
      const call = { ...(await withId(step, world)), body };
      const below = roles.filter((role) => rankOf(role) >= (step.endpoint.rank ?? 0) && rankOf(role) < rank);
      for (const role of below) {
        expect(await send(as(role), step, call)).toMatchObject({
          status: 403,
          body: { code: 'field_not_allowed', errors: [{ path: field, code: 'field_not_allowed' }] },
        });
      }
      const [enough] = roles.filter((role) => rankOf(role) >= rank);
      expect((await send(as(enough ?? 'ADMIN'), step, call)).status).not.toBe(403);
    }
  });
});

describe.each(writing.filter(({ noun, endpoint }) => keptFields(noun, endpoint).length > 0))(
  '$name',
  (step) => {
    test('keeps every field', async () => {
      const fresh = await createWorld(app);
      const caller = await mightiest(step, fresh);
      const isCreating = step.endpoint.method === 'POST';
      const sent = sampleBody(step.noun, step.endpoint, fresh, { variant: isCreating ? 0 : 1 });
      const id = step.noun === 'visitors' ? fresh.group.id : (await withId(step, fresh)).id;
      const to = step.endpoint.scope === 'visitor' ? app.visitor : caller;
      const answer = await send(to, step, { ...(id && { id }), org: fresh.organization_id, body: sent });
      expect(answer).toMatchObject({ status: step.endpoint.status ?? 200 });
      const saved = await readBack(step, caller, id, answer.body);
      const kept = keptFields(step.noun, step.endpoint).map((field) => [field, sent[field]]);
      expect(saved).toMatchObject(Object.fromEntries(kept));
    });
  },
);

/** Reads the saved row, by the noun's own call if there is one. */
async function readBack(
  { noun, endpoint }: Step,
  caller: Caller,
  id: string | undefined,
  answered: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  // an application is read by the staff
  const reader = noun === 'visitors' ? 'participants' : noun;
  const calls = (contract as Contract)[reader];
  const saved = endpoint.method === 'POST' ? await createdId(noun, answered) : (id ?? String(answered.id));
  // what one keeps for oneself is read by oneself
  const isOwn = endpoint.path.endsWith('/me');
  const get: Endpoint | undefined = (isOwn ? undefined : calls?.get) ?? calls?.me;
  if (!get) return answered;
  const { body } = await caller.get(urlOf(get, { params: { id: saved } }));
  if (reader !== 'participants') return body;
  const answers = body.answers as { field_id: string; value: unknown }[];
  return { ...body, answers: Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value])) };
}

async function createdId(noun: string, { id, reference }: Record<string, unknown>): Promise<string> {
  if (noun !== 'visitors') return String(id);
  const [row] = await app.rows<{ id: string }>('select id from participants where reference = $1', [
    reference,
  ]);
  return row?.id ?? '';
}
