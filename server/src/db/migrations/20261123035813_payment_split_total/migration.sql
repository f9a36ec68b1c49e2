ALTER TABLE "payments" ADD COLUMN "split_total" numeric(12,2);--> statement-breakpoint
WITH RECURSIVE "chains" AS (
  SELECT "organization_id", "id", "id" AS "first", "amount" FROM "payments" WHERE "split_from" IS NULL
  UNION ALL
  SELECT "rest"."organization_id", "rest"."id", "chains"."first", "rest"."amount" FROM "chains"
  JOIN "payments" AS "rest" ON "rest"."organization_id" = "chains"."organization_id" AND "rest"."split_from" = "chains"."id"
)
UPDATE "payments" SET "split_total" = (
  SELECT sum("its"."amount") FROM "chains" AS "its"
  WHERE "its"."organization_id" = "chains"."organization_id" AND "its"."first" = "chains"."first"
)
FROM "chains"
WHERE "chains"."organization_id" = "payments"."organization_id" AND "chains"."id" = "payments"."id"
  AND "payments"."split_from" IS NOT NULL;
