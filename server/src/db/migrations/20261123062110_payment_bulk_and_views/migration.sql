ALTER TABLE "bulk_job_rows" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "list" text DEFAULT 'participants' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_name_key";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_name_key" UNIQUE NULLS NOT DISTINCT("organization_id","account_id","list","name");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list_check" CHECK ("list" in ('participants', 'payments'));