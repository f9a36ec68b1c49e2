import { mailChoiceKinds, mailChoiceWays } from '@vpisnik/contract/rules/mail-choices';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { created, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * What the owner of an address has said about mails of a kind: each yes and no with its proof, never changed. The latest
 * counts. A "no" outlives the people with the address, so that one who applies again is not written to.
 */
export const mail_choices = pgTable(
  'mail_choices',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    /** In lower case, as `mails.to_address` is. */
    address: text().notNull(),
    kind: text().notNull(),
    wanted: boolean().notNull(),
    how: text().notNull(),
    /** The mail whose link was used; it may be gone by now. */
    mail_id: uuid(),
    /** Who noted it for the person, and their name. */
    account_id: uuid(),
    noted_by: text().notNull().default(''),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('mail_choices_address').on(t.organization_id, t.kind, t.address, t.id),
    check(
      'mail_choices_address_check',
      sql`${t.address} = lower(${t.address}) and ${t.address} like '%_@_%'`,
    ),
    check('mail_choices_kind_check', oneOf(t.kind, mailChoiceKinds)),
    check('mail_choices_how_check', oneOf(t.how, mailChoiceWays)),
    // nobody but the person says yes
    check('mail_choices_staff_check', sql`${t.how} <> 'staff' or not ${t.wanted}`),
  ],
);
