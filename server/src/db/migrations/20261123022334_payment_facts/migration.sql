ALTER TABLE "payments" ADD COLUMN "purpose" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "kind" text DEFAULT 'tuition' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "status_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "split_from" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bulk_job_id" uuid;--> statement-breakpoint
CREATE INDEX "payments_bulk_job" ON "payments" ("organization_id","bulk_job_id") WHERE bulk_job_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind_check" CHECK ("kind" in ('membership_fee', 'tuition', 'other'));