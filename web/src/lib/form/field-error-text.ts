import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { MessageKey } from '../text/i18n.ts';
import type { Translate } from '../text/translate.ts';

/** Codes that have a text of their own among those of fields. */
const ownCodes = [
  'required',
  'duplicate',
  'invalid_email',
  'invalid_phone',
  'invalid_url',
  'invalid_label',
  'invalid_date',
  'invalid_characters',
  'name_with_link',
  'label_taken',
  'too_long',
  'too_short',
  'too_small',
  'too_big',
  'group_required',
  'password_weak',
  'incorrect_password',
  'password_unchanged',
  'email_unchanged',
  'incorrect_code',
  'passkey_refused',
  'positive',
  'language_required',
  'options_required',
  'language_not_offered',
  'invalid_origin',
  'language_in_use_sl',
  'language_in_use_en',
  'invalid_vat',
  'invalid_postal_code',
  'invalid_country',
  'invalid_currency',
  'too_many',
  'invalid_time_zone',
  'not_a_picture',
  'too_many_pixels',
  'picture_too_small',
  'picture_too_big',
  'banner_gone',
  'invalid_crop',
  'url_not_https',
  'url_not_public',
  'url_not_found',
  'url_unreachable',
] as const;

/** Those whose text has another name, or stands elsewhere. */
const others: Partial<Record<string, MessageKey>> = {
  name_taken: 'errors.codes.name_taken',
  integer: 'errors.general.integer',
  too_few: 'errors.fields.choose_any',
  role_not_allowed: 'errors.codes.role_not_allowed',
  email_taken: 'errors.codes.email_taken',
  has_answers: 'errors.fields.field_has_answers',
  in_use: 'errors.fields.field_in_use',
};

/** Translates a field error into the sentence at its field, which says what to do. */
export function fieldErrorText({ code, limit = 0 }: FieldError, t: Translate<MessageKey>): string {
  const own = ownCodes.find((one) => one === code);
  const key = own ? (`errors.fields.${own}` as const) : (others[code] ?? 'errors.fields.invalid');
  return t(key, { max: limit, min: limit });
}
