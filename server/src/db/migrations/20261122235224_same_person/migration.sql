CREATE TABLE "distinct_people" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_people_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "distinct_people_pair_key" UNIQUE("organization_id","participant_id","other_id"),
	CONSTRAINT "distinct_people_check" CHECK ("participant_id" <> "other_id")
);
--> statement-breakpoint
CREATE TABLE "participant_merges" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reference" text NOT NULL,
	"merged" jsonb,
	"moved" jsonb DEFAULT '[]' NOT NULL,
	"set_aside" jsonb DEFAULT '[]' NOT NULL,
	"changes" jsonb,
	"account_id" uuid,
	"actor" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participant_merges_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "participant_merges_merged_key" UNIQUE("organization_id","merged_id")
);
--> statement-breakpoint
CREATE TABLE "person_links" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_links_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "person_links_participant_key" UNIQUE("organization_id","participant_id")
);
--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "name_words" text GENERATED ALWAYS AS (app.name_words(name)) STORED;--> statement-breakpoint
CREATE INDEX "participants_same_name" ON "participants" ("organization_id","name_words","group_id");--> statement-breakpoint
CREATE INDEX "distinct_people_other" ON "distinct_people" ("organization_id","other_id");--> statement-breakpoint
CREATE INDEX "participant_merges_participant" ON "participant_merges" ("organization_id","participant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "participant_merges_reference" ON "participant_merges" ("organization_id","reference");--> statement-breakpoint
CREATE INDEX "participant_merges_created" ON "participant_merges" ("created_at") WHERE merged is not null;--> statement-breakpoint
CREATE INDEX "person_links_person" ON "person_links" ("organization_id","person_id");--> statement-breakpoint
ALTER TABLE "distinct_people" ADD CONSTRAINT "distinct_people_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "distinct_people" ADD CONSTRAINT "distinct_people_other_fkey" FOREIGN KEY ("organization_id","other_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "participant_merges" ADD CONSTRAINT "participant_merges_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_links" ADD CONSTRAINT "person_links_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;