import { readFile } from 'node:fs/promises';
import { ibanProblem } from '@vpisnik/contract/rules/ibans';
import { rfReference, siReference } from '@vpisnik/contract/rules/references';
import { isValidIBAN } from 'ibantools';
import reader from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type EpcTransfer, epcCode } from './epc.ts';
import { toLatin2 } from './latin2.ts';
import { type QrDrawing, qrPng } from './qr.ts';
import { type UpnOrder, upnCode, upnRecord } from './upn.ts';

// fixed days: those of the published samples, which nothing compares with today

const order: UpnOrder = {
  payer: { name: 'Janez Novak', street: 'Dunajska ulica 1', town: '1000 Ljubljana' },
  amount: '81.05',
  purpose_code: 'RENT',
  purpose: 'Plačilo najemnine za marec 2017',
  due_date: '2017-04-01',
  iban: 'SI56020170014356205',
  reference: 'SI121234567890120',
  recipient: { name: 'RentaCar d.o.o.', street: 'Pohorska ulica 22', town: '2000 Maribor' },
};

const longest: UpnOrder = {
  payer: {
    name: 'Žižmundina-Čučković Šarbek Ćirković ml.',
    street: 'Cesta Slavka Grumša na Čemšeniškem 123',
    town: '1433 Radeče na Žužemberškem Šentjanžu',
  },
  amount: '999999999.99',
  purpose_code: 'OTHR',
  purpose: 'Šolnina za čarobne žonglerje, nadaljevalna skupina Škrjančki',
  due_date: '2026-12-31',
  iban: 'SI56191000000123438',
  reference: siReference('103384257453'),
  recipient: { name: 'Š'.repeat(33), street: 'č'.repeat(34), town: `${'Ž'.repeat(32)} Đ` },
};

const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

// its types are of a module, which it is not
const jsqr = reader as unknown as typeof reader.default;

/** What two decoders that know nothing of our encoder read from the picture of a code. */
async function decoded(code: QrDrawing) {
  const picture = await qrPng(code, 4);
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [zxing] = await readBarcodes(picture);
  return { zxing, other: jsqr(new Uint8ClampedArray(data), info.width, info.height) };
}

const latin2 = new TextDecoder('iso-8859-2');

test('the record is that of the published sample', () => {
  expect(upnRecord(order)).toBe(
    'UPNQR\n\n\n\n\nJanez Novak\nDunajska ulica 1\n1000 Ljubljana\n00000008105\n\n\nRENT\n' +
      'Plačilo najemnine za marec 2017\n01.04.2017\nSI56020170014356205\nSI121234567890120\n' +
      'RentaCar d.o.o.\nPohorska ulica 22\n2000 Maribor\n201\n',
  );
});

test.each([
  ['the sample', order],
  ['the longest fields', longest],
  ['the least', { ...order, due_date: null, payer: { name: '', street: '', town: '' } }],
])('two decoders read every field of the standard from a UPN QR code: %s', async (_, its) => {
  const { zxing, other } = await decoded(upnCode(its));
  expect(zxing).toMatchObject({ symbology: 'QRCode', version: '15', ecLevel: 'M', hasECI: true });
  expect(zxing?.text).toBe(upnRecord(its));
  expect(other?.version).toBe(15);
  expect(other?.chunks[0]).toMatchObject({ type: 'eci', assignmentNumber: 4 });
  expect(latin2.decode(Uint8Array.from(other?.binaryData ?? []))).toBe(upnRecord(its));

  const fields = (zxing?.text ?? '').split('\n');
  const cut = (text: string, length: number) => text.slice(0, length).trimEnd();
  expect(fields).toEqual([
    'UPNQR',
    ...['', '', '', ''],
    ...Object.values(its.payer).map((line) => cut(line, 33)),
    its.amount.replace('.', '').padStart(11, '0'),
    ...['', ''],
    its.purpose_code,
    cut(its.purpose, 42),
    (its.due_date ?? '').split('-').reverse().join('.'),
    its.iban,
    its.reference,
    ...Object.values(its.recipient).map((line) => cut(line, 33)),
    expect.stringMatching(/^\d{3}$/),
    '',
  ]);
  const summed = fields.slice(0, 19).reduce((sum, field) => sum + field.length + 1, 0);
  expect(Number(fields[19])).toBe(summed);
  expect(zxing?.text.length).toBeLessThanOrEqual(411);
});

const text = (length: number) => new RegExp(`^.{1,${length}}$`);
const day = /^\d{2}\.\d{2}\.\d{4}$/;

