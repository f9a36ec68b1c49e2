ALTER TABLE "queue_digests" ADD COLUMN "written_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "queue_digests" ADD COLUMN "since" timestamp with time zone;