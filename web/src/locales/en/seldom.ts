import type { Translation } from '../../lib/text/translate.ts';
import type { seldom as sl, seldomErrors as slErrors } from '../sl/seldom.ts';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { applicantLink } from './applicant-link.ts';
import { bulk } from './bulk.ts';
import { bulkPayment } from './bulk-payment.ts';
import { catalogue } from './catalogue.ts';
import { category } from './category.ts';
import { closure } from './closure.ts';
import { errors } from './errors.ts';
import { exporting } from './export.ts';
import { family } from './family.ts';
import { feeRules } from './fee-rules.ts';
import { fees } from './fees.ts';
import { formField } from './form-field.ts';
import { groupBanner } from './group-banner.ts';
import { groupEmails } from './group-emails.ts';
import { groupForm } from './group-form.ts';
import { importing } from './import.ts';
import { importPeople } from './import-people.ts';
import { installation } from './installation.ts';
import { location } from './location.ts';
import { mailQueue } from './mail-queue.ts';
import { message } from './message.ts';
import { messages } from './messages.ts';
import { notificationTemplate } from './notification-template.ts';
import { offer } from './offer.ts';
import { organization } from './organization.ts';
import { organizationArchive } from './organization-archive.ts';
import { organizationUse } from './organization-use.ts';
import { palette } from './palette.ts';
import { participantHistory } from './participant-history.ts';
import { participantJumps } from './participant-jumps.ts';
import { participantMails } from './participant-mails.ts';
import { participantNotes } from './participant-notes.ts';
import { payment } from './payment.ts';
import { paymentAccount } from './payment-account.ts';
import { paymentActs } from './payment-acts.ts';
import { paymentList } from './payment-list.ts';
import { paymentReport } from './payment-report.ts';
import { paymentSettings } from './payment-settings.ts';
import { platformHealth } from './platform-health.ts';
import { register } from './register.ts';
import { samePerson } from './same-person.ts';
import { savedView } from './saved-view.ts';
import { secondFactor } from './second-factor.ts';
import { sessionNotice } from './session-notice.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { slip } from './slip.ts';
import { statement } from './statement.ts';
import { user } from './user.ts';

/** What all other pages say, and what is opened over those of every day, in English. */
export const seldom: Translation<typeof sl> = {
  account,
  activity,
  applicant_link: applicantLink,
  bulk,
  bulk_payment: bulkPayment,
  catalogue,
  category,
  closure,
  export: exporting,
  family,
  fee_rules: feeRules,
  fees,
  form_field: formField,
  group_banner: groupBanner,
  group_emails: groupEmails,
  group_form: groupForm,
  import: importing,
  import_people: importPeople,
  installation,
  location,
  notification_template: notificationTemplate,
  offer,
  organization,
  organization_archive: organizationArchive,
  organization_use: organizationUse,
  palette,
  participant_history: participantHistory,
  participant_jumps: participantJumps,
  participant_mails: participantMails,
  mail_queue: mailQueue,
  platform_health: platformHealth,
  message,
  messages,
  participant_notes: participantNotes,
  payment_acts: paymentActs,
  payment_settings: paymentSettings,
  payment_account: paymentAccount,
  payment_list: paymentList,
  payment_report: paymentReport,
  payment,
  register,
  same_person: samePerson,
  saved_view: savedView,
  second_factor: secondFactor,
  session_notice: sessionNotice,
  settings,
  setup,
  sign_in: signIn,
  slip,
  statement,
  user,
};

/** Why the API refused something, in English. */
export const seldomErrors: Translation<typeof slErrors> = errors;
