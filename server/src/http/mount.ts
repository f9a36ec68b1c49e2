import type { Readable } from 'node:stream';
import { uuid } from '@vpisnik/contract/common';
import type { Contract, Endpoint, Output } from '@vpisnik/contract/kit';
import type { Rank, Role } from '@vpisnik/contract/rules/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Pools } from '../db/connection/pools.ts';
import {
  type AccountScope,
  asAccount,
  asVisitor,
  type Bearer,
  type Demand,
  type OpenScope,
  type PublicScope,
  type Scope,
} from '../db/scope.ts';
import { AppError } from '../errors.ts';
import { recordActing } from './acting.ts';
import { abortedAtClose, abortedAtEnd, sendEvents } from './events.ts';
import { addressLimit } from './guards/limits.ts';
import { notFromElsewhere } from './guards/same-origin.ts';
import { stripped } from './stripped.ts';
import { parse } from './validation.ts';

type Parsed<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : undefined;

type ScopeOf<E extends Endpoint> = E['scope'] extends 'organization'
  ? Scope
  : E['scope'] extends 'account'
    ? AccountScope
    : E['scope'] extends 'open'
      ? OpenScope
      : PublicScope;

/** Runs work in a transaction of its own, as the caller. */
export type InScope<S> = <T>(work: (scope: S) => Promise<T>) => Promise<T>;

/**
 * What a handler gets: parsed input, and the scope whose transaction it runs in. One that is slow runs in none; it opens
 * one with `inScope` where it needs the database. One that streams may read all it sends in one `inSnapshot`.
 */
export type Request<E extends Endpoint> = {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E extends { slow: true } ? { inScope: InScope<ScopeOf<E>> } : { scope: ScopeOf<E> }) &
  (E extends { upload: object } ? { file: Buffer } : unknown) &
  (E extends { events: true } ? { signal: AbortSignal } : unknown) &
  (E extends { stream: true } ? { signal: AbortSignal; inSnapshot: InScope<ScopeOf<E>> } : unknown);

type Answer<E extends Endpoint> = E extends { events: true }
  ? AsyncIterable<Output<E>>
  : E extends { stream: true }
    ? Readable
    : Output<E>;
type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Answer<E>>;

/** A handler per endpoint; one that is missing does not compile. */
export type Handlers<C extends { [action: string]: Endpoint }> = { [A in keyof C]: Handler<C[A]> };

type Dependencies = {
  pools: Pools;
  publicUrl: string;
  /** Whether people sign in at a provider elsewhere. */
  hostedProvider: boolean;
  verifyAccessToken: (token: string) => Promise<Bearer>;
};

/**
 * Mounts a contract below `/api`: authenticate, scope, permission, validate, transaction, strip the reply. A new
 * endpoint gets all of it by being declared.
 */
export function mount<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: { [N in keyof C]: Handlers<C[N]> },
  dependencies: Dependencies,
): void {
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [action, endpoint] of Object.entries(endpoints)) {
      const handler = handlers[noun]?.[action] as Handler<Endpoint>;
      const call = `${noun}.${action}`;
      const slow = endpoint.slow && slowly(call, endpoint, handler as unknown as Slow, dependencies);
      const closing = endpoint.events || endpoint.stream ? abortedAtClose(app) : undefined;
      const route = {
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
        ...(endpoint.bytes && { bodyLimit: endpoint.bytes }),
        config: {
          ...((endpoint.reads || endpoint.whileReadOnly) && { whileReadOnly: 'goes on' as const }),
          ...(endpoint.reads && { replica: 'only reads' as const }),
          ...(endpoint.events && { replica: 'goes on' as const }),
        },
        onRequest: [
          ...(endpoint.scope === 'open' ? [notFromElsewhere(dependencies.publicUrl)] : []),
          ...(endpoint.perMinute ? [addressLimit(dependencies.pools.system, endpoint)] : []),
          // who may not upload or send much is refused before it is read
          ...(slow ? [slow.admit] : endpoint.bytes ? [admitted(endpoint, dependencies)] : []),
        ],
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          // what people see here must not outlive their sign-in on a shared computer
          reply.header('cache-control', 'no-store');
          const result = slow
            ? await slow.answer(request, reply, closing)
            : await answer(call, endpoint, handler, dependencies, request, reply);
          if (endpoint.reply === null) return reply.code(204).send();
          if (endpoint.events) return sendEvents(reply, endpoint.reply, result as AsyncIterable<unknown>);
          if (endpoint.file)
            reply.type(endpoint.file === 'text/csv' ? `${endpoint.file}; charset=utf-8` : endpoint.file);
          if (endpoint.stream) return reply.send(result as Readable);
          if (!endpoint.later) reply.code(endpoint.status ?? 200);
          return reply.send(stripped(endpoint.reply, result));
        },
      };
      const { upload } = endpoint;
      if (upload) app.register(async (uploads) => takeFiles(uploads, upload).route(route));
      else app.route(route);
    }
  }
}

