DROP INDEX "mails_due";--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" ("organization_id",(bulk_job_id is not null or email_type not in
  ('application_confirmation', 'application_received_notification', 'application_status_update', 'application_link')),"send_after","id") WHERE state in ('queued', 'sending');