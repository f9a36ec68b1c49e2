import { type EmailType, type EmailTypeRule, emailTypeRules } from './email-types.ts';
import { messagePlaceholders } from './messages.ts';

/**
 * Every type of mail about people in groups: those that have templates; messages, whose words are written
 * for each; and links to the pages of applicants.
 */
export const mailTypeRules = {
  ...emailTypeRules,
  group_message: {
    about: 'message',
    recipient: 'applicant',
    variants: [],
    placeholders: messagePlaceholders,
    tells_status: false,
    on: true,
    readers: 'participants.read',
  },
  application_link: {
    about: 'link',
    recipient: 'applicant',
    variants: [],
    placeholders: [],
    tells_status: false,
    on: true,
    readers: 'participants.read',
  },
} as const satisfies Record<
  string,
  EmailTypeRule<'application' | 'payments' | 'sessions' | 'message' | 'link'>
>;

export type MailType = EmailType | 'group_message' | 'application_link';

export const mailTypes = Object.keys(mailTypeRules) as MailType[];

/** Whether a text names a type of mail. */
export const isMailType = (type: string): type is MailType => Object.hasOwn(mailTypeRules, type);
