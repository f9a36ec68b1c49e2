CREATE TABLE "session_absences" (
	"organization_id" uuid,
	"participant_id" uuid,
	"date" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_absences_pkey" PRIMARY KEY("organization_id","participant_id","date")
);
--> statement-breakpoint
CREATE INDEX "session_absences_date" ON "session_absences" ("organization_id","date","participant_id");--> statement-breakpoint
ALTER TABLE "session_absences" ADD CONSTRAINT "session_absences_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;