/** Makes the routes of a plugin read their body as a file, and as nothing else. */
function takeFiles(app: FastifyInstance, { types, bytes }: NonNullable<Endpoint['upload']>): FastifyInstance {
  app.removeAllContentTypeParsers();
  const accepted = types.map((type) => (type.endsWith('/*') ? new RegExp(`^${type.slice(0, -1)}`) : type));
  for (const type of accepted)
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: bytes }, (_request, body, done) =>
      done(null, body),
    );
  return app;
}

/** A handler of a call that is slow, as far as mounting knows it. */
type Slow = (request: Record<string, unknown> & { inScope: InScope<AccountScope> }) => Promise<unknown>;

/**
 * A call whose handler runs outside of a transaction. `admit` says before the body is read whether the caller may make
 * it; every transaction that the handler opens asks anew.
 */
function slowly(call: string, endpoint: Endpoint, handler: Slow, dependencies: Dependencies) {
  const admitted = new WeakMap<FastifyRequest, AccountScope>();
  return {
    admit: async (request: FastifyRequest): Promise<void> => {
      const who = await authenticated(
        endpoint,
        dependencies,
        request,
        { writes: false },
        async (scope) => scope,
      );
      admitted.set(request, who as AccountScope);
    },
    answer: async (request: FastifyRequest, reply: FastifyReply, closing?: AbortSignal): Promise<unknown> => {
      const who = admitted.get(request);
      if (!who) throw new AppError('unauthorized');
      const scoped =
        (access: Access): InScope<AccountScope> =>
        <T>(work: (scope: AccountScope) => Promise<T>) =>
          authenticated(endpoint, dependencies, request, access, work) as Promise<T>;
      const file = endpoint.upload && (request.body ?? Buffer.alloc(0));
      const input = inputOf(endpoint, who.rank, request);
      const signal = closing && AbortSignal.any([closing, abortedAtEnd(reply)]);
      const result = await handler({
        ...{ ...input, request, reply, inScope: scoped({ writes: true }) },
        ...(file && { file }),
        ...(signal && { signal }),
        ...(endpoint.stream && { inSnapshot: scoped({ writes: false, snapshot: true }) }),
      });
      if (who.role === 'ADMIN') await recordActing(dependencies.pools.system, who, call, endpoint);
      return result;
    },
  };
}

/** Checks the caller before the body is read; the transaction of the call checks again. */
function admitted(endpoint: Endpoint, dependencies: Dependencies) {
  return async (request: FastifyRequest): Promise<void> => {
    // as a write, which waits for its commit: the call itself then finds the connection free
    await authenticated(endpoint, dependencies, request, { writes: true }, async () => undefined);
  };
}

