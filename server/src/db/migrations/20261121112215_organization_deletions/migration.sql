CREATE TABLE "organization_deletions" (
	"id" uuid PRIMARY KEY,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"was_active" boolean NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "organization_numbers" (
	"id" uuid PRIMARY KEY,
	"groups" integer NOT NULL,
	"participants" integer NOT NULL,
	"users" integer NOT NULL,
	"last_activity_at" timestamp with time zone,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "organizations_name" ON "organizations" (name collate "sl-x-icu","id");--> statement-breakpoint
CREATE INDEX "organizations_search" ON "organizations" USING gin (app.fold(name || ' ' || owner_email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "organizations_delete_after" ON "organizations" ("delete_after") WHERE "delete_after" is not null;--> statement-breakpoint
ALTER TABLE "organization_numbers" ADD CONSTRAINT "organization_numbers_id_organizations_id_fkey" FOREIGN KEY ("id") REFERENCES "organizations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_delete_after_check" CHECK (not ("active" and "delete_after" is not null));--> statement-breakpoint
UPDATE "organizations" SET "profile" = "profile" || jsonb_build_object('country', known.code)
FROM (VALUES ('slovenija', 'SI'), ('slovenia', 'SI'), ('avstrija', 'AT'), ('austria', 'AT'), ('italija', 'IT'), ('italy', 'IT'), ('madžarska', 'HU'), ('hungary', 'HU'), ('hrvaška', 'HR'), ('croatia', 'HR')) AS known (name, code)
WHERE lower("profile" ->> 'country') = known.name;
