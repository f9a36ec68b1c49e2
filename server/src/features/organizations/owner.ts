import { permissions } from '@vpisnik/contract/rules/permissions';
import type { Pool } from 'pg';
import { record } from '../../db/activity.ts';
import { instantColumn } from '../../db/instants.ts';
import { asSystem, renewed, type Scope, type SystemClient } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { findCode, holdForRequest, redeemCode } from '../../identity/accounts/codes.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import { selectOrganization } from './queries.ts';

/** Mails a link to the address that is to be the organisation's; nothing changes until it is followed. */
export async function requestOwnerChange(system: Pool, scope: Scope, email: string): Promise<void> {
  const organization = found(await selectOrganization(scope.tx, scope.organizationId));
  if (organization.owner_email === email) throw invalidFields([{ path: 'email', code: 'email_unchanged' }]);
  await asSystem(system, async (client) => {
    await cancelOwnerMails(client, organization.id);
    await holdForRequest(client, scope.accountId);
    await renewed(scope, permissions['settings.manage']);
    await voidOwnerCodes(client, organization.id);
    const isSent = await enqueueAccountMail(client, {
      kind: 'owner_change',
      to_address: email,
      account_id: scope.accountId,
      data: {
        email,
        organization_id: organization.id,
        organization_name: organization.name,
        language: organization.default_language,
      },
    });
    if (!isSent) throw new AppError('rate_limited', { retry_after: 3600 });
    await record(client, {
      organization_id: organization.id,
      action: 'owner_change_requested',
      actor: { id: scope.accountId, name: scope.name },
      entity: 'organization',
      entity_id: organization.id,
    });
  });
}

/** SQL: whether account `a` may change an organisation's owner at this moment. */
const mayPropose = (organization: string) => `(a.platform_admin or exists (
  select from memberships m where m.account_id = a.id and m.organization_id = ${organization} and m.active
    and m.role = 'ORGANIZATION_ADMIN'))`;

type Proposal = { email: string; requested_by: string; requested_at: string };

/** The address that waits for its confirmation: its link is on its way, or was sent, and would be good now. */
export async function findOwnerChange(system: Pool, organizationId: string): Promise<Proposal | null> {
  const { rows } = await system.query<Proposal>(
    `select p.data ->> 'email' as email, a.name as requested_by,
       ${instantColumn('p.created_at')} as requested_at
     from (
       select account_id, data, created_at from account_codes
       where purpose = 'owner_change' and used_at is null and expires_at > now() and data ->> 'organization_id' = $1::text
       union all
       select account_id, data, created_at from account_mails
       where kind = 'owner_change' and state in ('queued', 'sending') and data ->> 'organization_id' = $1::text
     ) p join accounts a on a.id = p.account_id and ${mayPropose('$1::uuid')}
     order by p.created_at desc limit 1`,
    [organizationId],
  );
  return rows[0] ?? null;
}

/** Cancels the organisation's pending change of owner, also one requested by another administrator. */
export async function cancelOwnerChange(system: Pool, scope: Scope): Promise<void> {
  await asSystem(system, async (client) => {
    if (!(await voidOwnerChanges(client, scope.organizationId))) return;
    await record(client, {
      organization_id: scope.organizationId,
      action: 'owner_change_cancelled',
      actor: { id: scope.accountId, name: scope.name },
      entity: 'organization',
      entity_id: scope.organizationId,
    });
  });
}

/** Makes every link to a new owner address of an organisation worthless, sent or not; answers whether there was one. */
async function voidOwnerChanges(client: SystemClient, organizationId: string): Promise<boolean> {
  const mails = await cancelOwnerMails(client, organizationId);
  const codes = await voidOwnerCodes(client, organizationId);
  return mails + codes > 0;
}

async function cancelOwnerMails(client: SystemClient, organizationId: string): Promise<number> {
  const { rowCount } = await client.query(
    `update account_mails set state = 'cancelled', state_reason = 'taken back'
     where kind = 'owner_change' and state in ('queued', 'sending') and data ->> 'organization_id' = $1`,
    [organizationId],
  );
  return rowCount ?? 0;
}

async function voidOwnerCodes(client: SystemClient, organizationId: string): Promise<number> {
  const { rowCount } = await client.query(
    `delete from account_codes
     where purpose = 'owner_change' and used_at is null and data ->> 'organization_id' = $1`,
    [organizationId],
  );
  return rowCount ?? 0;
}

/** Sets the owner's address to the one the code was mailed to, if the requester may still do so; mails the old one. */
export async function confirmOwnerChange(
  system: Pool,
  code: string,
): Promise<{ organization_name: string; owner_email: string }> {
  return await asSystem(system, async (client) => {
    const proposal = await findCode(client, code, 'owner_change');
    if (!proposal) throw new AppError('code_invalid');
    const { accountId, data } = proposal;
    // in the order of `cancelAddressMails`
    await client.query('select from organizations where id = $1 for no key update', [data.organization_id]);
    await cancelOwnerMails(client, data.organization_id ?? '');
    const redeemed = await redeemCode(client, code, 'owner_change');
    if (typeof redeemed === 'string') throw new AppError(redeemed);
    const { rows } = await client.query<{ name: string; old_email: string; language: string; actor: string }>(
      `select o.name, o.owner_email as old_email, o.default_language as language, a.name as actor
       from organizations o, accounts a
       where o.id = $2 and a.id = $1 and ${mayPropose('o.id')}`,
      [accountId, data.organization_id],
    );
    const [changed] = rows;
    if (!changed) throw new AppError('code_invalid');
    const owner_email = data.email ?? '';
    // while the old address is still the organisation's
    await enqueueAccountMail(client, {
      kind: 'owner_changed',
      to_address: changed.old_email,
      account_id: accountId,
      data: {
        organization_id: data.organization_id ?? '',
        organization_name: changed.name,
        email: owner_email,
        language: changed.language,
      },
    });
    await client.query('update organizations set owner_email = $2 where id = $1', [
      data.organization_id,
      owner_email,
    ]);
    // a link that went to another address for the same organisation is out of date now
    await voidOwnerCodes(client, data.organization_id ?? '');
    await record(client, {
      organization_id: data.organization_id ?? '',
      action: 'owner_changed',
      actor: { id: accountId, name: changed.actor },
      entity: 'organization',
      entity_id: data.organization_id ?? null,
    });
    return { organization_name: changed.name, owner_email };
  });
}
