import type { Translation } from '../../lib/translate.ts';
import type { signIn as sl } from '../sl/sign-in.ts';

export const signIn: Translation<typeof sl> = {
  email: 'E-mail address',
  password: 'Password',
  show_password: 'Show password',
  hide_password: 'Hide password',
  submit: 'Sign in',
  pending: 'Checking',
  other_language: 'Slovenščina',
  wait_seconds_one: 'Too many attempts. Try again in {{count}} second.',
  wait_seconds_other: 'Too many attempts. Try again in {{count}} seconds.',
  wait_minutes_one: 'Too many attempts. Try again in {{count}} minute.',
  wait_minutes_other: 'Too many attempts. Try again in {{count}} minutes.',
  notices: {
    signed_out: 'You are signed out.',
    session_ended: 'Your session has ended. Sign in again.',
    password_set: 'Your password is set. Sign in with it.',
  },
  new_password: 'New password',
  repeat_password: 'Repeat the new password',
  set_password: 'Set password',
  saving: 'Saving',
  rule: {
    title: 'The password must have:',
    password_length: 'at least 8 characters',
    password_uppercase: 'an upper-case letter',
    password_lowercase: 'a lower-case letter',
    password_digit: 'a digit',
    password_symbol: 'a symbol, for instance ! or ?',
    met: 'met',
    unmet: 'missing',
  },
  invalid_link: {
    title: 'This link is not valid',
    text: 'The link is incomplete, was used already or has expired. Ask for a new one.',
    back: 'Back to sign-in',
  },
};
