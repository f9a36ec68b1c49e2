import { type HomeCountry, isHomeCountry } from './countries.ts';
import type { FieldError } from './errors.ts';
import { isVatId } from './vat.ts';

type Profile = { [field: string]: string | undefined };

const postalCodes: Record<HomeCountry, RegExp> = {
  SI: /^[1-9]\d{3}$/,
  AT: /^[1-9]\d{3}$/,
  HR: /^[1-5]\d{4}$/,
  HU: /^[1-9]\d{3}$/,
  IT: /^\d{5}$/,
};

/** Where an organisation is whose profile doesn't say: here. */
export const profileCountry = ({ country }: Profile) => country || 'SI';

function isPostalCode(code: string, country: string): boolean {
  if (!isHomeCountry(country)) return /^[\p{L}\p{N}][\p{L}\p{N} -]{1,11}$/u.test(code);
  return postalCodes[country].test(code.replace(new RegExp(`^${country}[- ]?`, 'i'), ''));
}

/**
 * What is wrong with a profile as a whole, where one part decides about another. The form and the server ask the same;
 * about phone numbers the server alone knows enough.
 */
export function profileProblems(profile: Profile): FieldError[] {
  const country = profileCountry(profile);
  const { postal_code: code, vat_id: vat } = profile;
  return [
    ...(code && !isPostalCode(code, country)
      ? [{ path: 'profile.postal_code', code: 'invalid_postal_code' }]
      : []),
    ...(vat && !isVatId(vat, country) ? [{ path: 'profile.vat_id', code: 'invalid_vat' }] : []),
  ];
}
