CREATE TABLE "account_mails" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"account_id" uuid,
	"data" jsonb DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"send_after" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"message_id" text DEFAULT uuidv7() NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_mails_state_check" CHECK ("state" in ('queued', 'sending', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"account_id" uuid,
	"token_hash" bytea,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_pkey" PRIMARY KEY("account_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"account_id" uuid NOT NULL,
	"grant_id" text NOT NULL CONSTRAINT "sign_ins_grant_key" UNIQUE,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_codes" ADD COLUMN "data" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_language" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "account_mails_recipient" ON "account_mails" ("to_address","kind","created_at");--> statement-breakpoint
CREATE INDEX "account_mails_account" ON "account_mails" ("account_id");--> statement-breakpoint
CREATE INDEX "account_mails_created" ON "account_mails" ("created_at");--> statement-breakpoint
CREATE INDEX "accounts_unconfirmed" ON "accounts" ("created_at") WHERE confirmed_at is null and terms_version is not null;--> statement-breakpoint
CREATE INDEX "activity_log_account" ON "activity_log" ("organization_id","account_id","id");--> statement-breakpoint
CREATE INDEX "activity_log_action" ON "activity_log" ("organization_id","action","id");--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" ("used_at");--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" ("account_id");--> statement-breakpoint
ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_terms_check" CHECK (num_nonnulls("terms_version", "terms_language", "terms_accepted_at") in (0, 3));--> statement-breakpoint
ALTER TABLE "account_codes" DROP CONSTRAINT "account_codes_purpose_check", ADD CONSTRAINT "account_codes_purpose_check" CHECK ("purpose" in ('activation', 'invitation', 'password_reset', 'email_change', 'owner_change', 'device'));