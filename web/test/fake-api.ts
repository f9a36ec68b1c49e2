import { contract } from '@vpisnik/contract/contract';
import { createClient, type Endpoint, type Input, type Output } from '@vpisnik/contract/kit';
import type { Problem } from '@vpisnik/contract/rules/errors';
import type { Api } from '../src/lib/api.ts';
import { misfit } from './complaints.ts';
import { checkAnswered, readCall } from './contract-check.ts';

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

/**
 * The typed client over a test's answers. Calls and answers pass through JSON, as over the network; one that doesn't fit
 * the contract fails the test. Only a call that is refused as wrong may be one that the server would refuse as well.
 */
export function fakeApi(answers: Answers): Api {
  return createClient<typeof contract>(contract, {
    baseUrl: '',
    fetch: async (url, init) => {
      const call = readCall(url, init);
      if (!call) throw misfit(`${init.method} ${url} is no call of the contract`);
      const { endpoint, sent } = call;
      const answer = (answers as Record<string, Record<string, Loose> | undefined>)[endpoint.noun]?.[
        endpoint.action
      ];
      if (!answer) throw misfit(`No answer for ${endpoint.name}`);
      const reply = await answer(sent);
      const { status = 200 } = reply instanceof Refusal ? reply.problem : endpoint;
      if (status === 0) throw new TypeError('Failed to fetch');
      if (reply instanceof Refusal) {
        checkAnswered(call, status, reply.problem);
        return Response.json(reply.problem, {
          status,
          headers: { 'content-type': 'application/problem+json' },
        });
      }
      checkAnswered(call, status, reply);
      if (endpoint.reply === null) return new Response(null, { status: 204 });
      if (!endpoint.file) return Response.json(reply, { status });
      return new Response(String(reply), { status, headers: { 'content-type': endpoint.file } });
    },
  });
}
