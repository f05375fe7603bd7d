-- DropIndex
DROP INDEX "notifications_user_id_id_idx";

-- CreateIndex
CREATE INDEX "notifications_of_user_idx" ON "notifications"("user_id", "id", "account_id", "item_type", "item_id", "is_read");
