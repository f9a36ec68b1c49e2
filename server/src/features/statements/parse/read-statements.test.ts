import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { camt, camtFile, detailsOf, entryOf, ownIban, statementOf } from '../../../../test/outside/camt.ts';
import { readStatements } from './read-statements.ts';

// fixed days: they are texts in files, and no clock reads them

/** What a file is read as; a text is a file in UTF-8. */
const read = (file: string | Buffer, most?: number) => readStatements(Buffer.from(file), most);
function linesOf(file: string | Buffer) {
  const found = read(file);
  if ('refusal' in found) throw new Error(found.refusal.code);
  return found.statements.flatMap(({ lines }) => lines);
}
const refusalOf = (file: string | Buffer, most?: number) => {
  const found = read(file, most);
  return 'refusal' in found ? found.refusal.code : found;
};
const cents = (file: string | Buffer) => linesOf(file).map((line) => line.cents);
const zipped = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

const petra = {
  amount: '58.00',
  name: 'Petra Lah',
  iban: 'SI56020360253863406',
  reference: 'SI121234567890120',
  text: 'Vadnina november',
  bank: 'B-1',
};

describe('a statement', () => {
  it.each([
    ['052', '02'],
    ['052', '08'],
    ['053', '02'],
    ['053', '08'],
    ['054', '02'],
    ['054', '08'],
  ] as const)('of camt.%s.001.%s tells who paid how much for what', (message, version) => {
    const [line, ...others] = linesOf(camt([petra], { message, version }));
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      day: '2026-11-17',
      cents: 5800n,
      currency: 'EUR',
      payer_name: 'Petra Lah',
      payer_iban: 'SI56020360253863406',
      reference: 'SI121234567890120',
      text: 'Vadnina november',
    });
  });

  it('reads the same with any prefix of its names, and in an envelope', () => {
    const plain = linesOf(camt([petra]));
    expect(linesOf(camt([petra], { prefix: 'ns2:' }))).toEqual(plain);
    const envelope = camt([petra]).replace(
      /(<Document.*)/s,
      '<x:Envelope xmlns:x="urn:x"><x:Body>$1</x:Body></x:Envelope>',
    );
    expect(linesOf(envelope)).toEqual(plain);
  });

  it('is read in the encoding that it declares', () => {
    const names = ['Žiga Čuček', 'Špela Ćirić'];
    const file = (encoding: string) =>
      camt(
        names.map((name) => ({ ...petra, name })),
        { encoding },
      );
    const latin2: Record<string, number> = { Ž: 0xae, Č: 0xc8, č: 0xe8, Š: 0xa9, Ć: 0xc6, ć: 0xe6 };
    const bytes = Buffer.from(
      [...file('ISO-8859-2')].map((letter) => latin2[letter] ?? letter.charCodeAt(0)),
    );
    const namesIn = (one: string | Buffer) => linesOf(one).map(({ payer_name }) => payer_name);
    expect(namesIn(bytes)).toEqual(names);
    expect(namesIn(file('UTF-8'))).toEqual(names);
    expect(namesIn(`\ufeff${file('utf-8')}`)).toEqual(names);
    expect(namesIn(Buffer.from(`\ufeff${file('UTF-16')}`, 'utf16le'))).toEqual(names);
    expect(refusalOf(file('x-unknown'))).toBe('statement_broken');
  });

  it('replaces what stands for a character, and nothing else', () => {
    const [line] = linesOf(
      camt([{ ...petra, name: 'Lah & Kos < d.o.o.', text: 'a &#269; &#x17E; &Scaron; &amp;' }]).replaceAll(
        '&amp;#',
        '&#',
      ),
    );
    expect(line).toMatchObject({ payer_name: 'Lah & Kos < d.o.o.', text: 'a č ž &Scaron; &amp;' });
  });

  it('is the whole of its pages, and of all statements and notifications of an account', () => {
    const days = ['2026-11-16', '2026-11-17'].map((day, at) =>
      statementOf([{ ...petra, day, bank: `B-${at}` }], { message: '054', id: `S-${at}` }),
    );
    expect(linesOf(camtFile(days, { message: '054' })).map(({ day }) => day)).toEqual([
      '2026-11-16',
      '2026-11-17',
    ]);
    const { bank: _bank, ...nameless } = petra;
    const page = (number: number) => statementOf([nameless], { page: number });
    expect(cents(camtFile([page(1), page(2)]))).toEqual([5800n, 5800n]);
    expect(cents(camtFile([page(1), page(1)]))).toEqual([5800n]);
  });

  it('of a ZIP is all that is in it, without what another one tells as well', () => {
    const day = (at: number) => camt([{ ...petra, bank: `B-${at}` }], { id: `S-${at}` });
    const month = camt(
      [1, 2, 3].map((at) => ({ ...petra, bank: `B-${at}` })),
      { id: 'M' },
    );
    const zip = zipped({
      'a.xml': day(1),
      'b.XML': day(2),
      'month.xml': month,
      '__MACOSX/._a.xml': 'x',
      'read.me': 'x',
    });
    expect(cents(zip)).toEqual([5800n, 5800n, 5800n]);
  });

  it('counts equal transfers that the bank does not number on, unless it tells them again', () => {
    const { bank: _bank, ...one } = petra;
    const told = (file: string | Buffer) => {
      const found = read(file);
      const [its] = 'statements' in found ? found.statements : [];
      return [its?.lines.length, new Set(its?.lines.map((line) => line.entry_key)).size, its?.repeated];
    };
    const notice = (id: string) => statementOf([one], { message: '054', id });
    const notices = (...ids: string[]) => camtFile(ids.map(notice), { message: '054' });
    expect(told(notices('N-1', 'N-2'))).toEqual([2, 2, 0]);
    expect(told(notices('N-1', 'N-2', 'N-1'))).toEqual([2, 2, 1]);
    const day = camt([one, one], { id: 'S-17' });
    // notifications and the statement of their day are the same money
    expect(told(zipped({ 'a.xml': notices('N-1', 'N-2'), 'b.xml': day }))).toEqual([2, 2, 2]);
    const of = (file: string, from: string, to: string) =>
      file.replace(
        '<CreDtTm>',
        `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt><CreDtTm>`,
      );
    const month = of(
      camt([one, one, { ...one, day: '2026-11-18' }], { id: 'M' }),
      '2026-11-01',
      '2026-11-30',
    );
    const days = of(day, '2026-11-17', '2026-11-17');
    for (const files of [
      { 'a.xml': month, 'b.xml': days },
      { 'a.xml': days, 'b.xml': month },
    ])
      expect(told(zipped(files))).toEqual([3, 3, 2]);
  });

  it('of an account that is told without its country is of the same account', () => {
    const accountOf = (id: string) => {
      const found = read(camt([petra]).replace(/<IBAN>SI56191.*?<\/IBAN>/, `<Othr><Id>${id}</Id></Othr>`));
      return 'statements' in found && found.statements[0]?.account;
    };
    for (const id of ['191000000123438', '19100-0000123438']) expect(accountOf(id)).toBe(ownIban);
    // with a wrong check digit it is some other number
    expect(accountOf('191000000123439')).toBe('191000000123439');
  });

  it('of several accounts is one of each', () => {
    const other = 'SI56020360253863406';
    const found = read(camtFile([statementOf([petra]), statementOf([petra], { iban: other })]));
    expect('statements' in found && found.statements.map(({ account }) => account)).toEqual([ownIban, other]);
  });
});

