CREATE TABLE "invitations" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"language" text DEFAULT 'sl' NOT NULL,
	"role" text DEFAULT 'GROUP_VIEWER_USER' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"all_groups_allowed" boolean DEFAULT false NOT NULL,
	"authorized_groups" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"code_hash" bytea CONSTRAINT "invitations_code_key" UNIQUE,
	"code_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invitations_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "invitations_email_key" UNIQUE("organization_id","email"),
	CONSTRAINT "invitations_email_check" CHECK ("email" = lower("email") and "email" like '%_@_%'),
	CONSTRAINT "invitations_language_check" CHECK ("language" in ('sl', 'en')),
	CONSTRAINT "invitations_role_check" CHECK ("role" in ('GROUP_VIEWER_USER', 'GROUP_EDITOR_USER', 'GROUP_ADMIN', 'ORGANIZATION_ADMIN'))
);
--> statement-breakpoint
CREATE TABLE "reapplications" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"participant_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text,
	"phone" text,
	"notes" text,
	"answers" jsonb DEFAULT '[]' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reapplications_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "reapplications_answers_check" CHECK (jsonb_typeof("answers") = 'array')
);
--> statement-breakpoint
CREATE INDEX "account_mails_organization" ON "account_mails" (("data" ->> 'organization_id'),"created_at") WHERE "data" ? 'organization_id';--> statement-breakpoint
CREATE INDEX "account_mails_held" ON "account_mails" ("to_address","kind") WHERE "state" = 'held';--> statement-breakpoint
CREATE INDEX "invitations_address" ON "invitations" ("email");--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" ("organization_id","sent_at");--> statement-breakpoint
CREATE INDEX "reapplications_participant" ON "reapplications" ("organization_id","participant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reapplications_group" ON "reapplications" ("organization_id","group_id");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "reapplications" ADD CONSTRAINT "reapplications_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "reapplications" ADD CONSTRAINT "reapplications_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id");--> statement-breakpoint
-- Answers say from now on which field of the catalogue they answer, and keep what has become sensitive: by the question
-- where its form still asks it, else by the label under which it was asked.
UPDATE "participants" SET "answers" = (
	SELECT jsonb_agg(answer || jsonb_build_object(
		'form_field_id', coalesce(g.form_field_id, f.id),
		'sensitive', coalesce((answer ->> 'sensitive')::boolean, false) OR coalesce(f.sensitive, false)
			OR coalesce((g.question ->> 'sensitive')::boolean, false)
	) ORDER BY place)
	FROM jsonb_array_elements("participants"."answers") WITH ORDINALITY AS each (answer, place)
	LEFT JOIN group_fields g ON g.organization_id = "participants"."organization_id" AND g.id::text = answer ->> 'field_id'
	LEFT JOIN form_fields f ON f.organization_id = "participants"."organization_id"
		AND (f.id = g.form_field_id OR g.id IS NULL AND f.label = answer ->> 'label')
) WHERE "answers" <> '[]';
--> statement-breakpoint
-- Who was invited and has not accepted had an account; it becomes an invitation, and its address is free.
INSERT INTO "invitations" (
	"organization_id", "id", "email", "name", "language", "role", "active", "all_groups_allowed", "authorized_groups",
	"code_hash", "code_expires_at", "created_at"
)
SELECT m.organization_id, a.id, a.email, a.name, a.language, m.role, m.active, m.all_groups_allowed,
	array(SELECT g.group_id FROM membership_groups g
		WHERE g.organization_id = m.organization_id AND g.account_id = a.id),
	c.code_hash, c.expires_at, m.created_at
FROM accounts a JOIN memberships m ON m.account_id = a.id
LEFT JOIN LATERAL (
	SELECT code_hash, expires_at FROM account_codes
	WHERE account_id = a.id AND purpose = 'invitation' AND used_at IS NULL ORDER BY created_at DESC LIMIT 1
) c ON true
WHERE a.confirmed_at IS NULL AND a.terms_version IS NULL AND NOT a.platform_admin;
--> statement-breakpoint
-- Mails to who is invited go on, as mails of the invitation: with their account they would be gone.
UPDATE "account_mails" SET "account_id" = NULL,
	"data" = "data" || jsonb_build_object('organization_id', i.organization_id, 'invitation_id', i.id)
FROM "invitations" i WHERE "account_mails"."account_id" = i.id AND "account_mails"."kind" = 'invitation';
--> statement-breakpoint
DELETE FROM "group_leaders" WHERE account_id IN (SELECT id FROM invitations);
--> statement-breakpoint
DELETE FROM "memberships" WHERE account_id IN (SELECT id FROM invitations);
--> statement-breakpoint
DELETE FROM "accounts" WHERE id IN (SELECT id FROM invitations);
--> statement-breakpoint
DELETE FROM "account_codes" WHERE purpose = 'invitation';
--> statement-breakpoint
ALTER TABLE "account_codes" DROP CONSTRAINT "account_codes_purpose_check", ADD CONSTRAINT "account_codes_purpose_check" CHECK ("purpose" in ('activation', 'password_reset', 'email_change', 'owner_change', 'device'));--> statement-breakpoint
ALTER TABLE "account_mails" DROP CONSTRAINT "account_mails_state_check", ADD CONSTRAINT "account_mails_state_check" CHECK ("state" in ('held', 'queued', 'sending', 'sent', 'failed', 'cancelled'));