CREATE TABLE "payment_events" (
	"organization_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"open" numeric(12,2) NOT NULL,
	"received" numeric(12,2) NOT NULL,
	"credit" numeric(12,2) NOT NULL,
	"payment_id" uuid,
	"entry_id" uuid,
	"participant_id" uuid,
	"paid_on" date,
	"method" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
DROP INDEX "payments_paid";--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" ("organization_id","payment_date","id","group_id","status","amount","currency","method");--> statement-breakpoint
CREATE INDEX "payment_events_day" ON "payment_events" ("organization_id","day","id","currency","open","received","credit");--> statement-breakpoint
-- what there is on this day is carried over; how it came to that was not written down
INSERT INTO "payment_events" ("organization_id", "day", "kind", "currency", "open", "received", "credit", "payment_id", "participant_id", "paid_on", "method")
SELECT p."organization_id", (now() AT TIME ZONE o."time_zone")::date, 'carried', p."currency",
  CASE WHEN p."status" = 'completed' THEN 0 ELSE p."amount" END, CASE WHEN p."status" = 'completed' THEN p."amount" ELSE 0 END, 0,
  p."id", p."participant_id", p."payment_date", p."method"
FROM "payments" p JOIN "organizations" o ON o."id" = p."organization_id"
WHERE p."status" IN ('pending', 'expired', 'failed', 'completed');--> statement-breakpoint
INSERT INTO "payment_events" ("organization_id", "day", "kind", "currency", "open", "received", "credit", "entry_id", "paid_on", "method")
SELECT e."organization_id", (now() AT TIME ZONE o."time_zone")::date, 'carried', e."currency", 0, 0, e."amount" - e."paid", e."id", e."day", 'bank_transfer'
FROM "bank_entries" e JOIN "organizations" o ON o."id" = e."organization_id"
WHERE e."aside" IS NULL AND e."paid" < e."amount";
