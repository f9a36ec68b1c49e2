/** Bank statements as banks write them, for tests. */

// fixed days: they are texts in files, and no clock reads them

/** One transfer as the bank tells it. */
export type Transfer = {
  amount: string;
  day?: string;
  currency?: string;
  name?: string;
  iban?: string;
  /** Structured; else in `text`, or as the end-to-end id. */
  reference?: string;
  text?: string;
  endToEnd?: string;
  /** The bank's own number of the entry. */
  bank?: string;
  /** DBIT is money that left. */
  way?: 'CRDT' | 'DBIT';
  status?: string;
  reversal?: boolean;
};

export type StatementOptions = {
  message?: '052' | '053' | '054';
  version?: '02' | '08';
  iban?: string;
  id?: string;
  page?: number;
  /** Of all elements, for instance `ns2:`. */
  prefix?: string;
  encoding?: string;
};

export const ownIban = 'SI56191000000123438';

const names = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const maybe = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;

/** The details of one transfer, in the shape of a version. */
export function detailsOf(transfer: Transfer, version: '02' | '08' = '02', amount?: string): string {
  const { currency = 'EUR', name, iban, reference, text, endToEnd = 'NOTPROVIDED', way = 'CRDT' } = transfer;
  const money = `<Amt Ccy="${currency}">${amount}</Amt>`;
  const told =
    amount === undefined
      ? ''
      : version === '02'
        ? `<AmtDtls><TxAmt>${money}</TxAmt></AmtDtls>`
        : `${money}<CdtDbtInd>${way}</CdtDbtInd>`;
  const payer = maybe('Nm', name);
  return `<TxDtls><Refs>${maybe('EndToEndId', endToEnd)}</Refs>${told}<RltdPties>${
    payer && `<Dbtr>${version === '02' ? payer : `<Pty>${payer}</Pty>`}</Dbtr>`
  }${iban ? `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>` : ''}</RltdPties><RmtInf>${maybe('Ustrd', text)}${
    reference === undefined ? '' : `<Strd><CdtrRefInf><Ref>${escaped(reference)}</Ref></CdtrRefInf></Strd>`
  }</RmtInf></TxDtls>`;
}

/** An entry with these details, in the shape of a version. */
export function entryOf(
  transfer: Transfer,
  version: '02' | '08' = '02',
  details = detailsOf(transfer, version),
): string {
  const {
    amount,
    day = '2026-11-17',
    currency = 'EUR',
    way = 'CRDT',
    status = 'BOOK',
    bank,
    reversal,
  } = transfer;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${
    version === '02' ? status : `<Cd>${status}</Cd>`
  }</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${maybe('AcctSvcrRef', bank)}<NtryDtls>${details}</NtryDtls></Ntry>`;
}

/** A file with one statement. */
export function camt(transfers: (Transfer | string)[], options: StatementOptions = {}): string {
  return camtFile([statementOf(transfers, options)], options);
}

/** One statement of a file; entries that are texts stand as they are. */
export function statementOf(transfers: (Transfer | string)[], options: StatementOptions = {}): string {
  const { message = '053', version = '02', iban = ownIban, id = 'S-1', page } = options;
  const entries = transfers.map((one) => (typeof one === 'string' ? one : entryOf(one, version)));
  const pages =
    page === undefined ? '' : `<StmtPgntn><PgNb>${page}</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>`;
  const name = names[message][1];
  return `<${name}><Id>${id}</Id>${pages}<CreDtTm>2026-11-18T06:00:00+01:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}</${name}>`;
}

/** A file with these statements. */
export function camtFile(
  statements: string[],
  { message = '053', version = '02', prefix = '', encoding = 'UTF-8' }: StatementOptions = {},
): string {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}`;
  const body = `<Document><${names[message][0]}><GrpHdr><MsgId>M-1</MsgId></GrpHdr>${statements.join('')}</${names[message][0]}></Document>`;
  const named = body
    .replace('<Document>', `<Document xmlns${prefix && `:${prefix.slice(0, -1)}`}="${namespace}">`)
    .replace(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}`);
  return `<?xml version="1.0" encoding="${encoding}"?>\n${named}`;
}
