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

/** An organisation's country; Slovenia by default. */
export const profileCountry = ({ country }: Profile) => country || 'SI';

function isPostalCode(code: string, country: string): boolean {
  if (!isHomeCountry(country)) return /^[\p{L}\p{N}][\p{L}\p{N} -]{1,11}$/u.test(code);
  return postalCodes[country].test(code.replace(new RegExp(`^${country}[- ]?`, 'i'), ''));
}

/**
 * Problems of a profile that depend on its country. Form and server share these rules; phone numbers are checked on the
 * server alone.
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

/** Fields whose validity depends on the country. */
const byCountry = ['postal_code', 'vat_id', 'phone_number'];

/**
 * Problems of a profile after a partial change. Ignores problems of fields that the change leaves alone, so that an old
 * value doesn't block other changes.
 *
 * @param more further rules for the changed profile
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
