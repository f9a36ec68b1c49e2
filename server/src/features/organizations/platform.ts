import {
  organizations as calls,
  isNameOf,
  type Organization,
  restorableDays,
} from '@vpisnik/contract/organizations';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type Activity, record } from '../../db/activity.ts';
import {
  type AccountScope,
  asSystem,
  type SystemClient,
  type Transaction,
  tenantOfAdmin,
  transactionOf,
} from '../../db/scope.ts';
import { AppError, found, invalidFields, requireVersion } from '../../errors.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import { type Invited, invite } from '../users/service.ts';
import { type OrganizationRow, selectOrganization, updateOrganization } from './queries.ts';
import { seedOrganization } from './starter.ts';

type NewOrganization = z.output<typeof calls.create.body>;

/** A platform ADMIN's actions on whole organisations, each recorded in the organisation's activity log. */
export function platformOf(system: Pool) {
  /** Runs a change of an organisation with its row locked. */
  const inOrganizationTransaction = <T>(
    scope: AccountScope,
    id: string,
    work: (
      organization: OrganizationRow,
      client: SystemClient,
      log: (action: Activity['action']) => Promise<void>,
    ) => Promise<T>,
  ) =>
    asSystem(system, async (client) => {
      await client.query('select from organizations where id = $1 for update', [id]);
      const organization = found(await selectOrganization(transactionOf(client), id));
      return await work(organization, client, (action) => log(client, scope, organization, action));
    });

  return {
    /** Adds an organisation with what every new one starts with, and invites its owner as the first administrator. */
    create: (scope: AccountScope, body: NewOrganization): Promise<Organization> =>
      asSystem(system, async (client) => {
        const { owner_name, owner_email, name, default_language } = body;
        const { rows } = await client.query<{ id: string }>(
          `insert into organizations (name, owner_email, default_language, languages)
           values ($1, $2, $3, array[$3]) returning id`,
          [name, owner_email, default_language],
        );
        const id = rows[0]?.id ?? '';
        const tx = transactionOf(client);
        await seedOrganization(tx, { id, default_language });
        const owner: Invited = {
          email: owner_email,
          name: owner_name,
          language: default_language,
          role: 'ORGANIZATION_ADMIN',
          all_groups_allowed: true,
          authorized_groups: [],
        };
        await invite(tenantOfAdmin(client, scope, id), owner, 'owner_email');
        const organization = found(await selectOrganization(tx, id));
        await log(client, scope, organization, 'organization_created');
        return organization as Organization;
      }),

    /** Lets an organisation work, or stops it. One that is deleted has to be restored first. */
    setStatus: (
      scope: AccountScope,
      id: string,
      { active, version }: { active: boolean; version?: number | undefined },
    ): Promise<Organization> =>
      inOrganizationTransaction(scope, id, async (organization, client, log) => {
        if (organization.delete_after) throw new AppError('organization_deleted');
        requireVersion(organization, version, calls.setStatus.reply);
        if (organization.active === active) return organization as Organization;
        const changed = await change(transactionOf(client), id, { active });
        await log(active ? 'organization_activated' : 'organization_deactivated');
        return changed;
      }),

    /**
     * Shuts an organisation at once and for good, once its name was typed: in thirty days everything of it is removed.
     * Its owner is told.
     */
    remove: (scope: AccountScope, id: string, typed: string): Promise<void> =>
      inOrganizationTransaction(scope, id, async (organization, client, log) => {
        if (!isNameOf(organization, typed))
          throw invalidFields([{ path: 'confirm_name', code: 'name_differs' }]);
        if (organization.delete_after) return;
        await client.query(
          `insert into organization_deletions (id, requested_by, was_active) values ($1, $2, $3)`,
          [id, scope.name, organization.active],
        );
        const delete_after = new Date(Date.now() + restorableDays * 24 * 3600 * 1000).toISOString();
        await change(transactionOf(client), id, { active: false, delete_after });
        await log('organization_deleted');
        await tellOwner(client, scope, organization, 'organization_deleted', delete_after);
      }),

    /** Takes a deletion back, as long as nothing has been removed yet. */
    restore: (scope: AccountScope, id: string): Promise<Organization> =>
      inOrganizationTransaction(scope, id, async (organization, client, log) => {
        if (!organization.delete_after) throw new AppError('conflict', {}, 'the organisation is not deleted');
        if (Date.parse(organization.delete_after) <= Date.now()) throw new AppError('gone');
        const { rows } = await client.query<{ was_active: boolean }>(
          'delete from organization_deletions where id = $1 returning was_active',
          [id],
        );
        const active = rows[0]?.was_active ?? false;
        const restored = await change(transactionOf(client), id, { active, delete_after: null });
        await log('organization_restored');
        await tellOwner(client, scope, organization, 'organization_restored');
        return restored;
      }),
  };
}

const log = (
  client: SystemClient,
  scope: AccountScope,
  { id, name }: Pick<OrganizationRow, 'id' | 'name'>,
  action: Activity['action'],
) =>
  record(client, {
    organization_id: id,
    action,
    actor: { id: scope.accountId, name: scope.name },
    entity: 'organization',
    entity_id: id,
    changes: { name },
  });

async function change(
  tx: Transaction,
  id: string,
  fields: Parameters<typeof updateOrganization>[3],
): Promise<Organization> {
  return found(await updateOrganization(tx, id, undefined, fields)) as Organization;
}

async function tellOwner(
  client: SystemClient,
  scope: AccountScope,
  organization: OrganizationRow,
  kind: 'organization_deleted' | 'organization_restored',
  day?: string,
): Promise<void> {
  const language = organization.default_language as Language;
  await enqueueAccountMail(client, {
    kind,
    to_address: organization.owner_email,
    account_id: scope.accountId,
    data: {
      organization_id: organization.id,
      organization_name: organization.name,
      language,
      ...(day && { date: formatDay(inZone(day, organization.time_zone).day, language) }),
    },
  });
}
