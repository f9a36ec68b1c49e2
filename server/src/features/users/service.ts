import { isDeepStrictEqual } from 'node:util';
import { contract } from '@vpisnik/contract/contract';
import { permissions } from '@vpisnik/contract/rules/permissions';
import type { User } from '@vpisnik/contract/users';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type Activity, record } from '../../db/activity.ts';
import { asTenantSystem, renewed, type Scope, type TenantSystem } from '../../db/scope.ts';
import { AppError, found, invalidFields, requireVersion } from '../../errors.ts';
import { endSignIns, isTaken } from '../../identity/accounts/accounts.ts';
import { voidAddressChanges, voidCodes } from '../../identity/accounts/codes.ts';
import { removeAllFactors } from '../../identity/factors/factor-changes.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import {
  countGroups,
  countOtherAdministrators,
  deleteStaff,
  insertInvitation,
  lockStaff,
  type StaffRow,
  selectUser,
  updateStaff,
} from './queries.ts';
import { losesAdministrator, requireOther, requireRank, requireScope } from './rules.ts';

/** Fields that limit a user to groups. */
const scopeFields = ['role', 'all_groups_allowed', 'authorized_groups'] as const;

type Body<Action extends 'invite' | 'update'> = z.output<(typeof contract.users)[Action]['body']>;

/** An invitation by an administrator, or to the owner of a new organisation. */
export type Invited = Parameters<typeof insertInvitation>[1];

/**
 * Inserts an invitation and mails its link, which sets the password and creates the account.
 *
 * @param path the field that holds the address
 * @throws {AppError} email_taken when it is an account's, or invited to this organisation already
 */
export async function invite(tenant: TenantSystem, invited: Invited, path = 'email'): Promise<string> {
  const { client, organizationId: organization_id } = tenant;
  if (await isTaken(client, invited.email))
    throw new AppError('email_taken', { errors: [{ path, code: 'email_taken' }] });
  const id = await insertInvitation(tenant, invited);
  await enqueueAccountMail(client, invitationMail(invited.email, { organization_id, invitation_id: id }));
  return id;
}

/** Makes links that set a password or change an address worthless; call it before anything locks the account. */
async function voidLinks({ client }: TenantSystem, id: string): Promise<void> {
  await voidAddressChanges(client, id);
  await voidCodes(client, id, 'password_reset');
}

const invitationMail = (to_address: string, data: { organization_id: string; invitation_id: string }) =>
  ({ kind: 'invitation', to_address, data }) as const;

