CREATE TABLE "queue_digests" (
	"organization_id" uuid CONSTRAINT "queue_digests_organization_key" UNIQUE,
	"id" uuid DEFAULT uuidv7(),
	"written_on" date NOT NULL,
	CONSTRAINT "queue_digests_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_mailboxes" (
	"name" text PRIMARY KEY,
	"uid_validity" text DEFAULT '' NOT NULL,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text DEFAULT '' NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "queue_digest" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "message_id";--> statement-breakpoint
ALTER TABLE "queue_digests" ADD CONSTRAINT "queue_digests_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");