/** The fields of the banks' standard, one by one: what each may be, and what it is of the sample and of the longest order. */
const fields: [number, string, RegExp, string, string][] = [
  [1, 'leading style', /^UPNQR$/, 'UPNQR', 'UPNQR'],
  [2, 'account of the payer', /^(SI\d{17})?$/, '', ''],
  [3, 'deposit', /^X?$/, '', ''],
  [4, 'withdrawal', /^X?$/, '', ''],
  [5, 'reference of the payer', /^.{0,26}$/, '', ''],
  [6, 'name of the payer', text(33), 'Janez Novak', 'Žižmundina-Čučković Šarbek Ćirkov'],
  [7, 'street of the payer', text(33), 'Dunajska ulica 1', 'Cesta Slavka Grumša na Čemšeniške'],
  [8, 'town of the payer', text(33), '1000 Ljubljana', '1433 Radeče na Žužemberškem Šentj'],
  [9, 'amount in cents', /^\d{11}$/, '00000008105', '99999999999'],
  [10, 'day of payment', /^(\d{2}\.\d{2}\.\d{4})?$/, '', ''],
  [11, 'urgent', /^X?$/, '', ''],
  [12, 'purpose code', /^[A-Z]{4}$/, 'RENT', 'OTHR'],
  [13, 'purpose', text(42), 'Plačilo najemnine za marec 2017', 'Šolnina za čarobne žonglerje, nadaljevalna'],
  [14, 'due day', day, '01.04.2017', '31.12.2026'],
  [15, 'account of the recipient', /^SI\d{17}$/, 'SI56020170014356205', 'SI56191000000123438'],
  [16, 'reference of the recipient', /^(SI|RF)\d{2}.{0,22}$/, 'SI121234567890120', longest.reference],
  [17, 'name of the recipient', text(33), 'RentaCar d.o.o.', 'Š'.repeat(33)],
  [18, 'street of the recipient', text(33), 'Pohorska ulica 22', 'č'.repeat(33)],
  [19, 'town of the recipient', text(33), '2000 Maribor', `${'Ž'.repeat(32)}`],
  [20, 'control sum', /^\d{3}$/, '201', '324'],
];

test.each(fields)('field %i of the standard, %s, is as it asks', (number, _, rule, ofSample, ofLongest) => {
  const of = (its: UpnOrder) => upnRecord(its).split('\n')[number - 1];
  for (const [its, value] of [
    [order, ofSample],
    [longest, ofLongest],
  ] as const) {
    expect(of(its)).toBe(value);
    expect(value).toMatch(rule);
  }
});

test('two decoders read the transfer from an EPC QR code', async () => {
  const transfer: EpcTransfer = {
    bic: 'SZKBSI2X',
    name: `Plesna šola Žar ${'č'.repeat(60)}`,
    iban: 'SI56191000000123438',
    amount: '85.00',
    purpose_code: 'OTHR',
    reference: rfReference('103384257453'),
    text: '',
  };
  const { zxing, other } = await decoded(epcCode(transfer));
  expect(zxing).toMatchObject({ ecLevel: 'M' });
  expect(Number(zxing?.version)).toBeLessThanOrEqual(13);
  const text = new TextDecoder().decode(zxing?.bytes);
  expect(new TextDecoder().decode(Uint8Array.from(other?.binaryData ?? []))).toBe(text);
  expect(text.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'SZKBSI2X',
    transfer.name.slice(0, 70),
    'SI56191000000123438',
    'EUR85.00',
    'OTHR',
    transfer.reference,
  ]);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331);
});

test('what Latin-2 lacks is written with its letters', () => {
  const decomposed = 'Žiga Čuček'.normalize('NFD');
  expect(toLatin2(decomposed)).toBe('Žiga Čuček');
  expect(toLatin2('Łódź, Größe, Đorđe, „Peñón“ – 5 €')).toBe('Łódź, Größe, Đorđe, "Penón" - 5 EUR');
  expect(toLatin2('Љубица Ђурић, Юлія Щербак')).toBe('Ljubica Đurić, Julija Ščerbak');
  expect(toLatin2('Ana 💃\nZoja\tﬁna Ｅ Nguyễn')).toBe('Ana Zoja fina E Nguyen');
  expect(toLatin2('💃')).toBe('');
});

test('our judgement of accounts is that of a library', () => {
  const samples = [
    ...['SI56191000000123438', 'SI56020170014356205', 'AT611904300234573201', 'HR1210010051863000160'],
    ...['DE89370400440532013000', 'IT60X0542811101000000123456', 'LT121000011101001000'],
  ];
  for (const right of samples) {
    expect([right, ibanProblem(right)]).toEqual([right, undefined]);
    expect(isValidIBAN(right)).toBe(true);
    for (let at = 2; at < right.length; at += 1) {
      const wrong = `${right.slice(0, at)}7${right.slice(at + 1)}`;
      expect([wrong, ibanProblem(wrong) === undefined]).toEqual([wrong, isValidIBAN(wrong)]);
    }
  }
});
