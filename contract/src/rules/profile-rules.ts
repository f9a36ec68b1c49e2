import { type HomeCountry, isHomeCountry } from './countries.ts';
import type { FieldError } from './errors.ts';
import { isVatId } from './vat.ts';

export type Profile = { [field: string]: string | undefined };

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

/** A change of the country decides anew about these. */
const byCountry = ['postal_code', 'vat_id', 'phone_number'];

/**
 * What is wrong with a profile after a change of some of its parts. What was there before and is not touched is not
 * held against whoever changes something else.
 *
 * @param more what else is asked about the profile as it will be
 */
export function changedProfileProblems(
  stored: Profile,
  change: Profile,
  more: (profile: Profile) => FieldError[] = () => [],
): FieldError[] {
  const profile = { ...stored, ...change };
  const isNew = (field: string) => (profile[field] ?? '') !== (stored[field] ?? '');
  return [...profileProblems(profile), ...more(profile)].filter(({ path }) => {
    const field = path.replace('profile.', '');
    return isNew(field) || (byCountry.includes(field) && isNew('country'));
  });
}
