import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { writtenIban } from '@vpisnik/contract/rules/ibans';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { writtenReference } from '@vpisnik/contract/rules/references';
import { groupName, type Language } from '@vpisnik/contract/rules/texts';
import type { Slip } from '@vpisnik/contract/slips';
import { addresseeOf } from '../application-mails/addressee.ts';
import { type Fact, listed } from '../application-mails/facts.ts';
import type { Details } from '../application-mails/rendering/render.ts';
import { qrPng } from '../slips/qr.ts';
import type { Payee, PaymentRow } from '../slips/queries.ts';
import { slipOf } from '../slips/rules.ts';
import { mailWords } from './words.ts';

/** Payments of one mail that have their codes as pictures, those that are due first; the others have all data as text. */
const WITH_CODES = 6;
/** Sides of the pictures as they are shown, in pixels: three for each cell, that a phone reads them off any screen. */
const MAIN = 255;
const SECOND = 135;
/** Pixels of a cell in the file, for screens with two to each pixel. */
const CELL = 6;

/** Whom and what a mail about payments names, and the values of its placeholders. */
export function namesOf(rows: readonly PaymentRow[], language: Language, today: string) {
  const names = (of: (row: PaymentRow) => string) => listed(rows.map(of), language);
  const [first] = rows.flatMap(({ expiration_date }) => expiration_date ?? []).sort();
  return {
    group_name: names((row) => groupName({ name: row.group_name }, language)),
    participant_name: names(({ name }) => name),
    addressee: names((row) => addresseeOf(row, row, today)),
    values: {
      amount: totalOf(rows, language),
      due_date: first === undefined ? mailWords[language].no_day : formatDay(first, language),
      payment_reference: names(({ reference_number }) => writtenReference(reference_number)),
    },
  };
}

/** What payments add up to, each currency for itself. */
function totalOf(rows: readonly PaymentRow[], language: Language): string {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, its]) =>
    formatMoney(wireOf(its.reduce((sum, { amount }) => sum + centsOf(amount), 0n)), currency, language),
  );
  return listed(sums, language);
}

const filled = (facts: Fact[]) => facts.filter(({ value }) => value !== '');

/** Facts of payments that came. */
export function receivedDetails(rows: readonly PaymentRow[], language: Language): Details[] {
  return rows.map((row) => ({
    heading: headingOf(row, language),
    facts: filled([
      { label: 'participant', value: row.name },
      { label: 'group', value: groupName({ name: row.group_name }, language) },
      { label: 'amount', value: formatMoney(row.amount, row.currency, language) },
      { label: 'payment_date', value: row.payment_date ? formatDay(row.payment_date, language) : '' },
    ]),
  }));
}

/** Facts of payments that are asked for, with what a payer copies or scans, those that are due first. */
export function owedDetails(
  rows: readonly PaymentRow[],
  payee: Payee,
  language: Language,
  today: string,
  pictured = true,
): Promise<Details[]> {
  const byDay = rows.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)));
  return Promise.all(
    byDay.map(async (row, at) => {
      const slip = slipOf({ ...row, language }, payee, today);
      return {
        heading: headingOf(row, language),
        facts: owedFacts(slip, language),
        ...(pictured && at < WITH_CODES && { pictures: await picturesOf(slip, language) }),
      };
    }),
  );
}

/** Those without a day come last. */
const dayOf = ({ expiration_date }: PaymentRow): string => expiration_date ?? '9999';

const headingOf = ({ purpose, group_name }: PaymentRow, language: Language): string =>
  purpose || groupName({ name: group_name }, language);

function owedFacts(slip: Slip, language: Language): Fact[] {
  const { recipient, due_date, rf_reference, reference } = slip;
  return filled([
    { label: 'participant', value: slip.participant_name },
    { label: 'group', value: slip.group_name },
    { label: 'amount', value: formatMoney(slip.amount, slip.currency, language) },
    { label: 'due_date', value: due_date ? formatDay(due_date, language) : '' },
    { label: 'recipient', value: [recipient.name, recipient.street, recipient.town].join(', ') },
    { label: 'iban', value: writtenIban(slip.iban) },
    { label: 'payment_reference', value: writtenReference(reference) },
    { label: 'purpose', value: slip.purpose },
    { label: 'purpose_code', value: slip.purpose_code },
    { label: 'bic', value: slip.bic },
    {
      label: 'rf_reference',
      value: rf_reference !== null && rf_reference !== reference ? writtenReference(rf_reference) : '',
    },
  ]);
}

async function picturesOf({ payment_id, upn, epc }: Slip, language: Language) {
  const words = mailWords[language];
  const codes = [
    { kind: 'upn', code: upn, side: MAIN, caption: words.upn, alt: words.upn_alt },
    {
      kind: 'epc',
      code: epc,
      side: upn ? SECOND : MAIN,
      caption: upn ? words.epc : words.epc_alone,
      alt: words.epc_alt,
    },
  ];
  const drawn = codes.map(async ({ kind, code, ...shown }) =>
    code
      ? [
          {
            ...shown,
            cid: `${kind}-${payment_id}@vpisnik`,
            name: `${kind}-qr.png`,
            png: await qrPng(code, CELL),
          },
        ]
      : [],
  );
  return (await Promise.all(drawn)).flat();
}
