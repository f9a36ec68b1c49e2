/**
 * Endpoints as plain data. The server mounts them, the client calls them, the documentation lists them.
 */
import type { z } from 'zod';
import type { Problem } from './rules/errors.ts';
import type { workbookType } from './rules/exports.ts';
import type { zipType } from './rules/organization-archives.ts';
import type { Rank } from './rules/roles.ts';

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with parameters as `{name}`. */
  path: `/${string}`;
  summary: string;
  /**
   * Caller: `organization` needs an organisation's scope, `account` only a sign-in, `visitor` reads or applies in the
   * organisation of the path's `{org}`, `open` needs no sign-in: the body alone, with an address or a code, authorises.
   */
  scope: 'organization' | 'account' | 'visitor' | 'open';
  /** Minimum rank; absent for `visitor` and `open`. */
  rank?: Rank;
  /** Body fields whose minimum rank is above the endpoint's. */
  fieldRanks?: Partial<Record<string, Rank>>;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a file of one of these content types, at most `bytes` long. Only for `slow` endpoints. */
  upload?: { types: readonly string[]; bytes: number };
  /** Does something slow, for instance decoding a picture: no transaction is open meanwhile, its handler opens its own. */
  slow?: true;
  /** Stays available to accounts that must change their password before anything else. */
  whilePasswordChangeRequired?: true;
  /**
   * A hosted provider does this instead, where there is one: then nobody may make the call but a platform ADMIN, whose
   * password stays here in any case. Body fields alone if they are named, and then for everybody.
   */
  managedByProvider?: true | readonly string[];
  /**
   * A POST that only asks, for instance for a preview: it is answered while the installation is read-only. Its transaction is
   * taken back, whatever it tried out; one that is slow reads like a GET.
   */
  reads?: true;
  /** Is answered also while the installation is read-only, although it writes. */
  whileReadOnly?: true;
  /** May be answered along with a renewed session, for the first look of a page; only for reading. */
  withSession?: true;
  /** `null`: 204 without a body. */
  reply: z.ZodType | null;
  /** Content type of a reply that is a text and not JSON. */
  file?: 'text/csv' | 'application/pdf' | typeof workbookType | typeof zipType;
  /** The reply is a file that is sent while it is made; clients get it with its name. Only for `slow` endpoints. */
  stream?: true;
  /** Answers server-sent events, each with a reply as its data. Only for `slow` endpoints. */
  events?: true;
  status?: 200 | 201 | 202;
  /** May answer 202 instead, with the same reply: the work then goes on after the answer. */
  later?: true;
  /** Largest body in bytes, where the usual million is too small. */
  bytes?: number;
  /** Calls per minute allowed to one address; further ones answer 429 with Retry-After. */
  perMinute?: number;
};

/** Declares one call; a `{name}` in the path without a schema of that name does not compile. */
export function endpoint<const E extends Endpoint>(
  declared: E &
    ([PathParams<E['path']>] extends [never]
      ? unknown
      : { params: z.ZodObject<Record<PathParams<E['path']>, z.ZodType>> }),
): E {
  return declared;
}

export type Contract = { [noun: string]: { [action: string]: Endpoint } };

type Sent<E extends Endpoint> = (E['params'] extends z.ZodObject
  ? { params: z.input<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodObject
    ? Record<never, never> extends z.input<E['query']>
      ? { query?: z.input<E['query']> }
      : { query: z.input<E['query']> }
    : unknown) &
  (E['body'] extends z.ZodType ? { body: z.input<E['body']> } : unknown) &
  (E['upload'] extends object ? { file: Blob } : unknown);

/** Input of a call: path parameters, query, and body or file, before parsing. */
export type Input<E extends Endpoint> = { [K in keyof Sent<E>]: Sent<E>[K] };
/** Reply of a call. */
export type Output<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined;

/**
 * How a call is made; `transport` stands in for `fetch`, for instance to tell how much of a file is sent. The body of a
 * `stream` takes as long as the file is.
 */
export type CallInit = RequestInit & { transport?: typeof fetch; stream?: true };

type Arguments<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, init?: CallInit]
    : [input: Input<E>, init?: CallInit];

/** Header that says how many rows follow in a file that is sent while it is made. */
export const ROWS_HEADER = 'x-row-count';
/** A file that was sent while it was made; `rows` as the server counted them before. */
export type SentFile = File & { rows?: number };

type Answered<E extends Endpoint> = E extends { events: true }
  ? AsyncIterable<Output<E>>
  : E extends { stream: true }
    ? SentFile
    : Output<E>;

export type Call<E extends Endpoint> = ((...args: Arguments<E>) => Promise<Answered<E>>) & {
  /** Cache key: `[noun, action, input]`; without input it is the prefix of all of them. */
  key: (input?: Input<E>) => readonly unknown[];
  /** Options for a query library. */
  options: (...args: Arguments<E>) => {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Answered<E>>;
  };
};

