-- AlterTable
ALTER TABLE "media_blobs" ADD COLUMN     "analysis" TEXT,
ADD COLUMN     "content_type" TEXT,
ADD COLUMN     "metadata" TEXT;

-- AlterTable
ALTER TABLE "fields" ADD COLUMN     "metadata_source" TEXT;

-- CreateTable
CREATE TABLE "media_previews" (
    "blob_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "media_previews_pkey" PRIMARY KEY ("blob_id","kind")
);

-- CreateTable
CREATE TABLE "media_analyses" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "quiet" BOOLEAN NOT NULL DEFAULT false,
    "backlog" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "lease_token" TEXT,
    "staged" TEXT,

    CONSTRAINT "media_analyses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "media_previews_key_key" ON "media_previews"("key");

-- CreateIndex
CREATE INDEX "media_analyses_due_at_id_idx" ON "media_analyses"("due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "media_analyses_user_id_due_at_id_idx" ON "media_analyses"("user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "media_analyses_id_idx" ON "media_analyses"("id") WHERE ("backlog" = true);

-- CreateIndex
CREATE INDEX "fields_account_id_id_idx" ON "fields"("account_id", "id") WHERE ("metadata_source" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "media_previews" ADD CONSTRAINT "media_previews_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_analyses" ADD CONSTRAINT "media_analyses_id_fkey" FOREIGN KEY ("id") REFERENCES "media_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Files that are there already are analysed when nothing else waits, and without events.
INSERT INTO "media_analyses" ("id", "account_id", "user_id", "status", "quiet", "backlog")
SELECT "id", "account_id", "user_id", 'pending', true, true FROM "media_files" WHERE "status" = 'ready';
