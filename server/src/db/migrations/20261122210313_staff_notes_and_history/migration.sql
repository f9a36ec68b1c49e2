CREATE TABLE "participant_changes" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"account_id" uuid,
	"actor" text DEFAULT '' NOT NULL,
	"bulk_job_id" uuid,
	"changes" jsonb DEFAULT '[]' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participant_changes_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "participant_changes_by_check" CHECK ("by" in ('staff', 'applicant', 'system'))
);
--> statement-breakpoint
CREATE TABLE "participant_notes" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"account_id" uuid,
	"author" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"edited_at" timestamp with time zone,
	"pinned" boolean DEFAULT false NOT NULL,
	"bulk_job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "participant_notes_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "participant_notes_text_check" CHECK (length(btrim("text")) > 0)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "again_of" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "requested_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- the one text becomes the first entry; who wrote it was not kept
INSERT INTO "participant_notes" ("organization_id", "participant_id", "text", "created_at", "updated_at")
SELECT "organization_id", "id", "staff_notes", "updated_at", "updated_at" FROM "participants" WHERE btrim("staff_notes") <> '';--> statement-breakpoint
-- written anew with the routines
DROP VIEW IF EXISTS app.searchable_participants;--> statement-breakpoint
ALTER TABLE "participants" DROP COLUMN "staff_notes";--> statement-breakpoint
CREATE UNIQUE INDEX "mails_again_key" ON "mails" ("organization_id","again_of") WHERE again_of is not null;--> statement-breakpoint
CREATE INDEX "participant_changes_participant" ON "participant_changes" ("organization_id","participant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "participant_notes_participant" ON "participant_notes" ("organization_id","participant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "participant_notes_pinned_key" ON "participant_notes" ("organization_id","participant_id") WHERE pinned;--> statement-breakpoint
CREATE INDEX "participant_notes_bulk_job" ON "participant_notes" ("organization_id","bulk_job_id") WHERE bulk_job_id is not null;--> statement-breakpoint
ALTER TABLE "participant_changes" ADD CONSTRAINT "participant_changes_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "participant_notes" ADD CONSTRAINT "participant_notes_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;