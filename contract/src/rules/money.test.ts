import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './format.ts';
import { centsOf, dividedHalfUp, parseAmount, sharesOf, typedAmount, wireOf } from './money.ts';

const cents = fc.bigInt({ min: 1n, max: 999_999_999_999n });

describe('amounts', () => {
  it('are the same after any number of ways between text and cents', () => {
    fc.assert(
      fc.property(cents, (some) => {
        const wire = wireOf(some);
        expect(wire).toMatch(/^\d{1,10}\.\d\d$/);
        expect([centsOf(wire), wireOf(centsOf(wire)), wireOf(-some)]).toEqual([some, wire, `-${wire}`]);
      }),
    );
    expect(['12', '12.5', '12.50', '-0.05', '123456789012.34'].map(centsOf)).toEqual([
      ...[1200n, 1250n, 1250n, -5n],
      12_345_678_901_234n,
    ]);
    for (const none of ['', '1e3', '12,50', '12.345', '0x1', ' 1', 'NaN'])
      expect(() => centsOf(none)).toThrow(RangeError);
  });

  it('are read as they are written, in both languages', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('sl' as const, 'en' as const), (some, language) => {
        const wire = wireOf(some);
        expect(parseAmount(typedAmount(wire, language), language)).toEqual({ amount: wire });
        expect(parseAmount(formatMoney(wire, 'EUR', language), language)).toEqual({ amount: wire });
      }),
    );
  });

  it.each([
    ['12,50', '12.50'],
    ['12.50', '12.50'],
    ['12,5', '12.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234.567', '1234567.00'],
    ['12', '12.00'],
    ['12 €', '12.00'],
    ['€12', '12.00'],
    [' 1\u00a0234,50\u202fEUR ', '1234.50'],
    ['1 234 567,5', '1234567.50'],
    ['€ 12 345', '12345.00'],
    ['007', '7.00'],
    ['9999999999,99', '9999999999.99'],
  ])('%s is an amount in both languages', (text, amount) => {
    expect([parseAmount(text, 'sl'), parseAmount(text, 'en')]).toEqual([{ amount }, { amount }]);
  });

  it.each([
    ['', 'required'],
    [' € ', 'required'],
    ['0', 'amount_positive'],
    ['0,00', 'amount_positive'],
    ['-1', 'amount_positive'],
    ['\u22121', 'amount_positive'],
    ['1e3', 'invalid_amount'],
    ['0x10', 'invalid_amount'],
    ['12,', 'invalid_amount'],
    [',50', 'invalid_amount'],
    ['1.23,4.5', 'invalid_amount'],
    ['12,34,56', 'invalid_amount'],
    ['12 $', 'invalid_amount'],
    ['12 50', 'invalid_amount'],
    ['1 2', 'invalid_amount'],
    ['1 2345', 'invalid_amount'],
    ['0 123', 'invalid_amount'],
    ['1 234.567,50', 'invalid_amount'],
    ['0.123.456', 'invalid_amount'],
    ['0,005', 'amount_decimals'],
    ['1 234,567', 'amount_decimals'],
    ['- 1', 'amount_positive'],
    ['12,3456', 'amount_decimals'],
    ['1.234,567', 'amount_decimals'],
    ['10000000000', 'amount_too_large'],
    ['1000000000000', 'amount_too_large'],
  ])('"%s" is none: %s', (text, problem) => {
    expect([parseAmount(text, 'sl'), parseAmount(text, 'en')]).toEqual([{ problem }, { problem }]);
  });

  it('with one separator before three digits mean thousands only where the language leaves no doubt', () => {
    expect(parseAmount('12.345', 'sl')).toEqual({ problem: 'amount_decimals' });
    expect(parseAmount('12,345', 'sl')).toEqual({ problem: 'amount_decimals' });
    expect(parseAmount('12.345', 'en')).toEqual({ problem: 'amount_decimals' });
    expect(parseAmount('12,345', 'en')).toEqual({ amount: '12345.00' });
  });

  it('are shared out to the cent, the rest with the last', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 36 }), (some, count) => {
        const shares = sharesOf(some, count);
        expect(shares).toHaveLength(count);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(some);
        expect(new Set(shares.slice(0, -1)).size).toBeLessThanOrEqual(1);
      }),
    );
    expect(sharesOf(10_000n, 3)).toEqual([3333n, 3333n, 3334n]);
  });

  it('are rounded half up', () => {
    expect([5n, 4n, 6n, -5n, 0n].map((some) => dividedHalfUp(some, 10n))).toEqual([1n, 0n, 1n, -1n, 0n]);
    expect(dividedHalfUp(12_345n * 15n, 100n)).toBe(1852n);
  });
});
