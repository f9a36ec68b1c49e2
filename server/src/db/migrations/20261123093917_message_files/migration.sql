CREATE TABLE "message_files" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"message_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"content" bytea NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_files_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "message_files_message" ON "message_files" ("organization_id","message_id");--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_fkey" FOREIGN KEY ("organization_id","message_id") REFERENCES "messages"("organization_id","id") ON DELETE CASCADE;