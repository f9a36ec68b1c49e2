import { isHomeCountry } from '@vpisnik/contract/countries';
import type { FieldError } from '@vpisnik/contract/errors';
import { profileCountry, profileProblems } from '@vpisnik/contract/profile-rules';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

type Profile = { [field: string]: string | undefined };

/** A change of the country decides anew about these. */
const byCountry = ['postal_code', 'vat_id', 'phone_number'];

/**
 * What is wrong with a profile after a change of some of its parts. What was there before and is not touched is not
 * held against whoever changes something else.
 */
export function changedProfileProblems(stored: Profile, change: Profile): FieldError[] {
  const profile = { ...stored, ...change };
  const isNew = (field: string) => (profile[field] ?? '') !== (stored[field] ?? '');
  const problems = [...profileProblems(profile), ...phoneProblems(profile)];
  return problems.filter(({ path }) => {
    const field = path.replace('profile.', '');
    return isNew(field) || (byCountry.includes(field) && isNew('country'));
  });
}

/** Numbers stay as they are typed, since people read them; one without a country's code is the profile's country's. */
function phoneProblems(profile: Profile): FieldError[] {
  const { phone_number } = profile;
  if (!phone_number) return [];
  const parsed = parsePhoneNumberFromString(phone_number, profileCountry(profile) as CountryCode);
  const country = parsed?.country ?? profileCountry(profile);
  const isRight = isHomeCountry(country) ? parsed?.isValid() : parsed?.isPossible();
  return isRight ? [] : [{ path: 'profile.phone_number', code: 'invalid_phone' }];
}
