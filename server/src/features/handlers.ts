import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../http/mount.ts';
import type { SecondFactors } from '../identity/factors/second-factors.ts';
import type { Services } from '../services.ts';
import { accountRoutes } from './accounts/routes.ts';
import { activityRoutes } from './activity/routes.ts';
import { applicantLinkRoutes } from './applicant-links/routes.ts';
import { bulkJobRoutes, paymentActRoutes } from './bulk-jobs/routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { closureRoutes } from './closures/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { familyRoutes } from './families/routes.ts';
import { feePlanRoutes, feeRuleRoutes } from './fee-plans/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { formFieldRoutes } from './form-fields/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { participantImportRoutes } from './imports/people/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { locationRoutes } from './locations/routes.ts';
import { mailQueueRoutes } from './mail-queue/routes.ts';
import { mailRoutes } from './mails/routes.ts';
import { messagePreviewRoutes, messageRoutes } from './messages/routes.ts';
import { notificationTemplateRoutes, templatePreviewRoutes } from './notification-templates/routes.ts';
import { offerRoutes } from './offers/routes.ts';
import { organizationArchiveRoutes } from './organization-archives/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { participantHistoryRoutes } from './participant-history/routes.ts';
import { participantMailRoutes } from './participant-mails/routes.ts';
import { participantNoteRoutes } from './participant-notes/routes.ts';
import { feeProposalRoutes, participantRoutes } from './participants/routes.ts';
import { paymentExportRoutes } from './payment-exports/routes.ts';
import { paymentReportRoutes } from './payment-reports/routes.ts';
import { paymentSettingRoutes } from './payment-settings/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { platformHealthRoutes } from './platform-health/routes.ts';
import { visitorRoutes } from './public/routes.ts';
import { samePersonRoutes } from './same-person/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionExceptionRoutes } from './session-exceptions/routes.ts';
import { sessionNoticeRoutes } from './session-mails/routes.ts';
import { tellingAll, tellingYear } from './session-mails/service.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { slipRoutes } from './slips/routes.ts';
import { bankEntryRoutes, statementRoutes } from './statements/routes.ts';
import { userRoutes } from './users/routes.ts';

type All = { [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> };

/** What answers each call of the contract. */
export function handlers(services: Services, factors: SecondFactors): All {
  return {
    accounts: accountRoutes(services),
    activity: activityRoutes,
    second_factor: secondFactorRoutes(services.pools.system, factors),
    users: userRoutes(services),
    organizations: organizationRoutes(services, tellingYear),
    organization_archives: organizationArchiveRoutes(services),
    locations: locationRoutes,
    categories: categoryRoutes,
    form_fields: formFieldRoutes,
    files: fileRoutes(services),
    imports: importRoutes,
    groups: groupRoutes,
    dashboard: dashboardRoutes,
    sessions: sessionRoutes,
    session_exceptions: sessionExceptionRoutes,
    session_notices: sessionNoticeRoutes,
    closures: closureRoutes(tellingAll),
    calendar_feeds: calendarFeedRoutes(services),
    participants: participantRoutes(services),
    offers: offerRoutes,
    applicant_links: applicantLinkRoutes(services),
    participant_notes: participantNoteRoutes,
    participant_history: participantHistoryRoutes,
    participant_mails: participantMailRoutes,
    participant_imports: participantImportRoutes(services),
    payments: paymentRoutes(services),
    payment_exports: paymentExportRoutes(services),
    payment_reports: paymentReportRoutes,
    same_person: samePersonRoutes,
    families: familyRoutes,
    fee_plans: feePlanRoutes,
    fee_proposals: feeProposalRoutes,
    fee_rules: feeRuleRoutes,
    bulk_jobs: bulkJobRoutes(services),
    payment_acts: paymentActRoutes(services),
    exports: exportRoutes(services),
    payment_settings: paymentSettingRoutes(services),
    slips: slipRoutes,
    saved_views: savedViewRoutes,
    notification_templates: notificationTemplateRoutes,
    template_previews: templatePreviewRoutes(services),
    mails: mailRoutes,
    messages: messageRoutes(services),
    mail_queue: mailQueueRoutes(services),
    installation: installationRoutes(services),
    platform_health: platformHealthRoutes(services),
    message_previews: messagePreviewRoutes(services),
    statements: statementRoutes,
    bank_entries: bankEntryRoutes,
    visitors: visitorRoutes,
  };
}
