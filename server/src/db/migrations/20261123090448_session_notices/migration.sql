CREATE TABLE "mail_notices" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"mail_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"participant_id" uuid,
	CONSTRAINT "mail_notices_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "mail_notices_key" UNIQUE NULLS NOT DISTINCT("organization_id","mail_id","notice_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "session_notices" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"group_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"was" jsonb NOT NULL,
	"note" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_notices_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "session_notices_sequence_key" UNIQUE("organization_id","group_id","sequence"),
	CONSTRAINT "session_notices_note_check" CHECK (app.is_texts("note"))
);
--> statement-breakpoint
CREATE INDEX "mail_notices_notice" ON "mail_notices" ("organization_id","notice_id");--> statement-breakpoint
CREATE INDEX "mail_notices_participant" ON "mail_notices" ("organization_id","participant_id");--> statement-breakpoint
ALTER TABLE "mail_notices" ADD CONSTRAINT "mail_notices_mail_fkey" FOREIGN KEY ("organization_id","mail_id") REFERENCES "mails"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_notices" ADD CONSTRAINT "mail_notices_notice_fkey" FOREIGN KEY ("organization_id","notice_id") REFERENCES "session_notices"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_notices" ADD CONSTRAINT "mail_notices_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_notices" ADD CONSTRAINT "session_notices_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_email_settings" DROP CONSTRAINT "group_email_settings_email_type_check", ADD CONSTRAINT "group_email_settings_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update', 'payment_request', 'payment_reminder', 'payment_received', 'session_changed', 'group_cancelled'));--> statement-breakpoint
ALTER TABLE "notification_templates" DROP CONSTRAINT "notification_templates_email_type_check", ADD CONSTRAINT "notification_templates_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update', 'payment_request', 'payment_reminder', 'payment_received', 'session_changed', 'group_cancelled'));
--> statement-breakpoint
INSERT INTO "notification_templates" ("organization_id", "name", "email_type", "system")
SELECT o."id", CASE o."default_language" WHEN 'sl' THEN its."sl" ELSE its."en" END, its."email_type", true
FROM "organizations" o
CROSS JOIN (VALUES
	('session_changed', 'Sprememba terminov', 'Change of sessions'),
	('group_cancelled', 'Odpovedana skupina', 'Cancelled group')
) AS its ("email_type", "sl", "en")
ON CONFLICT DO NOTHING;
