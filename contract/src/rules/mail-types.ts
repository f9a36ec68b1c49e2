import { type EmailType, type EmailTypeRule, emailTypeRules } from './email-types.ts';
import { messagePlaceholders, messageTextPlaceholders } from './messages.ts';

/**
 * Every type of mail about people in groups: those that have templates; messages, whose words are written
 * for each; links to the pages of applicants, where their variants carry the code of a new address and tell the former one of
 * it; what applicants have changed there; and what staff are told of queues once a day.
 */
export const mailTypeRules = {
  ...emailTypeRules,
  group_message: {
    about: 'message',
    recipient: 'applicant',
    variants: [],
    placeholders: messagePlaceholders,
    text_placeholders: messageTextPlaceholders,
    tells_status: false,
    on: true,
    readers: 'participants.read',
  },
  application_link: {
    about: 'link',
    recipient: 'applicant',
    variants: ['code', 'moved'],
    placeholders: [],
    text_placeholders: [],
    tells_status: false,
    on: true,
    readers: 'participants.read',
  },
  application_changed: {
    about: 'changes',
    recipient: 'applicant',
    variants: ['staff'],
    placeholders: ['participant_name', 'group_name'],
    text_placeholders: [],
    tells_status: false,
    on: true,
    readers: 'participants.read',
  },
  queue_digest: {
    about: 'queues',
    recipient: 'staff',
    variants: [],
    placeholders: ['organization_name', 'counts'],
    text_placeholders: [],
    tells_status: false,
    on: true,
    readers: 'participants.decide',
  },
} as const satisfies Record<
  string,
  EmailTypeRule<
    'application' | 'payments' | 'sessions' | 'offers' | 'message' | 'link' | 'changes' | 'queues'
  >
>;

export type MailType =
  | EmailType
  | 'group_message'
  | 'application_link'
  | 'application_changed'
  | 'queue_digest';

export const mailTypes = Object.keys(mailTypeRules) as MailType[];

/** Whether a text names a type of mail. */
export const isMailType = (type: string): type is MailType => Object.hasOwn(mailTypeRules, type);
