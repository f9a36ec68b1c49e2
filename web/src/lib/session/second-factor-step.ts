import type { Problem } from '@vpisnik/contract/rules/errors';
import { answerWithPasskey, type CeremonyOptions, canUsePasskeys, makePasskey } from '../passkeys.ts';

/** Secret of a new authenticator app, as text and as `otpauth:` address. */
export type Setup = { secret: string; uri: string };

/** New recovery codes to show first; `goOn` then finishes the sign-in, which may fail. */
export type Recovery = { codes: string[]; goOn: () => Promise<void> };

/**
 * The password was right, and the server waits for a second factor. Each way leaves for the provider unless there are
 * recovery codes to show, and throws ApiError `interaction_expired` when the password has to be given again.
 */
export type SecondFactorStep = {
  /** There when the second factor is to be set up first; the code then confirms it. */
  setup?: Setup;
  /** Whether the account has an app; else the code is a recovery code. */
  app: boolean;
  /** Gives a code of the app or a recovery code. */
  continueWithCode: (code: string) => Promise<Recovery | undefined>;
  /** There when the account has a passkey: has the browser ask for it. */
  continueWithPasskey?: () => Promise<Recovery | undefined>;
  /** There when a passkey may be set up instead of an app: has the browser make one. */
  setUpPasskey?: (name: string) => Promise<Recovery | undefined>;
};

/** The browser's part in passkeys. */
export type Passkeys = {
  can: () => boolean;
  make: typeof makePasskey;
  answer: typeof answerWithPasskey;
};

/** The browser's own passkeys. */
export const ownPasskeys: Passkeys = { can: canUsePasskeys, make: makePasskey, answer: answerWithPasskey };

type Left = { redirect_to: string; recovery_codes?: string[] };

/**
 * Continues a sign-in step that the server refused for want of a second factor.
 *
 * @param post sends to a path below the step's `second-factor`
 */
export async function secondFactorStep(
  { code, second_factors = ['app'] }: Problem,
  post: <T>(path: string, content: object) => Promise<T>,
  goOn: (url: string) => Promise<void>,
  passkeys: Passkeys,
): Promise<SecondFactorStep> {
  async function finish(path: string, content: object): Promise<Recovery | undefined> {
    const { redirect_to, recovery_codes } = await post<Left>(path, content);
    const go = () => goOn(redirect_to);
    if (recovery_codes && recovery_codes.length > 0) return { codes: recovery_codes, goOn: go };
    await go();
    return undefined;
  }

  const continueWithCode = (given: string) => finish('', { code: given });
  const hasPasskeys = second_factors.includes('passkey') && passkeys.can();
  if (code === 'second_factor_required') {
    const continueWithPasskey = async () => {
      const options = await post<CeremonyOptions>('/passkey/challenge', {});
      return finish('/passkey', { passkey: await passkeys.answer(options) });
    };
    const app = second_factors.includes('app');
    return { app, continueWithCode, ...(hasPasskeys && { continueWithPasskey }) };
  }
  const setUpPasskey = async (name: string) => {
    const options = await post<CeremonyOptions>('/passkey/setup', {});
    return finish('/passkey/confirm', { name, passkey: await passkeys.make(options) });
  };
  const setup = await post<Setup>('/setup', {});
  return { setup, app: true, continueWithCode, ...(hasPasskeys && { setUpPasskey }) };
}
