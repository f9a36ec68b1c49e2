import { contract } from '@vpisnik/contract/contract';
import { createClient, type Endpoint, type Input, type Output } from '@vpisnik/contract/kit';
import type { Problem } from '@vpisnik/contract/rules/errors';
import type { Api } from '../src/lib/api.ts';

type Contract = typeof contract;
type Answer<E extends Endpoint> = Output<E> | Refusal | Promise<Output<E> | Refusal>;

/** Answers by noun and action; a call that has none fails the test. */
export type Answers = {
  [N in keyof Contract]?: {
    [A in keyof Contract[N]]?: Contract[N][A] extends Endpoint
      ? (input: Input<Contract[N][A]>) => Answer<Contract[N][A]>
      : never;
  };
};

/** A problem instead of an answer; status 0 is a network that is down. */
export class Refusal {
  readonly problem: Pick<Problem, 'status'> & Partial<Problem>;
  constructor(problem: Pick<Problem, 'status'> & Partial<Problem>) {
    this.problem = problem;
  }
}

type Loose = (input: unknown) => unknown;

/** The typed client over a test's answers; requests and answers still pass through JSON, as over the network. */
export function fakeApi(answers: Answers): Api {
  const endpoints = Object.entries(contract).flatMap(([noun, actions]) =>
    Object.entries(actions as Record<string, Endpoint>).map(([action, endpoint]) => ({
      ...endpoint,
      name: `${noun}.${action}`,
      pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      answer: (answers as Record<string, Record<string, Loose> | undefined>)[noun]?.[action],
    })),
  );
  return createClient<typeof contract>(contract, {
    baseUrl: '',
    fetch: async (url, { method, body }) => {
      const { pathname, searchParams } = new URL(url, 'http://fake.test');
      const endpoint = endpoints.find((one) => one.method === method && one.pattern.test(pathname));
      if (!endpoint?.answer) throw new Error(`No answer for ${endpoint?.name ?? `${method} ${url}`}`);
      const query: Record<string, string | string[]> = {};
      for (const name of searchParams.keys()) {
        const values = searchParams.getAll(name);
        query[name] = values.length > 1 ? values : (values[0] ?? '');
      }
      const reply = await endpoint.answer({
        params: { ...endpoint.pattern.exec(pathname)?.groups },
        query,
        ...(body instanceof Blob ? { file: body } : { body: body ? JSON.parse(String(body)) : undefined }),
      });
      if (reply instanceof Refusal) return refuse(reply);
      if (reply === undefined) return new Response(null, { status: 204 });
      return Response.json(reply, { status: endpoint.status ?? 200 });
    },
  });
}

function refuse({ problem }: Refusal): Response {
  if (problem.status === 0) throw new TypeError('Failed to fetch');
  return Response.json(problem, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
