CREATE TABLE "address_changes" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"address" text NOT NULL,
	"new_address" text NOT NULL,
	"seed" bytea NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_changes_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "address_changes_address_key" UNIQUE("organization_id","address"),
	CONSTRAINT "address_changes_address_check" CHECK ("new_address" = lower("new_address") and "new_address" like '%_@_%' and "new_address" <> "address"),
	CONSTRAINT "address_changes_seed_check" CHECK (length("seed") = 16)
);
--> statement-breakpoint
CREATE INDEX "address_changes_new_address" ON "address_changes" ("organization_id","new_address");--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");