ALTER TABLE "bank_entries" ADD COLUMN "told_in" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_entry_payments" ADD COLUMN "was_status" text;--> statement-breakpoint
ALTER TABLE "bank_entry_payments" ADD COLUMN "was_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "alike" text[] DEFAULT '{}'::text[] NOT NULL;