-- CreateTable
CREATE TABLE "media_files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "lease_token" TEXT,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT,
    "validator" TEXT,
    "content_type" TEXT,
    "blob_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME,
    CONSTRAINT "media_files_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE,
    CONSTRAINT "media_files_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_blobs" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "media_removals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "blob_id" TEXT,
    "key" TEXT,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "media_downloads" (
    "signature" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "settings" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "media_files_asset_id_id_idx" ON "media_files"("asset_id", "id");

-- CreateIndex
CREATE INDEX "media_files_due_at_id_idx" ON "media_files"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_files_blob_id_idx" ON "media_files"("blob_id") WHERE "blob_id" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "media_blobs_sha256_key" ON "media_blobs"("sha256");

-- CreateIndex
CREATE INDEX "media_downloads_expires_at_idx" ON "media_downloads"("expires_at");

