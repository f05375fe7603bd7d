-- CreateIndex
CREATE INDEX "media_files_account_id_due_at_id_idx" ON "media_files"("account_id", "due_at", "id") WHERE "due_at" IS NOT NULL;
