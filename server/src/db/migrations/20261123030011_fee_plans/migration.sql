CREATE TABLE "fee_enrolments" (
	"organization_id" uuid,
	"participant_id" uuid,
	"group_id" uuid NOT NULL,
	"joined_on" date NOT NULL,
	"at_once" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"made_until" text,
	"next_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fee_enrolments_pkey" PRIMARY KEY("organization_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "fee_plans" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"group_id" uuid NOT NULL,
	"rhythm" text NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(12,2),
	"due_date" date,
	"days_after" integer NOT NULL,
	"day_of_month" integer NOT NULL,
	"first_month" text,
	"last_month" text,
	"free_months" integer[] NOT NULL,
	"instalments" jsonb NOT NULL,
	"joining_fee" numeric(12,2),
	"late_start" text NOT NULL,
	"made_on" text NOT NULL,
	"days_ahead" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "fee_plans_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "fee_plans_group_key" UNIQUE("organization_id","group_id"),
	CONSTRAINT "fee_plans_rhythm_check" CHECK ("rhythm" in ('none', 'once', 'monthly', 'instalments')),
	CONSTRAINT "fee_plans_kind_check" CHECK ("kind" in ('membership_fee', 'tuition', 'other')),
	CONSTRAINT "fee_plans_amount_check" CHECK ("amount" > 0 and "joining_fee" > 0),
	CONSTRAINT "fee_plans_needs_check" CHECK (case "rhythm" when 'once' then "amount" is not null
        when 'monthly' then "amount" is not null and "first_month" is not null
        when 'instalments' then "instalments" <> '[]' else true end),
	CONSTRAINT "fee_plans_months_check" CHECK ("first_month" ~ '^\d{4}-\d{2}$' and "last_month" ~ '^\d{4}-\d{2}$' and "last_month" >= "first_month"),
	CONSTRAINT "fee_plans_days_check" CHECK ("day_of_month" between 1 and 31 and "days_after" >= 0 and "days_ahead" >= 0),
	CONSTRAINT "fee_plans_instalments_check" CHECK (jsonb_typeof("instalments") = 'array'),
	CONSTRAINT "fee_plans_late_start_check" CHECK ("late_start" in ('whole', 'months', 'sessions')),
	CONSTRAINT "fee_plans_made_on_check" CHECK ("made_on" in ('approved', 'application', 'by_hand'))
);
--> statement-breakpoint
CREATE TABLE "fee_rules" (
	"organization_id" uuid CONSTRAINT "fee_rules_organization_key" UNIQUE,
	"id" uuid DEFAULT uuidv7(),
	"family" jsonb,
	"family_sessions" jsonb NOT NULL,
	"member_field_id" uuid,
	"member_answer" text NOT NULL,
	"member" jsonb,
	"at_once" numeric(5,2),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "fee_rules_pkey" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "fee_rules_at_once_check" CHECK ("at_once" > 0 and "at_once" <= 100),
	CONSTRAINT "fee_rules_family_sessions_check" CHECK (jsonb_typeof("family_sessions") = 'array')
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_plan_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "period" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "instalment" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "instalments" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gross" numeric(12,2);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "discounts" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "fee_enrolments_group" ON "fee_enrolments" ("organization_id","group_id","participant_id");--> statement-breakpoint
CREATE INDEX "fee_enrolments_next" ON "fee_enrolments" ("next_on") WHERE next_on is not null and left_at is null;--> statement-breakpoint
CREATE INDEX "fee_rules_member_field" ON "fee_rules" ("organization_id","member_field_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_fee_key" ON "payments" ("organization_id","participant_id","fee_plan_id","period") WHERE fee_plan_id is not null and split_from is null;--> statement-breakpoint
ALTER TABLE "fee_enrolments" ADD CONSTRAINT "fee_enrolments_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_enrolments" ADD CONSTRAINT "fee_enrolments_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_plans" ADD CONSTRAINT "fee_plans_group_fkey" FOREIGN KEY ("organization_id","group_id") REFERENCES "groups"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_rules" ADD CONSTRAINT "fee_rules_organization_id_organizations_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id");--> statement-breakpoint
ALTER TABLE "fee_rules" ADD CONSTRAINT "fee_rules_member_field_fkey" FOREIGN KEY ("organization_id","member_field_id") REFERENCES "form_fields"("organization_id","id");