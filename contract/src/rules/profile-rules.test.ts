import { describe, expect, test } from 'vitest';
import { countries, countryName } from './countries.ts';
import { profileProblems } from './profile-rules.ts';
import { isVatId } from './vat.ts';

describe('a VAT number', () => {
  test.each([
    ['SI50223054', 'SI'],
    ['50223054', 'SI'],
    ['SI 5022 3054', 'IT'],
    ['si12345679', ''],
    ['ATU13585627', 'AT'],
    ['U13585627', 'AT'],
    ['HR33392005961', 'HR'],
    ['33392005961', 'HR'],
    ['HU12892312', 'HU'],
    ['12892312-2-41', 'HU'],
    ['IT00743110157', 'IT'],
    ['00743110157', 'IT'],
    ['DE136695976', 'DE'],
    ['FRXX999999999', 'FR'],
    ['12-3456789', 'US'],
  ])('%s in %s is one', (text, country) => {
    expect(isVatId(text, country)).toBe(true);
  });

  test.each([
    ['SI50223055', 'SI'],
    ['SI5022305', 'SI'],
    ['SI502230541', 'SI'],
    ['05022305', 'SI'],
    ['ATU13585626', 'AT'],
    ['AT13585627', 'AT'],
    ['HR33392005962', 'HR'],
    ['HU12892313', 'HU'],
    ['IT00743110158', 'IT'],
    ['00000000000', 'IT'],
    ['nimam', 'SI'],
    ['nimam', 'DE'],
    ['SI50223054; drop', 'DE'],
    ['', 'SI'],
  ])('%s in %s is none', (text, country) => {
    expect(isVatId(text, country)).toBe(false);
  });

  test('notices every single wrong digit', () => {
    for (const right of ['SI50223054', 'ATU13585627', 'HR33392005961', 'HU12892312', 'IT00743110157']) {
      const start = right.search(/\d/);
      for (let at = start; at < right.length; at += 1) {
        const wrong = [...'0123456789']
          .filter((digit) => digit !== right[at])
          .map((digit) => right.slice(0, at) + digit + right.slice(at + 1));
        expect(wrong.filter((one) => isVatId(one, ''))).toEqual([]);
      }
    }
  });
});

const codeOf = (postal_code: string, country?: string) =>
  profileProblems({ postal_code, ...(country && { country }) });
const refused = [{ path: 'profile.postal_code', code: 'invalid_postal_code' }];

test.each([
  ['1000', undefined],
  ['SI-1000', 'SI'],
  ['9020', 'AT'],
  ['10000', 'HR'],
  ['1051', 'HU'],
  ['00118', 'IT'],
  ['SW1A 1AA', 'GB'],
  ['D02 AF30', 'IE'],
  ['', 'SI'],
])('postal code %s fits %s', (code, country) => expect(codeOf(code, country)).toEqual([]));

test.each([
  ['0100', undefined],
  ['10000', 'SI'],
  ['100', 'SI'],
  ['1000', 'HR'],
  ['1000 Ljubljana', 'SI'],
  ['<b>', 'GB'],
])('postal code %s does not fit %s', (code, country) => expect(codeOf(code, country)).toEqual(refused));

test('countries have names, and an unknown code is returned unchanged', () => {
  expect(countries).toHaveLength(249);
  expect(countryName('SI', 'sl')).toBe('Slovenija');
  expect(countryName('SI', 'en')).toBe('Slovenia');
  expect(countryName('Burgundija', 'sl')).toBe('Burgundija');
});
