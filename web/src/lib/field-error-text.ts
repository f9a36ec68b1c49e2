import type { FieldError } from '@vpisnik/contract/errors';
import type { MessageKey } from './i18n.ts';
import type { Translate } from './translate.ts';

const messages: Partial<Record<string, MessageKey>> = {
  required: 'errors.fields.required',
  duplicate: 'errors.fields.duplicate',
  invalid_email: 'errors.fields.invalid_email',
  invalid_phone: 'errors.fields.invalid_phone',
  invalid_url: 'errors.fields.invalid_url',
  invalid_label: 'errors.fields.invalid_label',
  invalid_date: 'errors.fields.invalid_date',
  invalid_characters: 'errors.fields.invalid_characters',
  name_with_link: 'errors.fields.name_with_link',
  label_taken: 'errors.fields.label_taken',
  too_long: 'errors.fields.too_long',
  too_short: 'errors.fields.too_short',
  too_small: 'errors.fields.too_small',
  too_big: 'errors.fields.too_big',
  too_few: 'errors.fields.choose_any',
  role_not_allowed: 'errors.codes.role_not_allowed',
  email_taken: 'errors.codes.email_taken',
  group_required: 'errors.fields.group_required',
  password_weak: 'errors.fields.password_weak',
  incorrect_password: 'errors.fields.incorrect_password',
  password_unchanged: 'errors.fields.password_unchanged',
  email_unchanged: 'errors.fields.email_unchanged',
  incorrect_code: 'errors.fields.incorrect_code',
  passkey_refused: 'errors.fields.passkey_refused',
  positive: 'errors.fields.positive',
  language_required: 'errors.fields.language_required',
  options_required: 'errors.fields.options_required',
  has_answers: 'errors.fields.field_has_answers',
  in_use: 'errors.fields.field_in_use',
  language_not_offered: 'errors.fields.language_not_offered',
  invalid_origin: 'errors.fields.invalid_origin',
  language_in_use_sl: 'errors.fields.language_in_use_sl',
  language_in_use_en: 'errors.fields.language_in_use_en',
  invalid_vat: 'errors.fields.invalid_vat',
  invalid_postal_code: 'errors.fields.invalid_postal_code',
  invalid_country: 'errors.fields.invalid_country',
  invalid_currency: 'errors.fields.invalid_currency',
  too_many: 'errors.fields.too_many',
  invalid_time_zone: 'errors.fields.invalid_time_zone',
  not_a_picture: 'errors.fields.not_a_picture',
  too_many_pixels: 'errors.fields.too_many_pixels',
  picture_too_small: 'errors.fields.picture_too_small',
  picture_too_big: 'errors.fields.picture_too_big',
  invalid_crop: 'errors.fields.invalid_crop',
  url_not_https: 'errors.fields.url_not_https',
  url_not_public: 'errors.fields.url_not_public',
  url_not_found: 'errors.fields.url_not_found',
  url_unreachable: 'errors.fields.url_unreachable',
};

/** The sentence at a field about what is wrong with it, which says what to do. */
export function fieldErrorText({ code, limit = 0 }: FieldError, t: Translate<MessageKey>): string {
  return t(messages[code] ?? 'errors.fields.invalid', { max: limit, min: limit });
}