/** Parses parameters, query and body by the endpoint's schemas; checks the ranks of body fields first. */
function inputOf(endpoint: Endpoint, rank: Rank | undefined, request: FastifyRequest) {
  if (rank) requireFieldRanks(endpoint, rank, request.body);
  return {
    params: endpoint.params && parse(endpoint.params, request.params, 'params'),
    query: endpoint.query && parse(endpoint.query, request.query, 'query'),
    body: endpoint.body && parse(endpoint.body, request.body, 'body'),
  };
}

function answer(
  call: string,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  dependencies: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const read = (rank: Rank | undefined) =>
    ({ ...inputOf(endpoint, rank, request), request, reply }) as unknown as Omit<Request<Endpoint>, 'scope'>;
  const writes = endpoint.method !== 'GET';
  if (endpoint.scope === 'open') {
    if (dependencies.hostedProvider) requireOurs(endpoint, undefined, request.body);
    // a handler is a function of the whole contract here, so the scope has no type of its own
    return handler({ ...read(undefined), scope: {} } as unknown as Request<Endpoint>);
  }
  if (endpoint.scope === 'visitor') {
    const input = read(undefined);
    const { org } = input.params as unknown as { org: string };
    return asVisitor(dependencies.pools.public, org, writes, (scope) => handler({ ...input, scope }));
  }
  const access = { writes, trial: endpoint.reads ?? false };
  return authenticated(endpoint, dependencies, request, access, async (scope) => {
    const result = await handler({ ...read(scope.rank), scope } as unknown as Request<Endpoint>);
    if (scope.role === 'ADMIN') await recordActing(dependencies.pools.system, scope, call, endpoint);
    return result;
  });
}

/**
 * Whose token a request carries, verified once. The account itself is never handed on from one transaction to the next:
 * each reads its rank and scope anew.
 */
const bearers = new WeakMap<FastifyRequest, Bearer>();

async function bearerOf(
  request: FastifyRequest,
  verifyAccessToken: Dependencies['verifyAccessToken'],
): Promise<Bearer> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new AppError('unauthorized');
  return verifyAccessToken(token).catch(() => {
    throw new AppError('unauthorized');
  });
}

type Access = Pick<Demand, 'writes' | 'snapshot' | 'trial'>;

async function authenticated(
  endpoint: Endpoint,
  { pools, hostedProvider, verifyAccessToken }: Dependencies,
  request: FastifyRequest,
  access: Access,
  work: (scope: AccountScope) => Promise<unknown>,
): Promise<unknown> {
  const bearer = bearers.get(request) ?? (await bearerOf(request, verifyAccessToken));
  bearers.set(request, bearer);
  const requested = uuid.nullable().safeParse(request.headers['x-organization-id'] ?? null);
  if (!requested.success) throw new AppError('invalid_request');
  const demand = {
    rank: endpoint.rank ?? 5,
    organization: endpoint.scope === 'organization',
    whilePasswordChangeRequired: endpoint.whilePasswordChangeRequired ?? false,
    ...access,
  };
  return asAccount(pools.api, bearer, requested.data, demand, (scope) => {
    if (hostedProvider) requireOurs(endpoint, scope.role, request.body);
    return work(scope);
  });
}

/** Refuses calls and fields that a hosted provider manages. */
function requireOurs({ managedByProvider }: Endpoint, role: Role | undefined, body: unknown): void {
  if (!managedByProvider) return;
  const isTheirs =
    managedByProvider === true
      ? role !== 'ADMIN'
      : managedByProvider.some((field) => typeof body === 'object' && body !== null && field in body);
  if (isTheirs) throw new AppError('managed_by_provider');
}

function requireFieldRanks(endpoint: Endpoint, rank: Rank, body: unknown): void {
  if (!endpoint.fieldRanks || typeof body !== 'object' || body === null) return;
  const above = Object.keys(body).filter((field) => (endpoint.fieldRanks?.[field] ?? 1) > rank);
  if (above.length > 0) {
    const errors = above.map((path) => ({ path, code: 'field_not_allowed' }));
    throw new AppError('field_not_allowed', { errors });
  }
}
