ALTER TABLE "session_exceptions" ADD COLUMN "location_id" uuid;--> statement-breakpoint
CREATE INDEX "session_exceptions_location" ON "session_exceptions" ("organization_id","location_id") WHERE "location_id" is not null;--> statement-breakpoint
ALTER TABLE "session_exceptions" ADD CONSTRAINT "session_exceptions_location_fkey" FOREIGN KEY ("organization_id","location_id") REFERENCES "locations"("organization_id","id");--> statement-breakpoint
ALTER TABLE "session_exceptions" ADD CONSTRAINT "session_exceptions_location_check" CHECK ("location_id" is null or "kind" in ('moved', 'added'));