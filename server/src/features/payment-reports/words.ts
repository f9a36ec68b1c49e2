import type { Language } from '@vpisnik/contract/common';
import type { PaymentEventKind, ReportGrouping, ReportSum } from '@vpisnik/contract/rules/payment-reports';

/** Columns of the accountant's file, in their order. */
export const ledgerFacts = [
  'day',
  'event',
  'name',
  'group',
  'purpose',
  'paid_on',
  'method',
  'reference_number',
  'invoice_number',
  'currency',
  'open',
  'received',
  'credit',
] as const;
export type LedgerFact = (typeof ledgerFacts)[number];

type Words = {
  groupings: Record<ReportGrouping, string>;
  sums: Record<ReportSum, string>;
  currency: string;
  total: string;
  /** What has no group, month, method or category. */
  none: Record<ReportGrouping, string>;
  columns: Record<LedgerFact, string>;
  events: Record<PaymentEventKind | 'opening' | 'closing', string>;
  /** Names of the files, without what tells apart. */
  report: string;
  ledger: string;
};

/** The words of reports about payments as files. */
export const reportWords: Record<Language, Words> = {
  sl: {
    groupings: { group: 'Skupina', month: 'Mesec', method: 'Način', category: 'Kategorija' },
    sums: {
      expected: 'Pričakovano',
      received: 'Od tega prejeto',
      due: 'Še odprto',
      overdue: 'Zapadlo',
      came: 'Prispelo v obdobju',
      credit: 'Dobroimetje',
    },
    currency: 'Valuta',
    total: 'Skupaj',
    none: { group: 'Brez skupine', month: 'Brez meseca', method: 'Ni določen', category: 'Brez kategorije' },
    columns: {
      day: 'Dan zapisa',
      event: 'Dogodek',
      name: 'Udeleženec ali plačnik',
      group: 'Skupina',
      purpose: 'Namen',
      paid_on: 'Dan plačila',
      method: 'Način',
      reference_number: 'Sklic',
      invoice_number: 'Številka potrdila',
      currency: 'Valuta',
      open: 'Odprto',
      received: 'Prejeto',
      credit: 'Dobroimetje',
    },
    events: {
      opening: 'Začetno stanje',
      closing: 'Končno stanje',
      carried: 'Preneseno stanje',
      expected: 'Pričakovano plačilo',
      rest: 'Preostanek delnega plačila',
      changed: 'Sprememba zneska',
      received: 'Prejeto plačilo',
      part: 'Delno plačilo',
      corrected: 'Popravek: plačilo je spet odprto',
      refunded: 'Vračilo',
      cancelled: 'Preklic',
      reopened: 'Plačilo je znova pričakovano',
      deleted: 'Izbris',
      undone: 'Razveljavitev',
      credit_noted: 'Nakazilo brez plačila',
      credit_used: 'Dobroimetje porabljeno za plačilo',
      credit_released: 'Dobroimetje znova čaka na plačilo',
      credit_returned: 'Dobroimetje vrnjeno plačniku',
      credit_aside: 'Nakazilo izločeno: ni plačilo udeleženca',
      credit_again: 'Nakazilo spet čaka na plačilo',
      credit_undone: 'Razveljavitev uvoza izpiska',
    },
    report: 'porocilo-o-placilih',
    ledger: 'knjiga-placil',
  },
  en: {
    groupings: { group: 'Group', month: 'Month', method: 'Method', category: 'Category' },
    sums: {
      expected: 'Expected',
      received: 'Of which received',
      due: 'Still open',
      overdue: 'Overdue',
      came: 'Received in the period',
      credit: 'Credit',
    },
    currency: 'Currency',
    total: 'Total',
    none: {
      group: 'Without a group',
      month: 'Without a month',
      method: 'Not known',
      category: 'Without a category',
    },
    columns: {
      day: 'Entered on',
      event: 'Event',
      name: 'Participant or payer',
      group: 'Group',
      purpose: 'Purpose',
      paid_on: 'Date paid',
      method: 'Method',
      reference_number: 'Reference',
      invoice_number: 'Receipt number',
      currency: 'Currency',
      open: 'Open',
      received: 'Received',
      credit: 'Credit',
    },
    events: {
      opening: 'Opening balance',
      closing: 'Closing balance',
      carried: 'Carried over',
      expected: 'Payment expected',
      rest: 'Rest of a part payment',
      changed: 'Amount changed',
      received: 'Payment received',
      part: 'Part payment',
      corrected: 'Correction: the payment is open again',
      refunded: 'Refund',
      cancelled: 'Cancellation',
      reopened: 'Payment expected again',
      deleted: 'Deletion',
      undone: 'Undone',
      credit_noted: 'Transfer without a payment',
      credit_used: 'Credit used for a payment',
      credit_released: 'Credit waiting for a payment again',
      credit_returned: 'Credit returned to the payer',
      credit_aside: 'Transfer set aside: not a participant’s payment',
      credit_again: 'Transfer waiting for a payment again',
      credit_undone: 'Import of a statement undone',
    },
    report: 'payment-report',
    ledger: 'payment-ledger',
  },
};
