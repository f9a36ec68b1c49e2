import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bicOf, bicPattern, ibanProblem, plainIban, writtenIban } from './ibans.ts';
import {
  bankReference,
  checkDigitOf,
  remainder97,
  rfReference,
  serialsIn,
  siReference,
  writtenReference,
} from './references.ts';

const serials = fc.stringMatching(/^[1-9]\d0\d{9}$/).filter((serial) => checkDigitOf(serial) !== null);

test('check digits are those of the published samples', () => {
  // the sample of the rules for standardised references, and of the banks' manual for UPN QR codes
  expect(siReference('103384257453')).toBe('SI121033842574531');
  expect(siReference('123456789012')).toBe('SI121234567890120');
  // the textbook example of ISO 11649
  expect(rfReference('539007547034')).toBe('RF18539007547034');
  expect(remainder97('539007547034RF18')).toBe(1);
});

test('one wrong digit and two swapped neighbours never make another reference', () => {
  fc.assert(
    fc.property(serials, fc.nat(12), fc.nat(8), (serial, at, other) => {
      const number = siReference(serial).slice(4);
      const wrong = `${number.slice(0, at)}${(Number(number[at]) + other + 1) % 10}${number.slice(at + 1)}`;
      expect(serialsIn(wrong)).toEqual([]);
      const next = number[at + 1];
      if (next === undefined || next === number[at]) return;
      expect(serialsIn(`${number.slice(0, at)}${next}${number[at]}${number.slice(at + 2)}`)).toEqual([]);
    }),
  );
});

test('references are read as people write them', () => {
  const serial = '100384257453';
  for (const text of [
    'SI121003842574531',
    'SI12 1003 8425 7453 1',
    'si12 1003-8425-7453-1',
    '1003842574531',
    'sklic: SI 12 10038-42574531, hvala',
    'SI12\u00a01003\u00a08425\u00a07453\u00a01',
    'SI12 1OO3842574531',
    `RF${rfReference(serial).slice(2, 4)} 1003 8425 7453`,
  ])
    expect(serialsIn(text), text).toEqual([serial]);
  for (const text of ['', 'vadnina november', 'SI99', 'SI00 11-26', 'RF19539007547034'])
    expect(serialsIn(text), text).toEqual([]);
  fc.assert(
    fc.property(serials, (one) => {
      expect(serialsIn(siReference(one))).toContain(one);
      expect(serialsIn(writtenReference(rfReference(one)))).toContain(one);
    }),
  );
});

test('banks get references that they take', () => {
  for (const [written, taken] of [
    ['SI12 1033 8425 7453 1', 'SI121033842574531'],
    ['SI12 1234 5678 9012 0', 'SI121234567890120'],
    ['SI12 1234 5678 9012 3', 'SI99'],
    ['SI12 1033-8425', 'SI99'],
    ['26-04117-9', 'SI0026-04117-9'],
    ['si05 12-345-6', 'SI0512-345-6'],
    ['RF18 5390 0754 7034', 'RF18539007547034'],
    ['RF19 5390 0754 7034', 'SI99'],
    ['1-2-3-4', 'SI99'],
    ['11/26', 'SI99'],
    ['SI99', 'SI99'],
    ['', 'SI99'],
    ['1'.repeat(23), 'SI99'],
  ] as const)
    expect([written, bankReference(written)]).toEqual([written, taken]);
});

test('references and accounts are written in groups of four', () => {
  for (const one of ['SI121033842574531', 'SI12 1033842574531', 'SI12 1033 8425 7453 1'])
    expect(writtenReference(one)).toBe('SI12 1033 8425 7453 1');
  for (const own of ['SI00 1000-2026', 'vadnina november', '11/26', ''])
    expect(writtenReference(own)).toBe(own);
  expect(writtenIban('SI56191000000123438')).toBe('SI56 1910 0000 0123 438');
});

test("a bank's code is known by its Slovenian accounts", () => {
  expect(bicOf('SI56191000000123438')).toBe('SZKBSI2X');
  expect([bicOf('SI56990000000123438'), bicOf('LT121000011101001000')]).toEqual(['', '']);
  for (const right of ['SZKBSI2X', 'HDELSI22XXX']) expect(right).toMatch(bicPattern);
  for (const wrong of ['', 'SZKBSI2', 'SZKBSI2XXX', '1ZKBSI2X']) expect(wrong).not.toMatch(bicPattern);
});

test('accounts are right, mistyped, or none', () => {
  for (const right of [
    'SI56 1910 0000 0123 438',
    'si56 0201 7001 4356 205',
    'SI56-0203-6025-3863-406',
    '\u200eSI56\u00a06100\u00a00001\u00a03661\u00a0536',
    'AT61 1904 3002 3457 3201',
    'LT12 1000 0111 0100 1000',
  ])
    expect(ibanProblem(plainIban(right)), right).toBeUndefined();
  for (const none of ['', 'SI56', 'SI5619100000012343', 'US12345678901234', 'XX56191000000123438', 'č'])
    expect(ibanProblem(plainIban(none)), none).toBe('invalid_iban');
  // no single digit of an account can be another one
  const iban = 'SI56191000000123438';
  for (let at = 2; at < iban.length; at += 1)
    for (let by = 1; by < 10; by += 1) {
      const wrong = `${iban.slice(0, at)}${(Number(iban[at]) + by) % 10}${iban.slice(at + 1)}`;
      expect(ibanProblem(wrong), wrong).toBe('iban_mistyped');
    }
});
