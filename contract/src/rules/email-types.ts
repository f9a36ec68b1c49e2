import type { Permission } from './permissions.ts';

/** What the engine knows of a type of mail; all else of it is facts and words. */
export type EmailTypeRule<About extends string = 'application' | 'payments' | 'sessions' | 'offers'> = {
  /** What its facts are read from. */
  about: About;
  /** Whom it is for: the applicant, or staff of the group. */
  recipient: 'applicant' | 'staff';
  /** Texts of the type beside its ordinary one. */
  variants: readonly string[];
  /** Values that a template may mention; each has one in every mail of the type. */
  placeholders: readonly string[];
  /** Values that its long texts may mention besides; a line that mentions one where it is not known is left out. */
  text_placeholders: readonly string[];
  /** Whether it tells how the application stands, and what comes next by that. */
  tells_status: boolean;
  /** Whether groups send it without an organisation's having turned it on. */
  on: boolean;
  /** Who of those who see the participant also sees that it was sent. */
  readers: Permission;
};

const application = {
  about: 'application',
  placeholders: ['participant_name', 'group_name', 'organization_name', 'reference'],
  text_placeholders: ['first_session', 'link'],
  tells_status: true,
  on: true,
  readers: 'participants.read',
} as const;

const payments = {
  about: 'payments',
  recipient: 'applicant',
  text_placeholders: ['link'],
  tells_status: false,
  on: false,
  readers: 'payments.manage',
} as const;

const asked = [
  ...(['participant_name', 'group_name', 'organization_name'] as const),
  ...(['amount', 'due_date', 'payment_reference'] as const),
] as const;

/** About a place that is offered to people in the queue. */
const offers = {
  about: 'offers',
  recipient: 'applicant',
  placeholders: ['participant_name', 'group_name', 'organization_name', 'deadline'],
  text_placeholders: ['link'],
  tells_status: false,
  on: true,
  readers: 'participants.read',
} as const;

/** What applicants do themselves: confirmed to them, and told to staff. */
export const ownActs = ['accepted', 'declined', 'withdrawn'] as const;

/** About the dates of groups; leaders get them too, in the same words. */
const sessions = {
  about: 'sessions',
  recipient: 'applicant',
  text_placeholders: ['link'],
  tells_status: false,
  on: true,
  readers: 'participants.read',
} as const;

/** The types of mail about people in groups, in the order in which they are shown; the one list of them. */
export const emailTypeRules = {
  application_confirmation: { ...application, recipient: 'applicant', variants: ['duplicate'] },
  application_received_notification: {
    ...application,
    recipient: 'staff',
    variants: ownActs,
    text_placeholders: ['link'],
  },
  application_status_update: {
    ...application,
    recipient: 'applicant',
    variants: [...ownActs, 'transferred'],
    text_placeholders: [...application.text_placeholders, 'former_group'],
  },
  place_offered: { ...offers, variants: ['lengthened', 'taken_back', 'passed', 'still_wanted'] },
  offer_reminder: { ...offers, variants: [] },
  payment_request: {
    ...payments,
    variants: [],
    placeholders: asked,
  },
  payment_reminder: {
    ...payments,
    variants: ['overdue', 'overdue_again', 'undated'],
    placeholders: asked,
  },
  payment_received: {
    ...payments,
    variants: [],
    placeholders: ['participant_name', 'group_name', 'organization_name', 'amount'],
  },
  session_changed: {
    ...sessions,
    variants: ['cancelled', 'moved', 'added'],
    placeholders: ['participant_name', 'group_name', 'organization_name', 'dates'],
  },
  group_cancelled: {
    ...sessions,
    variants: [],
    placeholders: ['participant_name', 'group_name', 'organization_name'],
  },
} as const satisfies Record<string, EmailTypeRule>;

export type EmailType = keyof typeof emailTypeRules;

/** A type of mail about payments. */
export type PaymentEmailType = {
  [Type in EmailType]: (typeof emailTypeRules)[Type]['about'] extends 'payments' ? Type : never;
}[EmailType];

export const emailTypes = Object.keys(emailTypeRules) as [EmailType, ...EmailType[]];

/** What applicants did themselves. */
export type OwnAct = (typeof ownActs)[number];

/** A text of some type beside its ordinary one. */
export type EmailVariant = (typeof emailTypeRules)[EmailType]['variants'][number];

export const emailVariants = Object.values(emailTypeRules).flatMap(
  ({ variants }): readonly EmailVariant[] => variants,
);

/** The name of any value that a template may mention. */
export type Placeholder = (typeof emailTypeRules)[EmailType]['placeholders' | 'text_placeholders'][number];

/** Whether a text names a type of mail. */
export const isEmailType = (type: string): type is EmailType => Object.hasOwn(emailTypeRules, type);