/** What a client needs of a contract: schemas are the server's and the forms'. */
export type CallsOf<C extends Contract> = {
  [N in keyof C]: {
    /** Without a scope it is the organisation's, as nearly all are. */
    [A in keyof C[N]]: Pick<Endpoint, 'method' | 'path' | 'file' | 'stream' | 'events' | 'fieldRanks'> & {
      scope?: Endpoint['scope'];
    };
  };
};

/** Some of a contract's calls, as those a client begins with. */
export type SomeCalls<C extends Contract> = { [N in keyof C]?: Partial<CallsOf<C>[N]> };

export type Client<C extends Contract> = { [N in keyof C]: { [A in keyof C[N]]: Call<C[N][A]> } };

/** An answer other than 2xx, or none at all (`problem` undefined, status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(status: number, problem?: Problem) {
    super(problem?.code ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
  }

  get code(): Problem['code'] | undefined {
    return this.problem?.code;
  }
}

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
};

/** The URL of a call: the path with its parameters filled in, and the query without absent values. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Loose = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The data of server-sent events as they arrive; ours are JSON on one line. */
async function* eventsOf(response: Response): AsyncGenerator<unknown> {
  // not every browser iterates a stream
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      pending += decoder.decode(part.value, { stream: true });
      const lines = pending.split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6));
    }
  } finally {
    await reader?.cancel();
  }
}

/**
 * A whole file with the name and the number of rows that the server gives it.
 *
 * @throws {ApiError} when it breaks off
 */
async function fileOf(response: Response): Promise<SentFile> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  const content = await response.blob().catch((error: unknown) => {
    throw (error as Error).name === 'AbortError' ? error : new ApiError(0);
  });
  const rows = response.headers.get(ROWS_HEADER);
  const file = new File([content], name, { type: content.type });
  return rows === null ? file : Object.assign(file, { rows: Number(rows) });
}

/** An object whose properties are made when they are first read. */
const lazily = <T>(make: (name: string) => T): Record<string, T> =>
  new Proxy<Record<string, T>>(
    {},
    {
      get(made, name) {
        if (typeof name === 'symbol') return undefined;
        made[name] ??= make(name);
        return made[name];
      },
    },
  );

type ClientOptions<C extends Contract> = {
  baseUrl: string;
  /** Adds the token and renews it; answers as the browser's own does. */
  fetch: (url: string, init: CallInit) => Promise<Response>;
  /** Fetches the calls that the client begins without, when one of them is made. */
  later?: () => Promise<SomeCalls<C>>;
};

/**
 * The content of an answer, as its endpoint declares it.
 *
 * @throws {ApiError} when it is not 2xx
 */
async function contentOf(
  endpoint: Pick<Endpoint, 'stream' | 'file' | 'events'>,
  response: Response,
): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (response.ok && endpoint.stream) return fileOf(response);
  if (response.ok && endpoint.file) return response.text();
  if (response.ok && endpoint.events) return eventsOf(response);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const data: unknown = isJson ? await response.json() : undefined;
  if (!response.ok) throw new ApiError(response.status, data as Problem | undefined);
  return data;
}

/**
 * A typed client: `client.groups.get({ params: { id } })`, and `.options(…)` for queries.
 *
 * @throws {ApiError} from every call whose answer is not 2xx
 */
export function createClient<C extends Contract>(
  calls: SomeCalls<C>,
  { baseUrl, fetch, later }: ClientOptions<C>,
): Client<C> {
  const known = calls as SomeCalls<Contract>;
  const lookUp = async (noun: string, action: string) => {
    const others: SomeCalls<Contract> | undefined = await later?.().catch(() => {
      throw new ApiError(0);
    });
    const endpoint = others?.[noun]?.[action];
    if (!endpoint) throw new TypeError(`${noun}.${action} is no call of the contract`);
    return endpoint;
  };
  const callOf = (noun: string, action: string) => {
    const call = async (input: Loose = {}, init: CallInit = {}) => {
      const endpoint = known[noun]?.[action] ?? (await lookUp(noun, action));
      const headers = new Headers(init.headers);
      headers.set('accept', endpoint.events ? 'text/event-stream' : 'application/json');
      if (input.body !== undefined) headers.set('content-type', 'application/json');
      // a browser that doesn't know a file's ending has no type for it; the server judges by content
      if (input.file) headers.set('content-type', input.file.type || 'application/octet-stream');
      const response = await fetch(baseUrl + urlOf(endpoint, input), {
        ...init,
        method: endpoint.method,
        headers,
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        ...(input.file && { body: input.file }),
        ...(endpoint.stream && { stream: true }),
      }).catch((error: unknown) => {
        if (error instanceof ApiError || (error as Error).name === 'AbortError') throw error;
        throw new ApiError(0);
      });
      return contentOf(endpoint, response);
    };
    const key = (input?: Loose) => (input === undefined ? [noun, action] : [noun, action, input]);
    const options = (input?: Loose) => ({
      queryKey: key(input ?? {}),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { signal }),
    });
    return Object.assign(call, { key, options });
  };
  return lazily((noun) => lazily((action) => callOf(noun, action))) as unknown as Client<C>;
}
