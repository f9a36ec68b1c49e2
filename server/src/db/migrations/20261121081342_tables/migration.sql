CREATE TABLE "account_codes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" bytea NOT NULL CONSTRAINT "account_codes_hash_key" UNIQUE,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_codes_purpose_check" CHECK ("purpose" in ('activation', 'invitation', 'password_reset', 'email_change', 'owner_change'))
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"email" text NOT NULL CONSTRAINT "accounts_email_key" UNIQUE,
	"name" text NOT NULL,
	"password_hash" text,
	"language" text DEFAULT 'sl' NOT NULL,
	"platform_admin" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp with time zone,
	"password_change_required" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "accounts_email_check" CHECK ("email" = lower("email") and "email" like '%_@_%'),
	CONSTRAINT "accounts_language_check" CHECK ("language" in ('sl', 'en'))
);
--> statement-breakpoint
CREATE TABLE "activity_log" (
	"organization_id" uuid,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "activity_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid,
	"changes" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_log_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"label" text NOT NULL,
	"languages" text[] NOT NULL,
	"name" jsonb DEFAULT '{}' NOT NULL,
	"description" jsonb DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"search" text GENERATED ALWAYS AS (app.fold(label || ' ' || app.all_texts(name))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "categories_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "categories_label_key" UNIQUE("organization_id","label"),
	CONSTRAINT "categories_label_check" CHECK ("label" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("label") <= 80),
	CONSTRAINT "categories_languages_check" CHECK (cardinality("languages") > 0 and "languages" <@ array['sl', 'en']::text[]),
	CONSTRAINT "categories_texts_check" CHECK (app.is_texts("name") and app.is_texts("description"))
);
--> statement-breakpoint
CREATE TABLE "form_fields" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"label" text NOT NULL,
	"type" text NOT NULL,
	"languages" text[] NOT NULL,
	"name" jsonb DEFAULT '{}' NOT NULL,
	"description" jsonb DEFAULT '{}' NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"sensitive" boolean DEFAULT false NOT NULL,
	"options" jsonb DEFAULT '[]' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"search" text GENERATED ALWAYS AS (app.fold(label || ' ' || app.all_texts(name))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "form_fields_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "form_fields_label_key" UNIQUE("organization_id","label"),
	CONSTRAINT "form_fields_label_check" CHECK ("label" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("label") <= 80),
	CONSTRAINT "form_fields_type_check" CHECK ("type" in ('text', 'email', 'phone_number', 'textarea', 'single_choice', 'multiple_choice', 'checkbox', 'notes', 'date')),
	CONSTRAINT "form_fields_languages_check" CHECK (cardinality("languages") > 0 and "languages" <@ array['sl', 'en']::text[]),
	CONSTRAINT "form_fields_texts_check" CHECK (app.is_texts("name") and app.is_texts("description")),
	CONSTRAINT "form_fields_options_check" CHECK (jsonb_typeof("options") = 'array')
);
--> statement-breakpoint
CREATE TABLE "group_email_settings" (
	"organization_id" uuid,
	"group_id" uuid,
	"email_type" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"template_id" uuid,
	"recipient" text DEFAULT 'both' NOT NULL,
	CONSTRAINT "group_email_settings_pkey" PRIMARY KEY("organization_id","group_id","email_type"),
	CONSTRAINT "group_email_settings_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update')),
	CONSTRAINT "group_email_settings_recipient_check" CHECK ("recipient" in ('organization_owner', 'group_leaders', 'both'))
);
--> statement-breakpoint
CREATE TABLE "group_fields" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"group_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"form_field_id" uuid,
	"question" jsonb,
	"widget" text NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	CONSTRAINT "group_fields_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "group_fields_field_key" UNIQUE("organization_id","group_id","form_field_id"),
	CONSTRAINT "group_fields_source_check" CHECK (num_nonnulls("form_field_id", "question") = 1),
	CONSTRAINT "group_fields_widget_check" CHECK ("widget" in ('text', 'email', 'phone', 'textarea', 'select', 'radio', 'checkbox', 'date'))
);
--> statement-breakpoint
CREATE TABLE "group_leaders" (
	"organization_id" uuid,
	"group_id" uuid,
	"account_id" uuid,
	CONSTRAINT "group_leaders_pkey" PRIMARY KEY("organization_id","group_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"label" text NOT NULL,
	"name" jsonb DEFAULT '{}' NOT NULL,
	"description" jsonb DEFAULT '{}' NOT NULL,
	"price_text" jsonb DEFAULT '{}' NOT NULL,
	"languages" text[] NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"accept_applications" boolean DEFAULT true NOT NULL,
	"category_id" uuid NOT NULL,
	"location_id" uuid,
	"start_date" date,
	"end_date" date,
	"apply_from" timestamp with time zone,
	"apply_until" timestamp with time zone,
	"age_from" integer,
	"age_to" integer,
	"capacity" integer,
	"when_full" text DEFAULT 'waitlist' NOT NULL,
	"schedule" jsonb DEFAULT '[]' NOT NULL,
	"background_color" text DEFAULT '#798736' NOT NULL,
	"banner_file" text,
	"banner_url" text,
	"search" text GENERATED ALWAYS AS (app.fold(label || ' ' || app.all_texts(name))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "groups_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "groups_label_key" UNIQUE("organization_id","label"),
	CONSTRAINT "groups_label_check" CHECK ("label" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("label") <= 80),
	CONSTRAINT "groups_languages_check" CHECK (cardinality("languages") > 0 and "languages" <@ array['sl', 'en']::text[]),
	CONSTRAINT "groups_texts_check" CHECK (app.is_texts("name") and app.is_texts("description") and app.is_texts("price_text")),
	CONSTRAINT "groups_dates_check" CHECK ("end_date" >= "start_date"),
	CONSTRAINT "groups_apply_check" CHECK ("apply_until" > "apply_from"),
	CONSTRAINT "groups_age_check" CHECK ("age_from" between 0 and 150 and "age_to" between 0 and 150),
	CONSTRAINT "groups_age_order_check" CHECK ("age_to" >= "age_from"),
	CONSTRAINT "groups_capacity_check" CHECK ("capacity" between 1 and 100000),
	CONSTRAINT "groups_when_full_check" CHECK ("when_full" in ('waitlist', 'close')),
	CONSTRAINT "groups_schedule_check" CHECK (app.is_schedule("schedule")),
	CONSTRAINT "groups_background_color_check" CHECK ("background_color" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" uuid,
	"key" text,
	"body_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("organization_id","key"),
	CONSTRAINT "idempotency_keys_key_check" CHECK (length("key") between 8 and 200)
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"max_participants" integer,
	"google_maps_link" text,
	"active" boolean DEFAULT true NOT NULL,
	"search" text GENERATED ALWAYS AS (app.fold(name || ' ' || address)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "locations_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "locations_max_participants_check" CHECK ("max_participants" > 0),
	CONSTRAINT "locations_name_check" CHECK (length(btrim("name")) between 1 and 200),
	CONSTRAINT "locations_google_maps_link_check" CHECK ("google_maps_link" ~ '^https?://')
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"group_id" uuid,
	"participant_id" uuid,
	"email_type" text NOT NULL,
	"variant" text DEFAULT '' NOT NULL,
	"recipient_kind" text NOT NULL,
	"account_id" uuid,
	"origin_id" uuid,
	"to_address" text,
	"language" text NOT NULL,
	"status_at" text,
	"template_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"send_after" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"message_id" text DEFAULT uuidv7() NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "mails_recipient_kind_check" CHECK ("recipient_kind" in ('applicant', 'staff')),
	CONSTRAINT "mails_state_check" CHECK ("state" in ('held', 'queued', 'sending', 'sent', 'failed', 'cancelled')),
	CONSTRAINT "mails_language_check" CHECK ("language" in ('sl', 'en'))
);
--> statement-breakpoint
CREATE TABLE "membership_groups" (
	"organization_id" uuid,
	"account_id" uuid,
	"group_id" uuid,
	CONSTRAINT "membership_groups_pkey" PRIMARY KEY("organization_id","account_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid,
	"account_id" uuid CONSTRAINT "memberships_account_key" UNIQUE,
	"role" text DEFAULT 'GROUP_VIEWER_USER' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"all_groups_allowed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "memberships_pkey" PRIMARY KEY("organization_id","account_id"),
	CONSTRAINT "memberships_role_check" CHECK ("role" in ('GROUP_VIEWER_USER', 'GROUP_EDITOR_USER', 'GROUP_ADMIN', 'ORGANIZATION_ADMIN'))
);
--> statement-breakpoint
CREATE TABLE "notification_templates" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"name" text NOT NULL,
	"email_type" text NOT NULL,
	"system" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"translations" jsonb DEFAULT '{}' NOT NULL,
	"sections" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_templates_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "notification_templates_email_type_check" CHECK ("email_type" in ('application_confirmation', 'application_received_notification', 'application_status_update')),
	CONSTRAINT "notification_templates_name_check" CHECK (length(btrim("name")) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "oidc_payloads" (
	"model" text,
	"id" text,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"user_code" text,
	"uid" text,
	"expires_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oidc_payloads_pkey" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"owner_email" text NOT NULL,
	"default_language" text DEFAULT 'sl' NOT NULL,
	"languages" text[] DEFAULT '{sl,en}'::text[] NOT NULL,
	"time_zone" text DEFAULT 'Europe/Ljubljana' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"embed_origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"setup_completed" boolean DEFAULT false NOT NULL,
	"profile" jsonb DEFAULT '{}' NOT NULL,
	"delete_after" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organizations_languages_check" CHECK (cardinality("languages") > 0 and "languages" <@ array['sl', 'en']::text[]),
	CONSTRAINT "organizations_default_language_check" CHECK ("default_language" = any ("languages")),
	CONSTRAINT "organizations_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "organizations_name_check" CHECK (length(btrim("name")) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"application_date" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"staff_notes" text DEFAULT '' NOT NULL,
	"reference" text NOT NULL,
	"language" text NOT NULL,
	"answers" jsonb DEFAULT '[]' NOT NULL,
	"previous_status" text,
	"decided_at" timestamp with time zone,
	"privacy_version" text,
	"search" text GENERATED ALWAYS AS (app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || reference)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "participants_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "participants_reference_key" UNIQUE("organization_id","reference"),
	CONSTRAINT "participants_status_check" CHECK ("status" in ('pending', 'approved', 'rejected', 'waitlisted', 'inactive')),
	CONSTRAINT "participants_language_check" CHECK ("language" in ('sl', 'en')),
	CONSTRAINT "participants_name_check" CHECK (length(btrim("name")) between 1 and 200),
	CONSTRAINT "participants_email_check" CHECK ("email" like '%_@_%'),
	CONSTRAINT "participants_reference_check" CHECK ("reference" ~ '^[2-9A-HJ-NP-Z]{8}$'),
	CONSTRAINT "participants_answers_check" CHECK (jsonb_typeof("answers") = 'array')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_date" date,
	"expiration_date" date,
	"method" text,
	"notes" text DEFAULT '' NOT NULL,
	"reference_number" text DEFAULT '' NOT NULL,
	"invoice_number" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payments_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "payments_amount_check" CHECK ("amount" > 0),
	CONSTRAINT "payments_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payments_status_check" CHECK ("status" in ('pending', 'completed', 'failed', 'cancelled', 'refunded', 'expired')),
	CONSTRAINT "payments_method_check" CHECK ("method" in ('cash', 'bank_transfer', 'credit_card', 'paypal', 'other'))
);
--> statement-breakpoint
CREATE TABLE "platform_secrets" (
	"name" text PRIMARY KEY,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY,
	"hits" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_codes_account" ON "account_codes" ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "activity_log_entity" ON "activity_log" ("organization_id","entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "categories_search" ON "categories" USING gin ("organization_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "categories_position" ON "categories" ("organization_id","position","id");--> statement-breakpoint
CREATE INDEX "form_fields_search" ON "form_fields" USING gin ("organization_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "form_fields_position" ON "form_fields" ("organization_id","position","id");--> statement-breakpoint
CREATE INDEX "group_email_settings_template" ON "group_email_settings" ("organization_id","template_id");--> statement-breakpoint
CREATE INDEX "group_fields_position" ON "group_fields" ("organization_id","group_id","position");--> statement-breakpoint
CREATE INDEX "group_fields_form_field" ON "group_fields" ("organization_id","form_field_id");--> statement-breakpoint
CREATE INDEX "group_leaders_account" ON "group_leaders" ("organization_id","account_id");--> statement-breakpoint
CREATE INDEX "groups_category" ON "groups" ("organization_id","category_id","id");--> statement-breakpoint
CREATE INDEX "groups_location" ON "groups" ("organization_id","location_id","id");--> statement-breakpoint
CREATE INDEX "groups_search" ON "groups" USING gin ("organization_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "groups_created" ON "groups" ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" ("created_at");--> statement-breakpoint
CREATE INDEX "locations_search" ON "locations" USING gin ("organization_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "locations_name" ON "locations" ("organization_id",name collate "sl-x-icu","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_fan_out_key" ON "mails" ("organization_id","origin_id","to_address") WHERE origin_id is not null;--> statement-breakpoint
CREATE INDEX "mails_participant" ON "mails" ("organization_id","participant_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_group" ON "mails" ("organization_id","group_id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" ("state","send_after") WHERE state in ('queued', 'held');--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" ("to_address","sent_at");--> statement-breakpoint
CREATE INDEX "membership_groups_group" ON "membership_groups" ("organization_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_templates_system_key" ON "notification_templates" ("organization_id","email_type") WHERE "system";--> statement-breakpoint
CREATE INDEX "notification_templates_name" ON "notification_templates" ("organization_id",name collate "sl-x-icu","id");--> statement-breakpoint
CREATE INDEX "oidc_payloads_grant" ON "oidc_payloads" ("grant_id") WHERE "grant_id" is not null;--> statement-breakpoint
CREATE INDEX "oidc_payloads_uid" ON "oidc_payloads" ("uid") WHERE "uid" is not null;--> statement-breakpoint
CREATE INDEX "oidc_payloads_expires" ON "oidc_payloads" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "participants_person_key" ON "participants" ("organization_id","group_id",lower(email),app.fold(name)) WHERE email is not null and status in ('pending', 'approved', 'waitlisted');--> statement-breakpoint
CREATE INDEX "participants_date" ON "participants" ("organization_id","application_date","id");--> statement-breakpoint
CREATE INDEX "participants_group" ON "participants" ("organization_id","group_id","status","application_date","id");--> statement-breakpoint
CREATE INDEX "participants_status" ON "participants" ("organization_id","status","application_date","id");--> statement-breakpoint
CREATE INDEX "participants_name" ON "participants" ("organization_id",name collate "sl-x-icu","id");--> statement-breakpoint
CREATE INDEX "participants_search" ON "participants" USING gin ("organization_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_participant" ON "payments" ("organization_id","participant_id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_expiration" ON "payments" ("organization_id","status","expiration_date");--> statement-breakpoint
CREATE INDEX "rate_limits_expires" ON "rate_limits" ("expires_at");--> statement-breakpoint
ALTER TABLE "account_codes" ADD CONSTRAINT "account_codes_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "form_fields" ADD CONSTRAINT "form_fields_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "group_email_settings" ADD CONSTRAINT "group_email_settings_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_email_settings" ADD CONSTRAINT "group_email_settings_template_fkey" FOREIGN KEY ("organization_id","template_id") REFERENCES "notification_templates"("organization_id","id");--> statement-breakpoint
ALTER TABLE "group_fields" ADD CONSTRAINT "group_fields_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_fields" ADD CONSTRAINT "group_fields_form_field_fkey" FOREIGN KEY ("organization_id","form_field_id") REFERENCES "form_fields"("organization_id","id");--> statement-breakpoint
ALTER TABLE "group_leaders" ADD CONSTRAINT "group_leaders_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_leaders" ADD CONSTRAINT "group_leaders_account_fkey" FOREIGN KEY ("organization_id","account_id") REFERENCES "memberships"("organization_id","account_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_category_fkey" FOREIGN KEY ("organization_id","category_id") REFERENCES "categories"("organization_id","id");--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_location_fkey" FOREIGN KEY ("organization_id","location_id") REFERENCES "locations"("organization_id","id");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_groups" ADD CONSTRAINT "membership_groups_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_groups" ADD CONSTRAINT "membership_groups_account_fkey" FOREIGN KEY ("organization_id","account_id") REFERENCES "memberships"("organization_id","account_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id");--> statement-breakpoint
ALTER TABLE "notification_templates" ADD CONSTRAINT "notification_templates_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id");