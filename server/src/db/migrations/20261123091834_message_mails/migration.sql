CREATE TABLE "mail_people" (
	"organization_id" uuid,
	"mail_id" uuid,
	"participant_id" uuid,
	CONSTRAINT "mail_people_pkey" PRIMARY KEY("organization_id","mail_id","participant_id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "of_message" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "message_key" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "people_count" integer;--> statement-breakpoint
CREATE INDEX "mail_people_participant" ON "mail_people" ("organization_id","participant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_message_key" ON "mails" ("organization_id","of_message","message_key") WHERE message_key is not null;--> statement-breakpoint
CREATE INDEX "mails_of_message" ON "mails" ("organization_id","of_message","state") WHERE of_message is not null;--> statement-breakpoint
ALTER TABLE "mail_people" ADD CONSTRAINT "mail_people_mail_fkey" FOREIGN KEY ("organization_id","mail_id") REFERENCES "mails"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_people" ADD CONSTRAINT "mail_people_participant_fkey" FOREIGN KEY ("organization_id","participant_id") REFERENCES "participants"("organization_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_message_fkey" FOREIGN KEY ("organization_id","of_message") REFERENCES "messages"("organization_id","id");