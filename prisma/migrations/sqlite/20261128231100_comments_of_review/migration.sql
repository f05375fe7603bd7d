-- CreateIndex
CREATE INDEX "comments_item_id_done_idx" ON "comments"("item_id", "done") WHERE "reply_to" IS NULL;
