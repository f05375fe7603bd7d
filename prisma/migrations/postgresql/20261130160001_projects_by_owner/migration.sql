-- CreateIndex
CREATE INDEX "projects_owner_account_id_id_idx" ON "projects"("owner", "account_id", "id");
