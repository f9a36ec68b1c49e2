import type { Translation } from '../../lib/text/translate.ts';
import type { bulkPayment as sl } from '../sl/bulk-payment.ts';

export const bulkPayment: Translation<typeof sl> = {
  title_one: 'Add a payment to {{count}} participant?',
  title_other: 'Add a payment to {{count}} participants?',
  confirm_one: 'Add {{count}} payment',
  confirm_other: 'Add {{count}} payments',
  text: 'Each participant gets a separate payment with the same due date and purpose.',
  price: 'What each one pays',
  by: { amount: 'The same amount', group: 'The group’s price', percent: 'A percentage of the group’s price' },
  group_price:
    'Taken from the group’s fee plan: the single amount, one month or all instalments together, without discounts or the joining fee.',
  amount: 'Amount for each',
  percent: 'Percentage of the price',
  problems: {
    above_hundred: 'The percentage can’t be more than 100.',
    invalid_percent: 'Enter a percentage, for example 50 or 12.5.',
  },
  include: {
    waitlisted: 'Include the waiting list',
    rejected: 'Include rejected applications',
    inactive: 'Include inactive applications',
  },
  same: 'Include people who already have a payment for this purpose',
};
