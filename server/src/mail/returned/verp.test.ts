import { describe, expect, test } from 'vitest';
import { longestReportName, returnAddresses } from './verp.ts';

const id = '019a0c3e-5b7a-7c3d-9e21-3f4a5b6c7d8e';
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string];

describe('a return address', () => {
  const addresses = returnAddresses('odboji@mail.vpisnik.test', [first]);

  test('names its mail without showing it, whatever a server does to capitals', () => {
    const address = addresses.of(id);
    expect(address).toMatch(/^odboji\+[0-9a-f]{52}@mail\.vpisnik\.test$/);
    expect(address).not.toContain(id.slice(0, 8));
    expect(addresses.mailOf(address)).toBe(id);
    expect(addresses.mailOf(address.toUpperCase())).toBe(id);
  });

  test('fits into what a server takes, with the longest name', () => {
    const name = 'o'.repeat(longestReportName);
    const address = returnAddresses(`${name}@vpisnik.test`, [first]).of(id);
    expect(address.indexOf('@')).toBe(64);
  });

  test('that we have not made names no mail', () => {
    const address = addresses.of(id);
    const forged = [
      address.replace(/\+(.)/, (_, digit) => `+${digit === '0' ? '1' : '0'}`),
      address.replace(/.@/, (last) => `${last[0] === '0' ? '1' : '0'}@`),
      address.replace('mail.', 'other.'),
      address.replace('odboji', 'drugi'),
      'odboji@mail.vpisnik.test',
      `odboji+${'0'.repeat(52)}@mail.vpisnik.test`,
      `${address}\r\nx`,
      '',
    ];
    for (const one of forged) expect(addresses.mailOf(one), one).toBeUndefined();
    expect(returnAddresses('odboji@mail.vpisnik.test', [second]).mailOf(address)).toBeUndefined();
  });

  test('of an older key is still understood', () => {
    const later = returnAddresses('odboji@mail.vpisnik.test', [second, first]);
    expect(later.mailOf(addresses.of(id))).toBe(id);
  });
});
