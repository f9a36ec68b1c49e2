DROP INDEX "locations_name";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- they were listed by name so far
UPDATE "locations" SET "position" = ordered.place FROM (
  SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id ORDER BY name COLLATE "sl-x-icu", id) - 1 AS place
  FROM "locations"
) AS ordered WHERE "locations".organization_id = ordered.organization_id AND "locations".id = ordered.id;--> statement-breakpoint
UPDATE "locations" SET "google_maps_link" = 'https' || substr("google_maps_link", 5) WHERE "google_maps_link" ~* '^http:';--> statement-breakpoint
DROP INDEX "group_fields_form_field";--> statement-breakpoint
CREATE INDEX "group_fields_form_field" ON "group_fields" ("organization_id","form_field_id","group_id");--> statement-breakpoint
CREATE INDEX "locations_position" ON "locations" ("organization_id","position","id");--> statement-breakpoint
ALTER TABLE "locations" DROP CONSTRAINT "locations_google_maps_link_check", ADD CONSTRAINT "locations_google_maps_link_check" CHECK ("google_maps_link" ~* '^https://');