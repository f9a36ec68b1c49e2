import { describe, expect, it } from 'vitest';
import { readTable } from './read-table.ts';

// fixed days: they are texts in files, and no clock reads them

const read = async (file: string | Buffer, asked: Parameters<typeof readTable>[1] = { remembered: [] }) => {
  const found = await readTable(Buffer.from(file), asked);
  if ('refusal' in found) throw new Error(found.refusal.code);
  return found.table;
};
const refusalOf = async (file: string | Buffer) => {
  const found = await readTable(Buffer.from(file), { remembered: [] });
  return 'refusal' in found ? found.refusal.code : undefined;
};
const linesOf = async (file: string | Buffer) =>
  ((await read(file)).content?.statements ?? []).flatMap(({ lines }) => lines);
const shown = async (file: string | Buffer) =>
  (await linesOf(file)).map(({ day, cents, payer_name, payer_iban, reference, text }) => [
    ...[day, cents, payer_name, payer_iban, reference, text],
  ]);

const iban = 'SI56020360253863406';
const own = 'SI56191000000123438';
const reference = 'SI121234567890120';
const lah = ['2026-11-23', 123450n, 'Žana Lah', iban, reference, 'Vadnina november'];
const rus = ['2026-11-22', 5800n, 'Čučk Matej', '', '', 'Vadnina'];

/** Windows-1250, as Excel and older banks write. */
const bytes1250: Record<string, number> = { Ž: 0x8e, ž: 0x9e, Č: 0xc8, č: 0xe8, Š: 0x8a, š: 0x9a, Ć: 0xc6 };
const in1250 = (text: string) =>
  Buffer.from([...text].map((letter) => bytes1250[letter] ?? letter.charCodeAt(0)));

// the columns of banks as they are published; people and amounts are made up
const columnsOfBanks: [string, string][] = [
  [
    'OTP',
    [
      'ŠT. IZPISKA;POGODBA;RAČUN;DATUM KNJIŽENJA;DATUM VALUTE;DOBRO;BREME;VALUTA;NAMEN;SKLIC V DOBRO;SKLIC V BREME;UDELEŽENEC - RAČUN;UDELEŽENEC - NAZIV;UDELEŽENEC - BIC;KODA NAMENA',
      `0;${own};${own};23.11.2026;24.11.2026;1.234,50;;EUR;Vadnina november;${reference};SI99;${iban};Žana Lah;LJBASI2X;OTHR`,
      `0;${own};${own};22.11.2026;22.11.2026;;12,00;EUR;Najem;;;;Dvorana d.o.o.;;`,
      `0;${own};${own};22.11.2026;22.11.2026;58,00;;EUR;Vadnina;SI99;;;Čučk Matej;;`,
    ].join('\r\n'),
  ],
  [
    'Sparkasse, below lines of other kinds',
    [
      `Promet na računu ${own}, EUR`,
      'Obdobje: 1. 11. 2026 - 30. 11. 2026',
      '',
      'Datum knjiženja;Datum valute;Naziv prejemnika;Račun plačnika;V breme;V dobro;Namen;Referenca prejemnika;Komentar',
      `23.11.2026;23.11.2026;Žana Lah;${iban};;1.234,50;Vadnina november;${reference};`,
      '22.11.2026;22.11.2026;Dvorana d.o.o.;;12,00;;Najem;;',
      '22.11.2026;22.11.2026;Čučk Matej;;;58,00;Vadnina;;',
      ';;;;;;;;',
    ].join('\n'),
  ],
  [
    'English with a sign',
    [
      'Booking Date,Amount,Currency,Counterparty Name,Counterparty IBAN,Payment Reference,Description',
      `2026-11-23,1234.50,EUR,Žana Lah,${iban},${reference},Vadnina november`,
      '2026-11-22,-12.00,EUR,Dvorana d.o.o.,,,Najem',
      '2026-11-22,58.00,EUR,"Čučk Matej",,NOTPROVIDED,Vadnina',
    ].join('\n'),
  ],
  [
    'one with a direction',
    [
      'Datum\tZnesek (EUR)\tD/C\tPlačnik\tIBAN plačnika\tSklic\tNamen plačila',
      `23. 11. 2026\t1.234,50\tC\tŽana Lah\t${iban}\t${reference}\tVadnina november`,
      '22. 11. 2026\t12,00\tD\tDvorana d.o.o.\t\t\tNajem',
      '22. 11. 26\t58,00\tC\tČučk Matej\t\tSI99\tVadnina',
    ].join('\n'),
  ],
];

