CREATE TABLE "account_identities" (
	"account_id" uuid NOT NULL,
	"issuer" text,
	"subject" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_identities_pkey" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "account_identities_account_key" UNIQUE("account_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "account_identities" ADD CONSTRAINT "account_identities_account_id_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE;