import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { created, id, money, tenant } from './columns.ts';

/**
 * What each change of a payment or a transfer adds to the sums of an organisation; triggers write it, nothing changes it.
 * Whose it was stands in no row, so nothing personal stays when a participant is deleted.
 */
export const payment_events = pgTable(
  'payment_events',
  {
    organization_id: tenant(),
    id: id(),
    /** When it was written down, by the organisation's calendar: a period that is over gets no more events. */
    day: date().notNull(),
    kind: text().notNull(),
    currency: text().notNull(),
    /** Added to the expected amount that has not come; negative where that shrinks. */
    open: money().notNull(),
    /** Added to what payments have received. */
    received: money().notNull(),
    /** Added to what came by transfers and waits for a payment. */
    credit: money().notNull(),
    /** No references: payments and transfers may be deleted. */
    payment_id: uuid(),
    entry_id: uuid(),
    participant_id: uuid(),
    /** The day on which the money came, or was to be given back. */
    paid_on: date(),
    method: text(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    // in the order of the accountant's file; the sum before a period is read from the index alone
    index('payment_events_day').on(t.organization_id, t.day, t.id, t.currency, t.open, t.received, t.credit),
  ],
);
