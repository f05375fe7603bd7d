-- DropIndex
DROP INDEX "media_files_account_id_due_at_id_idx";

-- CreateIndex
CREATE INDEX "media_files_user_id_due_at_id_idx" ON "media_files"("user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "imports_user_id_due_at_id_idx" ON "imports"("user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "imports_finished_at_idx" ON "imports"("finished_at") WHERE ("due_at" IS NULL);
