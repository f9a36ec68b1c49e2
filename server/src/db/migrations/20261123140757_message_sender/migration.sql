ALTER TABLE "messages" ADD COLUMN "sender" text;--> statement-breakpoint
UPDATE "messages" SET "sender" = "accounts"."name" FROM "accounts" WHERE "accounts"."id" = "messages"."sender_id";