import type { Translation } from '../../lib/text/translate.ts';
import type { bulkPayment as sl } from '../sl/bulk-payment.ts';

export const bulkPayment: Translation<typeof sl> = {
  title_one: 'Add a payment to {{count}} participant?',
  title_other: 'Add a payment to {{count}} participants?',
  confirm_one: 'Add {{count}} payment',
  confirm_other: 'Add {{count}} payments',
  text: 'Each gets a payment of their own with the same due day and purpose.',
  price: 'What each is to pay',
  by: { amount: 'The same amount', group: 'The group’s price', percent: 'A percentage of the group’s price' },
  group_price:
    'The price stands in the group’s fee plan: the single amount, one month, or all instalments together, without discounts and the joining fee.',
  amount: 'Amount for each',
  percent: 'Percentage of the price',
  problems: {
    above_hundred: 'The percentage can’t be more than 100.',
    invalid_percent: 'Enter a percentage, for example 50 or 12.5.',
  },
  include: {
    waitlisted: 'Also to applications on the waiting list',
    rejected: 'Also to rejected applications',
    inactive: 'Also to inactive applications',
  },
  same: 'Also to those who already have a payment for this purpose',
};
