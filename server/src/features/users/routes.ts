import type { contract } from '@vpisnik/contract/contract';
import type { ListColumns } from '@vpisnik/contract/list-columns';
import type { Me } from '@vpisnik/contract/users';
import type { AccountScope } from '../../db/scope.ts';
import type { Handlers } from '../../http/mount.ts';
import { ownListColumns, setOwnProfile } from '../../identity/accounts/accounts.ts';
import { installationOf, toldOf } from '../../installation/state.ts';
import type { Services } from '../../services.ts';
import { listLeaders, listUsers } from './queries.ts';
import { staffOf } from './service.ts';

/** Routes of the caller's account, the staff, and the possible leaders of groups. */
export function userRoutes({ pools }: Services): Handlers<typeof contract.users> {
  const staff = staffOf(pools.system);
  const noticeNow = async () => toldOf(await installationOf(pools.system).present());
  return {
    async me({ scope }) {
      const [listColumns, notice] = await Promise.all([
        ownListColumns(pools.system, scope.accountId),
        noticeNow(),
      ]);
      return meOf(scope, listColumns, notice);
    },
    async updateMe({ scope, body }) {
      const listColumns = await setOwnProfile(pools.system, scope.accountId, body);
      const { name = scope.name, language = scope.language } = body;
      return { ...meOf(scope, listColumns, await noticeNow()), name, language };
    },
    async leaders({ scope, query }) {
      return { results: await listLeaders(scope, query.former) };
    },
    list: ({ scope, query }) => listUsers(scope, query),
    invite: ({ scope, body }) => staff.invite(scope, body),
    get: ({ scope, params }) => staff.get(scope, params.id),
    update: ({ scope, params, body }) => staff.update(scope, params.id, body),
    setStatus: ({ scope, params, body }) => staff.setStatus(scope, params.id, body),
    async remove({ scope, params }) {
      await staff.remove(scope, params.id);
      return undefined;
    },
    async resetSecondFactor({ scope, params }) {
      await staff.resetSecondFactor(scope, params.id);
      return undefined;
    },
    async resendInvitation({ scope, params }) {
      await staff.resendInvitation(scope, params.id);
      return undefined;
    },
  };
}

function meOf(scope: AccountScope, list_columns: ListColumns, notice: Me['notice']): Me {
  return {
    id: scope.accountId,
    name: scope.name,
    email: scope.email,
    language: scope.language,
    role: scope.role,
    organization_id: scope.organizationId,
    all_groups_allowed: scope.allGroups,
    group_ids: [...scope.groupIds],
    list_columns,
    password_change_required: scope.passwordChangeRequired,
    notice,
  };
}
