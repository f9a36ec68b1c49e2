CREATE TABLE "mail_payments" (
	"organization_id" uuid,
	"mail_id" uuid,
	"payment_id" uuid,
	CONSTRAINT "mail_payments_pkey" PRIMARY KEY("organization_id","mail_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "mail_requests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "mail_reminders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "mail_received" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "remind_before" smallint DEFAULT 3;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "remind_after" smallint DEFAULT 3;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "remind_again" smallint DEFAULT 14;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "reminders_since" date;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "reminded_on" date;--> statement-breakpoint
CREATE INDEX "mail_payments_payment" ON "mail_payments" ("organization_id","payment_id");--> statement-breakpoint
ALTER TABLE "mail_payments" ADD CONSTRAINT "mail_payments_mail_fkey" FOREIGN KEY ("organization_id","mail_id") REFERENCES "mails"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_payments" ADD CONSTRAINT "mail_payments_payment_fkey" FOREIGN KEY ("organization_id","payment_id") REFERENCES "payments"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_reminders_check" CHECK ("remind_before" between 1 and 30 and "remind_after" between 1 and 60
        and "remind_again" between 2 and 120 and "remind_again" > coalesce("remind_after", 0));--> statement-breakpoint
ALTER TABLE "group_email_settings" DROP CONSTRAINT "group_email_settings_email_type_check", ADD CONSTRAINT "group_email_settings_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update', 'payment_request', 'payment_reminder', 'payment_received'));--> statement-breakpoint
ALTER TABLE "notification_templates" DROP CONSTRAINT "notification_templates_email_type_check", ADD CONSTRAINT "notification_templates_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update', 'payment_request', 'payment_reminder', 'payment_received'));
--> statement-breakpoint
INSERT INTO "notification_templates" ("organization_id", "name", "email_type", "system")
SELECT o."id", CASE o."default_language" WHEN 'sl' THEN its."sl" ELSE its."en" END, its."email_type", true
FROM "organizations" o
CROSS JOIN (VALUES
	('payment_request', 'Podatki za plačilo', 'Payment data'),
	('payment_reminder', 'Opomnik za plačilo', 'Payment reminder'),
	('payment_received', 'Prejeto plačilo', 'Payment received')
) AS its ("email_type", "sl", "en")
ON CONFLICT DO NOTHING;
