import { contract } from '@vpisnik/contract/contract';
import type { Endpoint } from '@vpisnik/contract/kit';
import { errorStatus, type Problem } from '@vpisnik/contract/rules/errors';
import type { z } from 'zod';
import { misfit } from './complaints.ts';

/** An endpoint of the contract with its name, for instance `groups.list`, and the pattern of its path. */
type NamedEndpoint = Endpoint & { name: string; noun: string; action: string; pattern: RegExp };

/** A call as it travels: everything in a path and a query is text. */
type Sent = {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  body?: unknown;
  file?: Blob;
};

/** A call of the contract. */
export type Call = { endpoint: NamedEndpoint; sent: Sent };

const endpoints: NamedEndpoint[] = Object.entries(contract).flatMap(([noun, actions]) =>
  Object.entries(actions as Record<string, Endpoint>).map(([action, endpoint]) => ({
    ...endpoint,
    name: `${noun}.${action}`,
    noun,
    action,
    pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  })),
);

/** Reads a call as it was sent; `url` begins behind `/api`. */
export function readCall(url: string, { method = 'GET', body }: RequestInit): Call | undefined {
  const { pathname, searchParams } = new URL(url, 'http://fake.test');
  const endpoint = endpoints.find((one) => one.method === method && one.pattern.test(pathname));
  if (!endpoint) return undefined;
  const query: Sent['query'] = {};
  for (const name of searchParams.keys()) {
    const values = searchParams.getAll(name);
    query[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  const params = Object.entries(endpoint.pattern.exec(pathname)?.groups ?? {});
  return {
    endpoint,
    sent: {
      params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])),
      query,
      ...(body instanceof Blob ? { file: body } : { body: body ? JSON.parse(String(body)) : undefined }),
    },
  };
}

/** Statuses of refusals that say that a call is wrong in itself. */
const refusesCalls = new Set([400, 404, 422]);

/**
 * Notes what doesn't fit the contract: a call that the server would refuse though the test's answer doesn't, and an
 * answer that the server can't give. `answer` is a problem from status 400 on, else a reply.
 */
export function checkAnswered({ endpoint, sent }: Call, status: number, answer: unknown): void {
  if (!refusesCalls.has(status)) checkCall(endpoint, sent);
  if (status < 400) checkReply(endpoint, answer);
  else checkProblem(endpoint, status, answer as Partial<Problem>);
}

function checkCall(endpoint: NamedEndpoint, { params, query, body }: Sent): void {
  const parts = { params, query, body };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema) note(endpoint, part, parts[part], issuesOf(schema, parts[part]));
    else if (Object.keys(parts[part] ?? {}).length > 0)
      note(endpoint, part, parts[part], [`it takes no ${part}`]);
  }
}

/** Notes what of a reply is not declared: the server would fail to send it, or leave it out. */
function checkReply(endpoint: NamedEndpoint, reply: unknown): void {
  if (endpoint.reply === null) {
    if (reply !== undefined) note(endpoint, 'reply', reply, ['it replies with nothing']);
    return;
  }
  note(endpoint, 'reply', reply, issuesOf(endpoint.reply, endpoint.file ? reply : throughJson(reply)));
}

/** Notes a problem whose code has another status, or whose current row is none of this endpoint. */
function checkProblem(endpoint: NamedEndpoint, status: number, { code, current }: Partial<Problem>): void {
  if (code && errorStatus[code] !== status)
    note(endpoint, 'problem', { status, code }, [`${code} has status ${errorStatus[code]}`]);
  if (current !== undefined && endpoint.reply)
    note(endpoint, 'current row', current, issuesOf(endpoint.reply, throughJson(current)));
}

const throughJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function note({ name }: NamedEndpoint, part: string, value: unknown, issues: string[]): void {
  if (issues.length > 0)
    misfit(`${part} of ${name} doesn't fit the contract: ${issues.join('; ')}\n${JSON.stringify(value)}`);
}

/** What a schema says against a value, and what it would leave out of it. */
function issuesOf(schema: z.ZodType, value: unknown): string[] {
  const { data, error } = schema.safeParse(value);
  if (error) return error.issues.map(({ path, message }) => `${path.join('.') || '(all)'}: ${message}`);
  return lostOf(value, data).map((path) => `${path}: not declared`);
}

/** Paths of the fields that `before` has and `after` has no more. */
function lostOf(before: unknown, after: unknown, path = ''): string[] {
  if (typeof before !== 'object' || before === null) return [];
  return Object.entries(before).flatMap(([key, value]) => {
    const at = path ? `${path}.${key}` : key;
    const kept = (after as Record<string, unknown> | null)?.[key];
    return kept === undefined ? [at] : lostOf(value, kept, at);
  });
}
