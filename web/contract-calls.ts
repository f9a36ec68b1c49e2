import { contract } from '@vpisnik/contract/contract';
import type { Endpoint } from '@vpisnik/contract/kit';
import type { Plugin } from 'vite';

const FIRST = 'virtual:first-calls';
const LATER = 'virtual:later-calls';

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

function callsWhere(isWanted: (one: Endpoint) => boolean) {
  const nouns = Object.entries(contract).map(([noun, actions]) => [
    noun,
    Object.entries(actions as Record<string, Endpoint>)
      .filter(([, one]) => isWanted(one))
      .map(([action, one]) => [action, callOf(one)] as const),
  ]) as [string, [string, object][]][];
  return Object.fromEntries(
    nouns
      .filter(([, actions]) => actions.length > 0)
      .map(([noun, actions]) => [noun, Object.fromEntries(actions)]),
  );
}

/** What a page can show before anything is pressed comes with the session; the editor locks fields by their ranks. */
const isFirst = ({ withSession, fieldRanks }: Endpoint) => Boolean(withSession || fieldRanks);

const accounts: Endpoint[] = Object.values(contract.accounts);

const modules: Record<string, () => Record<string, unknown>> = {
  [FIRST]: () => ({
    firstCalls: callsWhere(isFirst),
    openCalls: accounts
      .filter(({ scope }) => scope === 'open')
      .map(({ method, path }) => `${method} /api${path}`),
    ownPaths: [
      ...new Set(
        accounts.filter(({ scope }) => scope === 'account').map(({ path }) => `/api${path.split('{')[0]}`),
      ),
    ],
  }),
  [LATER]: () => ({ laterCalls: callsWhere((one) => !isFirst(one)) }),
};

/**
 * Gives the web every call of the contract without its schemas, in two modules: what the first look of a page is made
 * of, and all others, so that another call costs the pages of every day nothing. The contract is read when the build
 * starts.
 */
export const contractCalls: Plugin = {
  name: 'vpisnik-contract-calls',
  resolveId: (id) => (id in modules ? `\0${id}` : undefined),
  load(id) {
    const exported = modules[id.slice(1)]?.();
    return (
      exported &&
      Object.entries(exported)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n')
    );
  },
};
