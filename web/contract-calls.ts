import { contract } from '@vpisnik/contract/contract';
import type { Endpoint } from '@vpisnik/contract/kit';
import type { Plugin } from 'vite';

const NAME = 'virtual:contract-calls';

/** What a client needs of an endpoint; `undefined` is left out where it is written. */
const callOf = ({ method, path, scope, file, stream, events, fieldRanks }: Endpoint) => ({
  method,
  path,
  scope: scope === 'organization' ? undefined : scope,
  file,
  stream,
  events,
  fieldRanks,
});

/**
 * Gives the web every call of the contract without its schemas: what only calls the server carries no validator. The
 * contract is read when the build starts.
 */
export const contractCalls: Plugin = {
  name: 'vpisnik-contract-calls',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const calls = Object.fromEntries(
      Object.entries(contract).map(([noun, actions]) => [
        noun,
        Object.fromEntries(
          Object.entries(actions as Record<string, Endpoint>).map(([action, one]) => [action, callOf(one)]),
        ),
      ]),
    );
    return `export const calls = ${JSON.stringify(calls)};`;
  },
};
