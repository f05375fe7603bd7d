-- CreateTable
CREATE TABLE "webhook_waiting" (
    "event_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "after_number" BIGINT NOT NULL,
    "webhook_ids" TEXT NOT NULL,
    "projects" TEXT,

    CONSTRAINT "webhook_waiting_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE INDEX "webhook_waiting_account_id_after_number_idx" ON "webhook_waiting"("account_id", "after_number");

-- What waits without a sequence is wanted already.
INSERT INTO "webhook_waiting" ("event_id", "account_id", "after_number", "webhook_ids")
SELECT "event_id", "account_id", 0, json_agg("webhook_id" ORDER BY "webhook_id")::text FROM "webhook_inbox"
GROUP BY "event_id", "account_id";

-- DropTable
DROP TABLE "webhook_inbox";

-- Made by hand.
DROP SEQUENCE "webhook_inbox_positions";
