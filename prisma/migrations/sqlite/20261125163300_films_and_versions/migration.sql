-- AlterTable
ALTER TABLE "media_files" ADD COLUMN "replaced_at" DATETIME;
ALTER TABLE "media_files" ADD COLUMN "replaced_by" INTEGER;

-- AlterTable
ALTER TABLE "media_blobs" ADD COLUMN "playback" TEXT;
ALTER TABLE "media_blobs" ADD COLUMN "rendering" TEXT;

-- CreateTable
CREATE TABLE "media_proxies" (
    "blob_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "duration" REAL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "tiles" TEXT,

    PRIMARY KEY ("blob_id", "kind"),
    CONSTRAINT "media_proxies_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_renderings" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "short" BOOLEAN NOT NULL DEFAULT false,
    "quiet" BOOLEAN NOT NULL DEFAULT false,
    "backlog" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "progress" REAL NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT,
    "staged" TEXT,
    CONSTRAINT "media_renderings_id_fkey" FOREIGN KEY ("id") REFERENCES "media_files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "media_proxies_key_key" ON "media_proxies"("key");

-- CreateIndex
CREATE INDEX "media_renderings_owner_idx" ON "media_renderings"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_due_at_id_idx" ON "media_renderings"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_account_id_user_id_due_at_id_idx" ON "media_renderings"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_short_account_id_user_id_due_at_id_idx" ON "media_renderings"("short", "account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_id_idx" ON "media_renderings"("id") WHERE "backlog" = true;

-- What is known of older files tells that browsers do not show them.
UPDATE "media_blobs" SET "playback" = 'hidden'
WHERE "analysis" = 'done' AND json_extract("metadata", '$.video_codec') NOT IN ('AVC', 'VP8', 'VP9', 'AV1');

-- Films and sounds that are there already get their proxies when nothing else waits, and without events.
INSERT INTO "media_renderings" ("id", "account_id", "user_id", "status", "short", "quiet", "backlog")
SELECT file."id", file."account_id", file."user_id", 'none', COALESCE(json_extract(blob."metadata", '$.duration') < 60, false), true, true
FROM "media_files" AS file JOIN "media_blobs" AS blob ON blob."id" = file."blob_id"
WHERE file."status" = 'ready' AND blob."analysis" = 'done'
  AND (blob."content_type" LIKE 'video/%' OR blob."content_type" LIKE 'audio/%' OR blob."content_type" IN ('application/mxf', 'application/vnd.ms-asf'));
