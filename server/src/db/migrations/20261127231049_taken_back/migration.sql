ALTER TABLE "participants" ADD COLUMN "offer_taken_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "participants" p SET "offer_taken_back" = true
WHERE p."offer_paused_at" IS NOT NULL AND EXISTS (
  SELECT FROM "mail_people" n
  WHERE n."organization_id" = p."organization_id" AND n."participant_id" = p."id" AND n."offered_at" = p."offered_at"
    AND n."offer_until" > p."offer_paused_at"
);
