import type { Language } from '@vpisnik/contract/common';
import type { recipients } from '@vpisnik/contract/groups';
import { and, asc, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { accounts, group_email_settings, group_leaders, memberships } from '../db/schema.ts';
import type { Transaction } from '../db/scope.ts';

/** Where a mail to staff goes; without an account when it is only the organisation's own address. */
export type StaffRecipient = { account_id: string | null; to_address: string; language: Language };

type Chosen = (typeof recipients)[number];

/**
 * Who gets a mail to the staff of a group at this moment, by its e-mail setting: active, confirmed users; else the
 * active administrators; else the organisation's address. Never nobody.
 */
export async function staffRecipients(
  tx: Transaction,
  mail: { organization_id: string; group_id: string | null; email_type: string },
  organization: { owner_email: string; default_language: string },
): Promise<StaffRecipient[]> {
  const chosen = await chosenRecipient(tx, mail);
  const owner = eq(accounts.email, organization.owner_email.toLowerCase());
  const leaders = inArray(
    accounts.id,
    tx
      .select({ id: group_leaders.account_id })
      .from(group_leaders)
      .where(
        and(
          eq(group_leaders.organization_id, mail.organization_id),
          eq(group_leaders.group_id, mail.group_id ?? ''),
        ),
      ),
  );
  const wanted = { organization_owner: owner, group_leaders: leaders, both: or(owner, leaders) }[chosen];
  const found = await deliverable(tx, mail.organization_id, wanted);
  if (found.length > 0) return found;
  const administrators = await deliverable(
    tx,
    mail.organization_id,
    eq(memberships.role, 'ORGANIZATION_ADMIN'),
  );
  if (administrators.length > 0) return administrators;
  const { owner_email, default_language } = organization;
  return [{ account_id: null, to_address: owner_email, language: default_language as Language }];
}

/** Whether a staff member may still get mail: between the decision and the sending they may have been deactivated. */
export async function isDeliverable(
  tx: Transaction,
  organizationId: string,
  accountId: string,
): Promise<boolean> {
  return (await deliverable(tx, organizationId, eq(accounts.id, accountId))).length > 0;
}

async function chosenRecipient(
  tx: Transaction,
  mail: { organization_id: string; group_id: string | null; email_type: string },
): Promise<Chosen> {
  if (mail.group_id === null) return 'organization_owner';
  const [setting] = await tx
    .select({ recipient: group_email_settings.recipient })
    .from(group_email_settings)
    .where(
      and(
        eq(group_email_settings.organization_id, mail.organization_id),
        eq(group_email_settings.group_id, mail.group_id),
        eq(group_email_settings.email_type, mail.email_type),
      ),
    );
  return (setting?.recipient as Chosen | undefined) ?? 'both';
}

async function deliverable(
  tx: Transaction,
  organizationId: string,
  who: SQL | undefined,
): Promise<StaffRecipient[]> {
  const rows = await tx
    .select({ account_id: accounts.id, to_address: accounts.email, language: accounts.language })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(
      and(
        eq(memberships.organization_id, organizationId),
        eq(memberships.active, true),
        isNotNull(accounts.confirmed_at),
        who,
      ),
    )
    .orderBy(asc(accounts.id));
  return rows.map((row) => ({ ...row, language: row.language as Language }));
}
