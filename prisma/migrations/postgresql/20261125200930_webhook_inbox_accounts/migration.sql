-- Written by hand: what waits gets the account of its webhook. Where that is gone, nobody waits for it.
ALTER TABLE "webhook_inbox" ADD COLUMN "account_id" INTEGER;

UPDATE "webhook_inbox" SET "account_id" = "webhooks"."account_id"
FROM "webhooks" WHERE "webhooks"."id" = "webhook_inbox"."webhook_id";

DELETE FROM "webhook_inbox" WHERE "account_id" IS NULL;

ALTER TABLE "webhook_inbox" ALTER COLUMN "account_id" SET NOT NULL,
DROP CONSTRAINT "webhook_inbox_pkey",
ADD CONSTRAINT "webhook_inbox_pkey" PRIMARY KEY ("account_id", "position", "event_id", "webhook_id");
