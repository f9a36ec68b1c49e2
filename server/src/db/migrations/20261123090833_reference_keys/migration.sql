ALTER TABLE "payments" ADD COLUMN "reference_key" text GENERATED ALWAYS AS (upper(regexp_replace(reference_number, '[^0-9A-Za-z]', '', 'g'))) STORED;--> statement-breakpoint
DROP INDEX "payments_participant";--> statement-breakpoint
CREATE INDEX "payments_participant" ON "payments" ("organization_id","participant_id","status","expiration_date","group_id","fee_plan_id");--> statement-breakpoint
DROP INDEX "payments_reference";--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" ("organization_id","reference_key") WHERE reference_key <> '';--> statement-breakpoint
DROP INDEX "bank_entries_statement";--> statement-breakpoint
CREATE INDEX "bank_entries_statement" ON "bank_entries" ("organization_id","statement_id","amount","paid","aside");--> statement-breakpoint
DROP INDEX "payments_reference_part";--> statement-breakpoint
CREATE INDEX "payments_reference_part" ON "payments" USING gin ("organization_id","reference_key" gin_trgm_ops);