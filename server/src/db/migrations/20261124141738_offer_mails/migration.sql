ALTER TABLE "mail_people" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_people" ADD COLUMN "offer_until" timestamp with time zone;--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" ("organization_id",(bulk_job_id is not null or email_type not in
  ('application_confirmation', 'application_received_notification', 'application_status_update', 'application_link',
  'place_offered', 'offer_reminder')),"send_after","id") WHERE state in ('queued', 'sending');--> statement-breakpoint
ALTER TABLE "mail_people" ADD CONSTRAINT "mail_people_offer_check" CHECK (("offered_at" is null) = ("offer_until" is null));--> statement-breakpoint
ALTER TABLE "group_email_settings" DROP CONSTRAINT "group_email_settings_email_type_check", ADD CONSTRAINT "group_email_settings_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update', 'place_offered', 'offer_reminder', 'payment_request', 'payment_reminder', 'payment_received', 'session_changed', 'group_cancelled'));--> statement-breakpoint
ALTER TABLE "notification_templates" DROP CONSTRAINT "notification_templates_email_type_check", ADD CONSTRAINT "notification_templates_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update', 'place_offered', 'offer_reminder', 'payment_request', 'payment_reminder', 'payment_received', 'session_changed', 'group_cancelled'));--> statement-breakpoint
INSERT INTO "notification_templates" ("organization_id", "name", "email_type", "system")
SELECT o."id", CASE o."default_language" WHEN 'sl' THEN its."sl" ELSE its."en" END, its."email_type", true
FROM "organizations" o
CROSS JOIN (VALUES
	('place_offered', 'Ponudba mesta', 'Offer of a place'),
	('offer_reminder', 'Opomnik o ponudbi mesta', 'Reminder of an offer')
) AS its ("email_type", "sl", "en")
ON CONFLICT DO NOTHING;
