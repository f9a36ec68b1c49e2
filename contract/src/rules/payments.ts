import type { Texts } from './texts.ts';

/** What a payment may be and become; without a validator, so that lists which carry none can use it. */
export const paymentStatuses = [
  'pending',
  'completed',
  'failed',
  'cancelled',
  'refunded',
  'expired',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Statuses that each status may change to. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['completed', 'failed', 'cancelled', 'expired'],
  failed: ['pending', 'completed', 'cancelled'],
  expired: ['pending', 'completed', 'cancelled'],
  completed: ['refunded', 'pending'],
  cancelled: ['pending'],
  refunded: [],
};

export const paymentMethods = ['cash', 'bank_transfer', 'credit_card', 'paypal', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentKinds = ['tuition', 'membership_fee', 'other'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Statuses in which the money is still expected. */
export const openStatuses = ['pending', 'expired', 'failed'] as const satisfies PaymentStatus[];

/** Statuses in which the money has come; its amount then stays as it is. */
export const receivedStatuses = ['completed', 'refunded'] as const satisfies PaymentStatus[];

/** Statuses in which a payment may be deleted. */
const deletableStatuses = ['pending', 'failed', 'cancelled'] as const satisfies PaymentStatus[];

const isIn =
  (some: readonly PaymentStatus[]) =>
  (status: PaymentStatus): boolean =>
    some.includes(status);

export const isOpen = isIn(openStatuses);
export const isReceived = isIn(receivedStatuses);
export const isDeletable = isIn(deletableStatuses);

/** Mails that leave by themselves when a payment is made, and when it is received. */
export const paymentMails = ['payment_request', 'payment_received'] as const;
export type PaymentMail = (typeof paymentMails)[number];

/** Methods that count as cash in law: the number of the receipt written elsewhere is asked for. */
export const asksForReceipt = (method: PaymentMethod | null): boolean =>
  method !== null && method !== 'bank_transfer';

/** What a payment is for, where its group is named beside it: purposes of payments by a plan begin with that name. */
export function besidesGroup(purpose: string, group: Texts): string {
  const name = Object.values(group).find((one) => one && `${purpose}, `.startsWith(`${one}, `));
  return name ? purpose.slice(name.length + 2) : purpose;
}

/** Bounds of the texts of a payment. */
export const paymentLimits = {
  purpose: 140,
  reference: 35,
  invoice: 60,
  reason: 500,
  instalments: 36,
} as const;
