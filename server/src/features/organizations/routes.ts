import { contract } from '@vpisnik/contract/contract';
import type { ListedOrganization, Organization, OrganizationProfile } from '@vpisnik/contract/organizations';
import { changedProfileProblems } from '@vpisnik/contract/rules/profile-rules';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { recordBy } from '../../db/activity.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { cancelOwnerChange, findOwnerChange, requestOwnerChange } from './owner.ts';
import { platformOf } from './platform.ts';
import { phoneProblems } from './profile.ts';
import {
  languagesInUse,
  listHeaviest,
  listOrganizations,
  mergedProfile,
  type OrganizationChange,
  type OrganizationRow,
  selectOrganization,
  updateOrganization,
} from './queries.ts';

/** Makes a change that concerns dates to come, and tells people of it. */
type Telling = <T>(scope: Scope, change: () => Promise<T>) => Promise<T>;

/** Organisations: one's own for its administrators, all of them for a platform ADMIN. */
export function organizationRoutes(
  { pools }: Services,
  telling: Telling,
): Handlers<typeof contract.organizations> {
  const all = drizzle({ client: pools.system });
  const platform = platformOf(pools.system);
  return {
    async me({ scope }) {
      if (!scope.organizationId) return null;
      return found(await selectOrganization(scope.tx, scope.organizationId)) as Organization;
    },
    async list({ query }) {
      return (await listOrganizations(all, query)) as {
        results: ListedOrganization[];
        last_id: string | null;
      };
    },
    heaviest: ({ query }) => listHeaviest(all, query.by),
    async get({ scope, params }) {
      // the header decides for which organisation a platform ADMIN asks
      if (scope.role === 'ADMIN' && scope.organizationId === null)
        return found(await selectOrganization(all, params.id)) as Organization;
      requireOwn(scope.organizationId, params.id);
      return found(await selectOrganization(scope.tx, params.id)) as Organization;
    },
    async update({ scope, body: { id, version, profile, notify, ...change } }) {
      if (id) requireOwn(scope.organizationId, id);
      const current = found(await selectOrganization(scope.tx, scope.organizationId));
      const languages = change.languages ?? current.languages;
      if (!languages.includes(change.default_language ?? current.default_language))
        throw invalidFields([{ path: 'default_language', code: 'language_not_offered' }]);
      const dropped = current.languages.filter((one) => !languages.some((kept) => kept === one));
      const used = await languagesInUse(scope.tx, scope.organizationId, dropped);
      if (used.length > 0)
        throw invalidFields(used.map((one) => ({ path: 'languages', code: `language_in_use_${one}` })));
      const store = () =>
        save(scope.tx, scope.organizationId, version, {
          ...(change as OrganizationChange),
          ...(profile && { profile: checkedProfile(current, profile) }),
        });
      const saved = notify ? await telling(scope, store) : await store();
      await recordRoles(scope, current.second_factor_roles, saved.second_factor_roles);
      return saved;
    },
    async setProfile({ scope, params, body }) {
      requireOwn(scope.organizationId, params.id);
      const current = found(await selectOrganization(scope.tx, params.id));
      return save(scope.tx, params.id, body.version, { profile: checkedProfile(current, body.profile) });
    },
    async ownerChange({ scope, params }) {
      requireOwn(scope.organizationId, params.id);
      return await findOwnerChange(pools.system, params.id);
    },
    async cancelOwnerChange({ scope, params }) {
      requireOwn(scope.organizationId, params.id);
      await cancelOwnerChange(pools.system, scope);
      return undefined;
    },
    async requestOwnerChange({ scope, params, body }) {
      requireOwn(scope.organizationId, params.id);
      await requestOwnerChange(pools.system, scope, body.email);
      return undefined;
    },
    create: ({ scope, body }) => platform.create(scope, body),
    setStatus: ({ scope, params, body }) => platform.setStatus(scope, params.id, body),
    async remove({ scope, params, body }) {
      await platform.remove(scope, params.id, body.confirm_name);
      return undefined;
    },
    restore: ({ scope, params }) => platform.restore(scope, params.id),
  };
}

function requireOwn(own: string | null, id: string): void {
  if (id !== own) throw new AppError('not_found');
}

/** Who must sign in with a second factor is a matter of access, and stands in the trail. */
async function recordRoles(scope: Scope, from: readonly string[], to: readonly string[]): Promise<void> {
  if ([...from].sort().join() === [...to].sort().join()) return;
  await recordBy(scope, {
    action: 'second_factor_roles_changed',
    entity: 'organization',
    entity_id: scope.organizationId,
    changes: { from, to },
  });
}

/** The profile with its changed parts, if it is right. */
function checkedProfile(current: OrganizationRow, change: OrganizationProfile): SQL {
  const problems = changedProfileProblems(current.profile, change, phoneProblems);
  if (problems.length > 0) throw invalidFields(problems);
  return mergedProfile(change);
}

async function save(
  tx: Transaction,
  id: string,
  version: number | undefined,
  change: OrganizationChange,
): Promise<Organization> {
  const saved = await updateOrganization(tx, id, version, change);
  if (saved) return saved as Organization;
  throw editConflict(found(await selectOrganization(tx, id)), contract.organizations.get.reply);
}
