CREATE TABLE "files" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"source_url" text,
	"original_id" uuid,
	"crop" jsonb,
	"stored" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"path" text GENERATED ALWAYS AS (organization_id::text || '/' || id::text || '/' || left(sha256, 16)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "files_kind_check" CHECK ("kind" in ('original', 'banner')),
	CONSTRAINT "files_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "files_banner_check" CHECK (("kind" = 'banner') = (num_nonnulls("original_id", "crop") = 2))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"cells" jsonb NOT NULL,
	"report" jsonb,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "imports_kind_check" CHECK ("kind" in ('groups', 'categories', 'locations')),
	CONSTRAINT "imports_cells_check" CHECK (jsonb_typeof("cells") = 'array')
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "banner_id" uuid;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "banner_alt" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" DROP COLUMN "banner_file";--> statement-breakpoint
ALTER TABLE "groups" DROP COLUMN "banner_url";--> statement-breakpoint
CREATE INDEX "files_original" ON "files" ("organization_id","original_id");--> statement-breakpoint
CREATE INDEX "files_created" ON "files" ("created_at");--> statement-breakpoint
CREATE INDEX "groups_banner" ON "groups" ("organization_id","banner_id") WHERE "banner_id" is not null;--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" ("created_at");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_original_fkey" FOREIGN KEY ("organization_id","original_id") REFERENCES "files"("organization_id","id");--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_banner_fkey" FOREIGN KEY ("organization_id","banner_id") REFERENCES "files"("organization_id","id");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_banner_alt_check" CHECK (app.is_texts("banner_alt"));