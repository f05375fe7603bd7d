-- CreateIndex
CREATE INDEX "assets_account_id_owner_id_idx" ON "assets"("account_id", "owner", "id");
