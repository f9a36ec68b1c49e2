/** Every call of the API, by noun. */
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { applicant_links } from './applicant-links.ts';
import { bulk_jobs } from './bulk-jobs.ts';
import { calendar_feeds } from './calendar-feeds.ts';
import { categories } from './categories.ts';
import { closures } from './closures.ts';
import { dashboard } from './dashboard.ts';
import { exports } from './exports.ts';
import { families } from './families.ts';
import { fee_plans, fee_rules } from './fee-plans.ts';
import { fee_proposals } from './fee-proposals.ts';
import { files } from './files.ts';
import { form_fields } from './form-fields.ts';
import { groups } from './groups.ts';
import { imports } from './imports.ts';
import { installation } from './installation.ts';
import { locations } from './locations.ts';
import { mail_queue } from './mail-queue.ts';
import { mails } from './mails.ts';
import { message_previews, messages } from './messages.ts';
import { notification_templates } from './notification-templates.ts';
import { offers } from './offers.ts';
import { organization_archives } from './organization-archives.ts';
import { organizations } from './organizations.ts';
import { participant_history } from './participant-history.ts';
import { participant_imports } from './participant-imports.ts';
import { participant_mails } from './participant-mails.ts';
import { participant_notes } from './participant-notes.ts';
import { participants } from './participants.ts';
import { payment_acts } from './payment-acts.ts';
import { payment_exports } from './payment-exports.ts';
import { payment_reports } from './payment-reports.ts';
import { payment_settings } from './payment-settings.ts';
import { payments } from './payments.ts';
import { platform_health } from './platform-health.ts';
import { visitors } from './public.ts';
import { same_person } from './same-person.ts';
import { saved_views } from './saved-views.ts';
import { second_factor } from './second-factor.ts';
import { session_exceptions } from './session-exceptions.ts';
import { session_notices } from './session-notices.ts';
import { sessions } from './sessions.ts';
import { slips } from './slips.ts';
import { bank_entries, statements } from './statements.ts';
import { template_previews } from './template-previews.ts';
import { users } from './users.ts';

export const contract = {
  accounts,
  activity,
  second_factor,
  users,
  organizations,
  organization_archives,
  dashboard,
  sessions,
  session_exceptions,
  session_notices,
  closures,
  calendar_feeds,
  files,
  imports,
  groups,
  participants,
  offers,
  applicant_links,
  participant_notes,
  participant_history,
  participant_mails,
  participant_imports,
  payments,
  payment_exports,
  payment_reports,
  same_person,
  families,
  fee_plans,
  fee_rules,
  fee_proposals,
  bulk_jobs,
  payment_acts,
  exports,
  payment_settings,
  slips,
  saved_views,
  categories,
  locations,
  form_fields,
  notification_templates,
  template_previews,
  mails,
  messages,
  mail_queue,
  installation,
  platform_health,
  message_previews,
  statements,
  bank_entries,
  visitors,
};
