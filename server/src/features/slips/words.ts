import type { Language } from '@vpisnik/contract/rules/texts';

type Words = Record<
  | 'title'
  | 'application'
  | 'what'
  | 'due'
  | 'amount'
  | 'total'
  | 'mobile'
  | 'mobile_text'
  | 'online'
  | 'online_text'
  | 'payer'
  | 'code'
  | 'purpose'
  | 'any_purpose'
  | 'iban'
  | 'reference'
  | 'recipient'
  | 'abroad'
  | 'abroad_text'
  | 'made'
  | 'same'
  | 'file'
  | 'files',
  string
>;

/** The words of the paper; `{name}`, `{number}`, `{reference}` and `{bic}` are filled in. */
export const slipWords: Record<Language, Words> = {
  sl: {
    title: 'Podatki za plačilo',
    application: 'Prijava na ime {name}, številka prijave {number}.',
    what: 'Za kaj',
    due: 'Rok plačila',
    amount: 'Znesek',
    total: 'Za plačilo',
    mobile: 'V mobilni banki',
    mobile_text: 'Poslikajte kodo QR. Vsi podatki se vpišejo sami.',
    online: 'V spletni banki',
    online_text: 'Prepišite znesek, IBAN in sklic. Sklica ne izpustite: po njem prepoznamo plačilo.',
    payer: 'Plačnik',
    code: 'Koda namena',
    purpose: 'Namen plačila',
    any_purpose: 'Plačilo',
    iban: 'IBAN prejemnika',
    reference: 'Sklic prejemnika',
    recipient: 'Ime, naslov in kraj prejemnika',
    abroad: 'Plačujete iz tuje banke?',
    abroad_text: 'Poslikajte to kodo ali prepišite sklic {reference} in BIC {bic}.',
    made: 'Pripravljeno v sistemu Vpisnik.',
    same: 'Podatki so enaki kot v kodi QR.',
    file: 'podatki-za-placilo',
    files: 'podatki-za-placila',
  },
  en: {
    title: 'Payment details',
    application: 'Application of {name}, number {number}.',
    what: 'For',
    due: 'Due',
    amount: 'Amount',
    total: 'To pay',
    mobile: 'In your banking app',
    mobile_text: 'Scan the QR code. It fills in everything.',
    online: 'In your online bank',
    online_text:
      'Copy the amount, the IBAN and the reference. Do not leave out the reference: it tells us which payment is yours.',
    payer: 'Payer',
    code: 'Purpose code',
    purpose: 'Purpose of payment',
    any_purpose: 'Payment',
    iban: 'Recipient’s IBAN',
    reference: 'Recipient’s reference',
    recipient: 'Recipient’s name, address and town',
    abroad: 'Paying from a bank outside Slovenia?',
    abroad_text: 'Scan this code, or copy the reference {reference} and the BIC {bic}.',
    made: 'Prepared with Vpisnik.',
    same: 'The details are the same as in the QR code.',
    file: 'payment-details',
    files: 'payment-details',
  },
};
