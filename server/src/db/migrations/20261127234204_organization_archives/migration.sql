CREATE TABLE "organization_archives" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"account_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"stop_reason" text,
	"total_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"name" text,
	"bytes" bigint,
	"file_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "organization_archives_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "organization_archives_state_check" CHECK ("state" in ('running', 'done', 'failed')),
	CONSTRAINT "organization_archives_done_check" CHECK ("state" <> 'done' or num_nonnulls("name", "bytes") = 2)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "organization_archives_running_key" ON "organization_archives" ("organization_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "organization_archives_open" ON "organization_archives" ("worked_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "organization_archives_file" ON "organization_archives" ("file_until") WHERE file_until is not null;--> statement-breakpoint
ALTER TABLE "organization_archives" ADD CONSTRAINT "organization_archives_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");