CREATE TABLE "mail_texts" (
	"organization_id" uuid,
	"mail_id" uuid,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_texts_pkey" PRIMARY KEY("organization_id","mail_id")
);
--> statement-breakpoint
CREATE TABLE "notification_template_versions" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"template_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb DEFAULT '{}' NOT NULL,
	"sections" jsonb DEFAULT '{}' NOT NULL,
	"saved_by" text NOT NULL,
	"restored" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_template_versions_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "template_version_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "template_missed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_templates" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_texts_created" ON "mail_texts" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_template_versions_number_key" ON "notification_template_versions" ("organization_id","template_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_templates_default_key" ON "notification_templates" ("organization_id","email_type") WHERE "is_default";--> statement-breakpoint
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_texts_mail_fkey" FOREIGN KEY ("organization_id","mail_id") REFERENCES "mails"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_template_versions" ADD CONSTRAINT "notification_template_versions_template_fkey" FOREIGN KEY ("organization_id","template_id") REFERENCES "notification_templates"("organization_id","id") ON DELETE CASCADE;