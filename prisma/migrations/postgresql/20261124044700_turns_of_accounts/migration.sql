-- DropIndex
DROP INDEX "media_files_user_id_due_at_id_idx";

-- DropIndex
DROP INDEX "media_analyses_user_id_due_at_id_idx";

-- DropIndex
DROP INDEX "imports_user_id_due_at_id_idx";

-- CreateIndex
CREATE INDEX "media_files_account_id_user_id_due_at_id_idx" ON "media_files"("account_id", "user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "media_analyses_account_id_user_id_due_at_id_idx" ON "media_analyses"("account_id", "user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "imports_account_id_user_id_due_at_id_idx" ON "imports"("account_id", "user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);
