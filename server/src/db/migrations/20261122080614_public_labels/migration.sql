CREATE TABLE "former_group_labels" (
	"organization_id" uuid,
	"label" text,
	"group_id" uuid NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_group_labels_pkey" PRIMARY KEY("organization_id","label")
);
--> statement-breakpoint
CREATE TABLE "former_organization_labels" (
	"organization_id" uuid,
	"label" text CONSTRAINT "former_organization_labels_key" UNIQUE,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_organization_labels_pkey" PRIMARY KEY("organization_id","label")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- what is there already gets the label that its name proposes, the oldest first
DO $labels$
DECLARE
	organization record;
BEGIN
	FOR organization IN SELECT id, name FROM organizations ORDER BY created_at, id LOOP
		UPDATE organizations SET label = app.free_label(organization.id, organization.name) WHERE id = organization.id;
	END LOOP;
END
$labels$;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_label_key" UNIQUE("label");--> statement-breakpoint
CREATE INDEX "former_group_labels_group" ON "former_group_labels" ("organization_id","group_id");--> statement-breakpoint
ALTER TABLE "former_group_labels" ADD CONSTRAINT "former_group_labels_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "former_group_labels" ADD CONSTRAINT "former_group_labels_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "former_organization_labels" ADD CONSTRAINT "former_organization_labels_kMeDyqfV1aKW_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_label_check" CHECK ("label" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("label") <= 80);