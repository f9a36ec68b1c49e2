import type { Translation } from '../../lib/text/translate.ts';
import type { applicantLink as slovenian } from '../sl/applicant-link.ts';

export const applicantLink: Translation<typeof slovenian> = {
  title: 'Application page',
  about: 'Shows the applications, payments and sessions for this address. Every e-mail includes the link.',
  never: 'Not opened yet.',
  used: 'Last opened {{when}}.',
  over: 'The page is no longer available: it closes 90 days after the last group ends.',
  send: 'Send link',
  sent: 'The link is being sent to {{email}}',
  send_failed: 'The link was not sent. Try again.',
  look: 'View page',
  look_failed: 'The page can’t be opened. Try again.',
  end: 'Revoke link',
  end_question: 'Revoke the link for {{email}}?',
  end_consequence:
    'The links in all e-mails sent so far will stop working. The next e-mail will include a new one.',
  ended: 'Link revoked',
  end_failed: 'The link was not revoked. Try again.',
};