describe('of an entry', () => {
  it('only what was received and booked is taken, and reversals and what waits are counted', () => {
    const file = camt([
      petra,
      { ...petra, way: 'DBIT' },
      { ...petra, status: 'PDNG' },
      { ...petra, status: 'INFO' },
      { ...petra, reversal: true },
      { ...petra, way: 'DBIT', reversal: true },
      { ...petra, amount: '0.00' },
    ]);
    const found = read(file);
    expect('statements' in found && found.statements[0]).toMatchObject({
      lines: [{ cents: 5800n }],
      reversals: 2,
      pending: 2,
    });
  });

  it.each(['02', '08'] as const)('each transaction is a line, if they add up (version %s)', (version) => {
    const people = ['Ena', 'Dve', 'Tri'].map((name, at) => ({ amount: '', name, reference: `RF1${at}A` }));
    const details = (amounts: string[]) =>
      amounts.map((amount, at) => detailsOf({ amount: '', ...people[at] }, version, amount)).join('');
    const entry = (amounts: string[]) =>
      camt([entryOf({ amount: '100', bank: 'X' }, version, details(amounts))], { version });
    const split = linesOf(entry(['50.5', '49.50', '0.00']));
    expect(split.map((line) => [line.payer_name, line.cents])).toEqual([
      ['Ena', 5050n],
      ['Dve', 4950n],
    ]);
    // of one entry, and known by it
    expect(new Set(split.map(({ entry_key }) => entry_key)).size).toBe(1);
    expect(split.map(({ position }) => position)).toEqual([0, 1]);
    const [whole, ...others] = linesOf(entry(['50.00', '49.00']));
    expect([whole?.cents, whole?.payer_name, others]).toEqual([10_000n, '', []]);
  });

  it('a part that was taken away counts against the others', () => {
    const details =
      detailsOf({ amount: '', name: 'Ena' }, '08', '60.00') +
      detailsOf({ amount: '', way: 'DBIT' }, '08', '10.00');
    expect(cents(camt([entryOf({ amount: '50.00' }, '08', details)], { version: '08' }))).toEqual([6000n]);
  });

  it('amounts are exact, and what is no amount of cents is refused', () => {
    const amounts = ['0.01', '.5', '12', '12.500', '9999999999.99', '+7.10'];
    expect(cents(camt(amounts.map((amount, at) => ({ ...petra, amount, bank: `${at}` }))))).toEqual([
      1n,
      50n,
      1200n,
      1250n,
      999999999999n,
      710n,
    ]);
    for (const amount of ['12,50', '1e3', '-1.00', '0.001', '', '.', '1 000.00', 'NaN', '10000000000.00'])
      expect([amount, refusalOf(camt([{ ...petra, amount }]))]).toEqual([amount, 'statement_broken']);
  });

  it('the reference is the structured one, else one in free words, else the end-to-end id', () => {
    const referenceOf = (transfer: { reference?: string; text?: string; endToEnd?: string }) =>
      linesOf(camt([{ amount: '1.00', ...transfer }]))[0]?.reference;
    expect(referenceOf({ reference: 'SI12 1', text: 'SI12 2', endToEnd: '3' })).toBe('SI12 1');
    expect(referenceOf({ text: 'Vadnina SI12 1234-5678 90120 5. obrok', endToEnd: '3' })).toBe(
      'SI12 1234-5678 90120',
    );
    expect(referenceOf({ text: 'SI00 26-04131-8 hvala' })).toBe('SI00 26-04131-8');
    expect(referenceOf({ text: 'ref RF18 5390 0754 7034' })).toBe('RF18 5390 0754 7034');
    expect(referenceOf({ text: 'vadnina', endToEnd: 'E-77' })).toBe('E-77');
    expect(referenceOf({ reference: 'SI99', text: 'vadnina' })).toBe('');
    expect(referenceOf({ reference: 'NOTPROVIDED', text: 'SI99' })).toBe('');
    expect(referenceOf({})).toBe('');
  });

  it('what the bank says of the entry is its text, but not that of each of its parts', () => {
    const told = (details: string) =>
      linesOf(
        camt([
          entryOf({ amount: '100.00', bank: 'X' }, '08', details).replace(
            '</Ntry>',
            '<AddtlNtryInf>Zbirni priliv</AddtlNtryInf></Ntry>',
          ),
        ]),
      ).map(({ text }) => text);
    const part = (text?: string) => detailsOf({ amount: '', ...(text && { text }) }, '08', '50.00');
    expect(told('')).toEqual(['Zbirni priliv']);
    expect(told(part('Vadnina') + part())).toEqual(['Vadnina', '']);
  });

  it('nothing longer is kept than is needed, and no letter is broken', () => {
    const [line] = linesOf(
      camt([{ ...petra, name: '😀'.repeat(80), text: 'č'.repeat(200), reference: '7'.repeat(60) }]),
    );
    expect([...(line?.payer_name ?? '')]).toHaveLength(70);
    expect(line?.payer_name.isWellFormed()).toBe(true);
    expect([line?.text.length, line?.reference.length]).toEqual([140, 35]);
  });

  it('two equal ones are two, each with the same key whenever it is told again', () => {
    const { bank: _bank, ...nameless } = petra;
    const twice = linesOf(camt([nameless, nameless]));
    const keys = twice.map(({ entry_key }) => entry_key);
    expect(new Set(keys).size).toBe(2);
    const later = linesOf(camt([{ ...petra, bank: 'B-9' }, nameless, nameless, nameless], { id: 'another' }));
    expect(later.map(({ entry_key }) => entry_key)).toEqual(expect.arrayContaining(keys));
    // the end-to-end id is the payer's, and comes again each month
    const monthly = linesOf(
      camt(['2026-10-17', '2026-11-17'].map((day) => ({ ...nameless, day, endToEnd: 'E-1' }))),
    );
    expect(new Set(monthly.map(({ entry_key }) => entry_key)).size).toBe(2);
    // a bank that numbers only its batches
    const batch = linesOf(camt(['1.00', '2.00'].map((amount) => ({ ...petra, amount }))));
    expect(new Set(batch.map(({ entry_key }) => entry_key)).size).toBe(2);
  });

  it('its sum in one report and its parts in another have one key', () => {
    const parts = ['Ena', 'Dve'].map((name) => detailsOf({ amount: '', name }, '08', '50.00')).join('');
    const [sum] = linesOf(camt([entryOf({ amount: '100.00', bank: 'B-7' }, '02', '')]));
    const [part] = linesOf(
      camt([entryOf({ amount: '100', bank: 'B-7' }, '08', parts)], { message: '054', version: '08' }),
    );
    expect(part?.entry_key).toBe(sum?.entry_key);
  });
});

