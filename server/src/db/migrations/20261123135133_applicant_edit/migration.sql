ALTER TABLE "form_fields" ADD COLUMN "applicant_edit" text DEFAULT 'until_start' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD CONSTRAINT "form_fields_applicant_edit_check" CHECK ("applicant_edit" in ('until_approved', 'until_start', 'never'));--> statement-breakpoint
UPDATE "group_fields" SET "question" = "question" || '{"applicant_edit": "until_start"}' WHERE "question" IS NOT NULL;
