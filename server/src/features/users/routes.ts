import type { contract } from '@vpisnik/contract/contract';
import type { Me } from '@vpisnik/contract/users';
import type { AccountScope } from '../../db/scope.ts';
import type { Handlers } from '../../http/mount.ts';
import { setAccountLanguage } from '../../identity/accounts.ts';
import type { Services } from '../../services.ts';
import { listLeaders, listUsers } from './queries.ts';

/** Who is signed in, who the staff are, and whom a group may be led by. */
export function userRoutes({ pools }: Services): Handlers<typeof contract.users> {
  return {
    list: ({ scope, query }) => listUsers(scope, query),
    async me({ scope }) {
      return meOf(scope);
    },
    async setLanguage({ scope, body }) {
      await setAccountLanguage(pools.system, scope.accountId, body.language);
      return { ...meOf(scope), language: body.language };
    },
    async leaders({ scope }) {
      return { results: await listLeaders(scope) };
    },
  };
}

function meOf(scope: AccountScope): Me {
  return {
    id: scope.accountId,
    name: scope.name,
    email: scope.email,
    language: scope.language,
    role: scope.role,
    organization_id: scope.organizationId,
    all_groups_allowed: scope.allGroups,
    group_ids: [...scope.groupIds],
  };
}
