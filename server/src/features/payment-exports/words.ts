import type { Language } from '@vpisnik/contract/common';
import type { PaymentKind, PaymentMethod, PaymentStatus } from '@vpisnik/contract/rules/payments';

/** Columns of exported payments, in their order. */
export const exportedFacts = [
  'name',
  'email',
  'group',
  'purpose',
  'instalment',
  'kind',
  'amount',
  'currency',
  'expiration_date',
  'state',
  'payment_date',
  'method',
  'reference_number',
  'invoice_number',
  'status_reason',
  'notes',
  'created_at',
] as const;
export type ExportedFact = (typeof exportedFacts)[number];

type Words = {
  columns: Record<ExportedFact, string>;
  /** `overdue` is said of late payments, whether or not they are marked as expired; not of those that failed. */
  states: Record<PaymentStatus | 'overdue', string>;
  methods: Record<PaymentMethod, string>;
  kinds: Record<PaymentKind, string>;
  /** Which of how many instalments. */
  instalment: string;
  /** Name of the file, without what tells apart, and of the sheet in a workbook. */
  file: string;
  sheet: string;
};

/** The words of exported payments. */
export const paymentWords: Record<Language, Words> = {
  sl: {
    columns: {
      name: 'Udeleženec',
      email: 'E-pošta',
      group: 'Skupina',
      purpose: 'Namen',
      instalment: 'Obrok',
      kind: 'Vrsta',
      amount: 'Znesek',
      currency: 'Valuta',
      expiration_date: 'Rok',
      state: 'Stanje',
      payment_date: 'Dan plačila',
      method: 'Način',
      reference_number: 'Sklic',
      invoice_number: 'Številka potrdila',
      status_reason: 'Razlog stanja',
      notes: 'Interne opombe',
      created_at: 'Vpisano',
    },
    states: {
      pending: 'Čaka plačilo',
      completed: 'Plačano',
      failed: 'Ni uspelo',
      cancelled: 'Preklicano',
      refunded: 'Vrnjeno',
      expired: 'Zapadlo',
      overdue: 'Zapadlo',
    },
    methods: {
      cash: 'Gotovina',
      bank_transfer: 'Nakazilo',
      credit_card: 'Kartica',
      paypal: 'PayPal',
      other: 'Drugo',
    },
    kinds: { tuition: 'Šolnina ali vadnina', membership_fee: 'Članarina', other: 'Drugo' },
    instalment: '{{number}}. obrok od {{of}}',
    file: 'placila',
    sheet: 'Plačila',
  },
  en: {
    columns: {
      name: 'Participant',
      email: 'E-mail',
      group: 'Group',
      purpose: 'Purpose',
      instalment: 'Instalment',
      kind: 'Kind',
      amount: 'Amount',
      currency: 'Currency',
      expiration_date: 'Due',
      state: 'Status',
      payment_date: 'Date paid',
      method: 'Method',
      reference_number: 'Reference',
      invoice_number: 'Receipt number',
      status_reason: 'Reason for the status',
      notes: 'Internal notes',
      created_at: 'Entered',
    },
    states: {
      pending: 'Awaiting payment',
      completed: 'Paid',
      failed: 'Failed',
      cancelled: 'Cancelled',
      refunded: 'Refunded',
      expired: 'Overdue',
      overdue: 'Overdue',
    },
    methods: {
      cash: 'Cash',
      bank_transfer: 'Transfer',
      credit_card: 'Card',
      paypal: 'PayPal',
      other: 'Other',
    },
    kinds: { tuition: 'Tuition', membership_fee: 'Membership fee', other: 'Other' },
    instalment: 'Instalment {{number}} of {{of}}',
    file: 'payments',
    sheet: 'Payments',
  },
};
