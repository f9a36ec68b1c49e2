ALTER TABLE "participants" ADD COLUMN "guardian_name" text GENERATED ALWAYS AS (app.answer_for(answers, 'guardian_name')) STORED;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "guardian_phone" text GENERATED ALWAYS AS (app.answer_for(answers, 'guardian_phone')) STORED;--> statement-breakpoint
ALTER TABLE "participants" ALTER COLUMN "search" SET EXPRESSION AS (app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || reference || ' ' || coalesce(app.answer_for(answers, 'guardian_name'), '') || ' ' || coalesce(app.answer_for(answers, 'guardian_phone'), '') || ' ' || coalesce(app.phone_digits(phone), '') || ' ' || coalesce(app.phone_digits(app.answer_for(answers, 'guardian_phone')), '')));--> statement-breakpoint
UPDATE "participants" p SET answers = (
  SELECT coalesce(jsonb_agg(answer || jsonb_build_object('purpose', (
    SELECT f.purpose FROM group_fields g JOIN form_fields f ON f.organization_id = g.organization_id AND f.id = g.form_field_id
    WHERE g.organization_id = p.organization_id AND g.id::text = answer ->> 'field_id'
  )) ORDER BY place), '[]')
  FROM jsonb_array_elements(p.answers) WITH ORDINALITY AS kept (answer, place)
) WHERE answers <> '[]';