import type { Translation } from '../../lib/text/translate.ts';
import type { bulkPayment as sl } from '../sl/bulk-payment.ts';

export const bulkPayment: Translation<typeof sl> = {
  title_one: 'Add a payment to {{count}} participant?',
  title_other: 'Add a payment to {{count}} participants?',
  confirm_one: 'Add {{count}} payment',
  confirm_other: 'Add {{count}} payments',
  text: 'Each gets a payment of their own with the same amount, due day and purpose. No message will be sent.',
  amount: 'Amount for each',
  include: {
    waitlisted: 'Also to applications on the waiting list',
    rejected: 'Also to rejected applications',
    inactive: 'Also to inactive applications',
  },
  same: 'Also to those who already have a payment for this purpose',
};
