CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"target" text NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"bytes" bigint,
	"rows" bigint,
	"files" integer,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "restorations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"waiting" text
);
--> statement-breakpoint
CREATE INDEX "backups_ended" ON "backups" ("ended_at");