-- CreateIndex
CREATE INDEX "projects_account_id_owner_id_idx" ON "projects"("account_id", "owner", "id");
