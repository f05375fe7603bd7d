-- CreateTable
CREATE TABLE "attachments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "comment_id" INTEGER,
    "file_id" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "attachments_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_media_files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT,
    "user_id" INTEGER NOT NULL,
    "import_id" TEXT,
    "filename" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT,
    "validator" TEXT,
    "content_type" TEXT,
    "blob_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME,
    "replaced_at" DATETIME,
    "replaced_by" INTEGER,
    CONSTRAINT "media_files_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE,
    CONSTRAINT "media_files_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);
INSERT INTO "new_media_files" ("account_id", "asset_id", "blob_id", "content_type", "created_at", "due_at", "error", "failures", "filename", "finished_at", "id", "import_id", "lease_token", "owner", "partial", "progress", "replaced_at", "replaced_by", "source_url", "status", "total", "user_id", "validator") SELECT "account_id", "asset_id", "blob_id", "content_type", "created_at", "due_at", "error", "failures", "filename", "finished_at", "id", "import_id", "lease_token", "owner", "partial", "progress", "replaced_at", "replaced_by", "source_url", "status", "total", "user_id", "validator" FROM "media_files";
DROP TABLE "media_files";
ALTER TABLE "new_media_files" RENAME TO "media_files";
CREATE INDEX "media_files_owner_idx" ON "media_files"("owner") WHERE "lease_token" IS NOT NULL;
CREATE INDEX "media_files_asset_id_id_idx" ON "media_files"("asset_id", "id");
CREATE INDEX "media_files_due_at_id_idx" ON "media_files"("due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "media_files_account_id_user_id_due_at_id_idx" ON "media_files"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "media_files_blob_id_idx" ON "media_files"("blob_id") WHERE "blob_id" IS NOT NULL;
CREATE INDEX "media_files_partial_idx" ON "media_files"("partial") WHERE "partial" IS NOT NULL;
CREATE TABLE "new_uploads" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT,
    "user_id" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "content_type" TEXT,
    "sha256" TEXT,
    "status" TEXT NOT NULL,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "lease_token" TEXT,
    "leased_until" DATETIME,
    "expires_at" DATETIME NOT NULL,
    "created_at" DATETIME NOT NULL
);
INSERT INTO "new_uploads" ("account_id", "asset_id", "content_type", "created_at", "expires_at", "filename", "id", "lease_token", "leased_until", "partial", "progress", "sha256", "size", "status", "user_id") SELECT "account_id", "asset_id", "content_type", "created_at", "expires_at", "filename", "id", "lease_token", "leased_until", "partial", "progress", "sha256", "size", "status", "user_id" FROM "uploads";
DROP TABLE "uploads";
ALTER TABLE "new_uploads" RENAME TO "uploads";
CREATE INDEX "uploads_asset_id_idx" ON "uploads"("asset_id");
CREATE INDEX "uploads_user_id_status_idx" ON "uploads"("user_id", "status");
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");
CREATE INDEX "uploads_partial_idx" ON "uploads"("partial") WHERE "partial" IS NOT NULL;
CREATE INDEX "uploads_status_idx" ON "uploads"("status") WHERE "partial" IS NOT NULL;
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE UNIQUE INDEX "attachments_file_id_key" ON "attachments"("file_id");

-- CreateIndex
CREATE INDEX "attachments_item_id_id_idx" ON "attachments"("item_id", "id");

-- CreateIndex
CREATE INDEX "attachments_comment_id_id_idx" ON "attachments"("comment_id", "id") WHERE "comment_id" IS NOT NULL;
