CREATE TABLE "mail_choices" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"wanted" boolean NOT NULL,
	"how" text NOT NULL,
	"mail_id" uuid,
	"account_id" uuid,
	"noted_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_choices_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "mail_choices_address_check" CHECK ("address" = lower("address") and "address" like '%_@_%'),
	CONSTRAINT "mail_choices_kind_check" CHECK ("kind" in ('news')),
	CONSTRAINT "mail_choices_how_check" CHECK ("how" in ('one_click', 'page', 'staff')),
	CONSTRAINT "mail_choices_staff_check" CHECK ("how" <> 'staff' or not "wanted")
);
--> statement-breakpoint
CREATE INDEX "mail_choices_address" ON "mail_choices" ("organization_id","kind","address","id");--> statement-breakpoint
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");