CREATE TABLE "families" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "families_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "family_members" (
	"organization_id" uuid,
	"participant_id" uuid,
	"family_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"joined" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "family_members_pkey" PRIMARY KEY("organization_id","participant_id"),
	CONSTRAINT "family_members_joined_check" CHECK ("joined" in ('email', 'hand'))
);
--> statement-breakpoint
CREATE TABLE "family_separations" (
	"organization_id" uuid,
	"participant_id" uuid,
	"other_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "family_separations_pkey" PRIMARY KEY("organization_id","participant_id","other_id"),
	CONSTRAINT "family_separations_check" CHECK ("participant_id" <> "other_id")
);
--> statement-breakpoint
CREATE INDEX "family_members_family" ON "family_members" ("organization_id","family_id");--> statement-breakpoint
CREATE INDEX "family_members_group" ON "family_members" ("organization_id","group_id");--> statement-breakpoint
CREATE INDEX "family_separations_other" ON "family_separations" ("organization_id","other_id");--> statement-breakpoint
ALTER TABLE "family_members" ADD CONSTRAINT "family_members_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "family_members" ADD CONSTRAINT "family_members_family_fkey" FOREIGN KEY ("organization_id","family_id") REFERENCES "families"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "family_members" ADD CONSTRAINT "family_members_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id");--> statement-breakpoint
ALTER TABLE "family_separations" ADD CONSTRAINT "family_separations_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "family_separations" ADD CONSTRAINT "family_separations_other_fkey" FOREIGN KEY ("organization_id","other_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;