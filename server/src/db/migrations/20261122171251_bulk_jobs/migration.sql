CREATE TABLE "bulk_job_rows" (
	"organization_id" uuid,
	"job_id" uuid,
	"position" integer,
	"participant_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"changed_version" integer,
	"detail" jsonb,
	CONSTRAINT "bulk_job_rows_pkey" PRIMARY KEY("organization_id","job_id","position"),
	CONSTRAINT "bulk_job_rows_state_check" CHECK ("state" in ('waiting', 'done', 'skipped', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"account_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"undone_by" uuid,
	"kind" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"selection" jsonb NOT NULL,
	"state" text NOT NULL,
	"stop_reason" text,
	"total_count" integer DEFAULT 0 NOT NULL,
	"cursor" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"undone_count" integer DEFAULT 0 NOT NULL,
	"mail_count" integer DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '{}' NOT NULL,
	"not_undone" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_jobs_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "bulk_jobs_state_check" CHECK ("state" in ('running', 'stopped', 'done', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bulk_job_id" uuid;--> statement-breakpoint
CREATE INDEX "bulk_job_rows_participant" ON "bulk_job_rows" ("organization_id","participant_id","job_id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_account" ON "bulk_jobs" ("organization_id","account_id","id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_open" ON "bulk_jobs" ("worked_at") WHERE state in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "bulk_jobs_created" ON "bulk_jobs" ("created_at");--> statement-breakpoint
CREATE INDEX "mails_bulk_job" ON "mails" ("organization_id","bulk_job_id") WHERE bulk_job_id is not null;--> statement-breakpoint
ALTER TABLE "bulk_job_rows" ADD CONSTRAINT "bulk_job_rows_job_fkey" FOREIGN KEY ("organization_id","job_id") REFERENCES "bulk_jobs"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");