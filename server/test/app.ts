import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@vpisnik/contract/contract';
import { type Client, createClient } from '@vpisnik/contract/kit';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { type Mail, type Mailbox, startMailbox } from '../../mailbox/mailbox.ts';
import { createApp } from '../src/app.ts';
import { startWorker } from '../src/background/worker.ts';
import { createPools } from '../src/db/connection/pools.ts';
import { writeMailDelay } from '../src/db/migrate.ts';
import type { Network } from '../src/files/fetch-picture.ts';
import { openStorage } from '../src/files/storage.ts';
import type { Names } from '../src/mail/dns/names.ts';
import { findFreePorts } from '../src/ports.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createFactories, type Member } from './factories.ts';
import { mintAccessToken } from './tokens.ts';
import { until } from './until.ts';

/** What came back; a problem's fields are read off `body` like any other. */
export type Answer<Body = Record<string, unknown>> = {
  status: number;
  headers: Headers;
  body: Body;
};

type HeaderValues = Record<string, string>;
type Send = (
  method: string,
  path: string,
  headers: HeaderValues,
  payload: Payload | undefined,
) => Promise<Response>;
type Payload = string | Buffer<ArrayBuffer>;

/** Calls below `/api` as one person. A body that is a string or bytes is sent as it is. */
export type Caller = {
  get<Body = Record<string, unknown>>(path: string, headers?: HeaderValues): Promise<Answer<Body>>;
  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: HeaderValues,
  ): Promise<Answer<Body>>;
  patch<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: HeaderValues,
  ): Promise<Answer<Body>>;
  delete<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: HeaderValues,
  ): Promise<Answer<Body>>;
  /** Typed client of the contract; throws `ApiError` unless the status is 2xx. */
  api: Client<typeof contract>;
};

type Options = {
  /** Environment variables beside the defaults of the mode `test`. */
  variables?: Record<string, string>;
  /** Starts a mailbox that takes every mail, and the worker that sends it; read it with `mails`. */
  mailbox?: boolean;
  /** Instead of the internet, for what the server fetches. */
  network?: Network;
  /** Instead of the machine's name servers. */
  names?: Names;
  /** Where the built web is: what `buildPublicPages` made. */
  webFolder?: string;
  /** A database of the test's own, in place of a copy of the template and of all variables. */
  database?: TestDatabase;
};

/**
 * The whole application on a database of its own. Call it in `beforeAll` and `close` in `afterAll`. Requests are
 * answered in the process; `listen` opens a port for tests about parallel connections.
 */
