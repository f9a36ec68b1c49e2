import { latin2Bytes, toLatin2 } from './latin2.ts';
import { drawnQr, type QrDrawing } from './qr.ts';

/** Content of a payment order; IBAN and reference without spaces, days as `YYYY-MM-DD`. */
export type UpnOrder = {
  payer: Address;
  /** Euros with two decimals, as on the wire. */
  amount: string;
  purpose_code: string;
  purpose: string;
  due_date: string | null;
  /** Slovenian. */
  iban: string;
  reference: string;
  recipient: Address;
};
type Address = { name: string; street: string; town: string };

/** The lengths of the standard. */
const ADDRESS = 33;
const PURPOSE = 42;

/** A text cut to a length; in Latin-2 every letter is one character. */
const cut = (text: string, length: number) => toLatin2(text).slice(0, length).trimEnd();

const address = ({ name, street, town }: Address) => [name, street, town].map((line) => cut(line, ADDRESS));

/**
 * The record of a UPN QR code by the banks' standard: twenty fields, a line each. The last is the control sum, the number of
 * characters of the others with their line ends.
 */
export function upnRecord(order: UpnOrder): string {
  const fields = [
    'UPNQR',
    // the payer's account, deposit, withdrawal, the payer's reference
    ...['', '', '', ''],
    ...address(order.payer),
    order.amount.replace('.', '').padStart(11, '0'),
    // the day of payment, urgent
    ...['', ''],
    order.purpose_code,
    cut(order.purpose, PURPOSE),
    order.due_date?.split('-').reverse().join('.') ?? '',
    order.iban,
    order.reference,
    ...address(order.recipient),
  ];
  const record = fields.map((field) => `${field}\n`).join('');
  return `${record}${String(record.length).padStart(3, '0')}\n`;
}

/** The UPN QR code of an order: version 15, level M, ISO 8859-2 in bytes and said so, as banks' apps demand. */
export const upnCode = (order: UpnOrder): QrDrawing =>
  drawnQr(latin2Bytes(upnRecord(order)), { version: [15, 15], eci: 4 });
