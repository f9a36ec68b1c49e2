ALTER TABLE "bulk_jobs" ADD COLUMN "file" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "file_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bulk_jobs_file" ON "bulk_jobs" ("file_until") WHERE file_until is not null;