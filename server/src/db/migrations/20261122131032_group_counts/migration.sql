CREATE TABLE "group_counts" (
	"organization_id" uuid,
	"group_id" uuid,
	"taken" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "group_counts_pkey" PRIMARY KEY("organization_id","group_id")
);
--> statement-breakpoint
ALTER TABLE "group_counts" ADD CONSTRAINT "group_counts_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;