DROP INDEX "payments_due";--> statement-breakpoint
DROP INDEX "payments_participant";--> statement-breakpoint
CREATE INDEX "payments_participant" ON "payments" ("organization_id","participant_id","status","expiration_date","group_id");--> statement-breakpoint
DROP INDEX "payments_expiration";--> statement-breakpoint
CREATE INDEX "payments_expiration" ON "payments" ("organization_id","status","expiration_date","id","participant_id","group_id","amount","currency","method","kind");--> statement-breakpoint
DROP INDEX "payments_group";--> statement-breakpoint
CREATE INDEX "payments_group" ON "payments" ("organization_id","group_id","expiration_date","id","status","amount","currency");