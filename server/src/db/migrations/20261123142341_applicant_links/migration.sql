CREATE TABLE "applicant_links" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"address" text NOT NULL,
	"seed" bytea NOT NULL,
	"token_hash" bytea NOT NULL CONSTRAINT "applicant_links_token_key" UNIQUE,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applicant_links_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "applicant_links_address_check" CHECK ("address" = lower("address") and "address" like '%_@_%'),
	CONSTRAINT "applicant_links_seed_check" CHECK (length("seed") = 16 and length("token_hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "withdrawal_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "applicant_links_address_key" ON "applicant_links" ("organization_id","address") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "participants_address" ON "participants" ("organization_id",lower(email)) WHERE email is not null;--> statement-breakpoint
ALTER TABLE "applicant_links" ADD CONSTRAINT "applicant_links_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_withdrawn_check" CHECK ("withdrawn_at" is null and "withdrawal_reason" = '' or "withdrawn_at" is not null and "status" = 'inactive');--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_withdrawal_reason_check" CHECK ("withdrawal_reason" in ('', 'timetable', 'moving', 'health', 'other', 'declined_offer'));