-- A ZIP that is read as a stream needs the CRC of each file before its bytes. Files from before get theirs by a job.
ALTER TABLE "media_blobs" ADD COLUMN "crc32" BIGINT;
CREATE INDEX "media_blobs_id_idx" ON "media_blobs"("id") WHERE "crc32" IS NULL;

ALTER TABLE "media_bundles" ADD COLUMN "unsummed" TEXT NOT NULL DEFAULT '[]';
