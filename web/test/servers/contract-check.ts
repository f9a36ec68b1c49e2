import { contract } from '@vpisnik/contract/contract';
import type { Endpoint } from '@vpisnik/contract/kit';
import { errorStatus, type Problem } from '@vpisnik/contract/rules/errors';
import { misfit } from '../complaints.ts';

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

const endpoints: NamedEndpoint[] = Object.entries(contract)
  .flatMap(([noun, actions]) =>
    Object.entries(actions as Record<string, Endpoint>).map(([action, endpoint]) => ({
      ...endpoint,
      name: `${noun}.${action}`,
      noun,
      action,
      pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    })),
  )
  // a word in a path goes before a parameter, as on the server
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length);

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
 *
 * @returns the answer as the server sends it, without what is not declared
 */
export function checkAnswered({ endpoint, sent }: Call, status: number, answer: unknown): unknown {
  if (!refusesCalls.has(status)) checkCall(endpoint, sent);
  if (status < 400) return checkReply(endpoint, answer);
  return checkProblem(endpoint, status, answer as Partial<Problem>);
}

function checkCall(endpoint: NamedEndpoint, { params, query, body }: Sent): void {
  const parts = { params, query, body };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema) parse(endpoint, part, schema, parts[part]);
    else if (Object.keys(parts[part] ?? {}).length > 0)
      note(endpoint, part, parts[part], [`it takes no ${part}`]);
  }
}

function checkReply(endpoint: NamedEndpoint, reply: unknown): unknown {
  if (endpoint.reply) return parse(endpoint, 'reply', endpoint.reply, throughJson(reply));
  if (reply !== undefined) note(endpoint, 'reply', reply, ['it replies with nothing']);
  return undefined;
}

/** Notes a problem whose code has another status, or whose current row is none of this endpoint. */
function checkProblem(endpoint: NamedEndpoint, status: number, problem: Partial<Problem>): unknown {
  const { code, current } = problem;
  if (code && errorStatus[code] !== status)
    note(endpoint, 'problem', { status, code }, [`${code} has status ${errorStatus[code]}`]);
  if (current === undefined || !endpoint.reply) return problem;
  return { ...problem, current: parse(endpoint, 'current row', endpoint.reply, throughJson(current)) };
}

const throughJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** What a schema makes of a value; the value itself where it doesn't fit. */
function parse(
  endpoint: NamedEndpoint,
  part: string,
  schema: NonNullable<Endpoint['reply']>,
  value: unknown,
): unknown {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => `${path.join('.') || '(all)'}: ${message}`);
  note(endpoint, part, value, issues);
  return value;
}

function note({ name }: NamedEndpoint, part: string, value: unknown, issues: string[]): void {
  misfit(`${part} of ${name} doesn't fit the contract: ${issues.join('; ')}\n${JSON.stringify(value)}`);
}
