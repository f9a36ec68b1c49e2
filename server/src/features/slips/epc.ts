import { drawnQr, type QrDrawing } from './qr.ts';

/** A credit transfer as EPC069-12 tells it; IBAN and reference without spaces. */
export type EpcTransfer = {
  /** Empty where it is not known. */
  bic: string;
  name: string;
  iban: string;
  /** Euros with two decimals, as on the wire. */
  amount: string;
  purpose_code: string;
  /** By ISO 11649; SI references are none. */
  reference: string | null;
  /** Told where there is no reference. */
  text: string;
};

/** Most characters of the recipient's name. */
const NAME = 70;

/** A name in UTF-8 on one line, cut between letters. */
const oneLine = (text: string) =>
  [
    ...new Intl.Segmenter().segment(
      text
        .normalize('NFC')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    ),
  ]
    .map(({ segment }) => segment)
    .reduce((kept, letter) => (kept.length + letter.length > NAME ? kept : kept + letter), '')
    .trimEnd();

/** The text of an EPC QR code, version 002; nothing follows the last element that is used. */
const epcText = (transfer: EpcTransfer): string =>
  [
    'BCD',
    '002',
    // UTF-8
    '1',
    'SCT',
    transfer.bic,
    oneLine(transfer.name),
    transfer.iban,
    `EUR${transfer.amount}`,
    transfer.purpose_code,
    ...(transfer.reference === null ? ['', transfer.text] : [transfer.reference]),
  ].join('\n');

/** The EPC QR code of a transfer: level M, at most version 13. */
export const epcCode = (transfer: EpcTransfer): QrDrawing =>
  drawnQr([...new TextEncoder().encode(epcText(transfer))], { version: [1, 13] });
