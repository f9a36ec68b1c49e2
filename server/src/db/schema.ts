/**
 * The map of the tables, a file for each noun. Columns carry the names that cross the wire; every tenant table starts with
 * `organization_id`, and every key and reference includes it. Functions, triggers and policies are in `sql/`.
 */
export * from './schema/accounts.ts';
export * from './schema/activity.ts';
export * from './schema/applicant-links.ts';
export * from './schema/bulk-jobs.ts';
export * from './schema/calendar-feeds.ts';
export * from './schema/categories.ts';
export * from './schema/families.ts';
export * from './schema/fee-plans.ts';
export * from './schema/files.ts';
export * from './schema/form-fields.ts';
export * from './schema/group-forms.ts';
export * from './schema/group-mails.ts';
export * from './schema/group-people.ts';
export * from './schema/groups.ts';
export * from './schema/idempotency.ts';
export * from './schema/imports.ts';
export * from './schema/locations.ts';
export * from './schema/mail-choices.ts';
export * from './schema/mails.ts';
export * from './schema/memberships.ts';
export * from './schema/messages.ts';
export * from './schema/notification-templates.ts';
export * from './schema/organization-archives.ts';
export * from './schema/organizations.ts';
export * from './schema/participant-records.ts';
export * from './schema/participants.ts';
export * from './schema/payment-events.ts';
export * from './schema/payment-settings.ts';
export * from './schema/payments.ts';
export * from './schema/platform.ts';
export * from './schema/same-person.ts';
export * from './schema/saved-views.ts';
export * from './schema/sessions.ts';
export * from './schema/sign-ins.ts';
export * from './schema/statements.ts';
