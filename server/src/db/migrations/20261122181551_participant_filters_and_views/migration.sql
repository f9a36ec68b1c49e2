CREATE TABLE "saved_views" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"account_id" uuid,
	"name" text NOT NULL,
	"filters" jsonb DEFAULT '{}' NOT NULL,
	"sort" text DEFAULT '-application_date' NOT NULL,
	"columns" text[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_views_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "saved_views_name_key" UNIQUE NULLS NOT DISTINCT("organization_id","account_id","name"),
	CONSTRAINT "saved_views_name_check" CHECK (length(btrim("name")) between 1 and 200),
	CONSTRAINT "saved_views_filters_check" CHECK (jsonb_typeof("filters") = 'object')
);
--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "date_of_birth" date GENERATED ALWAYS AS (app.day_of(app.answer_for(answers, 'date_of_birth'))) STORED;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "answered" uuid[] GENERATED ALWAYS AS (app.answered(answers)) STORED;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" ("organization_id","participant_id","created_at") WHERE state = 'failed' and recipient_kind = 'applicant';--> statement-breakpoint
CREATE INDEX "participants_birth" ON "participants" ("organization_id","date_of_birth","id") WHERE date_of_birth is not null;--> statement-breakpoint
CREATE INDEX "participants_answered" ON "participants" USING gin ("answered");--> statement-breakpoint
CREATE INDEX "saved_views_account" ON "saved_views" ("account_id");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;