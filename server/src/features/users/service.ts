import type { contract } from '@vpisnik/contract/contract';
import type { User } from '@vpisnik/contract/users';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { asSystem, type Scope, type SystemClient } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { endSignIns } from '../../identity/accounts.ts';
import { type Activity, record } from '../../identity/activity.ts';
import { voidCodes } from '../../identity/codes.ts';
import { removeAllFactors } from '../../identity/factor-changes.ts';
import { enqueueAccountMail, enqueueLimitedMail } from '../../mail/account-outbox.ts';
import {
  countOtherAdministrators,
  deleteMember,
  insertMember,
  lockStaff,
  selectUser,
  setGroups,
  updateMember,
} from './queries.ts';
import { losesAdministrator, requireOther, requireRank, requireScope } from './rules.ts';

/** What decides whether somebody is limited, and to what. */
const scopeFields = ['role', 'all_groups_allowed', 'authorized_groups'] as const;

type Body<Action extends 'invite' | 'update'> = z.output<(typeof contract.users)[Action]['body']>;

/** An organisation's staff and what may be done about them. The identity tables belong to `app_system` alone. */
export function staffOf(system: Pool) {
  /** Runs a change while no other change of the same staff runs, and writes down who made it. */
  const changing = <T>(
    scope: Scope,
    work: (
      client: SystemClient,
      log: (action: Activity['action'], user: Pick<User, 'id' | 'name'>, changes?: object) => Promise<void>,
    ) => Promise<T>,
  ) =>
    asSystem(system, async (client) => {
      await lockStaff(client, scope.organizationId);
      return await work(client, (action, user, changes) =>
        record(client, {
          organization_id: scope.organizationId,
          action,
          actor: { id: scope.accountId, name: scope.name },
          entity_id: user.id,
          changes: { name: user.name, ...changes },
        }),
      );
    });
  const target = async (client: SystemClient, scope: Scope, id: string) =>
    found(await selectUser(client, scope.organizationId, id));
  const keepAdministrator = async (
    client: SystemClient,
    scope: Scope,
    before: User,
    after: User | undefined,
  ) => {
    if (!losesAdministrator(before, after)) return;
    if ((await countOtherAdministrators(client, scope.organizationId, before.id)) === 0)
      throw new AppError('last_administrator');
  };
  const putInGroups = async (client: SystemClient, scope: Scope, id: string, groups: readonly string[]) => {
    if (!(await setGroups(client, scope.organizationId, id, groups)))
      throw invalidFields([{ path: 'authorized_groups', code: 'unknown_id' }]);
  };

  return {
    get: async (scope: Scope, id: string): Promise<User> =>
      found(await selectUser(system, scope.organizationId, id)),

    /** Invites somebody by mail; they choose their password with the link. */
    invite: (scope: Scope, body: Body<'invite'>): Promise<User> =>
      changing(scope, async (client, log) => {
        requireRank(scope, undefined, body.role);
        requireScope(body);
        const id = await insertMember(client, scope.organizationId, body);
        await putInGroups(client, scope, id, body.authorized_groups);
        await enqueueAccountMail(client, { kind: 'invitation', to_address: body.email, account_id: id });
        await log('user_invited', { id, name: body.name }, { role: body.role });
        return await target(client, scope, id);
      }),

    /** Mails an invitation again; the older link works no more. */
    resendInvitation: (scope: Scope, id: string): Promise<void> =>
      changing(scope, async (client, log) => {
        const user = await target(client, scope, id);
        requireRank(scope, user, user.role);
        if (user.confirmed) throw new AppError('already_confirmed');
        if (!user.active) throw new AppError('conflict', {}, 'a deactivated user is not invited');
        const mail = { kind: 'invitation', to_address: user.email, account_id: id } as const;
        if (!(await enqueueLimitedMail(client, mail)))
          throw new AppError('rate_limited', { retry_after: 3600 });
        await log('invitation_resent', user);
      }),

    /**
     * Changes name, role and scope, or demands a new password. That is chosen after a new sign-in, which takes the
     * present one: whoever sits at a device that was left open doesn't get to choose.
     */
    update: (scope: Scope, id: string, { version, ...change }: Body<'update'>): Promise<User> =>
      changing(scope, async (client, log) => {
        const before = await target(client, scope, id);
        if (before.version !== version) throw new AppError('edit_conflict', { current: before });
        const after = { ...before, ...change } as User;
        requireRank(scope, before, after.role);
        // one's own password is changed on the page about security
        if (after.role !== before.role || change.password_change_required) requireOther(scope, id);
        // whose last group was deleted may still be called otherwise, or have to choose a new password
        if (scopeFields.some((field) => field in change)) requireScope(after);
        await keepAdministrator(client, scope, before, after);
        await updateMember(client, scope.organizationId, after);
        if (change.authorized_groups) await putInGroups(client, scope, id, change.authorized_groups);
        const { role, password_change_required, ...others } = change;
        if (after.role !== before.role) await log('role_changed', after, { from: before.role, to: role });
        if (password_change_required) {
          await endSignIns(client, id);
          await log('password_change_demanded', after);
        }
        if (Object.keys(others).length > 0) await log('user_changed', after, { fields: Object.keys(others) });
        return await target(client, scope, id);
      }),

    /** Lets somebody in or shuts them out, at once. */
    setStatus: (
      scope: Scope,
      id: string,
      { active, version }: { active: boolean; version?: number | undefined },
    ): Promise<User> =>
      changing(scope, async (client, log) => {
        const before = await target(client, scope, id);
        if (version !== undefined && before.version !== version)
          throw new AppError('edit_conflict', { current: before });
        requireRank(scope, before, before.role);
        if (before.active === active) return before;
        requireOther(scope, id);
        const after = { ...before, active };
        await keepAdministrator(client, scope, before, after);
        await updateMember(client, scope.organizationId, after);
        if (!active) {
          await endSignIns(client, id);
          // whoever is kept out may have asked for these
          await voidCodes(client, id, 'password_reset', 'email_change');
        }
        await log(active ? 'user_activated' : 'user_deactivated', after);
        return await target(client, scope, id);
      }),

    /** Lets somebody in with the password alone who has lost their second factor, and tells them. */
    resetSecondFactor: (scope: Scope, id: string): Promise<void> =>
      changing(scope, async (client, log) => {
        const user = await target(client, scope, id);
        requireRank(scope, user, user.role);
        // one's own goes with one's password, on the page about security
        requireOther(scope, id);
        if (!(await removeAllFactors(client, id)))
          throw new AppError('conflict', {}, 'there is no second factor');
        await endSignIns(client, id);
        await log('second_factor_reset', user);
        await enqueueAccountMail(client, {
          kind: 'second_factor_reset',
          to_address: user.email,
          account_id: id,
        });
      }),

    /** Erases somebody's identity; what they did stays under their name. */
    remove: (scope: Scope, id: string): Promise<void> =>
      changing(scope, async (client, log) => {
        const before = await target(client, scope, id);
        requireRank(scope, before, before.role);
        requireOther(scope, id);
        await keepAdministrator(client, scope, before, undefined);
        await endSignIns(client, id);
        await deleteMember(client, scope.organizationId, id);
        await log('user_deleted', before);
      }),
  };
}
