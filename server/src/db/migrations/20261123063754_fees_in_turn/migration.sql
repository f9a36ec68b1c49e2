DROP INDEX "fee_enrolments_next";--> statement-breakpoint
CREATE INDEX "fee_enrolments_next" ON "fee_enrolments" ("next_on","organization_id","group_id","participant_id") WHERE next_on is not null and left_at is null;--> statement-breakpoint
CREATE INDEX "fee_enrolments_kept" ON "fee_enrolments" ("organization_id","participant_id","group_id") WHERE kept and left_at is null;