export const register = {
  organization_name: 'Name of the organisation',
  organization_hint: 'As participants know it, for example Zvezda Dance School.',
  name: 'Your full name',
  repeat_password: 'Repeat the password',
  terms: 'I accept the terms of use and the data processing agreement.',
  terms_link: 'Terms of use',
  processing_link: 'Data processing agreement',
  privacy_link: 'Privacy policy',
  new_tab: '(opens in a new tab)',
  submit: 'Create account',
  pending: 'Creating',
  has_account: 'Already have an account?',
  sign_in: 'Sign in',
  success: {
    sent_to: 'We’ve sent the activation link to {{email}}. Open it within 24 hours.',
    sent: 'We’ve sent the activation link to your e-mail address. Open it within 24 hours.',
    hint: 'If you can’t find the message, look in your spam folder too. We can send the link again.',
  },
  resend: {
    submit: 'Send the link again',
    pending: 'Sending',
    sent: 'If the account for {{email}} is still waiting to be activated, a new link is on its way. The old one no longer works.',
  },
  activation: {
    text: 'The organisation “{{organization}}” is registered with {{email}}. Confirm with the password you chose when you registered.',
    password: 'Password',
    submit: 'Activate and sign in',
    wrong_password:
      'This is not the password you chose when you registered. Use the button in the field to show it, and check capital letters, y and z, and spaces. If you registered more than once with this address, the last password counts. If you don’t know it, set a new one.',
    wrong_password_capitals:
      'This is not the password you chose when you registered. Caps Lock is on: turn it off and try again.',
    not_you:
      'If you did not register, close this page. An unconfirmed registration is deleted after seven days.',
    pending: 'Activating the account',
    done: 'Your account is active',
    already: 'Your account is already active',
    already_text: 'You no longer need this link. Sign in with your e-mail address and password.',
    failed: 'Your account is not active yet',
    resend_text: 'Enter the e-mail address of your account and we will send you a new link.',
  },
};
