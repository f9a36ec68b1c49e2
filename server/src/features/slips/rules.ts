import { centsOf } from '@vpisnik/contract/rules/money';
import { bankReference, rfReference, serialsIn, siReference } from '@vpisnik/contract/rules/references';
import { groupName } from '@vpisnik/contract/rules/texts';
import type { Slip } from '@vpisnik/contract/slips';
import { addresseeOf } from '../application-mails/addressee.ts';
import { epcCode } from './epc.ts';
import { toLatin2 } from './latin2.ts';
import type { Payee, PaymentRow } from './queries.ts';
import { upnCode } from './upn.ts';
import { slipWords } from './words.ts';

/** Most cents that the codes can tell. */
const MOST = 99_999_999_999n;
/** Characters of a purpose that banks show. */
const PURPOSE = 42;

/**
 * The payment data of a payment.
 *
 * @param today the organisation's day, `YYYY-MM-DD`
 */
export function slipOf(row: PaymentRow, payee: Payee, today: string): Slip {
  const { language, amount, currency, expiration_date: due_date } = row;
  const { iban, bic, purpose_code } = payee;
  const group_name = groupName({ name: row.group_name }, language);
  const payer_name = addresseeOf(row, row, today);
  const recipient = { name: payee.recipient, street: payee.street, town: payee.town };
  const reference = bankReference(row.reference_number);
  const rf_reference = rfOf(reference);
  const purpose = purposeOf([row.purpose, payee.purpose, group_name, slipWords[language].any_purpose]);
  const hasCodes = currency === 'EUR' && centsOf(amount) <= MOST;
  const payer = { name: payer_name, street: '', town: '' };
  const order = { payer, amount, purpose_code, purpose, due_date, iban, reference, recipient };
  return {
    payment_id: row.id,
    ...{ language, participant_name: row.name, participant_reference: row.reference, group_name, payer_name },
    ...{ amount, currency, due_date, purpose, purpose_code, recipient, iban, bic, reference, rf_reference },
    upn: hasCodes && iban.startsWith('SI') ? upnCode(order) : null,
    epc: hasCodes
      ? epcCode({
          bic,
          name: recipient.name,
          iban,
          amount,
          purpose_code,
          reference: rf_reference,
          text: reference,
        })
      : null,
  };
}

/** The first purpose that says something in the letters of banks, pictures don't. No name: a child's is no bank's business. */
const purposeOf = (purposes: readonly string[]): string =>
  purposes.map((one) => toLatin2(one).slice(0, PURPOSE).trimEnd()).find((one) => /[\p{L}\d]/u.test(one)) ??
  '';

/** The same reference by ISO 11649; null for one that was typed and has none. */
function rfOf(reference: string): string | null {
  if (reference.startsWith('RF')) return reference;
  // one reference of a hundred has another serial within its digits by chance
  const serial = serialsIn(reference).find((one) => siReference(one) === reference);
  return serial === undefined ? null : rfReference(serial);
}