export async function createTestApp({
  variables = {},
  mailbox = false,
  network,
  names,
  webFolder,
  database: given,
}: Options = {}) {
  const [mailPort = 0, smtpPort = 0] = mailbox ? await findFreePorts(2) : [];
  const database =
    given ??
    (await createTestDatabase({
      ...(mailbox && { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }),
      ...variables,
    }));
  const { env } = database;
  const owner = new pg.Pool({ connectionString: env.databaseUrl, max: 4 });
  // its connections are cut when the database is dropped
  owner.on('error', () => {});
  // the template that databases of tests are copies of knows no delay
  if (env.mailDelaySeconds > 0) await writeMailDelay(owner, env.mailDelaySeconds);
  const pools = createPools(env);
  const storage = openStorage(env);
  const app = await createApp({
    ...{ env, pools, storage },
    ...(network && { network }),
    ...(names && { names }),
    ...(webFolder !== undefined && { webFolder }),
  });
  const mailDir = mkdtempSync(join(tmpdir(), 'vpisnik-mailbox-'));
  const box: Mailbox | undefined = mailbox
    ? await startMailbox({ port: mailPort, smtpPort, dir: mailDir })
    : undefined;
  const worker = box && (await startWorker({ env, pools, storage }, app.log));

  const inject: Send = async (method, path, headers, payload) => {
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: `/api${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    });
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : response.rawPayload, {
      status: response.statusCode,
      headers: flat(response.headers),
    });
  };
  const over =
    (origin: string): Send =>
    (method, path, headers, payload) =>
      fetch(`${origin}/api${path}`, { method, headers, ...(payload !== undefined && { body: payload }) });

  const people = (send: Send) => ({
    /** Calls as a visitor, without a token. */
    visitor: caller(send, async () => ({})),
    /** Calls as a signed-in member; `acting` is the organisation that a platform ADMIN acts for. */
    as: (member: Pick<Member, 'id'>, acting?: string): Caller =>
      caller(send, async () => ({
        authorization: `Bearer ${await tokenOf(member)}`,
        ...(acting && { 'x-organization-id': acting }),
      })),
  });

  const tokens = new Map<string, Promise<string>>();
  const tokenOf = ({ id }: Pick<Member, 'id'>): Promise<string> => {
    const token = tokens.get(id) ?? mintAccessToken(env, pools.system, id, { expiresIn: 3600 });
    tokens.set(id, token);
    return token;
  };

  const mails = async (): Promise<Mail[]> => {
    if (!box) throw new Error('Start the test application with { mailbox: true }');
    return (await (await fetch(`${box.url}/email`)).json()) as Mail[];
  };

  return {
    app,
    env,
    pools,
    storage,
    /** Connections as the table owner, to whom no policy applies. */
    owner,
    factories: createFactories(owner),
    tokenOf,
    ...people(inject),
    /** The same over real connections to a port of its own. */
    async listen() {
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      return { origin, ...people(over(origin)) };
    },
    mails,
    /** Waits for mails to one address, oldest first. */
    mailsTo: (address: string, count = 1): Promise<Mail[]> =>
      until(async () => {
        const found = (await mails()).filter((mail) => mail.to.some((one) => one.address === address));
        if (found.length < count) throw new Error(`${found.length} of ${count} mails to ${address}`);
        return found;
      }),
    /** Rows of a query as the owner; for what can't be seen from outside. */
    async rows<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
      return (await owner.query<R>(text, values)).rows;
    },
    async close(): Promise<void> {
      await app.close();
      await worker?.stop();
      await box?.stop();
      rmSync(mailDir, { recursive: true, force: true });
      const { rows } = await owner.query(miscounted);
      await Promise.all([pools.close(), owner.end()]);
      await database.drop();
      if (rows.length > 0) throw new Error(`Groups whose counts are wrong: ${JSON.stringify(rows)}`);
    },
  };
}

/** Groups whose counts are not those of their participants: after all that a test did, there are none. */
const miscounted = `
  select g.id, c.taken, c.waiting
  from groups g
  cross join lateral (
    select count(*) filter (where status in ('pending', 'approved') or offer_until is not null) as taken,
      count(*) filter (where status = 'waitlisted' and offer_until is null) as waiting
    from participants p where p.organization_id = g.organization_id and p.group_id = g.id
  ) p
  left join group_counts c on c.organization_id = g.organization_id and c.group_id = g.id
  where (c.taken, c.waiting) is distinct from (p.taken, p.waiting)`;

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

function caller(send: Send, identify: () => Promise<HeaderValues>): Caller {
  const call = async <Body>(method: string, path: string, body: unknown, given: HeaderValues = {}) => {
    const hasBody = body !== undefined;
    const headers = {
      ...(await identify()),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...given,
    };
    const isReady = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = hasBody ? (isReady ? (body as Payload) : JSON.stringify(body)) : undefined;
    const response = await send(method, path, headers, payload);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : { text }) as Body,
    };
  };
  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
    api: createClient<typeof contract>(contract, {
      baseUrl: '',
      fetch: async (url, init) =>
        send(
          init.method ?? 'GET',
          url,
          { ...(await identify()), ...Object.fromEntries(new Headers(init.headers)) },
          init.body instanceof Blob
            ? Buffer.from(await init.body.arrayBuffer())
            : init.body
              ? String(init.body)
              : undefined,
        ),
    }),
  };
}

function flat(headers: Record<string, string | number | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
}
