CREATE TABLE "bank_entries" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"statement_id" uuid NOT NULL,
	"account" text NOT NULL,
	"entry_key" text NOT NULL,
	"position" integer NOT NULL,
	"day" date NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"currency" text NOT NULL,
	"payer_name" text NOT NULL,
	"payer_iban" text NOT NULL,
	"reference" text NOT NULL,
	"text" text NOT NULL,
	"paid" numeric(12,2) DEFAULT '0' NOT NULL,
	"aside" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bank_entries_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "bank_entries_entry_key" UNIQUE("organization_id","account","entry_key","position"),
	CONSTRAINT "bank_entries_amount_check" CHECK ("amount" > 0),
	CONSTRAINT "bank_entries_paid_check" CHECK ("paid" between 0 and "amount"),
	CONSTRAINT "bank_entries_aside_check" CHECK ("aside" in ('other', 'returned')),
	CONSTRAINT "bank_entries_text_check" CHECK (length("text") <= 140 and length("payer_name") <= 140)
);
--> statement-breakpoint
CREATE TABLE "bank_entry_payments" (
	"organization_id" uuid,
	"entry_id" uuid,
	"payment_id" uuid,
	"amount" numeric(12,2) NOT NULL,
	"completes" boolean NOT NULL,
	"payment_version" integer NOT NULL,
	"rest_id" uuid,
	"rest_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_entry_payments_pkey" PRIMARY KEY("organization_id","entry_id","payment_id"),
	CONSTRAINT "bank_entry_payments_payment_key" UNIQUE("organization_id","payment_id"),
	CONSTRAINT "bank_entry_payments_amount_check" CHECK ("amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"file_name" text NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"entry_count" integer NOT NULL,
	"total" numeric(16,2) NOT NULL,
	"known_count" integer NOT NULL,
	"known_at" timestamp with time zone,
	"reversal_count" integer NOT NULL,
	"pending_count" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_statements_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" ("organization_id",upper(regexp_replace(reference_number, '[^0-9A-Za-z]', '', 'g'))) WHERE reference_number <> '';--> statement-breakpoint
CREATE INDEX "bank_entries_statement" ON "bank_entries" ("organization_id","statement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_unpaid" ON "bank_entries" ("organization_id","day","id") WHERE paid < amount and aside is null;--> statement-breakpoint
CREATE INDEX "bank_entries_payer" ON "bank_entries" ("organization_id","payer_iban") WHERE payer_iban <> '';--> statement-breakpoint
CREATE INDEX "bank_entries_words" ON "bank_entries" ("created_at") WHERE payer_name <> '' or payer_iban <> '' or reference <> '' or text <> '';--> statement-breakpoint
CREATE INDEX "bank_statements_created" ON "bank_statements" ("organization_id","created_at","id");--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_statement_fkey" FOREIGN KEY ("organization_id","statement_id") REFERENCES "bank_statements"("organization_id","id");--> statement-breakpoint
ALTER TABLE "bank_entry_payments" ADD CONSTRAINT "bank_entry_payments_entry_fkey" FOREIGN KEY ("organization_id","entry_id") REFERENCES "bank_entries"("organization_id","id");--> statement-breakpoint
ALTER TABLE "bank_entry_payments" ADD CONSTRAINT "bank_entry_payments_payment_fkey" FOREIGN KEY ("organization_id","payment_id") REFERENCES "payments"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");