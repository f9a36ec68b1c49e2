ALTER TABLE "mail_payments" ADD COLUMN "amount" numeric(12,2);--> statement-breakpoint
ALTER TABLE "payment_settings" ALTER COLUMN "remind_after" SET DEFAULT 4;