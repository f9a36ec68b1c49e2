CREATE TABLE "organization_use" (
	"id" uuid,
	"day" date,
	"requests" bigint DEFAULT 0 NOT NULL,
	"database_ms" bigint DEFAULT 0 NOT NULL,
	"mails" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "organization_use_pkey" PRIMARY KEY("day","id")
);
--> statement-breakpoint
ALTER TABLE "organization_numbers" ADD COLUMN "file_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_numbers" ADD COLUMN "requests" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_numbers" ADD COLUMN "database_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_numbers" ADD COLUMN "mails" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "organization_use_organization" ON "organization_use" ("id");--> statement-breakpoint
ALTER TABLE "organization_use" ADD CONSTRAINT "organization_use_id_organizations_id_fkey" FOREIGN KEY ("id") REFERENCES "organizations"("id") ON DELETE CASCADE;