describe('a file', () => {
  it('that is no statement says so', () => {
    for (const file of [
      '',
      'ime;priimek\n',
      '%PDF-1.7',
      '<html><body>x</body></html>',
      '<Document/>',
      Buffer.from([0x89, 0x50, 0xff]),
    ])
      expect(refusalOf(file)).toBe('not_a_statement');
    expect(refusalOf(zipped({ 'a.txt': 'x' }))).toBe('not_a_statement');
    expect(refusalOf(Buffer.concat([zipped({ 'a.xml': camt([petra]) }).subarray(0, 60)]))).toBe(
      'not_a_statement',
    );
  });

  it('that is broken says so', () => {
    const file = camt([petra]);
    for (const broken of [
      file.slice(0, -30),
      file.replace('</Ntry>', ''),
      file.replace(/<Acct>.*<\/Acct>/, ''),
      file.replace('2026-11-17', '17.11.2026').replace(/<CreDtTm>.*?<\/CreDtTm>/, ''),
      file.replace(' Ccy="EUR"', ''),
      file.replace('2026-11-17', '2026-02-30'),
      file.replace('2026-11-17', '0000-11-17'),
      file.replace(/<IBAN>SI56191.*?<\/IBAN>/, `<Othr><Id>${'7'.repeat(35)}</Id></Othr>`),
    ])
      expect(refusalOf(broken)).toBe('statement_broken');
  });

  it('with entities of its own, or of other files, is not read', () => {
    const laughs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    ).join('');
    const bomb = camt([{ ...petra, name: 'X' }])
      .replace('?>', `?><!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]>`)
      .replace('<Nm>X', '<Nm>&l9;');
    const outside = camt([petra]).replace('?>', '?><!DOCTYPE d SYSTEM "file:///etc/passwd">');
    for (const file of [bomb, outside, outside.replace('DOCTYPE', 'doctype')])
      expect(refusalOf(file)).toMatch(/^statement_(?:has_entities|broken)$/);
  });

  it('that unpacks to too much is not unpacked', () => {
    const bomb = zipped({ 'a.xml': ' '.repeat(3_000_000) });
    expect(bomb.length).toBeLessThan(10_000);
    expect(refusalOf(bomb, 1_000_000)).toBe('statement_too_large');
    expect(refusalOf(camt([petra]), 100)).toBe('statement_too_large');
  });

  it('with more transfers than can be matched says so', () => {
    const many = Array.from({ length: 5_001 }, (_, at) => ({ amount: '1.00', bank: `${at}` }));
    expect(refusalOf(camt(many))).toBe('statement_too_long');
  });

  it('as the standard publishes it is read: the example of its message definition report', () => {
    const found = read(readFileSync(new URL('./samples/iso-20022-camt.053.001.02.xml', import.meta.url)));
    expect('statements' in found && found.statements).toMatchObject([
      {
        account: '50000000054910000003',
        from: '2010-10-18',
        to: '2010-10-18',
        reversals: 0,
        pending: 0,
        lines: [
          {
            day: '2010-10-18',
            cents: 10_567_850n,
            currency: 'SEK',
            payer_name: 'MUELLER',
            payer_iban: '',
            reference: 'MUELL/FINP/RA12345',
          },
          {
            day: '2010-10-18',
            cents: 3_000_000n,
            currency: 'SEK',
            payer_name: '',
            reference: 'AAAASS1085FINPSS',
          },
        ],
      },
    ]);
  });
});
