/** The question whether people learn of a change of dates. */
export const sessionNotice = {
  tell: 'Tell participants and leaders',
  participants_one: '{{count}} participant',
  participants_other: '{{count}} participants',
  leaders_one: '{{count}} leader',
  leaders_other: '{{count}} leaders',
  without_email: 'without e-mail: {{number}}',
  what: 'Each gets one message with all changes and a calendar file.',
  nobody: 'There is nobody to tell.',
  turned_off: 'Messages about sessions are turned off. Turn them on in the group, on the E-mail tab.',
};
