ALTER TABLE "bank_statements" ADD COLUMN "left_out" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "unread_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "header_key" text;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "mapping" jsonb;--> statement-breakpoint
ALTER TABLE "bank_statements" DROP COLUMN "alike";--> statement-breakpoint
CREATE INDEX "bank_statements_tables" ON "bank_statements" ("organization_id","created_at") WHERE header_key is not null;--> statement-breakpoint
CREATE INDEX "bank_statements_left_out" ON "bank_statements" ("created_at") WHERE left_out <> '[]';