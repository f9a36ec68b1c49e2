import type { contract } from '@vpisnik/contract/contract';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { checkPasswordReset, resetPassword } from '../../identity/password-resets.ts';
import type { Services } from '../../services.ts';

const later = async (): Promise<never> => {
  throw new AppError('unavailable');
};

/** The life of an account. */
export function accountRoutes({ pools: { system } }: Services): Handlers<typeof contract.accounts> {
  return {
    signUp: later,
    confirmSignUp: later,
    resendConfirmation: later,
    requestPasswordReset: later,
    async checkPasswordReset({ body }) {
      await checkPasswordReset(system, body.code);
      return undefined;
    },
    async confirmPasswordReset({ body }) {
      await resetPassword(system, body.code, body.new_password);
      return undefined;
    },
    checkInvitation: later,
    acceptInvitation: later,
    changePassword: later,
    requestEmailChange: later,
    confirmEmailChange: later,
    confirmOwnerChange: later,
    listSignIns: later,
    endSignIn: later,
    endOtherSignIns: later,
  };
}
