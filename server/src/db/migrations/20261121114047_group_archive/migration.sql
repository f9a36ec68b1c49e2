ALTER TABLE "groups" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "updated_by" text;--> statement-breakpoint
CREATE INDEX "groups_start" ON "groups" ("organization_id",coalesce(start_date, 'infinity'::date),"id");--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_archived_check" CHECK ("archived_at" is null or not "active");