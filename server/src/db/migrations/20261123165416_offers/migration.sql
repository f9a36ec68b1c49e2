ALTER TABLE "group_counts" ADD COLUMN "freed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "offer_mode" text DEFAULT 'by_hand' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "offer_hours" integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "offer_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "offer_no" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "offer_paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "offer_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "offer_tie" uuid;--> statement-breakpoint
CREATE INDEX "groups_offering" ON "groups" ("organization_id","id") WHERE "offer_mode" = 'automatic';--> statement-breakpoint
CREATE INDEX "participants_offer" ON "participants" ("offer_until") WHERE offer_until is not null;--> statement-breakpoint
CREATE INDEX "participants_tie" ON "participants" ("organization_id","group_id","offer_tie") WHERE offer_tie is not null;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_offer_mode_check" CHECK ("offer_mode" in ('by_hand', 'proposed', 'automatic'));--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_offer_hours_check" CHECK ("offer_hours" between 12 and 336);--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_offer_check" CHECK ("status" = 'waitlisted' or "offer_until" is null and "offer_paused_at" is null);--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_offered_check" CHECK ("offer_until" is null or "offered_at" is not null and "offer_no" > 0 and "offer_paused_at" is null);