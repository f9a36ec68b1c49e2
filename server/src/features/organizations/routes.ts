import type { contract } from '@vpisnik/contract/contract';
import type { Organization } from '@vpisnik/contract/organizations';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Transaction } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { requestOwnerChange } from './owner.ts';
import {
  hasGroupIn,
  listOrganizations,
  mergedProfile,
  type OrganizationChange,
  selectOrganization,
  updateOrganization,
} from './queries.ts';

/** Organisations: one's own for its administrators, all of them for a platform ADMIN. */
export function organizationRoutes({ pools }: Services): Handlers<typeof contract.organizations> {
  const platform = drizzle({ client: pools.system }) as unknown as Transaction;
  return {
    async me({ scope }) {
      if (!scope.organizationId) return null;
      return found(await selectOrganization(scope.tx, scope.organizationId)) as Organization;
    },
    async list({ query }) {
      return (await listOrganizations(platform, query)) as {
        results: Organization[];
        last_id: string | null;
      };
    },
    async get({ scope, params }) {
      requireOwn(scope.organizationId, params.id);
      return found(await selectOrganization(scope.tx, params.id)) as Organization;
    },
    async update({ scope, body: { id, version, ...change } }) {
      if (id) requireOwn(scope.organizationId, id);
      const current = found(await selectOrganization(scope.tx, scope.organizationId));
      const languages = change.languages ?? current.languages;
      if (!languages.includes(change.default_language ?? current.default_language))
        throw invalidFields([{ path: 'default_language', code: 'language_not_offered' }]);
      const dropped = current.languages.filter((one) => !languages.some((kept) => kept === one));
      if (dropped.length > 0 && (await hasGroupIn(scope.tx, scope.organizationId, dropped)))
        throw invalidFields([{ path: 'languages', code: 'in_use' }]);
      return save(scope.tx, scope.organizationId, version, change as OrganizationChange);
    },
    async setProfile({ scope, params, body }) {
      requireOwn(scope.organizationId, params.id);
      return save(scope.tx, params.id, body.version, { profile: mergedProfile(body.profile) });
    },
    async requestOwnerChange({ scope, params, body }) {
      requireOwn(scope.organizationId, params.id);
      await requestOwnerChange(pools.system, scope, body.email);
      return undefined;
    },
    async setStatus({ params, body: { version, active } }) {
      return save(platform, params.id, version, { active });
    },
  };
}

function requireOwn(own: string, id: string): void {
  if (id !== own) throw new AppError('not_found');
}

async function save(
  tx: Transaction,
  id: string,
  version: number | undefined,
  change: OrganizationChange,
): Promise<Organization> {
  const saved = await updateOrganization(tx, id, version, change);
  if (saved) return saved as Organization;
  throw new AppError('edit_conflict', { current: found(await selectOrganization(tx, id)) });
}
