-- CreateIndex
CREATE INDEX "assets_owner_account_id_id_idx" ON "assets"("owner", "account_id", "id");
