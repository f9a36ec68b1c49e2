/** The question whether people learn of a change of dates. */
export const sessionNotice = {
  tell: {
    session_changed: 'Tell participants and leaders',
    group_cancelled: 'The group is cancelled: tell applicants and leaders',
  },
  participants_one: '{{count}} participant',
  participants_other: '{{count}} participants',
  leaders_one: '{{count}} leader',
  leaders_other: '{{count}} leaders',
  without_email: 'without e-mail: {{number}}',
  what: {
    session_changed: 'Each gets one message with all changes and a calendar file.',
    group_cancelled:
      'Each gets a message that the group will not take place, and a file that removes its sessions from calendars.',
  },
  timetable_title: 'Change the sessions?',
  timetable_confirm: 'Save changes',
  note: 'Your note in the message',
  archive_title: 'Archive the group “{{name}}”?',
  archive_text:
    'People have applied to it. Their data stays, its plan makes no more payments, and visitors no longer see it.',
  nobody: 'There is nobody to tell.',
  turned_off: 'Messages about sessions are turned off. Turn them on in the group, on the E-mail tab.',
};
