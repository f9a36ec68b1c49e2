-- in two steps: rows that are there stay as they are, and the table isn't written anew
ALTER TABLE "participants" ADD COLUMN "placed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "participants" ALTER COLUMN "placed_at" SET DEFAULT clock_timestamp();
