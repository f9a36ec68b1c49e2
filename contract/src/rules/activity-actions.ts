import { paymentActKinds } from './bulk.ts';

/** Actions of the activity log by what they are about. */
const actionsBy = {
  sign_in: [
    'sign_in',
    'sign_in_failed',
    'sign_in_ended',
    'account_activated',
    'password_reset_requested',
    'password_reset',
    'password_changed',
    'password_change_demanded',
    'email_changed',
    'identity_linked',
    'second_factor_enabled',
    'second_factor_disabled',
    'second_factor_reset',
    'passkey_added',
    'passkey_renamed',
    'passkey_removed',
    'passkey_refused',
    'recovery_code_used',
    'recovery_codes_renewed',
  ],
  users: [
    'user_invited',
    'invitation_resent',
    'invitation_accepted',
    'user_changed',
    'role_changed',
    'user_activated',
    'user_deactivated',
    'user_deleted',
  ],
  participants: [
    'bulk_status',
    'bulk_move',
    'bulk_delete',
    'bulk_note',
    'bulk_import',
    'bulk_undone',
    'participants_merged',
    'merge_undone',
    'participants_exported',
    'emails_exported',
    'applicant_page_viewed',
    'applicant_link_sent',
    'applicant_link_ended',
  ],
  payments: [
    'bulk_payments',
    'bulk_pay',
    'bulk_cancel',
    'bulk_remind',
    'bulk_undone',
    'statement_imported',
    'statement_undone',
    'payment_account_changed',
    'payments_exported',
    'payment_data_exported',
    'payment_report_exported',
    'payment_ledger_exported',
  ],
  messages: ['message_sent', 'message_planned', 'message_cancelled'],
  organization: [
    'organization_created',
    'organization_activated',
    'organization_deactivated',
    'organization_deleted',
    'organization_restored',
    'organization_imported',
    'owner_change_requested',
    'owner_change_cancelled',
    'owner_changed',
    'second_factor_roles_changed',
    'form_field_merged',
    'archive_requested',
    'archive_downloaded',
    'activity_exported',
  ],
  platform: ['acted_for', 'acted_for_write'],
} as const;

/** What an entry of the activity log may be about. */
export type ActivityObject = keyof typeof actionsBy;
export const activityObjects = Object.keys(actionsBy) as ActivityObject[];

/** What the activity log records. The client translates it; replies allow any text, so that later kinds don't break it. */
export type ActivityAction = (typeof actionsBy)[ActivityObject][number];

/** The actions that are about one of these; undoing bulk work is about participants or payments. */
export const actionsAbout = (objects: readonly ActivityObject[]): ActivityAction[] => [
  ...new Set(objects.flatMap((one): readonly ActivityAction[] => actionsBy[one])),
];

export const activityActions = actionsAbout(activityObjects);

/** Kinds of bulk work on payments: undoing it is about payments, too. */
export const undoneOfPayments: readonly string[] = ['payments', ...paymentActKinds];
