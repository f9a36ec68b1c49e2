DROP INDEX "participants_offered";--> statement-breakpoint
CREATE INDEX "mails_changes" ON "mails" ("organization_id","group_id") WHERE email_type = 'application_changed' and state in ('queued', 'held');--> statement-breakpoint
CREATE INDEX "participants_queue" ON "participants" ("organization_id","group_id","application_date","id","offer_until","offer_paused_at") WHERE status = 'waitlisted';