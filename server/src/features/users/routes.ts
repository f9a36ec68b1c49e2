import type { contract } from '@vpisnik/contract/contract';
import type { Me } from '@vpisnik/contract/users';
import type { AccountScope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { setAccountLanguage } from '../../identity/accounts.ts';
import type { Services } from '../../services.ts';
import { listLeaders, listUsers } from './queries.ts';

const later = async (): Promise<never> => {
  throw new AppError('unavailable');
};

/** Who is signed in, who the staff are, and whom a group may be led by. */
export function userRoutes({ pools }: Services): Handlers<typeof contract.users> {
  return {
    list: ({ scope, query }) => listUsers(scope, query),
    async me({ scope }) {
      return meOf(scope);
    },
    async updateMe({ scope, body }) {
      if (body.language) await setAccountLanguage(pools.system, scope.accountId, body.language);
      return { ...meOf(scope), ...(body.language && { language: body.language }) };
    },
    invite: later,
    get: later,
    update: later,
    setStatus: later,
    remove: later,
    resendInvitation: later,
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
    password_change_required: scope.passwordChangeRequired,
  };
}
