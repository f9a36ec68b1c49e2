ALTER TABLE "form_fields" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "search_indexing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD CONSTRAINT "form_fields_purpose_check" CHECK ("purpose" in ('date_of_birth', 'guardian_name', 'guardian_phone', 'address'));