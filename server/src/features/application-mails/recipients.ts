import type { Language } from '@vpisnik/contract/common';
import type { recipients } from '@vpisnik/contract/groups';
import { and, asc, eq, inArray, isNotNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { accounts, group_email_settings, group_leaders, memberships } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';

/** An address of a mail to staff; without an account when it is only the organisation's own. */
export type StaffRecipient = { account_id: string | null; to_address: string; language: Language };

type Value = (name: 'organization' | 'group' | 'email_type' | 'owner') => Placeholder;

const deliverable = (tx: Transaction, organization: Placeholder, who: SQL | undefined) =>
  tx
    .select({ account_id: accounts.id, to_address: accounts.email, language: accounts.language })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(
      and(
        eq(memberships.organization_id, organization),
        eq(memberships.active, true),
        isNotNull(accounts.confirmed_at),
        who,
      ),
    )
    .orderBy(asc(accounts.id));

/** Staff recipients by the group's setting; by default the organisation's owner and the group's leaders. */
const chosen = statement((tx, value: Value) => {
  const { recipient } = group_email_settings;
  const setting = tx
    .select({ recipient })
    .from(group_email_settings)
    .where(
      and(
        eq(group_email_settings.organization_id, value('organization')),
        eq(group_email_settings.group_id, value('group')),
        eq(group_email_settings.email_type, value('email_type')),
      ),
    );
  const leaders = tx
    .select({ id: group_leaders.account_id })
    .from(group_leaders)
    .where(
      and(
        eq(group_leaders.organization_id, value('organization')),
        eq(group_leaders.group_id, value('group')),
      ),
    );
  const isChosen = (one: Chosen) => sql`coalesce((${setting}), 'both') in ('both', ${sql.raw(`'${one}'`)})`;
  return deliverable(
    tx,
    value('organization'),
    or(
      and(eq(accounts.email, value('owner')), isChosen('organization_owner')),
      and(inArray(accounts.id, leaders), isChosen('group_leaders')),
    ),
  );
});

const administrators = statement((tx, value: (name: 'organization') => Placeholder) =>
  deliverable(tx, value('organization'), eq(memberships.role, 'ORGANIZATION_ADMIN')),
);

const member = statement((tx, value: (name: 'organization' | 'account') => Placeholder) =>
  deliverable(tx, value('organization'), eq(accounts.id, value('account'))),
);

type Chosen = (typeof recipients)[number];

/**
 * The recipients of a mail to the staff of a group at this moment, by its e-mail setting: active, confirmed users; else the
 * active administrators; else the organisation's address. Never empty.
 */
export async function staffRecipients(
  tx: Transaction,
  mail: { organization_id: string; group_id: string | null; email_type: string },
  { owner_email, default_language }: { owner_email: string; default_language: string },
): Promise<StaffRecipient[]> {
  const { organization_id: organization, group_id: group, email_type } = mail;
  const found = await chosen(tx, { organization, group, email_type, owner: owner_email.toLowerCase() });
  const rows = found.length > 0 ? found : await administrators(tx, { organization });
  if (rows.length === 0)
    return [{ account_id: null, to_address: owner_email, language: default_language as Language }];
  return rows.map((row) => ({ ...row, language: row.language as Language }));
}

/** The present address of a staff member; undefined when they get no mail any more, deactivated after it was written. */
export async function staffAddress(
  tx: Transaction,
  organizationId: string,
  accountId: string,
): Promise<string | undefined> {
  return (await member(tx, { organization: organizationId, account: accountId }))[0]?.to_address;
}
