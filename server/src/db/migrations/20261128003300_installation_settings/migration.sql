CREATE TABLE "installation_settings" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"notice" jsonb DEFAULT '{}' NOT NULL,
	"read_only" boolean DEFAULT false NOT NULL,
	"changed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "installation_settings_one" CHECK ("id"),
	CONSTRAINT "installation_settings_notice" CHECK (app.is_texts("notice"))
);
