-- CreateTable
CREATE TABLE "webhook_waiting" (
    "event_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "after_number" BIGINT NOT NULL,
    "webhook_ids" TEXT NOT NULL,
    "projects" TEXT
);

-- CreateIndex
CREATE INDEX "webhook_waiting_account_id_after_number_idx" ON "webhook_waiting"("account_id", "after_number");

-- DropTable
DROP TABLE "webhook_inbox";
