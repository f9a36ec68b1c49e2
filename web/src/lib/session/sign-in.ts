import { ApiError } from '@vpisnik/contract/kit';
import type { Problem } from '@vpisnik/contract/rules/errors';
import type { OAuth, Transaction } from './oauth.ts';
import { PENDING, type Pending } from './pending.ts';
import { ownPasskeys, type Passkeys, type SecondFactorStep, secondFactorStep } from './second-factor-step.ts';
import type { TokenKeeper } from './token-keeper.ts';

export type Credentials = {
  email: string;
  password: string;
  /** Code of the mail that confirms an unknown device. */
  device_code?: string;
};

type SignInOptions = {
  oauth: Pick<OAuth, 'newTransaction' | 'begin' | 'exchange' | 'follow'>;
  keeper: Pick<TokenKeeper, 'set' | 'settled'>;
  fetch: typeof fetch;
  /** Keeps the transaction until the provider's answer, for this tab only. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Leaves this page for the provider's next step. */
  leave: (url: string) => void;
  /** Default: the browser's own. */
  passkeys?: Passkeys;
};

type Left = { redirect_to: string };

/** Refusals of a right password that waits for a second factor. */
const wanting: readonly string[] = ['second_factor_required', 'second_factor_setup_required'];

/** The two halves of signing in: before and after the provider. */
export function createSignIn(options: SignInOptions) {
  const { oauth, keeper, fetch, storage, leave, passkeys = ownPasskeys } = options;

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

  /** Sends the credentials; resolves to the second-factor step if the server asks for one, else to undefined. */
  async function answerStep(
    uid: string,
    credentials: Credentials,
    goOn: (url: string) => Promise<void>,
  ): Promise<SecondFactorStep | undefined> {
    const step = encodeURIComponent(uid);
    try {
      await goOn((await post<Left>(step, credentials)).redirect_to);
      return undefined;
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (!problem || !wanting.includes(problem.code)) throw error;
      const onward = <T>(path: string, content: object) => post<T>(`${step}/second-factor${path}`, content);
      return secondFactorStep(problem, onward, goOn, passkeys);
    }
  }

  /** Opens a step and answers it; silently begins again if another tab has replaced the step meanwhile. */
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
     * Signs in without leaving this page, which may hold an edit: follows the provider's redirects by `fetch`.
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

    /**
     * Exchanges the code of the callback and returns the path to go to. The kept transaction works once.
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

/** Turns a network error or timeout into an `ApiError` of status 0; other errors stay. */
function unanswered(error: Error): Error {
  return error instanceof TypeError || error.name === 'TimeoutError' ? new ApiError(0) : error;
}
