import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, created, edited, id, instant, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** A message to chosen participants: a draft at first, then the origin of a mail to each address. */
export const messages = pgTable(
  'messages',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    /** Who wrote it and who sends it, with the names of then. A deleted account leaves its id. */
    account_id: uuid().notNull(),
    author: text().notNull(),
    sender_id: uuid(),
    sender: text(),
    state: text().notNull().default('draft'),
    stop_reason: text(),
    kind: text(),
    /** The group from whose pages it was written, which may be gone. */
    group_id: uuid(),
    /** Who it is for: a filter with what belongs to it, else ids. Goes with the words when they are no longer kept. */
    audience: jsonb().$type<Record<string, unknown>>(),
    audience_ids: uuid().array(),
    /**
     * The groups that its people were in when the audience was last read, of an empty one those that it names: who has all of
     * them in scope sees it.
     */
    group_ids: uuid().array().notNull().default([]),
    include: text().array().notNull().default([]),
    siblings: text().notNull().default('together'),
    texts: jsonb().$type<Record<string, { subject: string; body: string }>>().notNull().default({}),
    reply_to: text().notNull().default('organization'),
    with_payments: boolean().notNull().default(false),
    with_group: boolean().notNull().default(false),
    send_at: instant('send_at'),
    sent_at: instant('sent_at'),
    /** The bulk work that writes its mails. */
    job_id: uuid(),
    /** To how many people its mails are; null until they are written. */
    people_count: integer(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('messages_group').on(t.organization_id, t.group_id).where(sql`group_id is not null`),
    index('messages_planned').on(t.send_at).where(sql`state = 'planned'`),
    index('messages_sent').on(t.sent_at).where(sql`sent_at is not null`),
    check(
      'messages_state_check',
      oneOf(t.state, ['draft', 'planned', 'sending', 'sent', 'stopped', 'cancelled']),
    ),
    check('messages_kind_check', oneOf(t.kind, ['enrolment', 'news'])),
    check('messages_siblings_check', oneOf(t.siblings, ['together', 'each'])),
    check('messages_reply_to_check', oneOf(t.reply_to, ['organization', 'sender'])),
    check(
      'messages_planned_check',
      sql`${t.state} <> 'planned' or ${t.send_at} is not null and ${t.sender_id} is not null`,
    ),
    check(
      'messages_sent_check',
      sql`${t.state} not in ('sending', 'sent') or ${t.kind} is not null and ${t.sent_at} is not null`,
    ),
  ],
);

/** Files that go along with a message's mails; kept as long as its words. */
export const message_files = pgTable(
  'message_files',
  {
    organization_id: tenant(),
    id: id(),
    message_id: uuid().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
    content: bytea().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    foreignKey({
      name: 'message_files_message_fkey',
      columns: [t.organization_id, t.message_id],
      foreignColumns: [messages.organization_id, messages.id],
    }).onDelete('cascade'),
    index('message_files_message').on(t.organization_id, t.message_id),
  ],
);
