-- CreateIndex
CREATE INDEX "favorites_user_id_item_type_item_id_idx" ON "favorites"("user_id", "item_type", "item_id");
