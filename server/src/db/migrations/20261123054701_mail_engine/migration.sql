CREATE TABLE "mail_pauses" (
	"domain" text PRIMARY KEY,
	"until" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"said" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "taken_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bounce" text;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" ("organization_id",(bulk_job_id is not null or email_type not in
  ('application_confirmation', 'application_received_notification', 'application_status_update')),"send_after","id") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_bounced" ON "mails" ("organization_id","to_address") WHERE bounce is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_bounce_check" CHECK ("bounce" in ('hard', 'soft', 'other', 'complaint'));--> statement-breakpoint
-- what a process of before was sending when it ended
UPDATE "mails" SET "taken_until" = now() WHERE "state" = 'sending';
