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

/** What an authenticator app is set up with. */
export type Setup = { secret: string; uri: string };

/** New recovery codes, to be shown before the sign-in goes on, which may fail. */
export type Recovery = { codes: string[]; goOn: () => Promise<void> };

/** The password was right, and the server waits for a second factor. */
export type SecondFactorStep = {
  /** There when the second factor is to be set up first; the code then confirms it. */
  setup?: Setup;
  /**
   * Gives a code of the app or a recovery code, and leaves for the provider unless there are recovery codes to show.
   *
   * @throws {ApiError} interaction_expired when the password has to be given again
   */
  continueWithCode: (code: string) => Promise<Recovery | undefined>;
};

type SignInOptions = {
  oauth: Pick<OAuth, 'newTransaction' | 'begin' | 'exchange' | 'follow'>;
  keeper: Pick<TokenKeeper, 'set' | 'settled'>;
  fetch: typeof fetch;
  /** Keeps what must match until the provider's answer, for this tab only. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Leaves this page for the provider's next step. */
  leave: (url: string) => void;
};

type Pending = Transaction & { redirect?: string };

type Left = { redirect_to: string };

const PENDING = 'vpisnik.sign-in';

/** The two halves of signing in: before and after the provider. */
export function createSignIn({ oauth, keeper, fetch, storage, leave }: SignInOptions) {
  async function post<T>(path: string, content: object): Promise<T> {
    const response = await fetch(`/api/auth/interactions/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(30_000),
    }).catch((error) => {
      throw unanswered(error);
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new ApiError(response.status, body as Problem | undefined);
    return body as T;
  }

  /** The password is right; what is left of the step, when the server waits for a second factor. */
  async function answerStep(
    uid: string,
    credentials: Credentials,
    goOn: (url: string) => Promise<void>,
  ): Promise<SecondFactorStep | undefined> {
    const step = encodeURIComponent(uid);
    const continueWithCode: SecondFactorStep['continueWithCode'] = async (code) => {
      const answer = await post<Left & { recovery_codes?: string[] }>(`${step}/second-factor`, { code });
      const go = () => goOn(answer.redirect_to);
      if (answer.recovery_codes) return { codes: answer.recovery_codes, goOn: go };
      await go();
      return undefined;
    };
    try {
      await goOn((await post<Left>(step, credentials)).redirect_to);
      return undefined;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'second_factor_required') return { continueWithCode };
      if (code !== 'second_factor_setup_required') throw error;
      return { setup: await post<Setup>(`${step}/second-factor/setup`, {}), continueWithCode };
    }
  }

  /** Opens a step and answers it; one that another tab has replaced meanwhile is begun again, without anybody noticing. */
  function giveCredentials(
    transaction: Transaction,
    credentials: Credentials,
    goOn: (url: string) => Promise<void>,
  ): Promise<SecondFactorStep | undefined> {
    const attempt = async () => answerStep(await oauth.begin(transaction), credentials, goOn);
    return attempt()
      .catch((error) => {
        if (error instanceof ApiError && error.code === 'interaction_expired') return attempt();
        throw error;
      })
      .catch((error) => {
        throw unanswered(error);
      });
  }

  const keep = (transaction: Transaction, redirect: string | undefined) => {
    const pending: Pending = { ...transaction, ...(redirect && { redirect }) };
    storage.setItem(PENDING, JSON.stringify(pending));
  };

  return {
    /**
     * Gives e-mail and password and leaves for the provider, which comes back to `/auth/callback`.
     *
     * @param redirect path to go to afterwards
     * @returns the step that waits for a second factor; nothing when this page is being left
     * @throws {ApiError} with the refusal's code; status 0 when there was no answer
     */
    async signIn(credentials: Credentials, redirect?: string): Promise<SecondFactorStep | undefined> {
      const transaction = oauth.newTransaction();
      return giveCredentials(transaction, credentials, async (url) => {
        keep(transaction, redirect);
        leave(url);
      });
    },

    /**
     * The same without leaving this page, which may hold an edit: it follows the provider's redirects by itself.
     *
     * @throws {ApiError} with the refusal's code; status 0 when there was no answer
     */
    async signInHere(credentials: Credentials): Promise<SecondFactorStep | undefined> {
      await keeper.settled();
      const transaction = oauth.newTransaction();
      return giveCredentials(transaction, credentials, async (url) => {
        keeper.set(await oauth.exchange(await oauth.follow(url), transaction));
      });
    },

    /**
     * Leaves for the hosted provider, which comes back to `/auth/callback`, or to `/login?error=` when it refused.
     *
     * @param redirect path to go to afterwards
     * @throws {ApiError} with status 0 when there was no answer
     */
    async signInElsewhere(redirect?: string): Promise<void> {
      const transaction = oauth.newTransaction();
      const uid = await oauth.begin(transaction).catch((error) => {
        throw unanswered(error);
      });
      keep(transaction, redirect);
      leave(`/api/auth/interactions/${encodeURIComponent(uid)}/external`);
    },

    /** Where a sign-in that this tab began, and that was refused on its way, wanted to go. */
    wanted(): string | undefined {
      const kept = storage.getItem(PENDING);
      return kept ? (JSON.parse(kept) as Pending).redirect : undefined;
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

/** What stands for a request that got no answer. */
function unanswered(error: Error): Error {
  return error instanceof TypeError || error.name === 'TimeoutError' ? new ApiError(0) : error;
}
