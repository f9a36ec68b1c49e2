import { createOAuth } from './oauth.ts';
import { createSignIn } from './sign-in.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** What this page needs to sign in, which most pages never do. */
export function createPageSignIn(keeper: TokenKeeper, fetch: typeof window.fetch) {
  const oauth = createOAuth({ origin: window.location.origin, fetch });
  const leave = (url: string) => window.location.assign(url);
  return { oauth, ...createSignIn({ oauth, keeper, fetch, storage: sessionStorage, leave }) };
}
