/** The calls of the contract, and how a walk over them makes each. */
import { contract } from '@vpisnik/contract/contract';
import { type Contract, type Endpoint, urlOf } from '@vpisnik/contract/kit';
import type { Answer, Caller, TestApp } from '../app.ts';
import { queries, rows, type World } from './walk-samples.ts';

export type Step = { noun: string; name: string; endpoint: Endpoint; hasId: boolean };

export const walk: Step[] = Object.entries(contract as Contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).map(([action, endpoint]) => ({
    noun,
    name: `${noun}.${action}`,
    endpoint,
    hasId: endpoint.path.includes('{id}'),
  })),
);

export const isAnonymous = ({ endpoint }: Step) => endpoint.scope === 'visitor' || endpoint.scope === 'open';

/** Makes the row that a call is about. */
export async function makeRow(app: TestApp, { name, endpoint }: Step, of: World): Promise<string> {
  const segment = /(?<segment>[\w-]+)\/\{id\}/.exec(endpoint.path)?.groups?.segment ?? '';
  const make = rows[name] ?? rows[segment];
  if (!make) throw new Error(`Say in walk-samples.ts how to make a row of "${segment}" for ${name}`);
  return (await make(app, of)).id;
}

export type Call = { id?: string; org?: string; body?: unknown; headers?: Record<string, string> };

export function sendStep(
  caller: Caller,
  { name, endpoint }: Step,
  { id = '', org = '', body, headers }: Call,
): Promise<Answer> {
  const path = urlOf(endpoint, { params: { id, org }, query: queries[name] as Record<string, unknown> });
  const given = { 'idempotency-key': crypto.randomUUID(), ...headers };
  switch (endpoint.method) {
    case 'GET':
      return caller.get(path, given);
    case 'DELETE':
      return caller.delete(path, body, given);
    case 'POST':
      return caller.post(path, body, given);
    case 'PATCH':
      return caller.patch(path, body, given);
  }
}
