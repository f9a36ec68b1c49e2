import { calls } from 'virtual:contract-calls';
import type { contract } from '@vpisnik/contract/contract';
import { type Client, createClient } from '@vpisnik/contract/kit';
import { createContext, use } from 'react';
import { page } from './session/page.ts';

export type Api = Client<typeof contract>;

/** The API with the session's token; for route loaders. Components ask for it with `useApi`. */
export const api: Api = createClient<typeof contract>(calls, {
  baseUrl: '/api',
  fetch: (...call) => page().authFetch(...call),
});

const ApiContext = createContext<Api>(api);

/** Puts another client in the API's place, as tests do. */
export const ApiProvider = ApiContext.Provider;

/** The typed client: `useQuery(useApi().groups.get.options({ params: { id } }))`. */
export const useApi = (): Api => use(ApiContext);
