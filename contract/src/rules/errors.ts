import type { FactorKind } from '../second-factor.ts';

/** Stable codes of problem+json answers with their HTTP status; clients translate the code. */
export const errorStatus = {
  invalid_json: 400,
  invalid_request: 400,
  organization_required: 400,
  too_many_sessions: 400,
  unauthorized: 401,
  account_inactive: 401,
  forbidden: 403,
  field_not_allowed: 403,
  organization_disabled: 403,
  password_change_required: 403,
  role_not_allowed: 403,
  own_account: 403,
  managed_by_provider: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  edit_conflict: 409,
  idempotency_conflict: 409,
  label_taken: 409,
  name_taken: 409,
  too_many_views: 409,
  too_many_jobs: 409,
  archive_running: 409,
  in_use: 409,
  group_full: 409,
  move_not_allowed: 409,
  already_applied: 409,
  offer_open: 409,
  offer_gone: 409,
  offer_too_late: 409,
  out_of_turn: 409,
  queue_changed: 409,
  different_groups: 409,
  offer_would_end: 409,
  in_other_family: 409,
  undo_too_late: 409,
  applicant_page_over: 409,
  mail_outdated: 409,
  news_declined: 409,
  template_read_only: 409,
  mail_left: 409,
  message_left: 409,
  everybody_reached: 409,
  too_many_messages: 409,
  selection_changed: 409,
  job_running: 409,
  job_finished: 409,
  undo_not_possible: 409,
  payment_not_deletable: 409,
  payment_settings_missing: 409,
  reminded_recently: 409,
  not_remindable: 409,
  email_taken: 409,
  already_confirmed: 409,
  last_administrator: 409,
  organization_deleted: 409,
  second_factor_needed: 409,
  applications_closed: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_fields: 422,
  selection_empty: 422,
  selection_too_large: 422,
  workbook_too_large: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  read_only: 503,
  storage_failed: 503,
  // sign-in
  user_not_found: 401,
  user_not_confirmed: 403,
  incorrect_username_or_password: 401,
  device_confirmation_required: 403,
  second_factor_required: 403,
  second_factor_setup_required: 403,
  sign_in_failed: 500,
  // sign-in through a hosted provider
  external_failed: 502,
  external_cancelled: 403,
  external_unverified: 403,
  external_stranger: 403,
  interaction_expired: 410,
  code_invalid: 400,
  code_expired: 410,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Error of one field: `path` as in the body, for instance `fields.2.question.name.en`; `limit` is the bound exceeded. */
export type FieldError = { path: string; code: string; limit?: number };

/**
 * RFC 9457 problem details. `current` is the present row of an `edit_conflict` and, with `selection_changed`, of a planned message
 * that another person would take over; or tells the other family of `in_other_family`.
 */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail?: string;
  request_id?: string;
  errors?: FieldError[];
  current?: unknown;
  /** With `not_found`: the application that this one was merged into. */
  merged_into?: string;
  retry_after?: number;
  /** How many are selected now, with `selection_changed`; the most that may be, with `selection_…` and `workbook_too_large`. */
  count?: number;
  /** The account's factors with `second_factor_required`; the factors it may set up with `second_factor_setup_required`. */
  second_factors?: FactorKind[];
};
