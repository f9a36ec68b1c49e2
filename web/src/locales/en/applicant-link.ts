import type { Translation } from '../../lib/text/translate.ts';
import type { applicantLink as slovenian } from '../sl/applicant-link.ts';

export const applicantLink: Translation<typeof slovenian> = {
  title: 'Application page',
  about: 'It shows the applications, payments and dates of this address. Each e-mail has the link.',
  never: 'Not opened yet.',
  used: 'Last opened {{when}}.',
  over: 'The page is gone: it stays for 90 days after the last group has ended.',
  send: 'Send the link',
  sent: 'The link is being sent to {{email}}',
  send_failed: 'The link was not sent. Try again.',
  look: 'View the page',
  look_failed: 'The page can’t be opened. Try again.',
  end: 'End the link',
  end_question: 'End the link of {{email}}?',
  end_consequence:
    'The links in all e-mails sent so far will stop working. The next e-mail brings a new one.',
  ended: 'The link has ended',
  end_failed: 'The link has not ended. Try again.',
};
