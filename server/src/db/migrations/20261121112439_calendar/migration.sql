CREATE TABLE "calendar_feeds" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"group_id" uuid,
	"language" text NOT NULL,
	"token_hash" bytea NOT NULL CONSTRAINT "calendar_feeds_token_key" UNIQUE,
	"sequence" integer DEFAULT 0 NOT NULL,
	"content_hash" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fetched_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "calendar_feeds_calendar_key" UNIQUE NULLS NOT DISTINCT("organization_id","account_id","kind","group_id"),
	CONSTRAINT "calendar_feeds_kind_check" CHECK ("kind" in ('mine', 'group', 'organization')),
	CONSTRAINT "calendar_feeds_group_check" CHECK (("kind" = 'group') = ("group_id" is not null)),
	CONSTRAINT "calendar_feeds_language_check" CHECK ("language" in ('sl', 'en'))
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"source" text,
	"name" jsonb DEFAULT '{}' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "closures_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "closures_source_key" UNIQUE("organization_id","source"),
	CONSTRAINT "closures_name_check" CHECK (app.is_texts("name")),
	CONSTRAINT "closures_dates_check" CHECK ("end_date" >= "start_date")
);
--> statement-breakpoint
CREATE TABLE "session_exceptions" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"group_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"date" date,
	"start_time" text,
	"new_date" date,
	"new_start_time" text,
	"new_duration" integer,
	"reason" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "session_exceptions_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "session_exceptions_session_key" UNIQUE("organization_id","group_id","date","start_time"),
	CONSTRAINT "session_exceptions_kind_check" CHECK ("kind" in ('cancelled', 'moved', 'held', 'added')),
	CONSTRAINT "session_exceptions_reason_check" CHECK (app.is_texts("reason")),
	CONSTRAINT "session_exceptions_session_check" CHECK (num_nonnulls("date", "start_time") = case "kind" when 'added' then 0 else 2 end),
	CONSTRAINT "session_exceptions_new_check" CHECK (num_nonnulls("new_date", "new_start_time", "new_duration") = case when "kind" in ('moved', 'added') then 3 else 0 end),
	CONSTRAINT "session_exceptions_new_start_time_check" CHECK ("new_start_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "session_exceptions_new_duration_check" CHECK ("new_duration" between 5 and 1440)
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "public_holidays" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "school_breaks" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
CREATE INDEX "calendar_feeds_account" ON "calendar_feeds" ("account_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_group" ON "calendar_feeds" ("organization_id","group_id");--> statement-breakpoint
CREATE INDEX "session_exceptions_new_date" ON "session_exceptions" ("organization_id","new_date");--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "session_exceptions" ADD CONSTRAINT "session_exceptions_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_school_breaks_check" CHECK ("school_breaks" in ('none', 'east', 'west'));