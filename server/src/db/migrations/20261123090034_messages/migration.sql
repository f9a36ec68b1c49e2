CREATE TABLE "messages" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"account_id" uuid NOT NULL,
	"author" text NOT NULL,
	"sender_id" uuid,
	"state" text DEFAULT 'draft' NOT NULL,
	"stop_reason" text,
	"kind" text,
	"group_id" uuid,
	"audience" jsonb,
	"audience_ids" uuid[],
	"group_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"include" text[] DEFAULT '{}'::text[] NOT NULL,
	"siblings" text DEFAULT 'together' NOT NULL,
	"texts" jsonb DEFAULT '{}' NOT NULL,
	"reply_to" text DEFAULT 'organization' NOT NULL,
	"with_payments" boolean DEFAULT false NOT NULL,
	"with_group" boolean DEFAULT false NOT NULL,
	"send_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "messages_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "messages_state_check" CHECK ("state" in ('draft', 'planned', 'sending', 'sent', 'stopped', 'cancelled')),
	CONSTRAINT "messages_kind_check" CHECK ("kind" in ('enrolment', 'news')),
	CONSTRAINT "messages_siblings_check" CHECK ("siblings" in ('together', 'each')),
	CONSTRAINT "messages_reply_to_check" CHECK ("reply_to" in ('organization', 'sender')),
	CONSTRAINT "messages_planned_check" CHECK ("state" <> 'planned' or "send_at" is not null and "sender_id" is not null),
	CONSTRAINT "messages_sent_check" CHECK ("state" not in ('sending', 'sent') or "kind" is not null and "sent_at" is not null)
);
--> statement-breakpoint
CREATE INDEX "messages_group" ON "messages" ("organization_id","group_id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "messages_planned" ON "messages" ("send_at") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" ("sent_at") WHERE sent_at is not null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");