describe('a table', () => {
  it.each(columnsOfBanks)('of %s tells who paid how much for what', async (_bank, file) => {
    expect(await shown(file)).toEqual([lah, rus]);
    expect((await read(file)).content?.outgoing).toBe(1);
  });

  it('is read in every usual encoding, and from a workbook’s own texts', async () => {
    const [, [, file = ''] = []] = columnsOfBanks;
    expect(await shown(in1250(file))).toEqual([lah, rus]);
    expect(await shown(`\ufeff${file}`)).toEqual([lah, rus]);
    expect(await shown(Buffer.from(`\ufeff${file}`, 'utf16le'))).toEqual([lah, rus]);
  });

  it('without names is read by what its columns hold', async () => {
    const { mapping, columns } = await read(`23.11.26;58,00;Petra Lah\n24.11.26;-12,00;Dvorana\n`);
    expect(mapping).toEqual({ row: -1, day: 0, amount: 1 });
    expect(columns[2]).toEqual({ name: '', samples: ['Petra Lah', 'Dvorana'] });
    expect(await shown('23.11.26;58,00;Petra Lah\n24.11.26;-12,00;Dvorana\n')).toEqual([
      ['2026-11-23', 5800n, '', '', '', ''],
    ]);
  });

  it.each([
    ['23.11.26', '2026-11-23'],
    ['23. 11. 2026', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-23 14:30:05', '2026-11-23'],
    ['23/11/2026', '2026-11-23'],
    ['23-11-2026', '2026-11-23'],
    ['20261123', '2026-11-23'],
    ['29.2.2028', '2028-02-29'],
    ['29.2.2026', 'invalid_date'],
    ['26-11-23', 'invalid_date'],
    ['november', 'invalid_date'],
  ])('reads the day %s', async (day, expected) => {
    const { content } = await read(`Datum;Znesek\n1.1.2026;1,00\n2.1.2026;1,00\n${day};2,00\n`);
    const [its] = (content?.statements ?? []).flatMap(({ lines }) => lines).slice(2);
    expect(its?.day ?? content?.unread[0]?.code).toBe(expected);
  });

  it.each([
    ['1.234,50', ['12,00'], 123450n],
    ['1234.50', ['12.00'], 123450n],
    ['1,234.50', ['12.00'], 123450n],
    ["1'234.50", ['12.00'], 123450n],
    ['1 234,50 €', ['12,00'], 123450n],
    ['+1234,5', ['12,00'], 123450n],
    // what other rows say decides
    ['1.234', ['12,00'], 123400n],
    ['1,234', ['12.00'], 123400n],
    ['1.234', ['50'], 'ambiguous_amount'],
    ['12.50', ['12,00', '1.000,00', '2,50'], 1250n],
    ['1e3', ['12,00'], 'invalid_amount'],
    ['12,345', ['12,00'], 'invalid_amount'],
    ['10000000000,00', ['12,00'], 'invalid_amount'],
  ])('reads the amount %s beside %j', async (amount, others, expected) => {
    const rows = [...others, amount].map((one) => `23.11.2026;"${one}"`);
    const { content } = await read(`Datum;Znesek\n${rows.join('\n')}\n`, {
      remembered: [],
      mapping: { row: 0, day: 0, amount: 1 },
    });
    const [its] = (content?.statements ?? []).flatMap(({ lines }) => lines).slice(others.length);
    expect(its?.cents ?? content?.unread[0]?.code).toBe(expected);
  });

  it('reads D beside C as debit, beside B as dobro, and alone as nothing', async () => {
    const told = async (...words: string[]) => {
      const rows = words.map((word) => `23.11.2026;5,00;${word}`).join('\n');
      const { content } = await read(`Datum;Znesek;Smer\n${rows}\n`, {
        remembered: [],
        mapping: { row: 0, day: 0, amount: 1, direction: 2 },
      });
      const received = (content?.statements ?? []).reduce((count, { lines }) => count + lines.length, 0);
      return [received, content?.outgoing, content?.unread.length];
    };
    expect(await told('D', 'C', 'C')).toEqual([2, 1, 0]);
    expect(await told('D', 'B', 'B')).toEqual([1, 2, 0]);
    expect(await told('D', 'D')).toEqual([0, 0, 2]);
    expect(await told('V dobro', 'v breme', 'CRDT', 'DBIT', '+', '-', 'odliv')).toEqual([3, 4, 0]);
  });

  it('names rows that it can’t read by their place in the file, and loses none without a word', async () => {
    const { content } = await read(
      [
        'Datum;V dobro;V breme;Namen',
        '23.11.2026;5,00;;Vadnina',
        ';;;opomba banke',
        '23.11.2026;;;Začetno stanje',
        '23.11.2026;5,00;5,00;oboje',
        'jutri;5,00;;kdaj',
        ';10,00;;Skupaj',
        '23.11.2026;0,00;0,00;nič',
        '23.11.2026;-5,00;;storno',
      ].join('\n'),
    );
    expect(content?.unread).toEqual([
      { row: 4, code: 'no_amount', value: '23.11.2026' },
      { row: 5, code: 'two_amounts', value: '5,00 / 5,00' },
      { row: 6, code: 'invalid_date', value: 'jutri' },
      { row: 7, code: 'no_date', value: '10,00' },
    ]);
    expect(content?.statements).toMatchObject([{ lines: [{ cents: 500n }], reversals: 1, unread: 4 }]);
  });

  it('is mapped as before where its header is known, wherever that stands', async () => {
    const first = await read('Dan;Koliko;Kdo\n23.11.2026;5,00;Petra Lah\n');
    const mapping = { row: 0, day: 0, amount: 1, payer_name: 2 };
    expect(first).toMatchObject({ is_remembered: false, mapping: { day: 0, amount: 1 } });
    const remembered = [{ header_key: first.header_key, mapping }];
    const later = await read('Izpisek\n\nDAN;koliko;Kdo\n24.11.2026;6,00;Eva Kos\n', { remembered });
    expect(later).toMatchObject({ is_remembered: true, mapping: { ...mapping, row: 2 } });
    const other = await read('Dan;Koliko;Komu\n24.11.2026;6,00;Eva Kos\n', { remembered });
    expect(other.is_remembered).toBe(false);
    // people's choice goes first; a row alone asks for a guess
    const asked = await read('Dan;Koliko;Kdo\n24.11.2026;6,00;Eva Kos\n', {
      remembered,
      mapping: { row: 0, day: 0 },
    });
    expect(asked).toMatchObject({ is_remembered: false, mapping: { row: 0, day: 0 }, content: null });
  });

  it('has one statement of each account', async () => {
    const file = (...accounts: string[]) =>
      `Datum;Znesek;Račun\n${accounts.map((account) => `23.11.2026;5,00;${account}`).join('\n')}\n`;
    const mapping = { row: 0, day: 0, amount: 1, account: 2 };
    const { content } = await read(file(own, '19100-0000123438', iban), { remembered: [], mapping });
    expect(content?.statements.map(({ account, lines }) => [account, lines.length])).toEqual([
      [own, 2],
      [iban, 1],
    ]);
  });

  it('numbers equal rows, whatever file they are in', async () => {
    const row = '23.11.2026;5,00;Petra Lah;Vadnina';
    const file = (...rows: string[]) => `Datum;Znesek;Plačnik;Namen\n${rows.join('\n')}\n`;
    const keys = async (text: string) => (await linesOf(text)).map(({ entry_key }) => entry_key);
    const [one, two] = [
      await keys(file(row)),
      await keys(file('22.11.2026;5,00;Petra Lah;Vadnina', row, row)),
    ];
    expect(new Set(two).size).toBe(3);
    expect(two.slice(1, 2)).toEqual(one);
  });

  it('that is none says why', async () => {
    expect(await refusalOf('<Document/>')).toBe('not_a_sheet');
    expect(await refusalOf('Datum;Znesek\n')).toBe('no_rows');
    const rows = Array.from({ length: 5_001 }, () => '23.11.2026;5,00').join('\n');
    expect(await refusalOf(`Datum;Znesek\n${rows}\n`)).toBe('statement_too_long');
  });
});
