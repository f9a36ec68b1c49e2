import type { Translation } from '../../lib/text/translate.ts';
import type { insteadTexts as sl } from '../sl/public-instead.ts';

/** Texts of what a group's page shows in the place of its form: the receipt, and why there is no form. */
export const insteadTexts = {
  success: {
    title: 'Application sent',
    title_queue: 'You are on the waiting list',
    received: 'We have received your application to',
    for_name: 'for {{name}}.',
    reference: 'Reference:',
    mail: 'Check your e-mail',
    mail_text: 'We’ve e-mailed a confirmation to {{email}}.',
    decision: 'The organisation reviews the application',
    decision_text: 'We’ll e-mail you our decision.',
    queue: 'Wait for a free place',
    queue_text: 'When a place is free and it is your turn, we’ll e-mail you.',
    approved: 'The place is confirmed',
    approved_text: 'The details are in the e-mail.',
    first: 'First session',
    following: 'Next session',
    meeting_text: '{{day}} at {{time}}',
    again: 'Apply for another person',
    calendar: 'Add to calendar',
    print: 'Print',
    groups: 'Other groups',
  },
  closed: {
    full: 'All places are taken',
    full_text: 'The group has no waiting list. If a place becomes free, applications open here again.',
    closed: 'Applications are closed',
    closed_text:
      'The group does not accept applications at the moment. Please contact the organisation to learn more.',
    ended: 'This group has ended',
    ended_text: 'Its last day was {{day}}. See which groups are on offer now.',
    not_yet: 'Applications are not open yet',
    not_yet_text: 'You can leave this page open: the form will appear automatically.',
    remaining: 'Applications open in:',
    opening: 'Applications are opening.',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    other: 'Other groups in “{{category}}”',
    contact: 'Write to the organisation',
  },
} satisfies Translation<typeof sl>;