/** An organisation's staff and what may be done about them. The identity tables belong to `app_system` alone. */
export function staffOf(system: Pool) {
  /**
   * Runs a change with the staff locked; `log` records it with its actor. The caller is read anew behind the lock: one who was
   * deactivated while a call waited for it does nothing any more.
   */
  const inStaffTransaction = <T>(
    scope: Scope,
    work: (
      tenant: TenantSystem,
      caller: Scope,
      log: (action: Activity['action'], user: Pick<User, 'id' | 'name'>, changes?: object) => Promise<void>,
    ) => Promise<T>,
  ) =>
    asTenantSystem(system, scope, async (tenant) => {
      await lockStaff(tenant);
      const caller = await renewed(scope, permissions['users.manage']);
      return await work(tenant, caller, (action, user, changes) =>
        record(tenant.client, {
          organization_id: scope.organizationId,
          action,
          actor: { id: scope.accountId, name: scope.name },
          entity_id: user.id,
          changes: { name: user.name, ...changes },
        }),
      );
    });
  const target = async (tenant: TenantSystem, id: string) => found(await selectUser(tenant, id));
  const keepAdministrator = async (tenant: TenantSystem, before: User, after: User | undefined) => {
    if (!losesAdministrator(before, after)) return;
    if ((await countOtherAdministrators(tenant, before.id)) === 0) throw new AppError('last_administrator');
  };
  const requireGroups = async (tenant: TenantSystem, groups: readonly string[]) => {
    if ((await countGroups(tenant, groups)) < groups.length)
      throw invalidFields([{ path: 'authorized_groups', code: 'unknown_id' }]);
  };

  return {
    get: (scope: Scope, id: string): Promise<User> =>
      asTenantSystem(system, scope, (tenant) => target(tenant, id)),

    /** Invites a user by mail, with role and groups. */
    invite: (scope: Scope, body: Body<'invite'>): Promise<User> =>
      inStaffTransaction(scope, async (tenant, caller, log) => {
        requireRank(caller, undefined, body.role);
        requireScope(body);
        await requireGroups(tenant, body.authorized_groups);
        const id = await invite(tenant, body);
        await log('user_invited', { id, name: body.name }, { role: body.role });
        return await target(tenant, id);
      }),

    /** Mails an invitation again; the older link works until the new one leaves. */
    resendInvitation: (scope: Scope, id: string): Promise<void> =>
      inStaffTransaction(scope, async (tenant, caller, log) => {
        const user = await target(tenant, id);
        requireRank(caller, user, user.role);
        if (user.confirmed) throw new AppError('already_confirmed');
        if (!user.active) throw new AppError('conflict', {}, 'a deactivated user is not invited');
        const { organizationId: organization_id, client } = tenant;
        // its link would only say so
        if (user.invited && (await isTaken(client, user.email))) throw new AppError('email_taken');
        const mail = user.invited
          ? invitationMail(user.email, { organization_id, invitation_id: id })
          : ({ kind: 'activation', to_address: user.email } as const);
        if (!(await enqueueAccountMail(client, mail)))
          throw new AppError('rate_limited', { retry_after: 3600 });
        await log('invitation_resent', user);
      }),

    /**
     * Changes name, role and scope, or requires a new password. That is set after a new sign-in with the present one, so that
     * an unlocked device doesn't allow setting it.
     */
    update: (scope: Scope, id: string, { version, ...change }: Body<'update'>): Promise<User> =>
      inStaffTransaction(scope, async (tenant, caller, log) => {
        const before = await target(tenant, id);
        requireVersion(before, version, contract.users.get.reply);
        const after = { ...before, ...change } as StaffRow;
        requireRank(caller, before, after.role);
        // one's own password is changed on the page about security
        if (after.role !== before.role || change.password_change_required) requireOther(caller, id);
        // whose last group was deleted may still be called otherwise, or have to choose a new password
        if (scopeFields.some((field) => field in change)) requireScope(after);
        await keepAdministrator(tenant, before, after);
        if (before.invited && change.password_change_required)
          throw new AppError('conflict', {}, 'there is no password yet');
        if (change.authorized_groups) await requireGroups(tenant, change.authorized_groups);
        // the account may be in other hands, which may have requested these
        if (change.password_change_required) await voidLinks(tenant, id);
        await updateStaff(tenant, after);
        const saved = await target(tenant, id);
        const { role, password_change_required, ...others } = change;
        if (after.role !== before.role) await log('role_changed', after, { from: before.role, to: role });
        if (password_change_required) {
          await endSignIns(tenant.client, id);
          await log('password_change_demanded', after);
        }
        // a form sends role and scope together, whichever of them changed
        const fields = (Object.keys(others) as (keyof typeof others)[]).filter(
          (field) => !isDeepStrictEqual(before[field], saved[field]),
        );
        if (fields.length > 0) await log('user_changed', after, { fields });
        return saved;
      }),

    /** Activates or deactivates a user, at once. */
    setStatus: (
      scope: Scope,
      id: string,
      { active, version }: { active: boolean; version?: number | undefined },
    ): Promise<User> =>
      inStaffTransaction(scope, async (tenant, caller, log) => {
        const before = await target(tenant, id);
        requireVersion(before, version, contract.users.get.reply);
        requireRank(caller, before, before.role);
        if (before.active === active) return before;
        requireOther(caller, id);
        const after = { ...before, active };
        await keepAdministrator(tenant, before, after);
        // the deactivated user may have requested these
        if (!active) await voidLinks(tenant, id);
        await updateStaff(tenant, after);
        if (!active) await endSignIns(tenant.client, id);
        await log(active ? 'user_activated' : 'user_deactivated', after);
        return await target(tenant, id);
      }),

    /** Removes a user's second factors, so that the password alone signs in, and mails the user. */
    resetSecondFactor: (scope: Scope, id: string): Promise<void> =>
      inStaffTransaction(scope, async (tenant, caller, log) => {
        const user = await target(tenant, id);
        requireRank(caller, user, user.role);
        // one's own goes with one's password, on the page about security
        requireOther(caller, id);
        if (!(await removeAllFactors(tenant.client, id)))
          throw new AppError('conflict', {}, 'there is no second factor');
        await endSignIns(tenant.client, id);
        await log('second_factor_reset', user);
        await enqueueAccountMail(tenant.client, {
          kind: 'second_factor_reset',
          to_address: user.email,
          account_id: id,
        });
      }),

    /** Deletes a user's account; their activity stays under their name. */
    remove: (scope: Scope, id: string): Promise<void> =>
      inStaffTransaction(scope, async (tenant, caller, log) => {
        const before = await target(tenant, id);
        requireRank(caller, before, before.role);
        requireOther(caller, id);
        await keepAdministrator(tenant, before, undefined);
        // they would go with the account, but be locked after it
        await voidLinks(tenant, id);
        await endSignIns(tenant.client, id);
        await deleteStaff(tenant, before);
        await log('user_deleted', before);
      }),
  };
}
