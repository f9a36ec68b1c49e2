import type { contract } from '@vpisnik/contract/contract';
import { recordOwn } from '../../db/activity.ts';
import { asSystem } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { endSignIn, endSignIns } from '../../identity/accounts/accounts.ts';
import { deviceOf } from '../../identity/accounts/devices.ts';
import { checkPasswordReset, resetPassword } from '../../identity/accounts/password-resets.ts';
import { listSignIns } from '../../identity/accounts/sign-ins.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import type { Services } from '../../services.ts';
import { confirmOwnerChange } from '../organizations/owner.ts';
import { confirmEmailChange, requestEmailChange } from './addresses.ts';
import { acceptInvitation, checkInvitation } from './invitations.ts';
import { changePassword, requirePassword } from './passwords.ts';
import { checkSignUp, confirmSignUp, signUp } from './registration.ts';

/** The life of an account. */
export function accountRoutes(services: Services): Handlers<typeof contract.accounts> {
  const { system } = services.pools;
  return {
    async signUp({ body, request }) {
      await signUp(services, body, request.ip);
      return undefined;
    },
    async checkSignUp({ body }) {
      return await checkSignUp(services, body.code);
    },
    async confirmSignUp({ body, request }) {
      return await confirmSignUp(services, body, request.ip);
    },
    async resendConfirmation({ body: { email } }) {
      await asSystem(system, (client) =>
        enqueueAccountMail(client, { kind: 'activation', to_address: email }),
      );
      return undefined;
    },
    async requestPasswordReset({ body: { email } }) {
      await asSystem(system, (client) =>
        enqueueAccountMail(client, { kind: 'password_reset', to_address: email }),
      );
      return undefined;
    },
    async checkPasswordReset({ body }) {
      await checkPasswordReset(system, body.code);
      return undefined;
    },
    async confirmPasswordReset({ body }) {
      await resetPassword(system, body.code, body.new_password);
      return undefined;
    },
    checkInvitation: ({ body }) => checkInvitation(system, body.code),
    async acceptInvitation({ body }) {
      return await acceptInvitation(system, body.code, body.new_password);
    },
    async changePassword({ scope, body, request }) {
      await changePassword(system, scope, body, request.ip);
      return undefined;
    },
    async requestEmailChange({ scope, body, request }) {
      await requirePassword(system, scope, body.current_password, request.ip);
      await requestEmailChange(system, scope, body.email);
      return undefined;
    },
    async confirmEmailChange({ body }) {
      return await confirmEmailChange(system, body.code);
    },
    confirmOwnerChange: ({ body }) => confirmOwnerChange(system, body.code),
    async listSignIns({ scope }) {
      const stored = await listSignIns(system, scope.accountId);
      return {
        results: stored.map(({ grant_id, user_agent, ...rest }) => ({
          ...rest,
          ...deviceOf(user_agent),
          current: grant_id === scope.signInId,
        })),
      };
    },
    async endSignIn({ scope, params }) {
      const signIns = await listSignIns(system, scope.accountId);
      const { grant_id } = found(signIns.find(({ id }) => id === params.id));
      await asSystem(system, async (client) => {
        await endSignIn(client, scope.accountId, grant_id);
        await recordOwn(client, scope.accountId, 'sign_in_ended');
      });
      return undefined;
    },
    async endOtherSignIns({ scope }) {
      await asSystem(system, async (client) => {
        await endSignIns(client, scope.accountId, scope.signInId);
        await recordOwn(client, scope.accountId, 'sign_in_ended', { all_others: true });
      });
      return undefined;
    },
  };
}
