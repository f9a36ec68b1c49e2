import { type HomeCountry, isHomeCountry } from './countries.ts';

const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);
/** Every other digit counts twice, and a product of two digits as their sum. */
const doubling = (digits: readonly number[]) =>
  digits.reduce(
    (sum, digit, at) => sum + (at % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)),
    0,
  );

/** Per country: the pattern of a number without its prefix, and its check digit rule. */
const numbers: Record<HomeCountry, { form: RegExp; isRight: (digits: number[]) => boolean }> = {
  SI: {
    form: /^[1-9]\d{7}$/,
    isRight: (digits) => {
      const rest = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11;
      return rest !== 0 && (11 - rest) % 10 === digits[7];
    },
  },
  AT: {
    form: /^U\d{8}$/,
    isRight: (digits) => (10 - ((doubling(digits.slice(0, 7)) + 4) % 10)) % 10 === digits[7],
  },
  HR: {
    form: /^\d{11}$/,
    // ISO 7064, MOD 11,10
    isRight: (digits) => {
      const rest = digits
        .slice(0, 10)
        .reduce((before, digit) => (((before + digit) % 10 || 10) * 2) % 11, 10);
      return (11 - rest) % 10 === digits[10];
    },
  },
  HU: {
    form: /^\d{8}(\d{3})?$/,
    isRight: (digits) => (10 - (weighted(digits, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === digits[7],
  },
  IT: {
    form: /^\d{11}$/,
    isRight: (digits) => doubling(digits) % 10 === 0 && digits.some((digit) => digit > 0),
  },
};

/**
 * Whether a text is a VAT or tax number. Its prefix says whose it is (`SI12345679`), else the country; spaces, dots and
 * dashes don't count. Numbers of Slovenia and its neighbours are checked to the last digit.
 */
export function isVatId(text: string, country: string): boolean {
  const plain = text.toUpperCase().replace(/[\s./-]/g, '');
  const [, prefix = country, number = ''] = /^([A-Z]{2}(?=\w*\d))?(\w+)$/.exec(plain) ?? [];
  if (!isHomeCountry(prefix)) return /^[A-Z0-9]{4,20}$/.test(plain) && /\d/.test(plain);
  const { form, isRight } = numbers[prefix];
  return form.test(number) && isRight([...number].filter((sign) => sign >= '0' && sign <= '9').map(Number));
}
