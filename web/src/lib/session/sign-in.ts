import type { Problem } from '@vpisnik/contract/errors';
import { ApiError } from '@vpisnik/contract/kit';
import type { OAuth, Transaction } from './oauth.ts';
import type { TokenKeeper } from './token-keeper.ts';

export type Credentials = {
  email: string;
  password: string;
  /** Of the mail that asks whether an unknown device is the person's. */
  device_code?: string;
};

type SignInOptions = {
  oauth: Pick<OAuth, 'newTransaction' | 'begin' | 'exchange'>;
  keeper: Pick<TokenKeeper, 'set'>;
  fetch: typeof fetch;
  /** Keeps what must match until the provider's answer, for this tab only. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Leaves this page for the provider's next step. */
  leave: (url: string) => void;
};

type Pending = Transaction & { redirect?: string };

const PENDING = 'vpisnik.sign-in';

/** The two halves of signing in: before and after the provider. */
export function createSignIn({ oauth, keeper, fetch, storage, leave }: SignInOptions) {
  async function answerStep(uid: string, credentials: Credentials): Promise<string> {
    const response = await fetch(`/api/auth/interactions/${encodeURIComponent(uid)}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
      signal: AbortSignal.timeout(30_000),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new ApiError(response.status, body as Problem | undefined);
    return (body as { redirect_to: string }).redirect_to;
  }

  return {
    /**
     * Gives e-mail and password and leaves for the provider, which comes back to `/auth/callback`. A sign-in step that
     * another tab has replaced meanwhile is begun again, without anybody noticing.
     *
     * @param redirect path to go to afterwards
     * @throws {ApiError} with the refusal's code; status 0 when there was no answer
     */
    async signIn(credentials: Credentials, redirect?: string): Promise<void> {
      const transaction = oauth.newTransaction();
      const attempt = async () => answerStep(await oauth.begin(transaction), credentials);
      const next = await attempt()
        .catch((error) => {
          if (error instanceof ApiError && error.code === 'interaction_expired') return attempt();
          throw error;
        })
        .catch((error) => {
          throw error instanceof TypeError || error.name === 'TimeoutError' ? new ApiError(0) : error;
        });
      const pending: Pending = { ...transaction, ...(redirect && { redirect }) };
      storage.setItem(PENDING, JSON.stringify(pending));
      leave(next);
    },

    /**
     * Exchanges the code of the callback, and answers the path to go to. What must match is used once.
     *
     * @throws when the callback is not the answer to a sign-in that this tab began, or was refused
     */
    async complete(callback: string): Promise<string | undefined> {
      const kept = storage.getItem(PENDING);
      storage.removeItem(PENDING);
      if (!kept) throw new Error('This tab began no sign-in');
      const { redirect, ...transaction } = JSON.parse(kept) as Pending;
      keeper.set(await oauth.exchange(new URL(callback), transaction));
      return redirect;
    },
  };
}
