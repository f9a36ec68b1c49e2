ALTER TABLE "group_fields" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "group_fields" f SET "created_at" = coalesce(uuid_extract_timestamp(f."id"), g."created_at") FROM "groups" g WHERE g."organization_id" = f."organization_id" AND g."id" = f."group_id";--> statement-breakpoint
-- it has all columns of the table; the routines write it anew
DROP VIEW IF EXISTS "app"."searchable_participants";--> statement-breakpoint
ALTER TABLE "participants" DROP COLUMN "birth_date";--> statement-breakpoint
DROP INDEX "participants_date";--> statement-breakpoint
CREATE INDEX "participants_date" ON "participants" ("organization_id","application_date","id","group_id","status","language","privacy_version","date_of_birth");--> statement-breakpoint
DROP INDEX "participants_group";--> statement-breakpoint
CREATE INDEX "participants_group" ON "participants" ("organization_id","group_id","application_date","id","status","language","privacy_version","date_of_birth");--> statement-breakpoint
DROP INDEX "participants_name";--> statement-breakpoint
CREATE INDEX "participants_name" ON "participants" ("organization_id",name collate "sl-x-icu","id","group_id","status","language","privacy_version","date_of_birth");--> statement-breakpoint
DROP INDEX "payments_expiration";--> statement-breakpoint
CREATE INDEX "payments_expiration" ON "payments" ("organization_id","status","expiration_date","participant_id","group_id");--> statement-breakpoint
DROP INDEX "participants_birth";--> statement-breakpoint
CREATE INDEX "participants_birth" ON "participants" ("organization_id","date_of_birth","id","group_id") WHERE date_of_birth is not null;