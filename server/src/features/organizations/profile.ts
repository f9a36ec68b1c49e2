import { isHomeCountry } from '@vpisnik/contract/rules/countries';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type Profile, profileCountry } from '@vpisnik/contract/rules/profile-rules';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Whether a profile's phone number is one. Numbers stay as they are typed, since people read them; one without a
 * country's code is the profile's country's.
 */
export function phoneProblems(profile: Profile): FieldError[] {
  const { phone_number } = profile;
  if (!phone_number) return [];
  const parsed = parsePhoneNumberFromString(phone_number, profileCountry(profile) as CountryCode);
  const country = parsed?.country ?? profileCountry(profile);
  const isRight = isHomeCountry(country) ? parsed?.isValid() : parsed?.isPossible();
  return isRight ? [] : [{ path: 'profile.phone_number', code: 'invalid_phone' }];
}
