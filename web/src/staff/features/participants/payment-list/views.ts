import type { Viewed } from '../views/viewed.ts';
import { filtersOf, type PaymentsSearch, parsePaymentsSearch, usualPaymentColumns } from './address.ts';

/** Views of payments that every organisation has, by the key of their name. */
export const paymentStarters = (today: string) =>
  ({
    overdue: { status: ['overdue'] },
    month: { due_month: today.slice(0, 7) },
    unpaid: { status: ['overdue', 'due'] },
  }) satisfies Record<string, PaymentsSearch>;
export const paymentStarterNames = ['overdue', 'month', 'unpaid'] as const;

/** Views of payments. */
export const paymentViews: Viewed<PaymentsSearch> = {
  list: 'payments',
  sort: 'expiration_date',
  usual: usualPaymentColumns,
  parse: parsePaymentsSearch,
  filtersOf,
};
