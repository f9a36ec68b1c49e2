import { describe, expect, it } from 'vitest';
import { addressLine, lotsOf } from './addresses.ts';

const two = [
  { email: 'ana@mail.test', name: 'Ana Čeh' },
  { email: 'bor@mail.test', name: 'Bor "Bo" \\ Žagar; ml.' },
];

describe('addresses to paste', () => {
  it('are parted as the mail program expects', () => {
    expect(addressLine(two, { separator: ';', withNames: false })).toBe('ana@mail.test; bor@mail.test');
    expect(addressLine(two, { separator: ',', withNames: false })).toBe('ana@mail.test, bor@mail.test');
  });

  it('have quoted names, whatever is in them', () => {
    expect(addressLine(two, { separator: ',', withNames: true })).toBe(
      '"Ana Čeh" <ana@mail.test>, "Bor \\"Bo\\" \\\\ Žagar; ml." <bor@mail.test>',
    );
  });

  it('come in lots of at most so many', () => {
    expect(lotsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(lotsOf([1, 2, 3], 0)).toEqual([[1, 2, 3]]);
    expect(lotsOf([], 0)).toEqual([]);
    expect(lotsOf([], 90)).toEqual([]);
  });
});
