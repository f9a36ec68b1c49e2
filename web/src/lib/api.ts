import { firstCalls } from 'virtual:first-calls';
import type { contract } from '@vpisnik/contract/contract';
import { type Client, createClient } from '@vpisnik/contract/kit';
import { createContext, use } from 'react';
import { page } from './session/page.ts';
import { wholeTexts } from './text/i18n.ts';

export type Api = Client<typeof contract>;

/** The calls that no page's first look is made of; whatever may make one fetches them ahead. */
export const fetchLaterCalls = async () => (await import('virtual:later-calls')).laterCalls;

/** The API with the session's token; for route loaders. Components ask for it with `useApi`. */
export const api: Api = createClient<typeof contract>(firstCalls, {
  baseUrl: '/api',
  fetch: async (...call) => {
    const answer = await page().authFetch(...call);
    // a refusal is told in words that pages of every day begin without
    if (!answer.ok) await wholeTexts();
    return answer;
  },
  later: fetchLaterCalls,
});

const ApiContext = createContext<Api>(api);

/** Puts another client in the API's place, as tests do. */
export const ApiProvider = ApiContext.Provider;

/** The typed client: `useQuery(useApi().groups.get.options({ params: { id } }))`. */
export const useApi = (): Api => use(ApiContext);
