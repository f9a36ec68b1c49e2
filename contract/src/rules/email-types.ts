import type { Permission } from './permissions.ts';

/** What the engine knows of a type of mail; all else of it is facts and words. */
export type EmailTypeRule<About extends string = 'application' | 'payments' | 'sessions'> = {
  /** What its facts are read from. */
  about: About;
  /** Whom it is for: the applicant, or staff of the group. */
  recipient: 'applicant' | 'staff';
  /** Texts of the type beside its ordinary one. */
  variants: readonly string[];
  /** Values that a template may mention; each has one in every mail of the type. */
  placeholders: readonly string[];
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
  tells_status: true,
  on: true,
  readers: 'participants.read',
} as const;

const payments = {
  about: 'payments',
  recipient: 'applicant',
  tells_status: false,
  on: false,
  readers: 'payments.manage',
} as const;

const asked = [
  ...(['participant_name', 'group_name', 'organization_name'] as const),
  ...(['amount', 'due_date', 'payment_reference'] as const),
] as const;

/** About the dates of groups; leaders get them too, in the same words. */
const sessions = {
  about: 'sessions',
  recipient: 'applicant',
  tells_status: false,
  on: true,
  readers: 'participants.read',
} as const;

/** The types of mail about people in groups, in the order in which they are shown; the one list of them. */
export const emailTypeRules = {
  application_confirmation: { ...application, recipient: 'applicant', variants: ['duplicate'] },
  application_received_notification: { ...application, recipient: 'staff', variants: [] },
  application_status_update: { ...application, recipient: 'applicant', variants: [] },
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

/** A text of some type beside its ordinary one. */
export type EmailVariant = (typeof emailTypeRules)[EmailType]['variants'][number];

export const emailVariants = Object.values(emailTypeRules).flatMap(
  ({ variants }): readonly EmailVariant[] => variants,
);

/** The name of any value that a template may mention. */
export type Placeholder = (typeof emailTypeRules)[EmailType]['placeholders'][number];

/** Whether a text names a type of mail. */
export const isEmailType = (type: string): type is EmailType => Object.hasOwn(emailTypeRules, type);
