DROP INDEX "payments_expiration";--> statement-breakpoint
CREATE INDEX "payments_expiration" ON "payments" ("organization_id","status","expiration_date","id","participant_id","group_id","amount","currency");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" ("organization_id","expiration_date","id");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" ("organization_id","payment_date","id");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" ("organization_id","amount","id");--> statement-breakpoint
CREATE INDEX "payments_group" ON "payments" ("organization_id","group_id","expiration_date","id");--> statement-breakpoint
CREATE INDEX "payments_reference_part" ON "payments" USING gin ("organization_id",upper(regexp_replace(reference_number, '[^0-9A-Za-z]', '', 'g')) gin_trgm_ops);