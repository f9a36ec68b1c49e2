CREATE TABLE "payment_references" (
	"organization_id" uuid,
	"serial" text,
	"participant_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_references_pkey" PRIMARY KEY("organization_id","serial"),
	CONSTRAINT "payment_references_participant_key" UNIQUE("organization_id","participant_id"),
	CONSTRAINT "payment_references_serial_check" CHECK ("serial" ~ '^[1-9][0-9]0[0-9]{9}$')
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"organization_id" uuid CONSTRAINT "payment_settings_organization_key" UNIQUE,
	"id" uuid DEFAULT uuidv7(),
	"recipient" text NOT NULL,
	"street" text NOT NULL,
	"town" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"purpose_code" text DEFAULT 'OTHR' NOT NULL,
	"reference_model" text DEFAULT 'SI12' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_settings_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "payment_settings_iban_check" CHECK ("iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "payment_settings_purpose_code_check" CHECK ("purpose_code" ~ '^[A-Z]{4}$'),
	CONSTRAINT "payment_settings_reference_model_check" CHECK ("reference_model" in ('SI12', 'RF'))
);
--> statement-breakpoint
ALTER TABLE "payment_references" ADD CONSTRAINT "payment_references_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");